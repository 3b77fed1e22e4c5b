/** State and data of a resource's screen, and what its slots are given. */
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Ability } from '../../../contract/abilities.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { useResourceListState } from '../filters/list-state.ts'
import { refresh, useList } from '../query.ts'
import type { ListAnswer, Row } from '../resource-api.ts'
import { useActor, useCan } from '../session.ts'
import type { SaveCell } from '../table/cell-edits.ts'
import { columnsOf, type Column } from '../table/column.ts'
import { useLayout } from '../table/layout.ts'
import { useSelection } from '../table/selection.ts'
import type { RowAction } from '../table/table-types.ts'
import type { BulkContext, ScreenContext } from './screen-context.ts'
import { useActions } from '../actions/use-actions.tsx'
import { removeRow, type ResourceTexts } from './resource-actions.ts'
import type { BulkAction } from './selection-bar.tsx'

export type ResourceScreenProps = {
  resource: Resource
  title?: string
  texts?: ResourceTexts
  /** Changes or adds columns; keep the result stable with a constant function. */
  columns?: (columns: Column[]) => Column[]
  /** Further filters before 'Tra cứu'. */
  filters?: (context: ScreenContext) => ReactNode
  /** Buttons before 'Nhập file' and 'Tạo mới'. */
  toolbar?: (context: ScreenContext) => ReactNode
  /** Actions before 'Sửa' and 'Xoá'. */
  rowActions?: (row: Row, context: ScreenContext) => readonly RowAction[]
  bulk?: (context: BulkContext) => readonly BulkAction[]
  /** A figure of the ticked rows, behind their number. */
  bulkNote?: (context: BulkContext) => ReactNode
  /** What the questions of the declared actions say of a row (what it is called, when left out), and of ticked ones. */
  about?: (row: Row) => string
  bulkAbout?: (context: BulkContext) => string | null
  /** What a row is called over its drawer and in questions; its first column when left out. */
  rowName?: (row: Row) => string
  /** Who has the column of actions; everybody when left out. */
  actionsFor?: Ability
  /** Parameters of every list and export of this screen, which no filter shows. */
  fixed?: Readonly<Record<string, string>>
  /** Saves a cell in place of the row's PUT. */
  save?: SaveCell<Row>
  /** Runs the screen's own key on the focused row; answers whether it knows the key. */
  rowKey?: (row: Row, key: string) => boolean
  /** Figures of the whole list in the head, behind the count. */
  headTotals?: (answer: ListAnswer) => ReactNode
  /** Sums at the foot of the columns. */
  totals?: (answer: ListAnswer) => Readonly<Record<string, ReactNode>>
  /** Named totals beside the page buttons. */
  pagerTotals?: (answer: ListAnswer) => ReactNode
  /** Between fields and history in the drawer, and its foot. */
  drawer?: (row: Row) => ReactNode
  drawerFooter?: (row: Row, close: () => void) => ReactNode
}

type Open = { kind: 'edit'; row: Row | null } | { kind: 'view'; id: string } | { kind: 'import' } | null

/** State and data of the screen. */
export function useScreen(props: ResourceScreenProps) {
  const { resource, columns: change, fixed, about, bulkAbout } = props
  const actor = useActor()
  const allowed = useCan()
  const chosen = useResourceListState(resource)
  const query = useMemo(() => ({ ...chosen.query, ...fixed }), [chosen.query, fixed])
  const state = { ...chosen, query }
  const list = useList(resource, state.query)
  const [open, setOpen] = useState<Open>(null)
  const actions = useActions(
    resource,
    useMemo(
      () => ({ row: about ?? ((row: Row) => nameOf({ resource }, row)), bulk: bulkAbout }),
      [resource, about, bulkAbout],
    ),
  )
  const columns = useMemo(() => {
    const own = actions.columns(columnsOf(resource, actor))
    return change ? change(own) : own
  }, [resource, actor, actions, change])
  const layout = useLayout(resource.path, columns)
  const rows = list.data?.values
  const selection = useSelection(useMemo(() => (rows ?? []).map((row) => row.id), [rows]))
  const last = Math.max(0, Math.ceil((list.data?.count ?? 0) / state.size) - 1)
  const beyond = list.data !== undefined && !list.isPlaceholderData && state.page > last
  const { setPage } = state
  useEffect(() => {
    // Rows went away since the page was chosen: the last page that exists is asked for instead.
    if (beyond) setPage(last)
  }, [beyond, last, setPage])
  const owners = resource.approval?.owner === true
  const may = {
    create: allowed(resource.may.create) && resource.form !== undefined,
    update: (allowed(resource.may.update) || owners) && resource.form !== undefined,
    remove: allowed(resource.may.remove) || owners,
    import: allowed(resource.may.import) && resource.sheet !== undefined,
    export: allowed(resource.may.export),
  }
  const context: ScreenContext = {
    resource,
    state,
    answer: list.data,
    rows: rows ?? [],
    refresh: () => refresh(resource.path),
  }
  return { actor, state, list, open, setOpen, layout, rows, selection, may, context, actions }
}

export type Screen = ReturnType<typeof useScreen>

/** What a row is called: as the screen says, or by its first column. */
export function nameOf(
  { resource, rowName }: Pick<ResourceScreenProps, 'resource' | 'rowName'>,
  row: Row,
): string {
  if (rowName) return rowName(row)
  const name = resource.list[0]
  return name === undefined ? row.id : showField(row[name], fieldOf(resource, name)) || row.id
}

/** Why a row that somebody decided, or that is somebody else's, is not open to the reader. */
const refusalOf = ({ approval }: Resource, row: Row): string =>
  approval && row[approval.field] !== approval.pending ? messages.decided : messages.forbidden

/** The actions of a row, the screen's own ones in between. */
export function actionsOf(props: ResourceScreenProps, screen: Screen, row: Row): RowAction[] {
  const { resource, texts = {} } = props
  const { may, setOpen, context } = screen
  const edit: RowAction = {
    label: 'Sửa',
    icon: <IconPencil size={16} stroke={1.9} />,
    inRow: true,
    run: () => setOpen({ kind: 'edit', row }),
    ...(row.may?.update === false && { reason: refusalOf(resource, row) }),
  }
  const remove: RowAction = {
    label: 'Xoá',
    icon: <IconTrash size={16} stroke={1.9} />,
    inRow: true,
    danger: true,
    run: () => void removeRow(resource, row, nameOf(props, row), texts),
    ...(row.may?.remove === false && { reason: refusalOf(resource, row) }),
  }
  return [
    {
      label: 'Xem chi tiết và lịch sử',
      icon: <IconHistory size={16} stroke={1.9} />,
      run: () => setOpen({ kind: 'view', id: row.id }),
    },
    ...screen.actions.rowActions(row),
    ...(props.rowActions?.(row, context) ?? []),
    ...(may.update ? [edit] : []),
    ...(may.remove ? [remove] : []),
  ]
}
