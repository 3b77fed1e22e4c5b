/** Texts of the question before bank messages are decided, and saving one of their cells. */
import { formatInstant } from '#kit/contract/dates.ts'
import type { RowOf, TotalsOf } from '#kit/contract/row.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { saveCell } from '#kit/web/resource/resource-actions.ts'
import type { BulkContext } from '#kit/web/resource/screen-context.ts'
import type { SaveCell } from '#kit/web/table/cell-edits.ts'

export type Row = RowOf<typeof mesbank>
export type Totals = TotalsOf<typeof mesbank>
type Ticked = BulkContext<Row, Totals>

/** Phone and package are filled in and nobody has decided (D1-BANK-28, D1-BANK-29). */
const isWaiting = (row: Row): boolean => row.cho_duyet === 1

/** '0912345678 VD90, 90,000 đ'; the time of the message where phone or package is unknown. */
export function nameOf(row: Row): string {
  const about = [showPhone(row.so_dien_thoai ?? ''), row.goi_cuoc ?? ''].filter(Boolean)
  const money = `${formatMoney(row.money ?? 0)} đ`
  return `${about.join(' ') || formatInstant(row.datetime ?? '')}, ${money}`
}

/** Doubts about approving the row, while it waits. */
export const doubtsOf = (row: Row) =>
  isWaiting(row)
    ? { price: row.lech_gia ?? null, package: row.goi_la ?? row.can_xem ?? null }
    : { price: null, package: null }

/** The bank's text and the doubts, shown under the name in the question. */
export function aboutOf(row: Row): string {
  const used = row.don && `đã dùng cho ${row.don}`
  const doubts = [used, row.lech_gia, row.goi_la, row.can_xem]
    .filter(Boolean)
    .map((doubt) => `Cần xem: ${doubt}`)
  return [nameOf(row), row.str_mes, ...doubts].join('\n\n')
}

/** The ticked rows of this page. */
const tickedRows = ({ rows, ids }: Ticked): Row[] => rows.filter(({ id }) => ids.has(id))

/** Sum of the ticked rows; null while some of them are on another page. */
export function moneyOf(context: Ticked): number | null {
  const { answer, all, ids } = context
  if (all) return answer?.tongChuyenKhoan ?? 0
  const chosen = tickedRows(context)
  return chosen.length === ids.size ? chosen.reduce((sum, { money }) => sum + (money ?? 0), 0) : null
}

/** Saves a cell; an empty phone or package is not sent (D1-Q-050). */
export const saveBankCell: SaveCell<Row> = async (row, column, value, more) =>
  value === null ? null : saveCell(mesbank, row, column, value, more)
