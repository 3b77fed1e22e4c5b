/** Days and instants of the operation: always Asia/Ho_Chi_Minh, which is +07:00 all year (D1-Q-163, D1-Q-069). */
import { cleanText } from './text.ts'

export type DateRange = { startDate: string; endDate: string }

const dayMs = 86_400_000
const zoneMs = 7 * 3_600_000
/** Years outside are typing errors, or a number such as 261018 read as a spreadsheet serial (year 2614). */
const firstYear = 1900
const lastYear = 2199

/** Vietnamese local time; `ms` is counted as if it were UTC. */
type Wall = { ms: number; timed: boolean }

function dayMsOf(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month - 1, day)
  const date = new Date(ms)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= firstYear && year <= lastYear ? ms : null
}

function timeMsOf(text: string): number | null {
  const [, hours, minutes, seconds = '0', fraction = '0'] =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Math.floor(Number(`0.${fraction}`) * 1000)
}

/**
 * Local time of an Excel serial number (1900 system) as a Date in UTC parts, or null. 29/02/1900, which only Excel has,
 * is null; below 1 it is a time of day on 1899-12-31. Seconds are rounded to remove floating-point noise.
 */
export function serialToDate(serial: number): Date | null {
  const day = Math.floor(serial)
  if (!Number.isFinite(serial) || serial < 0 || day === 60 || serial >= 2_958_466) return null
  const ms = Math.round((serial - 25_569 + (day < 60 ? 1 : 0)) * dayMs)
  const second = Math.round(ms / 1000) * 1000
  return new Date(Math.abs(ms - second) <= 5 ? second : ms)
}

function wallOfDate(date: Date): Wall | null {
  const year = date.getUTCFullYear()
  if (Number.isNaN(date.getTime()) || year < firstYear || year > lastYear) return null
  return { ms: date.getTime(), timed: date.getTime() % dayMs !== 0 }
}

const dayFirst = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[ T]+(.+))?$/
const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(.+))?$/
const zoned = /^(.+?) ?(Z|[+-]\d{2}:?\d{2})$/i

/** UTC offset of a written zone in ms; text without one is Vietnamese time. */
function zoneOf(zone: string | undefined): number {
  if (!zone) return zoneMs
  if (zone.toUpperCase() === 'Z') return 0
  const size = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000
  return zone.startsWith('-') ? -size : size
}

function wallOfText(text: string): Wall | null {
  const ahead = dayFirst.exec(text)
  const back = ahead ? null : yearFirst.exec(text)
  const day = ahead
    ? dayMsOf(Number(ahead[4]), Number(ahead[3]), Number(ahead[1]))
    : back && dayMsOf(Number(back[1]), Number(back[2]), Number(back[3]))
  if (day === null) return null
  const timeText = ahead ? ahead[5] : back?.[4]
  if (timeText === undefined) return { ms: day, timed: false }
  const [, clock = timeText, zone] = zoned.exec(timeText) ?? []
  const time = timeMsOf(clock)
  return time === null ? null : { ms: day + time - zoneOf(zone) + zoneMs, timed: true }
}

function readWall(raw: unknown): Wall | null {
  if (raw instanceof Date) return wallOfDate(raw)
  if (typeof raw === 'number') {
    const date = raw < 1 ? null : serialToDate(raw)
    return date && wallOfDate(date)
  }
  return typeof raw === 'string' ? wallOfText(cleanText(raw.normalize('NFKC'))) : null
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * The day as 'YYYY-MM-DD', or null. Reads date cells (UTC parts), serial numbers and text DD/MM/YYYY, DD-MM-YYYY,
 * DD.MM.YYYY, YYYY-MM-DD with or without a time; day before month, impossible days are null.
 */
export function readDate(raw: unknown): string | null {
  const wall = readWall(raw)
  return wall && isoDay(wall.ms)
}

/** As readDate, and YYMMDD (text or number) as 20YY-MM-DD: entry dates of cost files (D2-COST-47, D2-Q-187). */
export function readEntryDate(raw: unknown): string | null {
  const short = /^(\d{2})(\d{2})(\d{2})$/.exec(cleanText(raw).normalize('NFKC'))
  if (!short) return readDate(raw)
  const ms = dayMsOf(2000 + Number(short[1]), Number(short[2]), Number(short[3]))
  return ms === null ? null : isoDay(ms)
}

/** A date with time in Vietnamese time as an ISO instant with Z, or null; a date alone is its midnight. */
export function readInstant(raw: unknown): string | null {
  const wall = readWall(raw)
  return wall && new Date(wall.ms - zoneMs).toISOString()
}

/** The time of day as 'HH:mm:ss' from HH:mm, HH:mm:ss, a time cell or a full date-time, or null (D2-Q-153). */
export function readTime(raw: unknown): string | null {
  const cell = typeof raw === 'number' && raw < 1 ? serialToDate(raw) : raw
  if (cell instanceof Date && cell.getUTCFullYear() < firstYear) return cell.toISOString().slice(11, 19)
  const clock = typeof raw === 'string' ? timeMsOf(cleanText(raw.normalize('NFKC'))) : null
  const wall = clock === null ? readWall(raw) : { ms: clock, timed: true }
  return wall?.timed ? new Date(wall.ms).toISOString().slice(11, 19) : null
}

/** 'YYYY-MM-DD' as the DD/MM/YYYY of filters; '' if it is not a date (D1-LIST-23). */
export function toFilterDate(day: string): string {
  const read = readDate(day)
  return read ? read.split('-').toReversed().join('/') : ''
}

/** DD/MM/YYYY of a filter as 'YYYY-MM-DD', or null for any other form. */
export const fromFilterDate = (text: string): string | null =>
  /^\d{2}\/\d{2}\/\d{4}$/.test(text) ? readDate(text) : null

/** A day or an instant as DD-MM-YYYY in Vietnam; '' if it is neither. */
export const formatDate = (value: string): string => toFilterDate(value).replaceAll('/', '-')

const clockOf = (value: string): string => {
  const instant = readInstant(value)
  return instant ? new Date(Date.parse(instant) + zoneMs).toISOString().slice(11, 19) : ''
}

/** An instant as DD-MM-YYYY HH:mm:ss in Vietnam; '' if it is invalid (D1-LIST-22). */
export const formatInstant = (value: string): string => `${formatDate(value)} ${clockOf(value)}`.trim()

/** An instant as the DD/MM/YYYY HH:mm of registration results and invitations (D1-REG-15, D2-FMT-11). */
export const formatShortInstant = (value: string): string =>
  `${toFilterDate(value)} ${clockOf(value).slice(0, 5)}`.trim()

/** How far the server's clock is ahead of the local one, in ms; 0 on the server. */
let ahead = 0

/** Sets the offset to the server's clock, because the browser's clock may be wrong. */
export const serverIsAhead = (ms: number): void => void (ahead = ms)

/** The current moment by the server's clock. */
export const present = (): Date => new Date(Date.now() + ahead)

/** Today in Vietnam as 'YYYY-MM-DD'. */
export const todayVn = (now: Date = present()): string => isoDay(now.getTime() + zoneMs)

/** First day of the current month in Vietnam, where default filters begin (D2-FMT-09). */
export const firstOfMonthVn = (now: Date = present()): string => `${todayVn(now).slice(0, 8)}01`

/** The day `count` days later, earlier when negative. */
export const addDays = (day: string, count: number): string => isoDay(Date.parse(day) + count * dayMs)

/** The instant at which a day begins in Vietnam. */
export const dayStart = (day: string): string => new Date(Date.parse(day) - zoneMs).toISOString()

/** The first instant after a day: compare with `<`, never `<=`. */
export const dayEnd = (day: string): string => dayStart(addDays(day, 1))

const monthEnd = (day: string): string => addDays(`${addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1)

function thisWeek(now: Date): DateRange {
  const today = todayVn(now)
  const monday = addDays(today, -((new Date(Date.parse(today)).getUTCDay() + 6) % 7))
  return { startDate: monday, endDate: addDays(monday, 6) }
}

/** Ranges that a date filter offers, as 'YYYY-MM-DD'; weeks begin on Monday, weeks and months are complete. */
export const datePresets: readonly { key: string; label: string; range: (now?: Date) => DateRange }[] = [
  {
    key: 'today',
    label: 'Hôm nay',
    range: (now = present()) => ({ startDate: todayVn(now), endDate: todayVn(now) }),
  },
  {
    key: 'yesterday',
    label: 'Hôm qua',
    range: (now = present()) => ({
      startDate: addDays(todayVn(now), -1),
      endDate: addDays(todayVn(now), -1),
    }),
  },
  { key: 'week', label: 'Tuần này', range: (now = present()) => thisWeek(now) },
  {
    key: 'month',
    label: 'Tháng này',
    range: (now = present()) => ({ startDate: firstOfMonthVn(now), endDate: monthEnd(todayVn(now)) }),
  },
  {
    key: 'lastMonth',
    label: 'Tháng trước',
    range: (now = present()) => {
      const endDate = addDays(firstOfMonthVn(now), -1)
      return { startDate: `${endDate.slice(0, 8)}01`, endDate }
    },
  },
]

/**
 * Text typed into a date box as 'YYYY-MM-DD', or null: '512' is 05/12 of this year, like '5/12', '0512', '051226',
 * '5/12/26'; '5' is a day of this month; every form of readDate as well.
 */
export function readTypedDate(typed: string, now: Date = present()): string | null {
  const text = cleanText(typed)
  const full = readDate(text)
  if (full) return full
  const [year = '', month = ''] = todayVn(now).split('-')
  const parts =
    /^(\d{1,2})$/.exec(text) ??
    /^(\d{1,2})[/. -](\d{1,2})(?:[/. -](\d{2}))?$/.exec(text) ??
    /^(\d{1,2})(\d{2})$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text)
  if (!parts) return null
  const typedYear = parts[3] ?? year
  const ms = dayMsOf(
    Number(typedYear.length === 2 ? `20${typedYear}` : typedYear),
    Number(parts[2] ?? month),
    Number(parts[1]),
  )
  return ms === null ? null : isoDay(ms)
}
