/** How 'Kết quả tháng' shows its amounts: with which sign, as which bar, and the rows behind each (D3-PAY-13). */
import { addDays, toFilterDate } from '../../../contract/dates.ts'
import { addMonths, readMonth } from '../../../contract/month.ts'
import type { ScreenName } from '../../../contract/screens.ts'
import type { ResultAmount, ResultItem } from '../../../contract/workflows/month-result.ts'

/** −1: it lessens the result. Sanctions and recoveries lessen the pay. */
const signs: Readonly<Record<ResultItem, 1 | -1>> = {
  doanh_thu: 1,
  hoan_tien: -1,
  doanh_thu_thuc_te: 1,
  luong: -1,
  tong_luong_thang: -1,
  che_tai: 1,
  truy_thu: 1,
  dieu_chinh: -1,
  chiphiquanly: -1,
  chiphihotro: -1,
  chiphikhac: -1,
  ket_qua: 1,
  chiphihoantien: 1,
  lech_hoan_tien: 1,
}
/** What the amount above it is made of. */
const inner: readonly ResultItem[] = ['tong_luong_thang', 'che_tai', 'truy_thu', 'dieu_chinh']
const sums: readonly ResultItem[] = ['doanh_thu_thuc_te', 'ket_qua']
/** Beside the calculation, no part of it. */
export const checks: readonly ResultItem[] = ['chiphihoantien', 'lech_hoan_tien']

export type Bar = { from: number; to: number; sum: boolean }
export type ResultRow = {
  ma: ResultItem
  /** With their sign, đồng. */
  now: number
  before: number
  /** In % of the former amount; null where there was none. */
  share: number | null
  count: number | null
  kind: 'sum' | 'inner' | 'plain'
  /** Where it lies between the lowest and the highest of them, as shares of 1. */
  bar: Bar | null
}

const kindOf = (ma: ResultItem): ResultRow['kind'] => {
  if (sums.includes(ma)) return 'sum'
  return inner.includes(ma) ? 'inner' : 'plain'
}

type Spans = { from: number; to: number }

/** Where each amount begins and ends, in đồng: behind the one before it, sums at nothing. */
function spansOf(amounts: readonly ResultAmount[]): ReadonlyMap<ResultItem, Spans> {
  let stands = 0
  const spans = new Map<ResultItem, Spans>()
  for (const { ma, nay } of amounts) {
    const kind = kindOf(ma)
    if (kind === 'inner' || checks.includes(ma)) continue
    const from = kind === 'sum' ? 0 : stands
    stands = kind === 'sum' ? nay : stands + signs[ma] * nay
    spans.set(ma, { from, to: stands })
  }
  return spans
}

/** The rows in order, with their bars on one scale that has room for a result below nothing. */
export function resultRows(amounts: readonly ResultAmount[]): ResultRow[] {
  const spans = spansOf(amounts)
  const ends = [...spans.values()].flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(0, ...ends), Math.max(1, ...ends)]
  const share = (value: number): number => (value - low) / (high - low)
  return amounts.map(({ ma, nay, truoc, so }) => {
    const kind = kindOf(ma)
    const [now, before] = [signs[ma] * nay || 0, signs[ma] * truoc || 0]
    const span = spans.get(ma)
    return {
      ma,
      now,
      before,
      share: before === 0 ? null : ((now - before) / Math.abs(before)) * 100,
      count: so,
      kind,
      bar: span
        ? {
            from: share(Math.min(span.from, span.to)),
            to: share(Math.max(span.from, span.to)),
            sum: kind === 'sum',
          }
        : null,
    }
  })
}

type Rows = { screen: ScreenName; filters: Readonly<Record<string, string>> }

/** The list whose rows an amount sums in `month` (MM/YYYY); null for a difference, whose two amounts open their own. */
export function rowsBehind(ma: ResultItem, month: string): Rows | null {
  const [first, next] = [readMonth(month), readMonth(addMonths(month, 1))]
  if (first === null || next === null || sums.includes(ma) || ma === 'lech_hoan_tien') return null
  const days = { startDate: toFilterDate(first), endDate: toFilterDate(addDays(next, -1)) }
  if (ma === 'luong' || inner.includes(ma)) return { screen: 'tinhluong', filters: { startDate: month } }
  if (ma === 'doanh_thu') return { screen: 'report90849332', filters: { ...days, status: 'SUCCESS' } }
  if (ma === 'hoan_tien') return { screen: 'requestrefundreport', filters: { ...days, hieu_luc: '1' } }
  if (ma === 'chiphihoantien') return { screen: ma, filters: { ...days, hieu_luc: '1' } }
  return { screen: ma as ScreenName, filters: days }
}
