/** The list of a declared resource, what its reader may do with it, and what its slots are given. */
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { Ability } from '../../../contract/abilities.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import type { RowOf, TotalsOf } from '../../../contract/kit/row.ts'
import { messages } from '../../../contract/messages.ts'
import { useActions } from '../actions/use-actions.tsx'
import { filterItems } from '../filters/filter-item.ts'
import type { Filters } from '../filters/list-state.ts'
import type { KeyHelp } from '../keys.ts'
import { refresh } from '../query.ts'
import { listOf, type Page, type TableRow } from '../resource-api.ts'
import { useActor, useCan } from '../session.ts'
import { columnsOf, sees, valueOf, type AnyColumn, type ResourceColumn } from '../table/column.ts'
import type { RowAction } from '../table/table-types.ts'
import { removeBulk, removeRow, saveCell, type ResourceTexts } from './resource-actions.ts'
import { Button } from '../ui/button.tsx'
import type { FormLayout } from './edit-dialog.tsx'
import type { BulkContext, ScreenContext } from './screen-context.ts'
import type { BulkAction } from './selection-bar.tsx'
import { useListScreen, type ListDrawer, type ListOptions } from './use-list-screen.tsx'

/** What a screen says of its list as any other list does. */
type Passed = 'name' | 'title' | 'fixed' | 'defaults' | 'save' | 'totals' | 'pagerTotals' | 'minWidth'

type Slots<Row extends TableRow, Totals> = Partial<Pick<ListOptions<Row, Totals>, Passed>> & {
  texts?: ResourceTexts
  /** Further filters before 'Tra cứu'. */
  filters?: (context: ScreenContext<Row, Totals>) => ReactNode
  /** Between the filters and the rows. */
  over?: (context: ScreenContext<Row, Totals>) => ReactNode
  /** Buttons before 'Nhập file' and 'Tạo mới'. */
  toolbar?: (context: ScreenContext<Row, Totals>) => ReactNode
  /** Where the fields of the dialog stand. */
  form?: FormLayout
  /** Actions before 'Sửa' and 'Xoá'. */
  rowActions?: (row: Row, context: ScreenContext<Row, Totals>) => readonly RowAction[]
  /** Keys of the focused row besides those of the declared actions; a constant. */
  keys?: { help: readonly KeyHelp[]; run: (row: Row, key: string) => boolean }
  bulk?: (context: BulkContext<Row, Totals>) => readonly BulkAction[]
  /** A figure of the ticked rows, behind their number. */
  bulkNote?: (context: BulkContext<Row, Totals>) => ReactNode
  /** What the questions of the declared actions say of a row; what it is called, when left out. */
  about?: (row: Row) => string
  /** What a row is called over its drawer and in questions; its first column when left out. */
  rowName?: (row: Row) => string
  /** Whether the reader decides on these rows, where the screen has steps of its own; by the declared ones when left out. */
  decides?: boolean
  /** Who has the column of actions; everybody when left out. */
  actionsFor?: Ability
  /** Figures of the whole list in the head, behind the count. */
  headTotals?: (answer: Page<Row, Totals>, filters: Filters) => ReactNode
  /** In the drawer: fields in place of the declared ones, below its name, between fields and history, and its foot. */
  drawer?: Partial<Pick<ListDrawer<Row>, 'of' | 'facts' | 'note' | 'body' | 'footer'>>
}

export type ResourceScreenProps<R extends Resource> = Slots<RowOf<R>, TotalsOf<R>> & {
  resource: R
  /** Changes or adds columns; keep the result stable with a constant function. */
  columns?: (columns: ResourceColumn<R>[]) => readonly AnyColumn<RowOf<R>>[]
}

/** The declaration alone says which rows these are; the slots are held to it. */
export type PropsFor<R extends Resource> = NoInfer<ResourceScreenProps<R>> & { resource: R }

/** What is open over the list: the form of a row or of a new one, an upload. */
type Open = { kind: 'edit'; row: TableRow | null } | { kind: 'import' } | null

/** What the reader may do with the list. Owners may write their rows; which, the row says. */
function useMay(resource: Resource) {
  const allowed = useCan()
  const owners = resource.ownersWrite === true
  return {
    create: allowed(resource.may.create) && resource.form !== undefined,
    update: (allowed(resource.may.update) || owners) && resource.form !== undefined,
    remove: allowed(resource.may.remove) || owners,
    import: allowed(resource.may.import) && resource.sheet !== undefined,
    export: allowed(resource.may.export),
  }
}

type May = ReturnType<typeof useMay>

/** What a row is called by its first column. */
function firstName(resource: Resource, row: TableRow): string {
  const name = resource.list[0]
  return name === undefined ? row.id : showField(valueOf(row, name), fieldOf(resource, name)) || row.id
}

/** Why a row that somebody decided, or that is somebody else's, is not open to the reader. */
const refusalOf = ({ approval }: Resource, row: TableRow): string =>
  approval && (valueOf(row, approval.field) ?? null) !== approval.pending
    ? messages.decided
    : messages.forbidden

type Writing = { resource: Resource; may: May; texts: ResourceTexts; edit: (row: TableRow) => void }

/** 'Sửa' and 'Xoá' of a row, for whoever may. */
function writesOf({ resource, may, texts, edit }: Writing, row: TableRow, name: string): RowAction[] {
  const change: RowAction = {
    label: 'Sửa',
    icon: <IconPencil size={16} stroke={1.9} />,
    inRow: true,
    run: () => edit(row),
    ...(row.may?.update === false && { reason: refusalOf(resource, row) }),
  }
  const remove: RowAction = {
    label: 'Xoá',
    icon: <IconTrash size={16} stroke={1.9} />,
    inRow: true,
    danger: true,
    run: () => void removeRow(resource, row, name, texts),
    ...(row.may?.remove === false && { reason: refusalOf(resource, row) }),
  }
  return [...(may.update ? [change] : []), ...(may.remove ? [remove] : [])]
}

/** The screen's own bulk actions, then 'Xoá' for whoever may. */
function bulkOf(own: readonly BulkAction[], may: May, ticked: BulkContext): BulkAction[] {
  const { resource, state, answer } = ticked
  const remove: BulkAction = {
    label: 'Xoá',
    icon: <IconTrash size={16} stroke={1.9} />,
    run: () => void removeBulk(resource, state, ticked, answer?.count ?? 0),
  }
  return may.remove ? [...own, remove] : [...own]
}

/** The columns and filters of the resource for its reader, and its declared actions. */
function useShown<R extends Resource>({ resource, columns: change, about }: ResourceScreenProps<R>) {
  const actor = useActor()
  const said = useMemo(() => about ?? ((row: RowOf<R>) => firstName(resource, row)), [resource, about])
  const declared = useActions<RowOf<R>, TotalsOf<R>>(resource, said)
  const columns = useMemo(() => {
    const own = declared.columns(columnsOf(resource, actor))
    return change ? change(own) : own
  }, [resource, actor, declared, change])
  const items = useMemo(() => filterItems(resource, actor), [resource, actor])
  // A day that is not seen is not asked by.
  const periods = useMemo(
    () => resource.periods?.filter(({ on }) => !resource.fields[on] || sees(fieldOf(resource, on), actor)),
    [resource, actor],
  )
  return { declared, shown: { columns, items, periods, paging: resource.paging } }
}

/** State and data of the screen. */
export function useResourceScreen<R extends Resource>(given: PropsFor<R>) {
  const props: ResourceScreenProps<R> = given
  const {
    resource,
    texts = {},
    rowActions,
    bulk,
    bulkNote,
    rowName,
    actionsFor,
    drawer,
    keys,
    decides,
    ...passed
  } = props
  const allowed = useCan()
  const may = useMay(resource)
  const { declared, shown } = useShown(props)
  const [open, setOpen] = useState<Open>(null)
  const own = { resource, refresh: () => refresh(resource) }
  const nameOf = (row: RowOf<R>): string => rowName?.(row) ?? firstName(resource, row)
  const edit = (row: TableRow | null): void => setOpen({ kind: 'edit', row })
  const actions = (row: RowOf<R>): RowAction[] => [
    ...declared.rowActions(row),
    ...(rowActions?.(row, context) ?? []),
    ...writesOf({ resource, may, texts, edit }, row, nameOf(row)),
  ]
  const list = useListScreen<RowOf<R>, TotalsOf<R>>({
    source: listOf(resource),
    name: resource.path,
    title: resource.title,
    save: (row, column, value, more) => saveCell(resource, row, column, value, more),
    ...passed,
    ...shown,
    label: resource.title,
    noun: resource.noun,
    drawer: { of: resource, name: nameOf, ...drawer },
    actions: actionsFor === undefined || allowed(actionsFor) ? actions : null,
    rowButtons: Number(may.update) + Number(may.remove),
    rowKey: (row, key) => keys?.run(row, key) === true || declared.rowKey(row, key),
    holds: decides ?? declared.decides,
    bulk: (ticked) => {
      const given = { ...ticked, ...own }
      return bulkOf([...declared.bulk(given), ...(bulk?.(given) ?? [])], may, given)
    },
    bulkNote: (ticked) => bulkNote?.({ ...ticked, ...own }),
    emptyStep: may.create && <Button onClick={() => edit(null)}>{texts.createLabel ?? 'Tạo mới'}</Button>,
  })
  const context: ScreenContext<RowOf<R>, TotalsOf<R>> = { ...list.context, ...own }
  const help = useMemo(() => [...declared.help, ...(keys?.help ?? [])], [declared, keys])
  return { props, resource, texts, may, list, context, open, setOpen, edit, help }
}

export type Screen<R extends Resource> = ReturnType<typeof useResourceScreen<R>>
