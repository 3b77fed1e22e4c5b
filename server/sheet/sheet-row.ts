/** The form in which every reader hands on a row. */
import { cleanText } from '../../contract/text.ts'

/** Dates carry the wall clock of the sheet in their UTC parts; error cells are texts such as '#N/A'. */
export type CellValue = string | number | boolean | Date | null

export type SheetRow = {
  /** Row number as the sheet shows it, beginning with 1. */
  row: number
  /** Column A first; cells after the last filled one are left out. */
  cells: CellValue[]
  /** The row is hidden by hand or by a filter. */
  hidden?: boolean
}

/** Whether a row holds nothing but empty cells and white space: no row, neither saved nor refused. */
export const isBlank = (cells: readonly CellValue[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cleanText(cell) === ''))
