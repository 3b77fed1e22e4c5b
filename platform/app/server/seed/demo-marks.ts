/** Replaces the recording's marks by their values on the day of the start. */
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { hour } from './demo-days.ts'
import { marks, sign, type MarkKind } from './demo-recording.ts'
import type { DemoTime } from './demo-time.ts'

const pattern = new RegExp(`${sign}(.)([^${sign}]*)${sign}`, 'g')

/** Id of the n-th row, in the form of version 7: newer rows come after all of them. */
export const rowId = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

const monthsBefore = (day: string, months: number): string => {
  let first = `${day.slice(0, 7)}-01`
  for (let n = 0; n < months; n++) first = `${addDays(first, -1).slice(0, 7)}-01`
  return first
}

/** As the database writes it in JSON, without trailing zeros in the seconds. */
const json = (millis: number): string => new Date(millis).toISOString().replace(/\.?0*Z$/, '+00:00')
const vietnam = (millis: number): string => new Date(millis + 7 * hour).toISOString()
const dateText = (day: string, between: string): string =>
  [day.slice(8, 10), day.slice(5, 7), day.slice(0, 4)].join(between)

/** A function that replaces the marks of a text; `accounts`: ids by name. */
export function marksAt(
  now: Date,
  time: DemoTime,
  accounts: ReadonlyMap<string, string>,
): (text: string) => string {
  const today = todayVn(now)
  const instantOf = (value: string): number => {
    const [back = '', millis = ''] = value.split('.')
    return time.instant(Number(back), Number.parseInt(millis, 36))
  }
  const writers: Readonly<Record<MarkKind, (of: string) => string>> = {
    [marks.instant]: (value) => json(instantOf(value)),
    [marks.since]: (value) => json(now.getTime() - Number(value)),
    [marks.millis]: (value) => String(instantOf(value)),
    [marks.note]: (value) => {
      const local = vietnam(instantOf(value))
      return `${local.slice(11, 16)} ngày ${dateText(local, '/').slice(0, 5)}`
    },
    [marks.transfer]: (value) => {
      const local = vietnam(instantOf(value))
      return `${dateText(local, '-')} ${local.slice(11, 16)}`
    },
    [marks.day]: (value) => time.day(Number(value)),
    [marks.shownDay]: (value) => dateText(time.day(Number(value)), '/'),
    [marks.calendarDay]: (value) => addDays(today, -Number(value)),
    [marks.monthOfDay]: (value) => `${time.day(Number(value)).slice(0, 7)}-01`,
    [marks.month]: (value) => monthsBefore(today, Number(value)),
    [marks.row]: (value) => rowId(Number.parseInt(value, 36)),
    [marks.account]: (value) => {
      const id = accounts.get(value)
      if (!id) throw new Error(`the recording of the demo needs the account '${value}'`)
      return id
    },
  }
  const replacements = new Map<string, string>()
  return (text) =>
    text.replace(pattern, (mark, kind: MarkKind, value: string) => {
      let written = replacements.get(mark)
      if (written === undefined) {
        written = writers[kind](value)
        replacements.set(mark, written)
      }
      return written
    })
}
