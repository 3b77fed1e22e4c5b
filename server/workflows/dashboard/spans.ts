/** The stretches of time that the dashboard counts and compares, all by the Vietnamese day. */
import { addDays, datePresets, dayEnd, dayStart, firstOfMonthVn, todayVn } from '../../../contract/dates.ts'
import { dashboardPeriods, type DashboardPeriod } from '../../../contract/workflows/dashboard.ts'

/** Instants, the end excluded. */
export type Span = { from: string; to: string }

export type Spans = {
  today: string
  monthStart: string
  lastMonthStart: string
  /** First day of the chosen period; it ends today. */
  start: string
  period: Span
  /** The same stretch of the period before, up to the same time of day. */
  before: Span
  /** This month and the last one up to the same day and time; never into this month. */
  lastMonth: Span
}

/** From `day` on as long as from `start` until now, but not beyond the beginning of `start`. */
function sameStretch(day: string, start: string, now: Date): Span {
  const elapsed = now.getTime() - Date.parse(dayStart(start))
  const end = Math.min(Date.parse(dayStart(day)) + elapsed, Date.parse(dayStart(start)))
  return { from: dayStart(day), to: new Date(end).toISOString() }
}

/** The stretches of a period of the switch at `now`. */
export function spansOf(period: DashboardPeriod, now: Date = new Date()): Spans {
  const today = todayVn(now)
  const monthStart = firstOfMonthVn(now)
  const lastMonthStart = `${addDays(monthStart, -1).slice(0, 8)}01`
  const label = dashboardPeriods.find(({ value }) => value === period)?.label
  const start = datePresets.find((preset) => preset.label === label)?.range(now).startDate ?? monthStart
  const dayBefore = { today: addDays(start, -1), week: addDays(start, -7), month: lastMonthStart }[period]
  return {
    today,
    monthStart,
    lastMonthStart,
    start,
    period: { from: dayStart(start), to: dayEnd(today) },
    before: sameStretch(dayBefore, start, now),
    lastMonth: sameStretch(lastMonthStart, monthStart, now),
  }
}
