/** With which days a report compares its own: the same ones of the month before. */
import { addDays, fromFilterDate, toFilterDate } from '../../../contract/dates.ts'

const pad = (n: number): string => String(n).padStart(2, '0')

/** The last day of a month, counted from year 0. */
const lastOf = (month: number): string => {
  const next = month + 1
  return addDays(`${Math.floor(next / 12)}-${pad((next % 12) + 1)}-01`, -1)
}

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The same day so many months earlier; a month's last day, and one that the month does not have, is its last one. */
function monthsBefore(day: string, months: number): string {
  const last = lastOf(monthOf(day) - months)
  const isLast = day === lastOf(monthOf(day))
  return isLast || day.slice(8) > last.slice(8) ? last : `${last.slice(0, 8)}${day.slice(8)}`
}

/**
 * The days before those of a filter, as many months earlier as they span: 1 to 22 November gives 1 to 22 October, a
 * quarter the quarter before. Null without both days.
 */
export function earlierDays(startDate = '', endDate = ''): { startDate: string; endDate: string } | null {
  const [start, end] = [fromFilterDate(startDate), fromFilterDate(endDate)]
  if (!start || !end || start > end) return null
  const months = monthOf(end) - monthOf(start) + 1
  const first =
    start.slice(8) === '01' ? `${lastOf(monthOf(start) - months).slice(0, 8)}01` : monthsBefore(start, months)
  return { startDate: toFilterDate(first), endDate: toFilterDate(monthsBefore(end, months)) }
}
