/** State of a declared resource's screen: its list, the reader's rights, and the values passed to its slots. */
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { Ability } from '#platform/contract/abilities.ts'
import { pastes } from '#kit/contract/pasted.ts'
import { showField } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { RowOf, TotalsOf } from '#kit/contract/row.ts'
import { messages } from '#platform/contract/messages.ts'
import { useActions } from '../actions/use-actions.tsx'
import { showError } from '../feedback.ts'
import { filterItems } from '../filters/filter-item.ts'
import type { Filters } from '../filters/list-state.ts'
import type { KeyHelp } from '../keys.ts'
import { lazyCode } from '../lazy-part.tsx'
import { refresh } from '../query.ts'
import { listOf, type Page, type TableRow } from '../resource-api.ts'
import { useActor, useCan } from '../session.ts'
import { columnsOf, maySee, valueOf, type AnyColumn, type ResourceColumn } from '../table/column.ts'
import type { ManyCells, RowAction } from '../table/table-types.ts'
import { saveCell, type ResourceTexts } from './resource-actions.ts'
import { Button } from '../ui/button.tsx'
import type { FormStart } from '../errand.ts'
import type { FormLayout } from './edit-dialog.tsx'
import type { BulkContext, ScreenContext } from './screen-context.ts'
import type { BulkAction } from './selection-bar.tsx'
import { useListScreen, type ListDrawer, type ListOptions } from './use-list-screen.tsx'

const manyCellsCode = lazyCode(() => import('./many-cells.ts'))

const removal = lazyCode(() => import('./remove-rows.ts'))

/** Saving many cells of the list, and undoing the last step. */
const manyCells = (resource: Resource): ManyCells => ({
  save: async (rows, check) => (await manyCellsCode()).saveCells(resource, rows, check),
  undo: async () => (await manyCellsCode()).undoCells(resource),
})

/** Options that are passed on to the list unchanged. */
type ListOptionName =
  | 'name'
  | 'title'
  | 'fixed'
  | 'defaults'
  | 'save'
  | 'totals'
  | 'sums'
  | 'pagerTotals'
  | 'minWidth'

type Slots<Row extends TableRow, Totals> = Partial<Pick<ListOptions<Row, Totals>, ListOptionName>> & {
  texts?: ResourceTexts
  /** Filters before 'Tra cứu'. */
  filters?: (context: ScreenContext<Row, Totals>) => ReactNode
  /** Between the filters and the rows. */
  underFilters?: (context: ScreenContext<Row, Totals>) => ReactNode
  /** Between the rows and the pages. */
  underRows?: (context: ScreenContext<Row, Totals>) => ReactNode
  /** Buttons before 'Nhập file' and 'Tạo mới'. */
  toolbar?: (context: ScreenContext<Row, Totals>) => ReactNode
  /** The buttons for what is made here, instead of 'Tạo mới'. */
  make?: ReactNode
  /** Layout of the form. */
  form?: FormLayout
  /** Actions before 'Sửa' and 'Xoá'. */
  rowActions?: (row: Row, context: ScreenContext<Row, Totals>) => readonly RowAction[]
  /** Keys of the focused row besides those of the declared actions; a constant. */
  keys?: { help: readonly KeyHelp[]; run: (row: Row, key: string) => boolean }
  bulk?: (context: BulkContext<Row, Totals>) => readonly BulkAction[]
  /** A figure of the ticked rows after their count. */
  bulkNote?: (context: BulkContext<Row, Totals>) => ReactNode
  /** Description of a row in questions; its name by default. */
  about?: (row: Row) => string
  /** Name of a row in its drawer and in questions; its first column by default. */
  rowName?: (row: Row) => string
  /** Readers who get the column of actions; everybody by default. */
  actionsFor?: Ability
  /** Figures of the whole list in the head, behind the count, or without it if one of them is the count. */
  headTotals?: (answer: Page<Row, Totals>, filters: Filters) => ReactNode
  headCount?: false
  /** In the drawer: fields instead of the declared ones, text below its name, content before the history, its foot. */
  drawer?: Partial<Pick<ListDrawer<Row>, 'of' | 'facts' | 'note' | 'body' | 'footer'>>
}

export type ResourceScreenProps<R extends Resource> = Slots<RowOf<R>, TotalsOf<R>> & {
  resource: R
  /** Changes or adds columns; a constant function, to keep the result stable. */
  columns?: (columns: ResourceColumn<R>[]) => readonly AnyColumn<RowOf<R>>[]
}

/** The row type comes from the declaration; the slots are checked against it. */
export type PropsFor<R extends Resource> = NoInfer<ResourceScreenProps<R>> & { resource: R }

/** The open dialog: the form of a row or of a new one, or an upload. */
type OpenDialog = { kind: 'edit'; row: TableRow | null; start?: FormStart } | { kind: 'import' } | null

/** The user's rights on the list. Owners may write their rows; each row says whether. */
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

/** Name of a row by its first column. */
function firstName(resource: Resource, row: TableRow): string {
  const name = resource.list[0]
  return name === undefined ? row.id : showField(valueOf(row, name), fieldOf(resource, name)) || row.id
}

/** Why the reader may not change a decided row or somebody else's. */
const refusalOf = ({ approval }: Resource, row: TableRow): string =>
  approval && (valueOf(row, approval.field) ?? null) !== approval.pending
    ? messages.decided
    : messages.forbidden

type Writing = { resource: Resource; may: May; edit: (row: TableRow) => void }

/** 'Sửa', a button of the row, and 'Xoá' in its menu, by right. */
function writesOf({ resource, may, edit }: Writing, row: TableRow, name: string): RowAction[] {
  const change: RowAction = {
    label: 'Sửa',
    icon: <IconPencil size={16} stroke={1.9} />,
    inRow: true,
    inMenu: true,
    run: () => edit(row),
    ...(row.may?.update === false && { reason: refusalOf(resource, row) }),
  }
  const remove: RowAction = {
    label: 'Xoá',
    icon: <IconTrash size={16} stroke={1.9} />,
    inRow: true,
    inMenu: true,
    danger: true,
    run: () =>
      void removal()
        .then(({ removeRow }) => removeRow(resource, row, name))
        .catch(showError),
    ...(row.may?.remove === false && { reason: refusalOf(resource, row) }),
  }
  return [...(may.update ? [change] : []), ...(may.remove ? [remove] : [])]
}

/** The screen's own bulk actions, then 'Xoá' by right. */
function bulkOf(ownActions: readonly BulkAction[], may: May, ticked: BulkContext): BulkAction[] {
  const { resource, state, answer } = ticked
  const remove: BulkAction = {
    label: 'Xoá',
    icon: <IconTrash size={16} stroke={1.9} />,
    run: () =>
      void removal()
        .then(({ removeBulk }) => removeBulk(resource, state, ticked, answer?.count ?? 0))
        .catch(showError),
  }
  return may.remove ? [...ownActions, remove] : [...ownActions]
}

/** The reader's columns, filters and declared actions. */
function useListProps<R extends Resource>({ resource, columns: change, about }: ResourceScreenProps<R>) {
  const actor = useActor()
  const aboutRow = useMemo(() => about ?? ((row: RowOf<R>) => firstName(resource, row)), [resource, about])
  const declared = useActions<RowOf<R>, TotalsOf<R>>(resource, aboutRow)
  const columns = useMemo(() => {
    const ownColumns = declared.columns(columnsOf(resource, actor))
    return change ? change(ownColumns) : ownColumns
  }, [resource, actor, declared, change])
  const items = useMemo(() => filterItems(resource, actor), [resource, actor])
  // No period for a date field that the reader may not see.
  const periods = useMemo(
    () => resource.periods?.filter(({ on }) => !resource.fields[on] || maySee(fieldOf(resource, on), actor)),
    [resource, actor],
  )
  return { declared, listProps: { columns, items, periods, paging: resource.paging } }
}

/** State and data of the screen. */
export function useResourceScreen<R extends Resource>(options: PropsFor<R>) {
  const props: ResourceScreenProps<R> = options
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
    ...passed
  } = props
  const allowed = useCan()
  const may = useMay(resource)
  const { declared, listProps } = useListProps(props)
  const [open, setOpen] = useState<OpenDialog>(null)
  const base = { resource, refresh: () => refresh(resource) }
  const nameOf = (row: RowOf<R>): string => rowName?.(row) ?? firstName(resource, row)
  const edit = (row: TableRow | null, start: FormStart = {}): void => setOpen({ kind: 'edit', row, start })
  const actions = (row: RowOf<R>): RowAction[] => [
    ...declared.rowActions(row),
    ...(rowActions?.(row, context) ?? []),
    ...writesOf({ resource, may, edit }, row, nameOf(row)),
  ]
  const list = useListScreen<RowOf<R>, TotalsOf<R>>({
    source: listOf(resource),
    name: resource.path,
    title: resource.title,
    save: (row, column, value, more) => saveCell(resource, row, column, value, more),
    many: pastes(resource) && listProps.columns.some(({ edit }) => edit) ? manyCells(resource) : undefined,
    ...passed,
    ...listProps,
    label: resource.title,
    noun: resource.noun,
    drawer: { of: resource, name: nameOf, ...drawer },
    actions: actionsFor === undefined || allowed(actionsFor) ? actions : null,
    rowButton: may.update,
    rowKey: (row, key) => keys?.run(row, key) === true || declared.rowKey(row, key),
    holds: declared.decides,
    bulk: (ticked) => {
      const context = { ...ticked, ...base }
      return bulkOf([...declared.bulk(context), ...(bulk?.(context) ?? [])], may, context)
    },
    bulkNote: (ticked) => bulkNote?.({ ...ticked, ...base }),
    emptyStep: may.create && <Button onClick={() => edit(null)}>{texts.createLabel ?? 'Tạo mới'}</Button>,
  })
  const context: ScreenContext<RowOf<R>, TotalsOf<R>> = { ...list.context, ...base }
  const help = useMemo(() => [...declared.help, ...(keys?.help ?? [])], [declared, keys])
  return { props, resource, texts, may, list, context, open, setOpen, edit, help }
}

export type Screen<R extends Resource> = ReturnType<typeof useResourceScreen<R>>
