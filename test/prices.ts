/** Refund prices for tests: whole rows, of which a test names what it is about. */
import { fieldOf } from '#kit/contract/resource.ts'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'

type Cell = string | number

/** A whole body of a price row: every price 0 unless told. */
export const priceRow = (ten_goi_cuoc: string, prices: Record<string, Cell> = {}): Record<string, Cell> => ({
  ...Object.fromEntries(giahoantien.form.map((name) => [name, 0])),
  ten_goi_cuoc,
  ...prices,
})

/** Rows of a sheet with some columns of it and the other prices behind them, all 0. */
export function priceSheet(columns: readonly string[], rows: readonly (readonly Cell[])[]): Cell[][] {
  const others = giahoantien.form.filter((name) => !columns.includes(name))
  const head = [...columns, ...others].map((name) => fieldOf(giahoantien, name).label)
  return [head, ...rows.map((cells) => [...cells, ...others.map(() => 0)])]
}
