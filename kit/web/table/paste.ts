/** A range as text for a spreadsheet, and the preview of a paste (D3-GRID-03). Loaded after the rows. */
import type { CellsAnswer } from '#kit/contract/cells.ts'
import { mostCells, notPasted, tooManyCells } from '#kit/contract/pasted.ts'
import { showField } from '#kit/contract/kinds.ts'
import { doubtOf } from '../far-values.ts'
import { readTyped } from '../kinds/read-typed.ts'
import type { TableRow } from '../resource-api.ts'
import { showError } from '../feedback.ts'
import type { Paste, Pasted, PastedCell } from './cell-edits.ts'
import { pastedField, valueOf, type AnyColumn } from './column.ts'
import { countOf, rangeOf, sizeOf, type Range } from './range.ts'
import { plainFigure, readTsv, writeTable, writeTsv } from './tsv.ts'
import type { CellsOfRow, Grid, ManyCells } from './table-types.ts'

type Target<R> = { row: R; column: AnyColumn<R>; text: string }

/** Parses a text for a cell as an edit would, with the row in its present version. */
export function readPasted<R extends TableRow>({ row, column, text }: Target<R>): Pasted {
  const before = column.text?.(row) ?? ''
  const pasted = { kind: 'pasted', text, before, version: row.version } as const
  if ([before, plainFigure(before)].includes(text.trim()))
    return { ...pasted, value: undefined, reason: null }
  const field = pastedField(column, row)
  if (!field) return { ...pasted, value: undefined, reason: notPasted(column.full ?? column.title) }
  const reading = readTyped(text, field)
  if (!reading.ok) return { ...pasted, value: undefined, reason: reading.reason }
  const same = showField(reading.value, field) === before
  if (same) return { ...pasted, value: undefined, reason: null }
  const doubt = doubtOf(field, valueOf(row, column.key), reading.value)
  return { ...pasted, value: reading.value, reason: null, doubt }
}

function pasteOf<R extends TableRow>(
  { props: { rows = [] }, columns }: Pick<Grid<R>, 'props' | 'columns'>,
  { top, left, bottom, right }: Range,
  textAt: (row: number, column: number) => string,
): Paste<R>['cells'] {
  return rows.slice(top, bottom + 1).flatMap((row, down) =>
    columns.slice(left, right + 1).map((column, over) => ({
      row,
      column: column.key,
      state: readPasted({ row, column, text: textAt(down, over) }),
    })),
  )
}

type Selected<R extends TableRow> = Pick<Grid<R>, 'props' | 'columns' | 'focus' | 'anchor'>

/** The shown values of a range, in the format of spreadsheets (D3-GRID-11). */
export function copied<R extends TableRow>(
  { props: { rows = [] }, columns }: Pick<Selected<R>, 'props' | 'columns'>,
  range: Range,
): { text: string; html: string } {
  const picked = columns.slice(range.left, range.right + 1)
  const texts = rows
    .slice(range.top, range.bottom + 1)
    .map((row) => picked.map((column) => column.text?.(row) ?? ''))
  const figures = picked.map(({ numeric }) => numeric === true)
  return { text: writeTsv(texts, figures), html: writeTable(texts, figures) }
}

/**
 * What pasting `text` would write: from the first cell of the selected range on, or one value into all of it. A
 * string is the reason why nothing can be pasted.
 */
export function pasteText<R extends TableRow>(grid: Selected<R>, text: string): Paste<R> | string {
  const selected = rangeOf(grid.focus, grid.anchor ?? grid.focus)
  if (!selected || text === '') return 'Chọn ô để dán vào trước'
  const lines = readTsv(text)
  const [height, width] = [lines.length, lines[0]?.length ?? 0]
  const fills = height === 1 && width === 1
  const range = fills
    ? selected
    : { ...selected, bottom: selected.top + height - 1, right: selected.left + width - 1 }
  if (countOf(range) > mostCells) return tooManyCells
  const beyond = [
    [range.bottom - (grid.props.rows?.length ?? 0) + 1, 'hàng'],
    [range.right - grid.columns.length + 1, 'cột'],
  ] as const
  const over = beyond.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return {
    title: [`Dán ${sizeOf(range)}`, over.length > 0 && `${over.join(', ')} ở ngoài danh sách đang hiện`]
      .filter(Boolean)
      .join(', '),
    cells: pasteOf(grid, range, (row, column) => (fills ? lines[0]?.[0] : lines[row]?.[column]) ?? ''),
  }
}

/** What filling the range from its first row down would write. */
export function fillDown<R extends TableRow>(grid: Selected<R>): Paste<R> | string {
  const range = rangeOf(grid.focus, grid.anchor ?? grid.focus)
  const first = range && grid.props.rows?.[range.top]
  if (!range || !first || range.top === range.bottom) return 'Chọn từ hai hàng trở lên để điền xuống'
  const filled = { ...range, top: range.top + 1 }
  if (countOf(filled) > mostCells) return tooManyCells
  const texts = grid.columns.slice(range.left, range.right + 1).map((column) => column.text?.(first) ?? '')
  return {
    title: `Điền xuống ${sizeOf(filled)}`,
    cells: pasteOf(grid, filled, (_, column) => texts[column] ?? ''),
  }
}

type Cell = Pick<PastedCell, 'id' | 'column' | 'state'>

/** Whether the cell would be saved with another value. */
export const isChange = ({ state }: Pick<Cell, 'state'>): boolean =>
  state.value !== undefined && state.reason === null

/** The cells to save, by row; each row in the oldest version that the user has seen. */
export const changedRows = (cells: readonly Cell[]): CellsOfRow[] =>
  [...Map.groupBy(cells, ({ id }) => id)].map(([id, ofRow]) => {
    const versions = ofRow.flatMap(({ state }) => state.version ?? [])
    return {
      id,
      version: versions.length > 0 ? Math.min(...versions) : undefined,
      values: Object.fromEntries(ofRow.map(({ column, state }) => [column, state.value])),
    }
  })

/** What the server would refuse of a paste; nothing if it cannot be reached, as the save asks again. */
export async function checkPaste<R extends TableRow>(
  { cells }: Paste<R>,
  { save }: ManyCells,
): Promise<CellsAnswer['refused']> {
  const changes = cells.filter(isChange).map(({ row, column, state }) => ({ id: row.id, column, state }))
  if (changes.length === 0) return []
  try {
    return (await save(changedRows(changes), true)).refused
  } catch (error) {
    showError(error)
    return []
  }
}
