/** The dialogs of a resource's screen: form and upload. Each is a chunk of its own. */
import { useMemo } from 'react'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { lazyPart, named } from '../lazy-part.tsx'
import { useActor } from '../session.ts'
import { writes } from '../table/column.ts'
import type { Fields } from '../form/form-rules.ts'
import { saver } from './resource-actions.ts'
import type { Screen } from './screen-state.tsx'

const EditDialog = lazyPart(() => named(import('./edit-dialog.tsx'), 'EditDialog'))
const ImportDialog = lazyPart(() => named(import('../import/import-dialog.tsx'), 'ImportDialog'))

/** Fields of the form that the user may write. */
function useFormFields(resource: Resource): Fields {
  const actor = useActor()
  return useMemo(
    () =>
      (resource.form ?? [])
        .map((name) => {
          const field = fieldOf(resource, name)
          return [
            name,
            resource.formRequired?.includes(name) ? { ...field, required: true as const } : field,
          ] as const
        })
        .filter(([, field]) => writes(field, actor)),
    [resource, actor],
  )
}

/** The open dialog. */
export function ResourceDialogs<R extends Resource>({ screen }: { screen: Screen<R> }) {
  const { resource, texts, open, setOpen } = screen
  const fields = useFormFields(resource)
  const close = (): void => setOpen(null)
  if (!open) return null
  if (open.kind === 'import') {
    return resource.sheet && <ImportDialog target={{ ...resource, sheet: resource.sheet }} onClose={close} />
  }
  const { row, start } = open
  return (
    <EditDialog
      title={row ? messages.updateTitle : (texts.createTitle ?? messages.createTitle)}
      fields={fields}
      row={row}
      start={start}
      saveLabel={row ? texts.saveChange : texts.saveNew}
      layout={screen.props.form}
      onSave={saver(resource, row, texts)}
      onClose={close}
    />
  )
}
