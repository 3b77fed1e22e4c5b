/** 'In tất cả' prints every row of the filter, read like an export (D3-GRID-11). */
import { printedQuery } from '#kit/contract/resource.ts'
import type { List } from '../resource/use-list-screen.tsx'
import type { TableRow } from '../resource-api.ts'
import { everyPrinted } from './printing.ts'

/**
 * Reads the rows and opens the browser's print. The server treats the call as an export: refused without the right,
 * confirmed by password above `export.confirmRows`, and audited. A page that has every row is printed at once.
 */
export async function printEvery<Row extends TableRow, Totals>(list: List<Row, Totals>): Promise<void> {
  const { rows = [], answer, source, state, name } = list
  const some = answer === undefined || answer.more === true || answer.count > rows.length
  const every = some ? (await source.read({ ...state.query, ...printedQuery })).values : rows
  everyPrinted.set({ list: name, rows: every })
  addEventListener('afterprint', () => everyPrinted.set(null), { once: true })
  print()
}
