/** Days that the dashboard counts and compares, and their time spans. */
import { addDays, datePresets, dayEnd, dayStart, firstOfMonthVn, todayVn } from '#kit/contract/dates.ts'
import { earlierDays, type Days } from '#kit/contract/earlier.ts'
import { dashboardPeriods, type DashboardPeriod } from '#subjects/overview/contract/calls/dashboard.ts'

/** A time span, end excluded. */
export type Span = { from: string; to: string }

export type Spans = {
  today: string
  lastMonthStart: string
  /** The selected period up to today, and the same days of the previous one (D3-ONE-02). */
  days: Days
  before: Days
  /** This month up to today, and the same days of the previous month. */
  month: Days
  lastMonth: Days
}

/** Time span from the start of the first day to the end of the last. */
export const spanOf = ({ start, end }: Days): Span => ({ from: dayStart(start), to: dayEnd(end) })

const daysAgo = ({ start, end }: Days, count: number): Days => ({
  start: addDays(start, -count),
  end: addDays(end, -count),
})

export function spansOf(period: DashboardPeriod, now: Date = new Date()): Spans {
  const today = todayVn(now)
  const month = { start: firstOfMonthVn(now), end: today }
  const lastMonth = earlierDays(month, today) ?? month
  const label = dashboardPeriods.find(({ value }) => value === period)?.label
  const start = datePresets.find((preset) => preset.label === label)?.range(now).startDate ?? month.start
  const days = { start, end: today }
  const before = { today: daysAgo(days, 1), week: daysAgo(days, 7), month: lastMonth }[period]
  return { today, lastMonthStart: lastMonth.start, days, before, month, lastMonth }
}
