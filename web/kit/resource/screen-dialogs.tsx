/** What opens over a resource's screen: the form, one row, an upload. Each is a chunk of its own. */
import { lazy, useMemo } from 'react'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { useActor } from '../session.ts'
import { totalText } from '../total.ts'
import { writes } from '../table/column.ts'
import type { FormFields } from './form-state.ts'
import { saver } from './resource-actions.ts'
import { nameOf, type ResourceScreenProps, type Screen } from './screen-state.tsx'

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))
const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }))
const ImportDialog = lazy(async () => ({
  default: (await import('../import/import-dialog.tsx')).ImportDialog,
}))

/** Fields of the form that the actor may fill in. */
function useFormFields(resource: Resource): FormFields {
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

function View({ props, screen, id }: { props: ResourceScreenProps; screen: Screen; id: string }) {
  const { resource, drawer, drawerFooter } = props
  const { rows = [], state, list, setOpen } = screen
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  if (!row) return null
  const close = (): void => setOpen(null)
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpen({ kind: 'view', id: next.id }))
  }
  const number = state.page * state.size + at + 1
  return (
    <RowDrawer
      resource={resource}
      row={row}
      title={nameOf(props, row)}
      note={`${resource.title}, dòng ${number} trong ${totalText(list.data ?? { count: rows.length })}`}
      onClose={close}
      onPrevious={go(at - 1)}
      onNext={go(at + 1)}
      footer={drawerFooter?.(row, close)}
    >
      {drawer?.(row)}
    </RowDrawer>
  )
}

/** Whatever is open. */
export function Dialogs({ props, screen }: { props: ResourceScreenProps; screen: Screen }) {
  const { resource, texts = {} } = props
  const { open, setOpen } = screen
  const fields = useFormFields(resource)
  const close = (): void => setOpen(null)
  if (!open) return null
  if (open.kind === 'view') return <View props={props} screen={screen} id={open.id} />
  if (open.kind === 'import') {
    return resource.sheet && <ImportDialog target={{ ...resource, sheet: resource.sheet }} onClose={close} />
  }
  const { row } = open
  return (
    <EditDialog
      title={row ? (texts.updateTitle ?? messages.updateTitle) : (texts.createTitle ?? messages.createTitle)}
      fields={fields}
      row={row}
      saveLabel={(row ? texts.saveChange : texts.saveNew) ?? 'Lưu'}
      onSave={saver(resource, row, texts)}
      onClose={close}
    />
  )
}
