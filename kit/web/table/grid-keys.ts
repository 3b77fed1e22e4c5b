/** Keys of the grid: arrows move, Shift selects, Enter or typing edits, Space ticks, Ctrl+C, D, Z (D3-GRID-02 to 04) */
import type { KeyboardEvent, RefObject } from 'react'
import { copyText } from '../feedback.ts'
import { composing, keysAreCalm } from '../keys.ts'
import type { TableRow } from '../resource-api.ts'
import type { AnyColumn } from './column.ts'
import { hasManyCells, rangeOf, type Focus } from './range.ts'
import type { Grid } from './table-types.ts'

const page = 15

const moves: Record<string, (focus: Focus, last: Focus) => Focus> = {
  ArrowDown: (focus) => ({ ...focus, row: focus.row + 1 }),
  ArrowUp: (focus) => ({ ...focus, row: focus.row - 1 }),
  ArrowRight: (focus) => ({ ...focus, column: focus.column + 1 }),
  ArrowLeft: (focus) => ({ ...focus, column: focus.column - 1 }),
  PageDown: (focus) => ({ ...focus, row: focus.row + page }),
  PageUp: (focus) => ({ ...focus, row: focus.row - page }),
  Home: (focus) => ({ ...focus, column: 0 }),
  End: (focus, last) => ({ ...focus, column: last.column }),
}

/** First characters of a value; '?' and '/' are keys of the screen. */
const startsValue = /^[\p{L}\p{N}.,+-]$/u

/** Drops a refused, doubtful or conflicting value in a cell; returns whether there was one. */
function dropRefused<R extends TableRow>(grid: Grid<R>, focus: Focus): boolean {
  const row = grid.props.rows?.[focus.row]
  const column = grid.columns[focus.column]
  const kind = row && column ? grid.edits.of(row.id)?.[column.key]?.kind : undefined
  if (!row || !column || (kind !== 'refused' && kind !== 'far' && kind !== 'theirs')) return false
  grid.edits.drop(row, column.key)
  return true
}

/** Saves the doubtful value of a cell and goes down; returns whether there was one. */
function saveFar<R extends TableRow>(grid: Grid<R>, row: R, column: AnyColumn<R>, focus: Focus): boolean {
  const state = grid.edits.of(row.id)?.[column.key]
  const field = column.edit?.(row)
  if (state?.kind !== 'far' || !field) return false
  grid.edits.commit(row, column.key, field, state.text, state.version, true)
  grid.goDown(focus, 1)
  return true
}

const within = (value: number, last: number): number => Math.max(0, Math.min(last, value))

/** Scrolls a cell out from under the pinned columns. */
function revealCell<R extends TableRow>(grid: Grid<R>, box: HTMLElement, focus: Focus): void {
  const cell = document.getElementById(`${grid.id}-${focus.row}-${focus.column}`)
  const column = grid.columns[focus.column]
  if (!cell || !column || column.pin) return
  const frozen = (side: 'left' | 'right'): number =>
    grid.columns.filter(({ pin }) => pin === side).reduce((sum, { width }) => sum + width, 0)
  const left = box.scrollLeft + grid.leading.check + grid.leading.number + frozen('left')
  const right = box.scrollLeft + box.clientWidth - grid.leading.actions - frozen('right')
  if (cell.offsetLeft < left) box.scrollLeft -= left - cell.offsetLeft
  else if (cell.offsetLeft + cell.offsetWidth > right)
    box.scrollLeft += cell.offsetLeft + cell.offsetWidth - right
}

/** Copies the selected range, or the one cell, in the format of spreadsheets. */
function copyCells<R extends TableRow>(grid: Grid<R>, focus: Focus): void {
  const range = rangeOf(focus, grid.anchor ?? focus)
  if (range && hasManyCells(range)) return grid.copy(range)
  const [row, column] = [grid.props.rows?.[focus.row], grid.columns[focus.column]]
  if (row && column?.text) void copyText(column.text(row))
}

/** Runs a key with Ctrl; returns whether it was one of the grid's. */
function actWithCtrl<R extends TableRow>(grid: Grid<R>, key: string, focus: Focus): boolean {
  if (key === 'c') copyCells(grid, focus)
  else if (key === 'd') grid.fillDown()
  else if (key === 'z' && grid.edits.pasted.length > 0) grid.edits.paste(null)
  else if (key === 'z' && grid.props.many) void grid.props.many.undo()
  else return false
  return true
}

/** Runs a key other than a movement; returns whether it was one. */
function act<R extends TableRow>(grid: Grid<R>, event: KeyboardEvent, focus: Focus): boolean {
  const { rows = [], selection, onOpen } = grid.props
  const row = rows[focus.row]
  const column = grid.columns[focus.column]
  if (!row || !column) return false
  if (event.key === 'Enter' || event.key === 'F2') {
    // The Enter that raised the question does not answer it while held down.
    if (event.key === 'Enter' && (event.repeat || saveFar(grid, row, column, focus))) return true
    if (!grid.edit(row, column)) onOpen?.(row)
    return true
  }
  if (event.key === ' ' && selection) {
    selection.toggle(row.id, event.shiftKey)
    return true
  }
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    const box = document.getElementById(`${grid.id}-${focus.row}-${focus.column}`)?.getBoundingClientRect()
    grid.openMenu(row, box?.left ?? 0, box?.bottom ?? 0)
    return true
  }
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !keysAreCalm()
  if (plain && grid.props.rowKey?.(row, event.key.toUpperCase(), column.key)) return true
  if (plain && startsValue.test(event.key) && grid.edit(row, column, event.key)) return true
  const ctrl = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  // A key held down would undo one step after the other.
  return ctrl && (event.repeat || actWithCtrl(grid, event.key.toLowerCase(), focus))
}

/** Runs a key press on the table element; `box` is the scrolling element, `reveal` scrolls a row into view. */
export function pressKey<R extends TableRow>(
  event: KeyboardEvent,
  grid: Grid<R>,
  box: HTMLElement | null,
  reveal: (row: number) => void,
): void {
  if (composing(event.nativeEvent) || event.target !== event.currentTarget) return
  const rows = grid.props.rows ?? []
  if (rows.length === 0) return
  const last: Focus = { row: rows.length - 1, column: grid.columns.length - 1 }
  const current = grid.focus ?? { row: 0, column: 0 }
  if (event.key === 'Escape') {
    if (grid.edits.pasted.length > 0) {
      grid.edits.paste(null)
      event.preventDefault()
    } else if (!dropRefused(grid, current)) grid.props.selection?.clear()
    return
  }
  const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key]
  if (!move) {
    if (act(grid, event, current)) event.preventDefault()
    return
  }
  event.preventDefault()
  const to = grid.focus ? move(current, last) : current
  const focus = { row: within(to.row, last.row), column: within(to.column, last.column) }
  if (event.shiftKey) grid.setFocus(focus, true)
  else grid.setFocus(focus)
  reveal(focus.row)
  if (box) revealCell(grid, box, focus)
}

/** The key handler of the table element. */
export const useGridKeys =
  <R extends TableRow>(
    grid: Grid<R>,
    scroller: RefObject<HTMLDivElement | null>,
    reveal: (row: number) => void,
  ) =>
  (event: KeyboardEvent): void =>
    pressKey(event, grid, scroller.current, reveal)
