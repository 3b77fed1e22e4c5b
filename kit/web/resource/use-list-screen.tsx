/** The state of every list screen: filters, order, page, rows, columns, ticks, opened row, actions. */
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Period } from '#kit/contract/resource.ts'
import type { HistorySubject } from '#platform/contract/calls/histories.ts'
import { refusedFilters, type FilterItem } from '../filters/filter-item.ts'
import { asideBy, defaultPeriods, useListState, type Filters, type ListState } from '../filters/list-state.ts'
import { gridKeys, useKeyHelp, useKeys, type KeyHelp } from '../keys.ts'
import { useList } from '../query.ts'
import { useHeld } from './held-rows.ts'
import type { ListQuery, ListSource, Page, TableRow } from '../resource-api.ts'
import type { SaveCell } from '../table/cell-edits.ts'
import type { AnyColumn } from '../table/column.ts'
import { useFoldedColumns } from '../table/folded-columns.ts'
import { useLayout } from '../table/layout.ts'
import { useSelection, type Selection } from '../table/selection.ts'
import { useTab } from '../tab-state.tsx'
import { useNarrow } from '../use-narrow.ts'
import { useRefreshing } from '../ui/refresh-button.tsx'
import { useBeginnings } from '../views/use-first-view.ts'
import { useViews } from '../views/view-data.ts'
import { screenTableWidth, type ManyCells, type RowAction } from '../table/table-types.ts'
import type { BulkAction } from './selection-bar.tsx'

/** State of a list, passed to its slots. */
export type ListContext<Row, Totals> = {
  state: ListState
  answer: Page<Row, Totals> | undefined
  rows: readonly Row[]
}

/** The same with the ticked rows; `clear` unticks them. */
export type TickedContext<Row, Totals> = ListContext<Row, Totals> & Pick<Selection, 'ids' | 'all' | 'clear'>

/** The drawer of an opened row. */
export type ListDrawer<Row> = {
  /** Fields and history to show. */
  of: HistorySubject
  /** Title of the drawer. */
  name: (row: Row) => string
  /** The row by field names; unchanged by default. */
  facts?: (row: Row) => TableRow
  /** Below the title, instead of the position. */
  note?: (row: Row) => string
  /** Between fields and history, and at the foot. */
  body?: ((row: Row) => ReactNode) | undefined
  footer?: ((row: Row, close: () => void) => ReactNode) | undefined
}

export type ListOptions<Row extends TableRow, Totals> = {
  source: ListSource<Page<Row, Totals>>
  /** Key under which the user's column layout is stored. */
  name: string
  title: string
  /** Accessible name of the table; the title by default. */
  label?: string
  /** Noun for rows. */
  noun: string
  columns: readonly AnyColumn<Row>[]
  items?: readonly FilterItem[]
  periods?: readonly Period[] | undefined
  /** Further parameters with their defaults, for filters that the screen renders itself. */
  defaults?: Filters
  paging?: { sizes: readonly number[]; size: number } | undefined
  /** Money is decided here: no row comes, goes or moves by itself (D3-DEC-05). */
  holds?: boolean
  /** Parameters of every query, without a filter on screen. */
  fixed?: ListQuery | undefined
  drawer?: ListDrawer<Row>
  /** Actions of a row besides opening it; null for no column of actions. */
  actions?: ((row: Row) => readonly RowAction[]) | null | undefined
  /** One of them is a button in the row. */
  rowButton?: boolean
  /** Actions on the ticked rows; without any there are no checkboxes. */
  bulk?: ((ticked: TickedContext<Row, Totals>) => readonly BulkAction[]) | undefined
  bulkNote?: ((ticked: TickedContext<Row, Totals>) => ReactNode) | undefined
  /** Saves a cell. */
  save?: SaveCell<Row> | undefined
  /** Saves many cells at once, and undoes the last change. */
  many?: ManyCells | undefined
  /** Runs the screen's own key on the focused row and column; returns whether it knows the key. */
  rowKey?: ((row: Row, key: string, column: string) => boolean) | undefined
  /** Sums at the foot of the columns, with the filters they are for. */
  totals?: ((answer: Page<Row, Totals>, filters: Filters) => Readonly<Record<string, ReactNode>>) | undefined
  /** The amounts of those sums, for columns of zeros. */
  sums?: ((answer: Page<Row, Totals>) => Readonly<Record<string, unknown>>) | undefined
  /** Named totals beside the page buttons. */
  pagerTotals?: ((answer: Page<Row, Totals>, filters: Filters) => ReactNode) | undefined
  /** Shown instead of rows when there are none; by default the applied filters and the next step. */
  empty?: ReactNode
  emptyStep?: ReactNode
  /** Minimum width of the table in pixels. */
  minWidth?: number
}

/** Goes to the last page when the chosen one no longer exists. */
function useLastPage({ page, size, setPage }: ListState, count: number | undefined): void {
  const last = count === undefined ? page : Math.max(0, Math.ceil(count / size) - 1)
  useEffect(() => {
    if (page > last) setPage(last)
  }, [page, last, setPage])
}

const noRows: readonly never[] = []
const noKeys: readonly string[] = []

/** The last answer, while the present request is refused. */
function useKept<Answer>(read: Answer | undefined, refused: boolean): Answer | undefined {
  const [last, setLast] = useState(read)
  if (read !== undefined && read !== last) setLast(read)
  return refused ? last : read
}

/** Filters, order and page of the list, and its rows; a refused filter leaves the rows unchanged. */
function usePage<Row extends TableRow, Totals>(options: ListOptions<Row, Totals>) {
  const { source, columns, items = [], periods = [], defaults = {}, paging, fixed } = options
  const chosen = useListState({
    names: [
      ...items.map(({ name }) => name),
      ...periods.flatMap(({ from, to }) => [from, to]),
      ...Object.keys(defaults),
    ],
    defaults: { ...defaultPeriods(periods), ...defaults },
    aside: asideBy(items, periods),
    sorts: columns.flatMap(({ sort }) => sort?.by ?? []),
    paging,
    begin: useBeginnings(options.name, { items, periods }),
  })
  const query = useMemo(() => ({ ...chosen.query, ...fixed }), [chosen.query, fixed])
  const state: ListState = { ...chosen, query }
  const {
    data,
    isPlaceholderData: stale,
    error: failed,
    dataUpdatedAt: readAt,
    refetch,
  } = useList(source, query)
  const refused = refusedFilters(failed, items)
  const answer = useKept(data, refused !== null)
  const error = refused ? null : failed
  useLastPage(state, stale ? undefined : answer?.count)
  const { release, ...held } = useHeld(options.holds === true, query, answer?.values)
  const refreshed = useRefreshing(async () => {
    release()
    return refetch()
  })
  return { state, answer, stale, error, refused, readAt, ...refreshed, held: { ...held, release } }
}

/** State and actions for the parts of a list screen. */
export function useListScreen<Row extends TableRow, Totals>(options: ListOptions<Row, Totals>) {
  const { name, columns, drawer, actions, bulk, bulkNote, minWidth = screenTableWidth } = options
  const { totals, sums } = options
  const page = usePage(options)
  // Without former rows there is nothing to keep either.
  const rows = page.held.rows ?? (page.refused ? noRows : undefined)
  const views = useViews()
  const view = views.values.find(({ id, list }) => list === name && id === page.state.view)
  const layout = useLayout(name, columns, view && { id: view.id, columns: view.content.columns })
  const { answer, state } = page
  const narrow = useNarrow()
  const folds = useFoldedColumns({
    columns: layout.columns,
    rows: page.stale ? undefined : rows,
    filter: JSON.stringify([state.filters, state.view]),
    sort: state.sort,
    sums: { ...(answer && totals?.(answer, state.filters)), ...(answer && sums?.(answer)) },
    chosen:
      narrow ||
      layout.stored.order.length + layout.stored.hidden.length > 0 ||
      Boolean(view?.content.columns),
  })
  const selection = useSelection(useMemo(() => (rows ?? []).map(({ id }) => id), [rows]))
  const [openId, setOpenId] = useState<string | null>(null)
  const context: ListContext<Row, Totals> = { state: page.state, answer: page.answer, rows: rows ?? [] }
  const ticked = { ...context, ids: selection.ids, all: selection.all, clear: selection.clear }
  const look = ({ id }: Row): RowAction => ({
    label: 'Xem chi tiết và lịch sử',
    icon: <IconHistory size={16} stroke={1.9} />,
    looks: true,
    run: () => setOpenId(id),
  })
  const offers = actions !== null && (drawer !== undefined || actions !== undefined)
  return {
    ...options,
    ...page,
    rows,
    layout: {
      ...layout,
      columns: folds.visible,
      folded: folds.open ? noKeys : folds.folded.map(({ key }) => key),
    },
    folds,
    views,
    view,
    selection,
    openId,
    setOpenId,
    context,
    minWidth,
    actions: offers
      ? (row: Row): RowAction[] => [...(drawer ? [look(row)] : []), ...(actions?.(row) ?? [])]
      : undefined,
    bulk: bulk?.(ticked) ?? [],
    bulkNote: bulkNote?.(ticked),
  }
}

export type List<Row extends TableRow, Totals> = ReturnType<typeof useListScreen<Row, Totals>>

const createHelp: KeyHelp = { keys: 'N', what: 'Tạo mới' }
const refreshHelp: KeyHelp = { keys: 'R', what: 'Làm mới' }
const noHelp: readonly KeyHelp[] = []

/** Keys and address of a list that fills its screen; `create` opens the empty form, `keys`: keys of the focused row. */
export function useListScreenKeys(
  { title, again, state: { address } }: { title: string; again: () => void; state: ListState },
  create?: () => void,
  keys: readonly KeyHelp[] = noHelp,
): void {
  const { keep } = useTab()
  useEffect(() => keep(address), [keep, address])
  const creates = create !== undefined
  useKeys(create ? { N: create, R: again } : { R: again })
  useKeyHelp(
    title,
    useMemo(() => [...(creates ? [createHelp] : []), refreshHelp, ...keys, gridKeys], [creates, keys]),
  )
}
