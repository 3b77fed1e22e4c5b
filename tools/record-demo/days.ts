/** Working times of the demo's staff: a salesperson's calls over the quarter, as spans of time. */
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { instantAt, hour, minute, monthsOf, weekdayOf } from '#platform/app/server/seed/demo-days.ts'
import type { Random } from '#platform/app/server/seed/demo-random.ts'

/** Days of the current volume of work. */
export const recentDays = 30
/** Volume of work on a day relative to today's: the company has grown. */
export const volumeOn = (day: string, today: string): number => (day < addDays(today, -recentDays) ? 0.82 : 1)

/** From hand-out to the latest end of a call; `last` before a break. Milliseconds since 1970. */
export type Slot = { start: number; end: number; last: boolean }

type Span = { from: number; to: number }

const shifts = [
  { from: 8 * hour, to: 11.75 * hour },
  { from: 13.25 * hour, to: 17.5 * hour },
] as const

/** Relative volume by hour, each to its end or the end of the shift. */
const hours: readonly (readonly [number, number])[] = [
  [8, 0.7],
  [9, 1.2],
  [10, 1.3],
  [11, 0.8],
  [13, 0.6],
  [14, 1.2],
  [15, 1.3],
  [16, 1],
  [17, 0.4],
]
/** Relative volume by weekday, Sunday first. */
const weekdays = [0, 1.12, 1.06, 1, 1, 0.96, 0.72] as const

const shortest = 4 * minute
/** Least working time after which today counts as begun. */
const begun = 45 * minute

function startsIn({ from, to }: Span, day: string, count: number, random: Random): number[] {
  const midnight = instantAt(day, 0)
  const starts: number[] = []
  // Times outside the span are drawn again; in a short or quiet span the tries run out.
  for (let tries = count * 30; starts.length < count && tries > 0; tries--) {
    const time = midnight + (random.weighted(hours) + random.next()) * hour
    if (time >= from && time < to - shortest) starts.push(Math.round(time / 1000) * 1000)
  }
  return starts.toSorted((a, b) => a - b)
}

/** Calls from their start times without overlaps; those pushed out of the span are dropped. */
function slotsOf(starts: readonly number[], span: Span): Slot[] {
  const slots: Slot[] = []
  let free = span.from
  for (const wanted of starts) {
    const start = Math.max(wanted, free)
    if (start + shortest > span.to) break
    free = start + shortest
    slots.push({ start, end: start + shortest - 20_000, last: false })
  }
  const last = slots.at(-1)
  if (last) last.last = true
  return slots
}

/** At night and on Sundays the last two hours count as working time, so that the first day is never empty. */
function dutyOf(day: string, until: number): Slot[] {
  const span = { from: Math.max(instantAt(day, 0) + minute, until - 2 * hour), to: until }
  const starts = Array.from({ length: 9 }, (_, n) => span.from + n * 13 * minute)
  return slotsOf(starts, span)
}

function dayOf(day: string, until: number, pace: number, random: Random): Slot[] {
  const busy = weekdays[weekdayOf(day)] ?? 1
  const count = Math.round(pace * busy * (0.85 + random.next() * 0.3))
  const whole = shifts.reduce((sum, { from, to }) => sum + to - from, 0)
  return shifts.flatMap(({ from, to }) => {
    const span = { from: instantAt(day, 0) + from, to: instantAt(day, 0) + to }
    const starts = startsIn(span, day, Math.round((count * (to - from)) / whole), random)
    const open = { from: span.from, to: Math.min(span.to, until) }
    return slotsOf(
      starts.filter((start) => start < open.to - shortest),
      open,
    )
  })
}

/**
 * Calls of one salesperson from the first day of the quarter until `until` (at most now), in order. `pace` is calls on
 * an ordinary day of the last month. Days off are random, but never today.
 */
export function slotsUntil(until: number, now: Date, pace: number, random: Random): Slot[] {
  const today = todayVn(now)
  const slots: Slot[] = []
  for (let day = monthsOf(now)[0]; day < today; day = addDays(day, 1)) {
    if (weekdayOf(day) === 0 || random.chance(0.03)) continue
    slots.push(...dayOf(day, until, pace * volumeOn(day, today), random))
  }
  const usual = weekdayOf(today) !== 0 && until >= instantAt(today, 0) + shifts[0].from + begun
  return [...slots, ...(usual ? dayOf(today, until, pace, random) : dutyOf(today, until))]
}
