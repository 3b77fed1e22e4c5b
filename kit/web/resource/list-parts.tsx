/** The parts of every list screen: head, filters, table, bar of ticked rows, pages, drawer. */
import { Suspense, type ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { messages } from '#platform/contract/messages.ts'
import { FilterBar, LinkButton } from '../filters/filter-bar.tsx'
import { lazyPart, named, unseenPart } from '../lazy-part.tsx'
import type { PrintedList as Printed } from '../print/printed-list.tsx'
import { Pager } from '../pager.tsx'
import type { TableRow } from '../resource-api.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import { DataTable } from '../table/data-table.tsx'
import { foundText, totalText } from '../total.ts'
import { Button } from '../ui/button.tsx'
import { RefreshButton } from '../ui/refresh-button.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { EmptyNote } from '../ui/state.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { List } from './use-list-screen.tsx'
import css from './list-parts.module.css'

const RowDrawer = lazyPart(() => named(import('./row-drawer.tsx'), 'RowDrawer'))

// Lazily loaded components cannot be generic, so its rows are of any type.
const PrintedList = unseenPart(() =>
  named(import('../print/printed-list.tsx'), 'PrintedList'),
) as unknown as typeof Printed

const ViewButton = lazyPart(() => named(import('../views/view-button.tsx'), 'ViewButton'))

type PartProps<Row extends TableRow, Totals> = { list: List<Row, Totals> }

/** The switcher of views; its code is loaded after the rows (D3-GRID-06). */
function Views<Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) {
  const place = <span className={css.view}>{list.view?.name ?? 'Chế độ xem'}</span>
  return <Suspense fallback={place}>{list.answer ? <ViewButton list={list} /> : place}</Suspense>
}

/** Title and count; `note` follows the count, the children are the actions. */
export const ListHead = <Row extends TableRow, Totals>({
  list,
  note,
  children,
}: PartProps<Row, Totals> & { note?: ReactNode; children?: ReactNode }) => (
  <ScreenHead
    title={list.title}
    views={list.views.lists.includes(list.name) && <Views list={list} />}
    note={
      list.answer && (
        <>
          {foundText(list.answer, list.noun)}
          {note}
        </>
      )
    }
  >
    {children}
  </ScreenHead>
)

type FiltersProps<Row extends TableRow, Totals> = PartProps<Row, Totals> & {
  /** Filters before 'Tra cứu'. */
  more?: ReactNode
  /** The list has no address of its own. */
  unlinked?: boolean
}

/** The filter bar with the icons of the list. */
export const ListFilters = <Row extends TableRow, Totals>({
  list: { items = [], periods = [], state, layout, again, refreshing, answer, noun, refused },
  more,
  unlinked = false,
}: FiltersProps<Row, Totals>) => (
  <FilterBar
    items={items}
    state={state}
    periods={periods}
    more={more}
    onRefresh={again}
    sorts={layout.all.flatMap(({ sort, full, title }) => (sort ? [{ ...sort, label: full ?? title }] : []))}
    countText={answer && foundText(answer, noun)}
    refused={refused}
    end={
      <>
        <ColumnMenu layout={layout} />
        {!unlinked && <LinkButton filters={state.link} />}
        <RefreshButton again={again} refreshing={refreshing} />
      </>
    }
  />
)

/** The applied filters, and buttons to change them. */
function Empty<Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) {
  const { state, items = [], periods = [], noun, emptyStep, refused } = list
  const { filters } = state
  const days = periods
    .filter(({ from, to }) => filters[from] && filters[to])
    .map(({ from, to }) => `Từ ${filters[from]} đến ${filters[to]}`)
  const searched = [...days, ...items.map(({ name }) => filters[name])].filter(Boolean).join(', ')
  const [wrong] = Object.values(refused ?? {})
  const title = wrong ?? (searched ? `Không có ${noun} nào khớp` : messages.empty)
  return (
    <EmptyNote title={title} text={searched}>
      {searched && <Button onClick={() => state.setFilters({})}>Xoá lọc</Button>}
      {emptyStep}
    </EmptyNote>
  )
}

/** New and removed rows since the list was read; nothing moves until the user releases them (D3-DEC-05). */
function HeldBar<Row extends TableRow, Totals>({ list: { held, noun } }: PartProps<Row, Totals>) {
  const { fresh, gone, release } = held
  if (fresh + gone.size === 0) return null
  const words = [
    fresh > 0 && `${thousands(fresh)} ${noun} mới`,
    gone.size > 0 && `${thousands(gone.size)} ${noun} đã có người xử lý`,
  ]
  return (
    <div className={css.held} role="status">
      <Button small onClick={release}>
        {words.filter(Boolean).join(', ')}
      </Button>
    </div>
  )
}

export function ListTable<Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) {
  const { title, label = title, state, answer, bulk, drawer, totals, save } = list
  return (
    <>
      <HeldBar list={list} />
      <DataTable<Row>
        label={label}
        layout={list.layout}
        minWidth={list.minWidth}
        rows={list.rows}
        firstNumber={state.page * state.size + 1}
        count={answer?.count}
        stale={list.stale}
        error={list.error}
        readAt={list.readAt}
        onRetry={list.again}
        empty={list.empty ?? <Empty list={list} />}
        selection={bulk.length > 0 ? list.selection : undefined}
        sorting={state}
        actions={list.actions}
        rowButtons={list.rowButtons}
        rowKey={list.rowKey}
        onOpen={drawer && ((row) => list.setOpenId(row.id))}
        openId={list.openId}
        gone={list.held.gone}
        onSave={save}
        many={list.many}
        onRoom={state.setRoom}
        totals={answer && totals?.(answer, state.filters)}
      />
      {answer && <PrintedList list={list} />}
    </>
  )
}

const BulkBar = <Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) => (
  <SelectionBar
    selection={list.selection}
    count={list.answer?.count}
    more={list.answer?.more}
    noun={list.noun}
    actions={list.bulk}
    note={list.bulkNote}
  />
)

export const ListPager = <Row extends TableRow, Totals>({
  list: { state, answer, refused, pagerTotals },
}: PartProps<Row, Totals>) => (
  <Pager
    page={state.page}
    size={state.size}
    sizes={state.sizes}
    count={answer?.count ?? (refused ? 0 : undefined)}
    more={answer?.more}
    onPage={state.setPage}
    onSize={state.setSize}
    fit={state.fit}
    totals={answer && pagerTotals?.(answer, state.filters)}
  />
)

/** The drawer of the opened row, with buttons to the next and previous one. */
export function RowOfList<Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) {
  const { drawer, rows = [], state, answer, title, label = title, openId, setOpenId } = list
  const index = rows.findIndex(({ id }) => id === openId)
  const row = rows[index]
  if (!drawer || !row) return null
  const close = (): void => setOpenId(null)
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpenId(next.id))
  }
  const number = thousands(state.page * state.size + index + 1)
  const position = `${label}, dòng ${number} trong ${totalText(answer ?? { count: rows.length })}`
  return (
    <Suspense fallback={null}>
      <RowDrawer
        resource={drawer.of}
        row={drawer.facts?.(row) ?? row}
        title={drawer.name(row)}
        note={drawer.note?.(row) ?? position}
        onClose={close}
        onPrevious={go(index - 1)}
        onNext={go(index + 1)}
        footer={drawer.footer?.(row, close)}
      >
        {drawer.body?.(row)}
      </RowDrawer>
    </Suspense>
  )
}

/** Table, bar of ticked rows, pages and drawer of a list that fills its screen. */
export const ListBody = <Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) => (
  <>
    <ListTable list={list} />
    <BulkBar list={list} />
    <ListPager list={list} />
    <RowOfList list={list} />
  </>
)
