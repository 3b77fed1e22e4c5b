/** Maps the recording's times to a demo that starts now. */
import { addDays, dayStart, todayVn } from '#kit/contract/dates.ts'
import { hour, minute, monthsOf, weekdayOf } from './demo-days.ts'

const wholeDay = 24 * hour

/** Time of day at which the recording was made, in an hour of calls (`npm run record-demo`). */
export const recordedAt = 11.5 * hour
/** Time before the start that had calls on the day of the recording. */
const worked = 3.5 * hour
/** The last part of it is kept to the second: running calls, decisions due in minutes. */
const exact = 30 * minute

/** Everything before the quarter's first day happens in that day's early morning, in the same order. */
const earlyMorning = { from: 6 * hour, to: 7.5 * hour, work: 8 * hour, days: 300 } as const
/** Latest time to which events are postponed on the day of the start. */
const closing = 17.5 * hour
const quarterHour = 15 * minute

/** Most working days after the start that the recording may refer to. */
const farthest = 120

const isSunday = (day: string): boolean => weekdayOf(day) === 0

/** Piecewise linear interpolation through ascending `points`. */
function along(points: readonly (readonly [number, number])[], x: number): number {
  const end = Math.max(
    1,
    points.findIndex(([from]) => x <= from),
  )
  const [[x0, y0] = [0, 0], [x1, y1] = [1, 1]] = [points[end - 1], points[end]]
  return y0 + ((x - x0) * (y1 - y0)) / (x1 - x0)
}

export type DemoTime = {
  /** Working days from the quarter's start to the start: older stories are omitted. */
  oldest: number
  /** Day of the n-th working day before the start; after it if n is negative. */
  day: (back: number) => string
  /** Milliseconds since 1970 of a recorded instant. */
  instant: (back: number, millis: number) => number
}

/** Keeps the recorded order, the time of day of past days, and the last half hour to the second. */
export function demoTime(now: Date): DemoTime {
  const today = todayVn(now)
  const [first] = monthsOf(now)
  const midnight = Date.parse(dayStart(today))
  const elapsed = Math.max(now.getTime() - midnight, 1000)
  const past = [today]
  for (let day = addDays(today, -1); day >= first; day = addDays(day, -1)) if (!isSunday(day)) past.push(day)
  const oldest = past.length - 1
  const future = new Map<number, string>()
  for (let day = addDays(today, 1); future.size < farthest; day = addDays(day, 1))
    if (!isSunday(day)) future.set(-1 - future.size, day)
  const day = (back: number): string =>
    (back < 0 ? future.get(Math.max(back, -farthest)) : past[Math.min(back, oldest)]) ?? today
  const start = (back: number): number => Date.parse(dayStart(day(back)))

  const busy = Math.min(worked, Math.max(2 * hour, elapsed - 8 * hour), elapsed * 0.9)
  const exactPart = Math.min(exact, busy / 2)
  /** Time before the recording on its day → time before the start. */
  const ofToday = [[0, 0], [exactPart, exactPart], [worked, busy], [recordedAt, elapsed]] as const // prettier-ignore

  /** Later on the day of the recording: at a quarter of an hour after the start, or on the next working day. */
  function soon(after: number): number {
    if (after <= 45 * minute) return now.getTime() + after
    const then = Math.ceil(now.getTime() / quarterHour) * quarterHour + after
    return isSunday(today) || then - midnight > closing ? start(-1) + 8 * hour + (after % (9 * hour)) : then
  }

  /** Before the quarter's first day, in proportion to the time recorded before it. */
  const early = (back: number, millis: number): number =>
    along(
      [[-earlyMorning.days * wholeDay, earlyMorning.from], [-oldest * wholeDay, earlyMorning.to], [-oldest * wholeDay + earlyMorning.work, earlyMorning.work]], // prettier-ignore
      Math.max(-earlyMorning.days, -back) * wholeDay + millis,
    )

  return {
    oldest,
    day,
    instant(back, millis) {
      if (back === 0)
        return millis > recordedAt
          ? soon(millis - recordedAt)
          : Math.round(now.getTime() - along(ofToday, recordedAt - millis))
      if (back > oldest || (back === oldest && millis < earlyMorning.work))
        return Math.round(start(oldest) + early(back, millis))
      return start(back) + millis
    },
  }
}
