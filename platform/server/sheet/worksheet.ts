/** Reads the rows of one worksheet part, a chunk at a time. */
import { limits } from './limits.ts'
import type { RawCell } from './cell-value.ts'
import { cellValue } from './cell-value.ts'
import { cellTooLong, damaged } from './refusals.ts'
import type { CellValue, SheetRow } from './sheet-row.ts'
import { isBlank } from './sheet-row.ts'
import type { Workbook } from './workbook.ts'
import type { XmlEvents } from './xml-scan.ts'
import { attribute, xmlScanner } from './xml-scan.ts'
import { xmlDecoder } from './xml-text.ts'

const lastRow = 1_048_576
const lastColumn = 16_384

/** 'C7' → 3. */
function columnOf(ref: string): number {
  let column = 0
  for (let index = 0; index < ref.length; index++) {
    const letter = ref.charCodeAt(index) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  if (column < 1 || column > lastColumn) throw damaged(`xlsx: cell ${ref.slice(0, 20)}`)
  return column
}

type State = {
  row: number
  hidden: boolean
  cells: CellValue[]
  column: number
  cell: RawCell | null
  inValue: boolean
  inHint: boolean
  ended: boolean
}

function openRow(state: State, attrs: string): void {
  const row = Number(attribute(attrs, 'r') ?? state.row + 1)
  if (!Number.isInteger(row) || row <= state.row || row > lastRow) throw damaged(`xlsx: row ${row}`)
  const hidden = ['1', 'true'].includes(attribute(attrs, 'hidden') ?? '')
  Object.assign(state, { row, hidden, cells: [], column: 0 })
}

function openCell(state: State, attrs: string): void {
  const ref = attribute(attrs, 'r')
  state.column = ref === undefined ? state.column + 1 : columnOf(ref)
  const style = Number(attribute(attrs, 's') ?? 0)
  state.cell = { type: attribute(attrs, 't') ?? '', style, text: '', formula: false }
}

function closeCell(state: State, book: Workbook): void {
  const { cell, column } = state
  state.cell = null
  if (!cell || column > limits.columns) return
  const value = cellValue(cell, book)
  if (value === null) return
  if (typeof value === 'string' && value.length > limits.cellText) throw cellTooLong(state.row)
  while (state.cells.length < column - 1) state.cells.push(null)
  state.cells[column - 1] = value
}

function rowEvents(state: State, book: Workbook, emit: (row: SheetRow) => void): XmlEvents {
  return {
    open: (name, attrs) => {
      if (name === 'c') openCell(state, attrs)
      else if (name === 'row') openRow(state, attrs)
      else if (name === 'v' || name === 't') state.inValue = !state.inHint
      else if (name === 'rPh') state.inHint = true
      else if (name === 'f' && state.cell) state.cell.formula = true
    },
    text: (text) => {
      if (state.inValue && state.cell) state.cell.text += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') state.inValue = false
      else if (name === 'c') closeCell(state, book)
      else if (name === 'rPh') state.inHint = false
      else if (name === 'sheetData') state.ended = true
      else if (name === 'row' && !isBlank(state.cells))
        emit({ row: state.row, cells: state.cells, ...(state.hidden && { hidden: true }) })
    },
  }
}

/** The filled rows of a worksheet in order, without blank ones, in batches as they are read from the file. */
export async function* worksheetRows(
  bytes: AsyncIterable<Buffer>,
  book: Workbook,
): AsyncGenerator<SheetRow[]> {
  const state: State = {
    row: 0,
    hidden: false,
    cells: [],
    column: 0,
    cell: null,
    inValue: false,
    inHint: false,
    ended: false,
  }
  let rows: SheetRow[] = []
  const push = xmlScanner(rowEvents(state, book, (row) => rows.push(row)))
  const decode = xmlDecoder()
  for await (const chunk of bytes) {
    // The part after the rows (merges, filters, pictures) is only unpacked for the checksum.
    if (!state.ended) push(decode(chunk))
    if (rows.length > 0) yield rows
    rows = []
  }
  if (!state.ended) throw damaged('xlsx: the sheet ends inside its rows')
}
