/** Row format of all readers. */
import { cleanText } from '#kit/contract/text.ts'

/** Dates have the sheet's local time in their UTC parts; error cells are texts such as '#N/A'. */
export type CellValue = string | number | boolean | Date | null

export type SheetRow = {
  /** Row number as shown in the sheet, from 1. */
  row: number
  /** Column A first; cells after the last filled one are omitted. */
  cells: CellValue[]
  /** The row is hidden by hand or by a filter. */
  hidden?: boolean
}

/** Whether a row has only empty cells and white space: it is neither saved nor refused. */
export const isBlank = (cells: readonly CellValue[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cleanText(cell) === ''))
