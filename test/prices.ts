/** Refund prices for tests: complete rows from the relevant values. */
import { fieldOf } from '#kit/contract/resource.ts'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'

type Cell = string | number

/** Complete body of a price row: prices are 0 by default. */
export const priceRow = (ten_goi_cuoc: string, prices: Record<string, Cell> = {}): Record<string, Cell> => ({
  ...Object.fromEntries(giahoantien.form.map((name) => [name, 0])),
  ten_goi_cuoc,
  ...prices,
})

/** Rows of a spreadsheet with some of its columns, followed by the other prices, all 0. */
export function priceSheet(columns: readonly string[], rows: readonly (readonly Cell[])[]): Cell[][] {
  const others = giahoantien.form.filter((name) => !columns.includes(name))
  const head = [...columns, ...others].map((name) => fieldOf(giahoantien, name).label)
  return [head, ...rows.map((cells) => [...cells, ...others.map(() => 0)])]
}
