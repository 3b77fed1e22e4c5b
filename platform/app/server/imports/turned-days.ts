/** Columns of dates in which a spreadsheet may have swapped days and months (D3-FILE-08). */
import { turnedDays } from '#kit/contract/import-words.ts'
import type { Field } from '#kit/contract/field.ts'
import type { ColumnDoubt } from '#platform/contract/calls/imports.ts'
import type { CellValue } from '#platform/server/sheet/sheet-row.ts'
import type { SheetPlan } from './sheet-plan.ts'

const holdsDates = ({ kind, anyCell }: Field): boolean =>
  kind === 'date' || kind === 'instant' || anyCell === true

/** The first two numbers of a date text; a text that starts with its year is unambiguous. */
const dayAndMonth = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}/

/** Of one column: date cells, texts, and whether one of them rules out the swap. */
type Look = { cells: number; texts: number; clear: boolean }

function addCell(summary: Look, cell: CellValue): void {
  if (cell instanceof Date) {
    summary.cells++
    summary.clear ||= cell.getUTCDate() > 12
    return
  }
  const [, day, month] = (typeof cell === 'string' && dayAndMonth.exec(cell)) || []
  if (day === undefined) return
  summary.texts++
  summary.clear ||= Math.max(Number(day), Number(month)) <= 12
}

/**
 * Checks the date columns of a file row by row. A spreadsheet that expects the month first turns '05/11/2026' into the
 * date 11 May and leaves '13/11/2026' a text: then no date cell has a day above 12 and no text one below.
 */
export function turnedDayFinder() {
  const summaries = new Map<string, Look>()
  return {
    see: ({ columns }: SheetPlan, cells: readonly CellValue[]): void => {
      for (const { name, field, index } of columns) {
        const cell = cells[index] ?? null
        if (cell === null || !holdsDates(field)) continue
        const summary = summaries.get(name) ?? { cells: 0, texts: 0, clear: false }
        summaries.set(name, summary)
        addCell(summary, cell)
      }
    },
    /** The columns to confirm before saving. */
    found: ({ columns }: SheetPlan): ColumnDoubt[] =>
      columns.flatMap(({ name, field }) => {
        const { cells = 0, texts = 0, clear = true } = summaries.get(name) ?? {}
        return clear || cells === 0 || texts === 0 ? [] : [{ name, text: turnedDays(field.label) }]
      }),
  }
}
