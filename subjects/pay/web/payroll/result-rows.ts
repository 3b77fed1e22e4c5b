/** How 'Kết quả tháng' shows its amounts: sign, bar, and the rows behind each amount (D3-PAY-13, D3-ONE-06). */
import { toFilterDate } from '#kit/contract/dates.ts'
import { monthDays, type Days } from '#kit/contract/earlier.ts'
import { formatMonth, readMonth } from '#kit/contract/month.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import {
  deductedCosts,
  type DeductedCost,
  type ResultAmount,
  type ResultItem,
} from '#subjects/pay/contract/calls/month-result.ts'
import type { BarProps } from '#figures/bar.tsx'
import { scaleOf, shareOf, spanOf } from '#figures/scale.ts'
import type { StatementLine } from '#figures/statement.tsx'

/** Deductions from revenue, and sanctions and recoveries from pay. Shown as positive amounts. */
const deducted: readonly ResultItem[] = [
  'hoan_tien',
  'luong',
  'che_tai',
  'truy_thu',
  'chiphiquanly',
  'chiphihotro',
  'chiphikhac',
]
/** Parts of the amount above them. */
const partsOfPay: readonly ResultItem[] = ['tong_luong_thang', 'che_tai', 'truy_thu', 'dieu_chinh']
const sums: readonly ResultItem[] = ['doanh_thu_thuc_te', 'ket_qua']
/** For comparison, not part of the calculation. */
export const checks: readonly ResultItem[] = ['chiphihoantien', 'lech_hoan_tien']
/** Pay and result: provisional while the month runs. */
export const provisional: readonly ResultItem[] = ['luong', ...partsOfPay, 'ket_qua']

/** Line with the sum of all deducted costs, for readers who may see all of them. */
const allCosts = 'chi_phi'

export type ResultRow = Omit<ResultAmount, 'ma'> & {
  ma: ResultItem | typeof allCosts
  less: boolean
  kind: StatementLine['kind']
  /** Its place on the scale of all amounts. */
  bar: BarProps | null
}

/** Short names of the costs, shown below the line of all costs. */
export const costNames: Readonly<Record<DeductedCost, string>> = {
  chiphiquanly: 'Quản lý',
  chiphihotro: 'Hỗ trợ',
  chiphikhac: 'Khác',
}
export const isCost = (ma: string): ma is DeductedCost => ma in costNames

function kindOf(ma: ResultItem, grouped: boolean): StatementLine['kind'] {
  if (ma === 'ket_qua') return 'result'
  if (sums.includes(ma)) return 'sum'
  return partsOfPay.includes(ma) || (grouped && isCost(ma)) ? 'inner' : undefined
}

type Span = { from: number; to: number }

/** From and to of each bar, in đồng: each starts where the one before ended, sums start at 0. */
function spansOf(amounts: readonly ResultAmount[]): ReadonlyMap<ResultItem, Span> {
  let now = 0
  const spans = new Map<ResultItem, Span>()
  for (const { ma, nay } of amounts) {
    if (partsOfPay.includes(ma) || checks.includes(ma)) continue
    const from = sums.includes(ma) ? 0 : now
    now = sums.includes(ma) ? nay : now + (deducted.includes(ma) ? -nay : nay)
    spans.set(ma, { from, to: now })
  }
  return spans
}

const total = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)

/** The line of all costs. */
function costsOf(costs: readonly ResultAmount[], barOf: (span: Span) => BarProps, spans: Span[]): ResultRow {
  const [first, last] = [spans.at(0), spans.at(-1)]
  return {
    ma: allCosts,
    nay: total(costs.map(({ nay }) => nay)) ?? 0,
    truoc: total(costs.map(({ truoc }) => truoc)),
    so: total(costs.map(({ so }) => so)),
    so_truoc: total(costs.map(({ so_truoc }) => so_truoc)),
    less: true,
    kind: undefined,
    bar: first && last ? barOf({ from: first.from, to: last.to }) : null,
  }
}

/** Revenue and sums have a mark for the compared month. */
const marked: readonly ResultItem[] = ['doanh_thu', ...sums]

/** The rows in order, their bars on one scale that includes a negative result. */
export function resultRows(amounts: readonly ResultAmount[]): ResultRow[] {
  const spans = spansOf(amounts)
  const marks = amounts.flatMap(({ ma, truoc }) => (marked.includes(ma) ? (truoc ?? []) : []))
  const scale = scaleOf([...[...spans.values()].flatMap(({ from, to }) => [from, to]), ...marks])
  const barOf = ({ from, to }: Span): BarProps => ({ ...spanOf(to, scale, from), height: 12, tone: 'soft' })
  const costs = amounts.filter(({ ma }) => isCost(ma))
  const grouped = costs.length === deductedCosts.length
  return amounts.flatMap((amount): ResultRow[] => {
    const { ma, truoc } = amount
    const kind = kindOf(ma, grouped)
    const span = spans.get(ma)
    const bar = span && {
      ...barOf(span),
      ...(kind === 'inner' && { height: 6 }),
      ...(marked.includes(ma) && {
        tone: undefined,
        ...(truoc !== null && { mark: shareOf(truoc, scale) }),
      }),
    }
    const row = { ...amount, less: deducted.includes(ma), kind, bar: bar ?? null }
    const opensCosts = grouped && ma === costs[0]?.ma
    return opensCosts
      ? [
          costsOf(
            costs,
            barOf,
            costs.flatMap((cost) => spans.get(cost.ma) ?? []),
          ),
          row,
        ]
      : [row]
  })
}

/** All days of a month MM/YYYY. */
export const daysOf = (month: string): Days => monthDays(readMonth(month) ?? '')

type Rows = { screen: ScreenName; filters: Readonly<Record<string, string>> }

/** The list whose rows add up to an amount in `days`; null for a difference, whose two amounts have their own lists. */
export function rowsBehind(ma: ResultItem, { start, end }: Days): Rows | null {
  if (sums.includes(ma) || ma === 'lech_hoan_tien') return null
  const days = { startDate: toFilterDate(start), endDate: toFilterDate(end) }
  if (ma === 'luong' || partsOfPay.includes(ma))
    return { screen: 'tinhluong', filters: { startDate: formatMonth(start) } }
  if (ma === 'doanh_thu') return { screen: 'report90849332', filters: { ...days, status: 'SUCCESS' } }
  if (ma === 'hoan_tien') return { screen: 'requestrefundreport', filters: { ...days, hieu_luc: '1' } }
  if (ma === 'chiphihoantien') return { screen: ma, filters: { ...days, hieu_luc: '1' } }
  return { screen: ma as ScreenName, filters: days }
}
