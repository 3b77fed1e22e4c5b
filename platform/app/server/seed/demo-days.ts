/** Days and months of the demo's quarter. */
import { addDays, dayStart, todayVn } from '#kit/contract/dates.ts'

export const minute = 60_000
export const hour = 60 * minute

export const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay()
/** Instant of a clock time ('08:30' is 8.5) on a day in Vietnam. */
export const instantAt = (day: string, clock: number): number =>
  Date.parse(dayStart(day)) + Math.round(clock * hour)
/** First days of the demo's months: two completed ones, and the current one. */
export function monthsOf(now: Date): readonly [before: string, last: string, running: string] {
  const running = `${todayVn(now).slice(0, 7)}-01`
  const last = `${addDays(running, -1).slice(0, 7)}-01`
  return [`${addDays(last, -1).slice(0, 7)}-01`, last, running]
}
/** The day itself, or the working day after a Sunday. */
export const workday = (day: string): string => (weekdayOf(day) === 0 ? addDays(day, 1) : day)
export const workdayBefore = (day: string): string => addDays(day, weekdayOf(day) === 1 ? -2 : -1)
