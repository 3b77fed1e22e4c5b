/** Comparison days of a figure; a running month is only compared day by day (D3-ONE-02). */
import { addDays, firstOfMonthVn, present, todayVn } from './dates.ts'
import { readMonth } from './month.ts'

/** First and last day, YYYY-MM-DD. */
export type Days = { start: string; end: string }

const pad = (n: number): string => String(n).padStart(2, '0')

/** Last day of a month, with months counted from year 0. */
const lastOf = (month: number): string => {
  const next = month + 1
  return addDays(`${Math.floor(next / 12)}-${pad((next % 12) + 1)}-01`, -1)
}

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The same day `months` months earlier; the last day of a month stays the last, and missing days become the last. */
function monthsBefore(day: string, months: number): string {
  const last = lastOf(monthOf(day) - months)
  const isLast = day === lastOf(monthOf(day))
  return isLast || day.slice(8) > last.slice(8) ? last : `${last.slice(0, 8)}${day.slice(8)}`
}

/**
 * The days to compare `days` with, shifted back by as many months as they span: 1 to 22 November gives 1 to 22 October,
 * a quarter the quarter before. Days after `today` are left out; null if none remain.
 */
export function earlierDays(days: Days, today: string = todayVn()): Days | null {
  const { start } = days
  const end = days.end > today ? today : days.end
  if (start > end) return null
  const months = monthOf(end) - monthOf(start) + 1
  const first =
    start.slice(8) === '01' ? `${lastOf(monthOf(start) - months).slice(0, 8)}01` : monthsBefore(start, months)
  return { start: first, end: monthsBefore(end, months) }
}

export const monthDays = (start: string): Days => ({ start, end: lastOf(monthOf(start)) })

/** Whether a month MM/YYYY has not ended yet, so that its pay and result are provisional. */
export const isRunning = (month: string, now: Date = present()): boolean =>
  (readMonth(month) ?? '') >= firstOfMonthVn(now)
