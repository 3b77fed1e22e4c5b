/** The parts of every list screen: head, filters, table, bar of ticked rows, pages, drawer. */
import { Suspense, type ReactNode } from 'react'
import { FilterBar, LinkButton, type FilterBarProps } from '../filters/filter-bar.tsx'
import { lazyPart, named, unseenPart } from '../lazy-part.tsx'
import type { OpenRow as Opened } from './open-row.tsx'
import type { PrintedList as Printed } from '../print/printed-list.tsx'
import { Pager } from '../pager.tsx'
import type { TableRow } from '../resource-api.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import { DataTable } from '../table/data-table.tsx'
import { foundText, totalText } from '../total.ts'
import { RefreshButton } from '../ui/refresh-button.tsx'
import { HeadLead, ScreenHead } from '../ui/screen-head.tsx'
import { useNarrow } from '../use-narrow.ts'
import type { List } from './use-list-screen.tsx'
import css from './list-parts.module.css'

const FoldedNote = lazyPart(() => named(import('./list-notes.tsx'), 'FoldedNote'))
const NoRows = lazyPart(() => named(import('./list-notes.tsx'), 'NoRows'))
const HeldBar = lazyPart(() => named(import('./list-notes.tsx'), 'HeldBar'))
const SelectionBar = lazyPart(() => named(import('./selection-bar.tsx'), 'SelectionBar'))

// Lazily loaded components cannot be generic, so its rows are of any type.
const OpenRow = lazyPart(() => named(import('./open-row.tsx'), 'OpenRow')) as unknown as typeof Opened
const PrintedList = unseenPart(() =>
  named(import('../print/printed-list.tsx'), 'PrintedList'),
) as unknown as typeof Printed

const ViewButton = lazyPart(() => named(import('../views/view-button.tsx'), 'ViewButton'))

type PartProps<Row extends TableRow, Totals> = { list: List<Row, Totals> }

/** The switcher of views; its code is loaded after the rows (D3-GRID-06). */
function Views<Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) {
  const place = <span className={css.view}>{list.view?.name}</span>
  return <Suspense fallback={place}>{list.answer ? <ViewButton list={list} /> : place}</Suspense>
}

type HeadProps<Row extends TableRow, Totals> = PartProps<Row, Totals> & {
  /** After the count. */
  note?: ReactNode
  /** The note has the count. */
  uncounted?: boolean
  /** Actions on the whole list. */
  children?: ReactNode
  /** Buttons for what is made here, the main one last. */
  make?: ReactNode
  /** The list is one part of a screen that has its own title, as the history in 'Mời gói': its title is an h2. */
  part?: boolean
}

const titleOf = <Row extends TableRow, Totals>({ list, note, uncounted }: HeadProps<Row, Totals>) => ({
  title: list.title,
  note: list.answer && (
    <>
      {!(uncounted && note) && foundText(list.answer, list.noun)}
      {note}
    </>
  ),
})

const viewsOf = <Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) =>
  list.views.lists.includes(list.name) && <Views list={list} />

/** Title, count and actions of a list without filters. */
export const ListHead = <Row extends TableRow, Totals>(props: HeadProps<Row, Totals>) => (
  <ScreenHead {...titleOf(props)} views={viewsOf(props)}>
    {props.children}
  </ScreenHead>
)

type FiltersProps<Row extends TableRow, Totals> = PartProps<Row, Totals> & {
  /** Filters before 'Tra cứu'. */
  more?: ReactNode
  /** The list has no address of its own. */
  unlinked?: boolean
}

const filtersOf = <Row extends TableRow, Totals>({
  list: { items = [], periods = [], state, layout, folds, again, refreshing, answer, noun, refused },
  more,
  unlinked = false,
}: FiltersProps<Row, Totals>): FilterBarProps => ({
  items,
  state,
  periods,
  more,
  onRefresh: again,
  sorts: layout.all.flatMap(({ sort, full, title }) => (sort ? [{ ...sort, label: full ?? title }] : [])),
  count: answer && totalText(answer),
  countText: answer && foundText(answer, noun),
  refused,
  end: (
    <>
      {folds.folded.length > 0 && (
        <Suspense fallback={`+${folds.folded.length} cột`}>
          <FoldedNote {...folds} />
        </Suspense>
      )}
      <ColumnMenu layout={layout} />
      {!unlinked && <LinkButton filters={state.link} />}
      <RefreshButton again={again} refreshing={refreshing} />
    </>
  ),
})

/** The filters of a list inside a screen with a head of its own. */
export const ListFilters = <Row extends TableRow, Totals>(props: FiltersProps<Row, Totals>) => (
  <FilterBar {...filtersOf(props)} />
)

/**
 * Title, filters, icons and actions of a list in one bar (D3-GRID-12). On a phone actions and views are in the sheet of
 * the filters, and what can be made in a bar below the list (D3-PHN-02).
 */
export function ListBar<Row extends TableRow, Totals>(
  props: HeadProps<Row, Totals> & FiltersProps<Row, Totals>,
) {
  const narrow = useNarrow()
  const { part, children, make } = props
  const [filters, title, views] = [filtersOf(props), titleOf(props), viewsOf(props)]
  if (!narrow) {
    const actions = (children || make) && (
      <>
        {children}
        {make}
      </>
    )
    return (
      <FilterBar {...filters} head={<HeadLead {...title} views={views} part={part} />} actions={actions} />
    )
  }
  return (
    <>
      <HeadLead {...title} note={props.note && title.note} part={part} />
      <FilterBar {...filters} head={views} actions={children} />
      {make && (
        <div className={css.make} data-foot>
          {make}
        </div>
      )}
    </>
  )
}

type TableProps<Row extends TableRow, Totals> = PartProps<Row, Totals> & {
  /** Around the rows; on a phone both scroll with the cards. */
  before?: ReactNode
  after?: ReactNode
}

export function ListTable<Row extends TableRow, Totals>({ list, before, after }: TableProps<Row, Totals>) {
  const { title, label = title, state, answer, bulk, drawer, totals, save, held } = list
  const narrow = useNarrow()
  return (
    <>
      {!narrow && before}
      <Suspense fallback={null}>
        {held.fresh + held.gone.size > 0 && <HeldBar held={held} noun={list.noun} />}
      </Suspense>
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
        empty={
          list.empty ?? (
            <Suspense fallback={null}>
              <NoRows {...list} filters={state.filters} clear={() => state.setFilters({})} />
            </Suspense>
          )
        }
        selection={bulk.length > 0 ? list.selection : undefined}
        sorting={state}
        actions={list.actions}
        rowButton={list.rowButton}
        rowKey={list.rowKey}
        onOpen={drawer && ((row) => list.setOpenId(row.id))}
        openId={list.openId}
        gone={list.held.gone}
        onSave={save}
        many={list.many}
        onRoom={state.setRoom}
        totals={answer && totals?.(answer, state.filters)}
        {...(narrow && {
          before,
          after: (
            <>
              {after}
              <Pages list={list} />
            </>
          ),
        })}
      />
      {!narrow && after}
      {answer && <PrintedList list={list} />}
    </>
  )
}

function BulkBar<Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) {
  const { selection, answer, noun, bulk, bulkNote } = list
  if (!selection.all && selection.ids.size === 0) return null
  return (
    <Suspense fallback={null}>
      <SelectionBar
        selection={selection}
        count={answer?.count}
        more={answer?.more}
        noun={noun}
        actions={bulk}
        note={bulkNote}
      />
    </Suspense>
  )
}

const Pages = <Row extends TableRow, Totals>({
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

/** The pages below the table; on a phone they follow the last card. */
export const ListPager = <Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) =>
  useNarrow() ? null : <Pages list={list} />

/** The drawer of the opened row. */
export const RowOfList = <Row extends TableRow, Totals>({ list }: PartProps<Row, Totals>) =>
  list.drawer &&
  list.openId !== null && (
    <Suspense fallback={null}>
      <OpenRow list={list} />
    </Suspense>
  )

/** Table with what is around it, bar of ticked rows, pages and drawer of a list that fills its screen. */
export const ListBody = <Row extends TableRow, Totals>({ list, ...around }: TableProps<Row, Totals>) => (
  <>
    <ListTable list={list} {...around} />
    <BulkBar list={list} />
    <ListPager list={list} />
    <RowOfList list={list} />
  </>
)
