/** The grid of every list: pinned and movable columns, virtual rows, editing in place, keyboard. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { lazyPart, lazyScreen, named } from '../lazy-part.tsx'
import { OldRowsNote } from '../ui/state.tsx'
import { useNarrow } from '../use-narrow.ts'
import type { CardList as Cards } from './card-list.tsx'
import { EmptyTable } from './empty-table.tsx'
import { useGridKeys } from './grid-keys.ts'
import { rowPart, rangeOf } from './range.ts'
import { SkeletonRows } from './skeleton.tsx'
import { TableBodyRow } from './table-row.tsx'
import { TableHead } from './table-head.tsx'
import { FarTotals, TotalsRow } from './totals-row.tsx'
import type { TableRow } from '../resource-api.ts'
import type { DataTableProps, Grid } from './table-types.ts'
import { useGrid } from './use-grid.ts'
import css from './table.module.css'

const PasteBar = lazyPart(() => named(import('./paste-bar.tsx'), 'PasteBar'))
const RowMenu = lazyPart(() => named(import('./row-menu.tsx'), 'RowMenu'))
// Lazily loaded components cannot be generic, so its rows are of any type.
const CardList = lazyScreen(() => named(import('./card-list.tsx'), 'CardList')) as unknown as typeof Cards

const rowHeight = { normal: 32, compact: 28 }
const overscan = 12

type BodyProps<R extends TableRow> = {
  grid: Grid<R>
  scroller: RefObject<HTMLDivElement | null>
  height: number
}

/** The visible rows; those above and below are two empty rows of the same height. */
function useRows<R extends TableRow>({ grid, scroller, height }: BodyProps<R>) {
  const rows = grid.props.rows ?? []
  // oxlint-disable-next-line react/incompatible-library -- its result is read in this render only, never memoised
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const items = virtual.getVirtualItems()
  const range = rangeOf(grid.focus, grid.anchor ?? grid.focus)
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const rowElements = items.flatMap(({ index }) => {
    const row = rows[index]
    return row
      ? [
          <TableBodyRow<R>
            key={row.id}
            grid={grid}
            row={row}
            rowIndex={index}
            cells={grid.edits.of(row.id)}
            ticked={grid.props.selection?.all === true || grid.props.selection?.ids.has(row.id) === true}
            open={grid.props.openId === row.id}
            gone={grid.props.gone?.has(row.id) === true}
            focused={grid.focus?.row === index ? grid.focus.column : null}
            picked={rowPart(range, index)}
          />,
        ]
      : []
  })
  const body = (
    <>
      {above > 0 && <tr aria-hidden style={{ height: above }} />}
      {rowElements}
      {below > 0 && <tr aria-hidden style={{ height: below }} />}
    </>
  )
  return { body, scrollTo: (index: number) => virtual.scrollToIndex(index, { align: 'auto' }) }
}

/** Without actions the last column has the same padding as the first. */
const tailOf = <R extends TableRow>({ leading, columns }: Grid<R>): number =>
  leading.actions === 0 && columns.every(({ pin }) => pin !== 'right') ? 8 : 0

function Columns<R extends TableRow>({ grid }: { grid: Grid<R> }) {
  const moving = grid.columns.filter((column) => column.pin !== 'right')
  const pinned = grid.columns.filter((column) => column.pin === 'right')
  const growing = moving.find((column) => column.grows === true)?.key
  return (
    <colgroup>
      {grid.leading.check > 0 && <col style={{ width: grid.leading.check }} />}
      <col className={css.number} style={{ width: grid.leading.number }} />
      {moving.map(({ key, width }) => (
        <col key={key} style={key === growing ? undefined : { width }} />
      ))}
      <col style={growing === undefined ? undefined : { width: tailOf(grid) }} />
      {pinned.map(({ key, width }) => (
        <col key={key} style={{ width }} />
      ))}
      {grid.leading.actions > 0 && <col style={{ width: grid.leading.actions }} />}
    </colgroup>
  )
}

/** Width of the table's container; the last known one while it is hidden, 0 while there are cards. */
function useWidth(scroller: RefObject<HTMLDivElement | null>, narrow: boolean): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const look = (): void => setWidth((now) => box.clientWidth || now)
    const observer = new ResizeObserver(look)
    observer.observe(box)
    look()
    return () => observer.disconnect()
  }, [scroller, narrow])
  return width
}

/** A page has at least this many rows. */
const leastRoom = 5

/** Reports how many rows of `height` px fit between head and totals. */
function useRoom(
  table: RefObject<HTMLTableElement | null>,
  height: number,
  onRoom: DataTableProps<never>['onRoom'],
) {
  const tell = useEffectEvent((): void => {
    const box = table.current?.parentElement
    const { tHead, tFoot } = table.current ?? {}
    if (!box?.clientHeight || !onRoom) return
    const used = (tHead?.offsetHeight ?? 0) + (tFoot?.offsetHeight ?? 0)
    onRoom(Math.max(Math.floor((box.clientHeight - used) / height), leastRoom))
  })
  useEffect(() => {
    const box = table.current?.parentElement
    if (!box) return undefined
    const observer = new ResizeObserver(() => tell())
    observer.observe(box)
    return () => observer.disconnect()
  }, [table, height])
}

/** Whether the table is scrolled to its left and right end. */
function useEdges(scroller: RefObject<HTMLDivElement | null>) {
  const [edge, setEdge] = useState({ left: true, right: true })
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const look = (): void => {
      const left = box.scrollLeft <= 0
      const right = box.scrollLeft + box.clientWidth >= box.scrollWidth - 1
      setEdge((now) => (now.left === left && now.right === right ? now : { left, right }))
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    box.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller])
  return edge
}

const widthOf = <R extends TableRow>({ columns, leading }: Grid<R>): number =>
  columns.reduce((sum, { width }) => sum + width, leading.check + leading.number + leading.actions)

/** ARIA attributes of the grid. */
function ariaProps<R extends TableRow>({ id, props, columns, focus }: Grid<R>) {
  const { rows, count, label, error, selection } = props
  return {
    role: 'grid',
    tabIndex: 0,
    'aria-label': label,
    'aria-rowcount': (count ?? rows?.length ?? 0) + 1,
    'aria-colcount': columns.length + 3,
    'aria-busy': rows === undefined && !error,
    'aria-activedescendant': focus && rows?.[focus.row] ? `${id}-${focus.row}-${focus.column}` : undefined,
    'aria-multiselectable': selection ? true : undefined,
  }
}

/** Sets the whole text of a truncated cell as its tooltip. */
function showFullText({ target }: { target: EventTarget }): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : ''
}

/** Pastes into the table while it has the focus: the browser sends the event to the page, as it is not an input. */
function usePasteKey<R extends TableRow>(table: RefObject<HTMLTableElement | null>, grid: Grid<R>): void {
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    if (document.activeElement !== table.current || !grid.props.many) return
    event.preventDefault()
    grid.paste(event.clipboardData?.getData('text/plain') ?? '')
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}

type TableProps<R extends TableRow> = {
  grid: Grid<R>
  scroller: RefObject<HTMLDivElement | null>
  table: RefObject<HTMLTableElement | null>
  /** Receives the function that scrolls to a row. */
  onReveal: (scrollTo: (row: number) => void) => void
}

/** Rows and columns, for a window with room for them. */
function WideTable<R extends TableRow>({ grid, scroller, table, onReveal }: TableProps<R>) {
  const { props } = grid
  const height = props.layout.compact ? rowHeight.compact : rowHeight.normal
  const { body, scrollTo } = useRows({ grid, scroller, height })
  useEffect(() => onReveal(scrollTo))
  const onKeyDown = useGridKeys(grid, scroller, scrollTo)
  usePasteKey(table, grid)
  useRoom(table, height, props.onRoom)
  const edge = useEdges(scroller)
  return (
    <div
      className={css.scroller}
      ref={scroller}
      data-left={edge.left || undefined}
      data-right={edge.right || undefined}
      data-compact={props.layout.compact || undefined}
      data-stale={props.stale || undefined}
    >
      <table
        ref={table}
        className={css.table}
        style={{ minWidth: Math.max(widthOf(grid), props.minWidth ?? 0) }}
        {...ariaProps(grid)}
        onKeyDown={onKeyDown}
        onPointerOver={showFullText}
      >
        <Columns grid={grid} />
        <TableHead grid={grid} />
        <tbody>{props.rows === undefined && !props.error ? <SkeletonRows grid={grid} /> : body}</tbody>
        {props.totals && <TotalsRow grid={grid} totals={props.totals} />}
      </table>
      <EmptyTable props={props} />
    </div>
  )
}

/** Rows come in pages or all at once: only visible ones are in the document. On a phone they are cards (D3-PHN-01). */
export function DataTable<R extends TableRow>(props: DataTableProps<R>) {
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const reveal = useRef<(row: number) => void>(() => undefined)
  const narrow = useNarrow()
  const width = useWidth(scroller, narrow)
  const { grid, pasteTitle, menu, closeMenu } = useGrid(props, table, reveal, width)
  const onReveal = (scrollTo: (row: number) => void): void => {
    reveal.current = scrollTo
  }
  const { rows, error, readAt = 0, onRetry } = props
  return (
    <>
      {rows && rows.length > 0 && <OldRowsNote error={error} readAt={readAt} retry={onRetry} />}
      {narrow ? (
        <Suspense fallback={<div className={css.scroller} aria-busy />}>
          <CardList grid={grid} />
        </Suspense>
      ) : (
        <WideTable grid={grid} scroller={scroller} table={table} onReveal={onReveal} />
      )}
      {!narrow && props.totals && <FarTotals grid={grid} totals={props.totals} width={width} />}
      {menu && props.actions && <RowMenu menu={menu} actions={props.actions(menu.row)} onClose={closeMenu} />}
      {props.many && grid.edits.pasted.length > 0 && (
        <PasteBar
          title={pasteTitle}
          edits={grid.edits}
          many={props.many}
          home={grid.home}
          onClose={() => grid.edits.paste(null)}
        />
      )}
    </>
  )
}
