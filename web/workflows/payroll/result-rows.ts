/** How 'Kết quả tháng' shows its amounts: added or deducted, as which bar, and the rows behind each (D3-PAY-13, D3-ONE-06). */
import { toFilterDate } from '../../../contract/dates.ts'
import { monthDays, type Days } from '../../../contract/earlier.ts'
import { formatMonth, readMonth } from '../../../contract/month.ts'
import type { ScreenName } from '../../../contract/screens.ts'
import type { ResultAmount, ResultItem } from '../../../contract/workflows/month-result.ts'

/** What is deducted: from revenue, or, sanctions and recoveries, from pay. It stands as the positive amount that it is. */
const deducted: readonly ResultItem[] = [
  'hoan_tien',
  'luong',
  'che_tai',
  'truy_thu',
  'chiphiquanly',
  'chiphihotro',
  'chiphikhac',
]
/** What the amount above it is made of. */
const inner: readonly ResultItem[] = ['tong_luong_thang', 'che_tai', 'truy_thu', 'dieu_chinh']
const sums: readonly ResultItem[] = ['doanh_thu_thuc_te', 'ket_qua']
/** Beside the calculation, no part of it. */
export const checks: readonly ResultItem[] = ['chiphihoantien', 'lech_hoan_tien']
/** Pay and result: provisional while the month runs. */
export const provisional: readonly ResultItem[] = ['luong', ...inner, 'ket_qua']

export type Bar = { from: number; to: number; sum: boolean }
export type ResultRow = ResultAmount & {
  less: boolean
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
    stands = kind === 'sum' ? nay : stands + (deducted.includes(ma) ? -nay : nay)
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
  return amounts.map((amount) => {
    const { ma } = amount
    const kind = kindOf(ma)
    const span = spans.get(ma)
    return {
      ...amount,
      less: deducted.includes(ma),
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

/** All days of a month MM/YYYY. */
export const daysOf = (month: string): Days => monthDays(readMonth(month) ?? '')

type Rows = { screen: ScreenName; filters: Readonly<Record<string, string>> }

/** The list whose rows an amount sums over `days`; null for a difference, whose two amounts open their own. */
export function rowsBehind(ma: ResultItem, { start, end }: Days): Rows | null {
  if (sums.includes(ma) || ma === 'lech_hoan_tien') return null
  const days = { startDate: toFilterDate(start), endDate: toFilterDate(end) }
  if (ma === 'luong' || inner.includes(ma))
    return { screen: 'tinhluong', filters: { startDate: formatMonth(start) } }
  if (ma === 'doanh_thu') return { screen: 'report90849332', filters: { ...days, status: 'SUCCESS' } }
  if (ma === 'hoan_tien') return { screen: 'requestrefundreport', filters: { ...days, hieu_luc: '1' } }
  if (ma === 'chiphihoantien') return { screen: ma, filters: { ...days, hieu_luc: '1' } }
  return { screen: ma as ScreenName, filters: days }
}
