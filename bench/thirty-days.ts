/** The period of every row about a month: the present month would be empty on its first day. */
import { addDays, dayStart, toFilterDate, todayVn } from '#kit/contract/dates.ts'

const first = (): string => addDays(todayVn(), -29)

/** As filters of a list: `startDate` and `endDate`. */
export const thirtyDays = (): string =>
  `startDate=${toFilterDate(first())}&endDate=${toFilterDate(todayVn())}`

/** The same in the raw statements: their first instant. */
export const thirtyDaysSince = (): string => `'${dayStart(first())}'::timestamptz`
