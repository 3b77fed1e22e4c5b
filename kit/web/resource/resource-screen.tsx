/** The screen of a declared resource: head, filters, table, pager, dialog, drawer, import, export. */
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { Suspense, type ReactNode, useMemo } from 'react'
import { type Resource, fieldOf } from '#kit/contract/resource.ts'
import { useErrand } from '../errand.ts'
import { Button } from '../ui/button.tsx'
import { ExportButton } from './export-button.tsx'
import { ListBar, ListBody } from './list-parts.tsx'
import { useResourceScreen, type PropsFor, type Screen } from './screen-state.tsx'
import { useListScreenKeys } from './use-list-screen.tsx'
import { messages } from '#platform/contract/messages.ts'
import { lazyPart, named } from '../lazy-part.tsx'
import { useActor } from '../session.ts'
import { mayWrite } from '../table/column.ts'
import type { Fields } from '../form/form-rules.ts'
import { saver } from './resource-actions.ts'

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
        .filter(([, field]) => mayWrite(field, actor)),
    [resource, actor],
  )
}

/** The open dialog of a resource's screen, form or upload; each one is loaded separately. */
function ResourceDialogs<R extends Resource>({ screen }: { screen: Screen<R> }) {
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

const icon = { size: 16, stroke: 1.9 }

type BarProps<R extends Resource> = {
  screen: Screen<R>
  /** Filters before 'Tra cứu'. */
  filters?: ReactNode
}

/** Title, count, filters, and the actions on the whole list. */
export function ResourceBar<R extends Resource>({ screen, filters }: BarProps<R>) {
  const { props, resource, texts, may, list, context, setOpen, edit } = screen
  return (
    <ListBar
      list={list}
      note={list.answer && props.headTotals?.(list.answer, list.state.filters)}
      uncounted={props.headCount === false && props.headTotals !== undefined}
      more={filters}
      make={
        props.make ||
        (may.create && (
          <Button look="primary" icon={<IconPlus {...icon} />} onClick={() => edit(null)}>
            {texts.createLabel ?? 'Tạo mới'}
          </Button>
        ))
      }
    >
      {may.export && <ExportButton source={resource} list={list} />}
      {props.toolbar?.(context)}
      {may.import && (
        <Button brief icon={<IconUpload {...icon} />} onClick={() => setOpen({ kind: 'import' })}>
          {texts.uploadLabel ?? 'Nhập file'}
        </Button>
      )}
    </ListBar>
  )
}

type LayoutProps<R extends Resource> = BarProps<R> & {
  /** Between the bar and the rows. */
  underFilters?: ReactNode
  /** Between the rows and the pages. */
  underRows?: ReactNode
  /** Dialogs instead of those of the resource. */
  dialogs?: ReactNode
}

/** The parts of a resource's screen, with its keys and room for further parts. */
export function ResourceLayout<R extends Resource>(props: LayoutProps<R>) {
  const { screen, underFilters, underRows, filters, dialogs } = props
  const { list, may, edit, setOpen, help } = screen
  useListScreenKeys(list, may.create ? () => edit(null) : undefined, help)
  useErrand('create', may.create ? (start) => edit(null, start) : undefined)
  useErrand('import', may.import ? () => setOpen({ kind: 'import' }) : undefined)
  return (
    <>
      <ResourceBar screen={screen} filters={filters} />
      <ListBody list={list} before={underFilters} after={underRows} />
      <Suspense fallback={null}>{dialogs || <ResourceDialogs screen={screen} />}</Suspense>
    </>
  )
}

/** A screen with further parts calls `useResourceScreen` and renders `ResourceLayout` itself. */
export function ResourceScreen<R extends Resource>(props: PropsFor<R>) {
  const screen = useResourceScreen<R>(props)
  return (
    <ResourceLayout
      screen={screen}
      filters={props.filters?.(screen.context)}
      underFilters={props.underFilters?.(screen.context)}
      underRows={props.underRows?.(screen.context)}
    />
  )
}
