/** The grid of every list: frozen and movable columns, virtual rows, editing in place, keyboard. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { EmptyNote, ErrorNote } from '../ui/state.tsx'
import { useUnsaved } from '../place.tsx'
import { useCellEdits } from './cell-edits.ts'
import { useGridKeys } from './grid-keys.ts'
import { place } from './placing.ts'
import { RowMenu, type MenuAt } from './row-menu.tsx'
import { SkeletonRows } from './skeleton.tsx'
import { TableBodyRow } from './table-row.tsx'
import { TableHead } from './table-head.tsx'
import { TotalsRow } from './totals-row.tsx'
import type { DataTableProps, Focus, Grid, TableRow } from './table-types.ts'
import css from './table.module.css'

const rowHeight = { normal: 32, compact: 28 }
const overscan = 12

const button = 28

/** Widths of what stands before and after the columns. A phone has room for '…' alone. */
function leadingOf<R extends TableRow>({ rows = [], selection, actions, rowButtons = 0 }: DataTableProps<R>) {
  const first = rows[0] && actions ? actions(rows[0]) : []
  const own = Math.max(rowButtons, first.filter((action) => action.inRow).length)
  const buttons = window.innerWidth <= 640 ? 0 : own
  return {
    check: selection ? 40 : 0,
    number: 48,
    buttons,
    actions: actions ? (buttons + 1) * button + 12 : 0,
  }
}

/** Everything the parts of one table share; the same object as long as columns and edits stay. */
function useGrid<R extends TableRow>(props: DataTableProps<R>, table: RefObject<HTMLTableElement | null>) {
  const id = useId()
  const [focus, setFocus] = useState<Focus | null>(null)
  const [menu, setMenu] = useState<MenuAt<R> | null>(null)
  const edits = useCellEdits(props.onSave)
  const leading = leadingOf(props)
  const columns = useMemo(
    () => place(props.layout.columns, leading.check + leading.number, leading.actions),
    [props.layout.columns, leading.check, leading.number, leading.actions],
  )
  useUnsaved(edits.dirty)
  // Rows that did not change keep an older `grid`: what it calls must still see the newest rows.
  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
  })
  const edit: Grid<R>['edit'] = (row, column) => {
    const field = props.onSave ? column.edit?.(row) : null
    if (!field) return false
    edits.begin(row, column.key, column.typed?.(row) ?? '')
    return true
  }
  const grid: Grid<R> = {
    id,
    props,
    columns,
    edits,
    focus,
    setFocus,
    home: () => table.current?.focus(),
    edit,
    editNext: (row, column, step) => {
      for (let at = column + step; at >= 0 && at < columns.length; at += step) {
        const target = newest.current.rows?.[row]
        const next = columns[at]
        if (!target || !next || !edit(target, next)) continue
        setFocus({ row, column: at })
        return
      }
    },
    openMenu: (row, x, y) => setMenu({ row, x, y }),
    leading,
  }
  return { grid, menu, closeMenu: () => setMenu(null) }
}

/** What stands in the table's place when there are no rows to show. */
function Instead<R extends TableRow>({ props }: { props: DataTableProps<R> }): ReactNode {
  const { rows, error, onRetry, empty } = props
  if (error && (!rows || rows.length === 0)) {
    return (
      <div className={css.instead}>
        <ErrorNote error={error} {...(onRetry && { retry: onRetry })} />
      </div>
    )
  }
  return rows?.length === 0 && <div className={css.instead}>{empty ?? <EmptyNote />}</div>
}

type BodyProps<R extends TableRow> = {
  grid: Grid<R>
  scroller: RefObject<HTMLDivElement | null>
  height: number
}

/** The rows in sight; what is above and below is two empty rows of the right height. */
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
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const shown = items.flatMap(({ index }) => {
    const row = rows[index]
    return row
      ? [
          <TableBodyRow<R>
            key={row.id}
            grid={grid}
            row={row}
            at={index}
            cells={grid.edits.of(row.id)}
            ticked={grid.props.selection?.all === true || grid.props.selection?.ids.has(row.id) === true}
            open={grid.props.openId === row.id}
            focused={grid.focus?.row === index ? grid.focus.column : null}
          />,
        ]
      : []
  })
  const body = (
    <>
      {above > 0 && <tr aria-hidden style={{ height: above }} />}
      {shown}
      {below > 0 && <tr aria-hidden style={{ height: below }} />}
    </>
  )
  return { body, reveal: (index: number) => virtual.scrollToIndex(index, { align: 'auto' }) }
}

function Columns<R extends TableRow>({ grid }: { grid: Grid<R> }) {
  const moving = grid.columns.filter((column) => column.pin !== 'right')
  const pinned = grid.columns.filter((column) => column.pin === 'right')
  return (
    <colgroup>
      {grid.leading.check > 0 && <col style={{ width: grid.leading.check }} />}
      <col style={{ width: grid.leading.number }} />
      {moving.map(({ key, width }) => (
        <col key={key} style={{ width }} />
      ))}
      <col />
      {pinned.map(({ key, width }) => (
        <col key={key} style={{ width }} />
      ))}
      {grid.leading.actions > 0 && <col style={{ width: grid.leading.actions }} />}
    </colgroup>
  )
}

/** Whether nothing is scrolled under the frozen columns of either side. */
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

/** The table. Rows come in pages or all at once: only those in sight are in the document. */
export function DataTable<R extends TableRow>(props: DataTableProps<R>) {
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const { grid, menu, closeMenu } = useGrid(props, table)
  const height = props.layout.compact ? rowHeight.compact : rowHeight.normal
  const { body, reveal } = useRows({ grid, scroller, height })
  const onKeyDown = useGridKeys(grid, scroller, reveal)
  const edge = useEdges(scroller)
  const { leading, columns, focus } = grid
  const width = columns.reduce(
    (sum, column) => sum + column.width,
    leading.check + leading.number + leading.actions,
  )
  const active = focus && props.rows?.[focus.row] ? `${grid.id}-${focus.row}-${focus.column}` : undefined
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
        style={{ minWidth: width }}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={(props.count ?? props.rows?.length ?? 0) + 1}
        aria-colcount={columns.length + 3}
        aria-busy={props.rows === undefined && !props.error}
        aria-activedescendant={active}
        aria-multiselectable={props.selection ? true : undefined}
        onKeyDown={onKeyDown}
      >
        <Columns grid={grid} />
        <TableHead grid={grid} />
        <tbody>{props.rows === undefined && !props.error ? <SkeletonRows grid={grid} /> : body}</tbody>
        {props.totals && <TotalsRow grid={grid} totals={props.totals} />}
      </table>
      <Instead props={props} />
      {menu && props.actions && <RowMenu at={menu} actions={props.actions(menu.row)} onClose={closeMenu} />}
    </div>
  )
}
