/** The screen of a declared resource: head, filters, table, pager, dialog, drawer, import, export. */
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { Resource } from '../../../contract/kit/resource.ts'
import { Button } from '../ui/button.tsx'
import { ExportButton } from './export-button.tsx'
import { ListBody, ListFilters, ListHead } from './list-parts.tsx'
import { ResourceDialogs } from './screen-dialogs.tsx'
import { useResourceScreen, type PropsFor, type Screen } from './screen-state.tsx'
import { useListScreenKeys } from './use-list-screen.tsx'

const icon = { size: 16, stroke: 1.9 }

/** Title, count, and the actions on the whole list. */
export function ResourceHead<R extends Resource>({ screen }: { screen: Screen<R> }) {
  const { props, resource, texts, may, list, context, setOpen, edit } = screen
  return (
    <ListHead list={list} note={list.answer && props.headTotals?.(list.answer)}>
      {may.export && <ExportButton of={resource} list={list} />}
      {props.toolbar?.(context)}
      {may.import && (
        <Button icon={<IconUpload {...icon} />} onClick={() => setOpen({ kind: 'import' })}>
          {texts.uploadLabel ?? 'Nhập file'}
        </Button>
      )}
      {may.create && (
        <Button look="primary" icon={<IconPlus {...icon} />} onClick={() => edit(null)}>
          {texts.createLabel ?? 'Tạo mới'}
        </Button>
      )}
    </ListHead>
  )
}

/** A screen with its own parts composes the same pieces by hand. */
export function ResourceScreen<R extends Resource>(props: PropsFor<R>) {
  const screen = useResourceScreen<R>(props)
  const { list, may, edit, help } = screen
  useListScreenKeys(list, may.create ? () => edit(null) : undefined, help)
  return (
    <>
      <ResourceHead screen={screen} />
      <ListFilters list={list} more={props.filters?.(screen.context)} />
      <ListBody list={list} />
      <Suspense fallback={null}>
        <ResourceDialogs screen={screen} />
      </Suspense>
    </>
  )
}
