/** The frame of a list that is read by a declared call: head, filter, table, bar of the ticked rows, pages. */
import { useEffect, useMemo, type ReactNode } from 'react'
import { f } from '../../../contract/kit/field.ts'
import type { AnswerOf, Call, InputOf } from '../../../contract/kit/call.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { useListState } from '../filters/list-state.ts'
import { Pager } from '../pager.tsx'
import { useCall } from '../query.ts'
import { SelectionBar, type BulkAction } from './selection-bar.tsx'
import { useHistory, type ListHistory } from './use-history.tsx'
import type { Column } from '../table/column.ts'
import { DataTable } from '../table/data-table.tsx'
import { screenTableWidth } from '../table/table-types.ts'
import { useLayout } from '../table/layout.ts'
import { useSelection, type Selection } from '../table/selection.ts'
import type { RowAction, TableRow } from '../table/table-types.ts'
import { ListTools } from './list-tools.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'

type Page<R> = { values: R[]; count: number }
type Paging = { sizes: readonly number[]; size: number }
type Query = Record<string, string>

/** Rows that never change have no history to open. */
const noTrail = { of: { path: '', fields: {} }, name: () => '', facts: ({ id }: TableRow) => ({ id }) }

type ListScreenProps<R extends TableRow, C extends Call> = {
  /** Whose changes make the list stale. */
  resource: string
  call: C
  title: string
  noun: string
  /** The one search box: query parameter and its label. */
  search: { name: string; label: string; placeholder: string }
  columns: readonly Column<R>[]
  paging?: Paging
  head?: ReactNode
  actions?: (row: R) => readonly RowAction[]
  /** Rows that change: opening one shows its facts and its history. */
  trail?: ListHistory<R>
  /** What can be done with ticked rows; without any there are no boxes to tick. */
  bulk?: (chosen: {
    selection: Selection
    rows: readonly R[]
    query: Query
    count: number
  }) => readonly BulkAction[]
}

/** Filters, page and rows of the list. */
function useRows<R extends TableRow, C extends Call>({
  resource,
  call,
  search,
  paging,
  columns,
}: ListScreenProps<R, C>) {
  const state = useListState({ names: [search.name], ...(paging && { paging }) })
  const query: Query = Object.fromEntries(
    Object.entries(state.query).map(([name, value]) => [name, String(value)]),
  )
  const list = useCall(resource, call, query as InputOf<C>, { keep: true })
  // Every call given here answers a page of its rows; the generic call type cannot say so.
  const data = list.data as (Page<R> & AnswerOf<C>) | undefined
  const rows = data?.values
  const selection = useSelection(useMemo(() => (rows ?? []).map(({ id }) => id), [rows]))
  const layout = useLayout(call.path, columns)
  const last = Math.max(0, Math.ceil((data?.count ?? 0) / state.size) - 1)
  const beyond = data !== undefined && !list.isPlaceholderData && state.page > last
  const { setPage } = state
  useEffect(() => {
    // Rows went away since the page was chosen: the last page that exists is asked for instead.
    if (beyond) setPage(last)
  }, [beyond, last, setPage])
  return { state, query, list, rows, count: data?.count, selection, layout }
}

/** The drawer of a row with its history, and the row's actions with the one that opens it. */
function useRowTrail<R extends TableRow, C extends Call>(
  { trail, title, actions }: ListScreenProps<R, C>,
  { rows = [], count = 0, state }: ReturnType<typeof useRows<R, C>>,
) {
  const note = (at: number): string =>
    `${title}, dòng ${(state.page * state.size + at + 1).toLocaleString('en-US')} trong ${count.toLocaleString('en-US')}`
  const used = useHistory<R>(trail ?? noTrail, rows, note)
  if (!trail) return { table: actions && { actions }, drawer: null }
  const all = (row: R): RowAction[] => [used.action(row), ...(actions?.(row) ?? [])]
  return {
    table: { actions: all, onOpen: (row: R) => used.action(row).run(), openId: used.openId },
    drawer: used.drawer,
  }
}

/** A list that is read by a declared call and searched by one text. */
export function ListScreen<R extends TableRow, C extends Call>(props: ListScreenProps<R, C>) {
  const { title, noun, search, head, bulk } = props
  const read = useRows(props)
  const { state, query, list, rows, count, selection, layout } = read
  const { table, drawer } = useRowTrail(props, read)
  const again = (): void => void list.refetch()
  const field = f.text({ label: search.label })
  const chosen = { selection, rows: rows ?? [], query, count: count ?? 0 }
  return (
    <>
      <ScreenHead title={title} note={count !== undefined && `${count.toLocaleString('en-US')} ${noun}`}>
        {head}
      </ScreenHead>
      <FilterBar
        items={[{ ...search, field }]}
        state={state}
        onRefresh={again}
        end={<ListTools layout={layout} filters={state.filters} onRefresh={again} />}
      />
      <DataTable
        label={title}
        layout={layout}
        minWidth={screenTableWidth}
        rows={rows}
        firstNumber={state.page * state.size + 1}
        count={count}
        stale={list.isPlaceholderData}
        error={list.error}
        onRetry={again}
        selection={bulk && selection}
        {...table}
      />
      {bulk && <SelectionBar selection={selection} count={count} noun={noun} actions={bulk(chosen)} />}
      <Pager
        page={state.page}
        size={state.size}
        sizes={state.sizes}
        count={count}
        onPage={state.setPage}
        onSize={state.setSize}
      />
      {drawer}
    </>
  )
}
