/** The screen of a declared resource: head, filters, table, pager, dialog, drawer, import, export. */
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import type { Resource } from '#kit/contract/resource.ts'
import { useErrand } from '../errand.ts'
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
    <ListHead list={list} note={list.answer && props.headTotals?.(list.answer, list.state.filters)}>
      {may.export && <ExportButton source={resource} list={list} />}
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

type LayoutProps<R extends Resource> = {
  screen: Screen<R>
  underHead?: ReactNode
  underFilters?: ReactNode
  /** Filters before 'Tra cứu'. */
  filters?: ReactNode
  /** Dialogs instead of those of the resource. */
  dialogs?: ReactNode
}

/** The parts of a resource's screen, with its keys and room for further parts. */
export function ResourceLayout<R extends Resource>(props: LayoutProps<R>) {
  const { screen, underHead, underFilters, filters, dialogs } = props
  const { list, may, edit, setOpen, help } = screen
  useListScreenKeys(list, may.create ? () => edit(null) : undefined, help)
  useErrand('create', may.create ? (start) => edit(null, start) : undefined)
  useErrand('import', may.import ? () => setOpen({ kind: 'import' }) : undefined)
  return (
    <>
      <ResourceHead screen={screen} />
      {underHead}
      <ListFilters list={list} more={filters} />
      {underFilters}
      <ListBody list={list} />
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
    />
  )
}
