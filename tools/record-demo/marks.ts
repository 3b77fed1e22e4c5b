/** Replaces times, ids and accounts in a row's text by marks (platform/app/server/seed/demo-recording.ts). */
import { addDays, dayStart, todayVn } from '#kit/contract/dates.ts'
import { hour, weekdayOf } from '#platform/app/server/seed/demo-days.ts'
import { marks, sign, type MarkKind } from '#platform/app/server/seed/demo-recording.ts'

/** Instants, days, ids and day names in texts. Phones and amounts are shorter than 13 digits. */
const pattern =
  /(?<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(?<instant>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00(?::00)?))|(?<day>(?<!\d)\d{4}-\d\d-\d\d(?!\d))|(?<note>\d\d:\d\d ngày \d\d\/\d\d)|(?<transfer>\d\d-\d\d-\d{4} \d\d:\d\d)|(?<shown>\d\d\/\d\d\/\d{4})|(?<millis>(?<!\d)1[78]\d{11}(?!\d))/g

const mark = (kind: MarkKind, of: string | number): string => `${sign}${kind}${of}${sign}`
const wholeDay = 24 * hour
/** Events of a Sunday move to the last hours of Saturday, because other days are Sundays when the quarter is loaded. */
const lateSaturday = 21 * hour

/** Positions of times before `now`. */
export function positionsAt(now: Date) {
  const today = todayVn(now)
  const daysByDate = new Map<string, number>()
  /** Working days from a day to today; for a Sunday those from Saturday. */
  function workingDays(day: string): number {
    let count = daysByDate.get(day)
    if (count !== undefined) return count
    count = 0
    const [from, to] = day < today ? [day, today] : [today, day]
    for (let next = addDays(from, 1); next <= to; next = addDays(next, 1)) if (weekdayOf(next) !== 0) count++
    if (day > today) count = -count
    daysByDate.set(day, count)
    return count
  }
  const calendarDays = (day: string): number => Math.round((Date.parse(today) - Date.parse(day)) / wholeDay)
  function position(millis: number): { back: number; after: number } {
    const day = todayVn(new Date(millis))
    const after = millis - Date.parse(dayStart(day))
    const weekday = weekdayOf(day)
    const since = weekday === 0 ? wholeDay + after : after
    const late = weekday === 0 || (weekday === 6 && after > lateSaturday)
    return {
      back: workingDays(day),
      after: late ? Math.round(lateSaturday + (since - lateSaturday) / 9) : after,
    }
  }
  return { workingDays, calendarDays, position }
}

export type Known = {
  /** Names of accounts by id. */
  accounts: ReadonlyMap<string, string>
  /** Numbers of rows by id, in the order of their first occurrence. */
  rows: Map<string, number>
  /** Instants since which somebody is calling. */
  since: ReadonlySet<number>
}

/**
 * How days and instants of a column are stored: by working days, by calendar days, or exactly if somebody has been
 * calling since then.
 */
export type Way = 'working' | 'calendar' | 'since'

/** A function that writes the marks of a text. */
export function marksOf(now: Date, { accounts, rows, since }: Known): (text: string, way: Way) => string {
  const { workingDays, calendarDays, position } = positionsAt(now)
  const year = todayVn(now).slice(0, 4)
  const instant = (kind: MarkKind, millis: number): string => {
    const { back, after } = position(millis)
    return mark(kind, `${back}.${after.toString(36)}`)
  }
  const local = (day: string, clock: string): number => Date.parse(`${day}T${clock}:00+07:00`)
  const turned = (text: string, between: string): string => text.split(between).toReversed().join('-')
  function idOf(id: string): string {
    const account = accounts.get(id)
    if (account !== undefined) return mark(marks.account, account)
    const number = rows.get(id) ?? rows.size + 1
    rows.set(id, number)
    return mark(marks.row, number.toString(36))
  }
  return (text, way) =>
    text.replace(pattern, (...found: unknown[]) => {
      const groups = found.at(-1) as Record<string, string | undefined>
      const all = found[0] as string
      if (groups.uuid) return idOf(all)
      if (groups.instant) {
        const millis = Date.parse(all.replace(' ', 'T').replace(/\+00$/, 'Z'))
        if (way === 'since' && since.has(millis)) return mark(marks.since, now.getTime() - millis)
        return instant(marks.instant, millis)
      }
      if (groups.day)
        return way === 'calendar'
          ? mark(marks.calendarDay, calendarDays(all))
          : mark(marks.day, workingDays(all))
      if (groups.note)
        return instant(marks.note, local(`${year}-${turned(all.slice(-5), '/')}`, all.slice(0, 5)))
      if (groups.transfer) return instant(marks.transfer, local(turned(all.slice(0, 10), '-'), all.slice(11)))
      if (groups.shown) return mark(marks.shownDay, workingDays(turned(all, '/')))
      return instant(marks.millis, Number(all))
    })
}
