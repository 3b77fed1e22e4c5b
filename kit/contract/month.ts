/** Months: MM/YYYY on wire and screen, their first day internally (D2-FMT-08, D2-API-07). */
import { present, todayVn } from './dates.ts'

/** The first day of 'MM/YYYY' as YYYY-MM-DD, or null. */
export function readMonth(text: string): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(20\d{2}|19\d{2})$/.exec(text.trim()) ?? []
  return month === undefined ? null : `${year}-${month}-01`
}

/** 'MM/YYYY' of a day. */
export const formatMonth = (day: string): string => `${day.slice(5, 7)}/${day.slice(0, 4)}`

/** The current month in Vietnam as MM/YYYY. */
export const thisMonth = (now: Date = present()): string => formatMonth(todayVn(now))

/** The month `count` months later as MM/YYYY, earlier when negative. */
export function addMonths(month: string, count: number): string {
  const months = Number(month.slice(3)) * 12 + Number(month.slice(0, 2)) - 1 + count
  return `${String((months % 12) + 1).padStart(2, '0')}/${Math.floor(months / 12)}`
}
