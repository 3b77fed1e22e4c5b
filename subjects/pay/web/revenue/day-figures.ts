/** The bars of the chart: days, or months when there are too many days. */
import { toFilterDate } from '#kit/contract/dates.ts'
import type { RevenueDay } from '#subjects/pay/contract/calls/revenue.ts'

export type Bar = {
  /** Label below the bar, and the long one for screen readers. */
  name: string
  fullName: string
  /** First and last day, DD/MM/YYYY. */
  from: string
  to: string
  revenue: number
  refund: number
  packages: number
}

/** More days than this are grouped by month. */
const mostDays = 62
const dayMs = 86_400_000

/** Every day from the first to the last, including days without rows. */
function everyDay(days: readonly RevenueDay[]): string[] {
  const first = Date.parse(days[0]?.ngay ?? '')
  const last = Date.parse(days.at(-1)?.ngay ?? '')
  const dayCount = Number.isNaN(first) ? 0 : Math.round((last - first) / dayMs) + 1
  return Array.from({ length: dayCount }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  )
}

const sumOf = (days: readonly RevenueDay[], fullName: string, name: string): Bar => ({
  name,
  fullName,
  from: toFilterDate(days[0]?.ngay ?? ''),
  to: toFilterDate(days.at(-1)?.ngay ?? ''),
  revenue: days.reduce((sum, { doanhThu }) => sum + doanhThu, 0),
  refund: days.reduce((sum, { tien_hoan: amount }) => sum + amount, 0),
  packages: days.reduce((sum, { so_goi: many }) => sum + many, 0),
})

const empty = { so_goi: 0, doanhThu: 0, doanh_thu: 0, tien_hoan: 0, doanh_thu_tinh_luong: 0 }

/** The bars of `days`, oldest first. */
export function barsOf(days: readonly RevenueDay[]): Bar[] {
  const allDays = everyDay(days)
  if (allDays.length > mostDays) {
    const months = [...new Set(days.map(({ ngay }) => ngay.slice(0, 7)))]
    return months.map((month) => {
      const name = `${month.slice(5)}/${month.slice(0, 4)}`
      return sumOf(
        days.filter(({ ngay }) => ngay.startsWith(month)),
        `Tháng ${name}`,
        name,
      )
    })
  }
  const byDay = new Map(days.map((day) => [day.ngay, day]))
  return allDays.map((ngay) =>
    sumOf([byDay.get(ngay) ?? { ngay, ...empty }], toFilterDate(ngay), ngay.slice(8)),
  )
}
