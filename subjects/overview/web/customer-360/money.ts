/** The money of one phone: revenue as in lists and reports, and its requests (D3-ONE-07). */
import type { BlockRow } from './blocks.ts'

type Sale = Pick<BlockRow<'doanhthu'>, 'status' | 'doanhThu'>
type Refund = Pick<BlockRow<'hoantien'>, 'duyet' | 'refund_price' | 'other_refund'>
type MoneyLine = { label: string; amount: number; sum: boolean }

export const sum = (amounts: readonly (number | null | undefined)[]): number =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)

/** Lines that have rows, and the remaining revenue if something was given back. */
export function moneyOf(sales: readonly Sale[], requests: readonly Refund[]): MoneyLine[] {
  const sold = sales.filter(({ status }) => status === 'SUCCESS')
  const [approved, waiting] = ['1', '0'].map((state) => requests.filter(({ duyet }) => duyet === state))
  const back = (rows: readonly Refund[] = []): number =>
    sum(rows.flatMap((row) => [row.refund_price, row.other_refund]))
  const revenue = sum(sold.map(({ doanhThu }) => doanhThu))
  const line = (rows: readonly unknown[] = [], name: string, amount: number): MoneyLine[] =>
    rows.length === 0
      ? []
      : [{ label: `${name}, ${rows.length} ${rows === sold ? 'gói' : 'đơn'}`, amount, sum: false }]
  const isBoth = sold.length > 0 && (approved?.length ?? 0) > 0
  return [
    ...line(sold, 'Doanh thu', revenue),
    ...line(approved, 'Hoàn, nạp đã duyệt', -back(approved)),
    ...(isBoth ? [{ label: 'Còn lại', amount: revenue - back(approved), sum: true }] : []),
    ...line(waiting, 'Chờ duyệt', back(waiting)),
  ]
}
