/** Months that start at midnight in Vietnam. */
import sql, { type Sql } from 'sql-template-tag'
import { dayStart, firstOfMonthVn } from '#kit/contract/dates.ts'

/** The month `count` months after `month` ('YYYY-MM-01'), or before it if negative. */
export function addMonths(month: string, count: number): string {
  const [year = 0, monthOfYear = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, monthOfYear - 1 + count, 1)).toISOString().slice(0, 10)
}

/** First month to keep when `months` complete months are kept besides the current one. */
export const firstKept = (months: number, now: Date): string => addMonths(firstOfMonthVn(now), -months)

/** Condition that an instant lies in the month. */
export const inMonth = (instant: Sql, month: string): Sql =>
  sql`${instant} >= ${dayStart(month)}::timestamptz AND ${instant} < ${dayStart(addMonths(month, 1))}::timestamptz`
