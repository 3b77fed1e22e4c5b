/** How long a person's state has lasted, counted in the browser from the server's start time (D3-FLR-01). */
import { formatInstant } from '#kit/contract/dates.ts'

const second = 1_000
const minute = 60 * second

const two = (n: number): string => String(n).padStart(2, '0')

/** '03:18' within the first hour, then '6 giờ 40'; never below zero, whatever the clocks show. */
export function runningTime(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / minute)
  if (minutes >= 60) return `${Math.floor(minutes / 60)} giờ ${two(minutes % 60)}`
  return `${two(minutes)}:${two(Math.floor((Math.max(0, ms) % minute) / second))}`
}

/** Hour and minute of an instant in Vietnam: '14:18'. */
export const clockTime = (instant: string): string => formatInstant(instant).slice(11, 16)

/** The hour of an instant in Vietnam. */
export const startHour = (instant: string): number => Number(formatInstant(instant).slice(11, 13))
