/** Parses the two times of a timekeeping row to a day and seconds since its start (D2-Q-153, D2-Q-154). */
import { addDays, formatDate, readDate, readTime, serialToDate, todayVn } from '#kit/contract/dates.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { cleanText } from '#kit/contract/text.ts'

/** Anomalies not visible in day and times: another day in the date column, or a night longer than any shift. */
type Doubt = 'lech_ngay' | 'doi_gio'
/** Seconds since 00:00 of the day, above 86,400 past midnight; `ngay` is null when the file has no dates. */
export type Clocked = { ngay: string | null; vao: number | null; ra: number | null; nghi: Doubt[] }
export type ClockReading = { ok: true; value: Clocked } | { ok: false; reason: string }

const daySeconds = 86_400
/** Longest shift past midnight, in seconds: 17:00 to 08:00 is more likely a day with exchanged times. */
const longestNight = 12 * 3600
/** Maximum days between the two times. */
const mostDays = 366

type Moment = { day: string | null; seconds: number }

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

const shortYear = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2})(?=\s|$)/
const hourMark = /(^|\s)(\d{1,2}) ?h ?(\d{2})?$/i
const halfDay = /^(.*?)(\d{1,2})((?::\d{2}){1,2}) ?(SA|CH|AM|PM)$/i
const midnight = /^(.*?)24:00(?::00)?$/

/**
 * Normalises spellings of time clocks: '17h30', '8:02 SA', '05:30 PM' and two-digit years of this century. AM and PM apply to hours up to
 * 12; other texts are returned unchanged, and fail to parse.
 */
function plainClock(text: string): string {
  const spelled = text
    .replace(shortYear, '$1$2$3$220$4')
    .replace(
      hourMark,
      (_all, before: string, hours: string, minutes = '00') => `${before}${hours}:${minutes}`,
    )
  const half = halfDay.exec(spelled)
  if (!half) return spelled
  const [, before = '', hours = '', minutes = '', mark = ''] = half
  if (Number(hours) > 12) return spelled
  const later = /^(?:CH|PM)$/i.test(mark) ? 12 : 0
  return `${before}${(Number(hours) % 12) + later}${minutes}`
}

/** The moment one day later: for 24:00, and for times above it, which a spreadsheet stores as a moment of 1 January 1900. */
const nextDay = (moment: Moment | null | undefined): Moment | undefined =>
  moment ? { day: moment.day, seconds: moment.seconds + daySeconds } : undefined

/**
 * Reads HH:mm, HH:mm:ss, the spellings of time clocks, a time or date cell, a serial number or a full date-time; null for empty,
 * undefined for anything else.
 */
function momentOf(raw: unknown): Moment | null | undefined {
  const whole = plainClock(cleanText(raw))
  const [, before] = midnight.exec(whole) ?? []
  if (before !== undefined) return nextDay(momentOf(`${before}00:00`))
  const long = /^0?1\/0?1\/1900 ?(.*)$/.exec(whole)
  if (long) return nextDay(momentOf(long[1] || '00:00'))
  // Excel stores a time cell as a moment of the last day of 1899.
  const text = whole.replace(/^3[01]\/12\/1899 ?/, '')
  if (text === '') return whole === '' ? null : { day: null, seconds: 0 }
  if (/^\d+([.,]\d+)?$/.test(text)) {
    const date = serialToDate(Number(text.replace(',', '.')))
    if (!date) return undefined
    const iso = date.toISOString()
    return { day: iso < '1900' ? null : iso.slice(0, 10), seconds: secondsOf(iso.slice(11, 19)) }
  }
  const day = readDate(text)
  const time = readTime(text)
  if (day === null) return time === null ? undefined : { day, seconds: secondsOf(time) }
  return { day, seconds: time === null ? 0 : secondsOf(time) }
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Combines both times into one day. When both have a date, nothing crosses midnight; an end before its start is kept (D3-PAY-14). */
function asOneDay(begin: Moment, end: Moment): Clocked {
  const vao = begin.seconds
  if (begin.day !== null && end.day !== null)
    return { ngay: begin.day, vao, ra: end.seconds + daysBetween(begin.day, end.day) * daySeconds, nghi: [] }
  const late = end.seconds < vao
  const ra = end.seconds + (late ? daySeconds : 0)
  const ngay = begin.day ?? (end.day !== null && late ? addDays(end.day, -1) : end.day)
  return { ngay, vao, ra, nghi: late && ra - vao > longestNight ? ['doi_gio'] : [] }
}

const alone = (begin: Moment | null, end: Moment | null): Clocked => ({
  ngay: begin?.day ?? end?.day ?? null,
  vao: begin?.seconds ?? null,
  ra: end?.seconds ?? null,
  nghi: [],
})

const unread = (name: string, raw: unknown): ClockReading => ({
  ok: false,
  reason: `${name} '${cleanText(raw).slice(0, 40)}' không phải giờ`,
})

const onDay = <M extends Moment | null>(moment: M, day: string | null): M => moment && { ...moment, day }

type Row = { ngay?: unknown; gioVao?: unknown; gioRa?: unknown }

/**
 * Parses a row; past midnight adds 24 h. Refuses unreadable times, times more than a year apart, and days outside `month` (YYYY-MM-01) or
 * in the future. `first` is the label of the first time's column.
 */
export function readClocking(row: Row, month: string | null, first = 'Giờ vào'): ClockReading {
  const times = [momentOf(row.gioVao), momentOf(row.gioRa)] as const
  if (times[0] === undefined) return unread(first, row.gioVao)
  if (times[1] === undefined) return unread('Giờ ra', row.gioRa)
  if ((times[0]?.seconds ?? 0) >= daySeconds) return unread(first, row.gioVao)
  const dated = times.some((moment) => moment && moment.day !== null)
  const dayCell = momentOf(row.ngay)
  if (!dated && (dayCell === undefined || (dayCell !== null && dayCell.day === null)))
    return { ok: false, reason: `Ngày '${cleanText(row.ngay).slice(0, 40)}' không phải ngày` }
  const day = (!dated && dayCell?.day) || null
  const [begin, end] = [
    onDay(times[0], times[0]?.day ?? day),
    onDay(times[1], times[1]?.day ?? (times[0] ? null : day)),
  ]
  const value = begin && end ? asOneDay(begin, end) : alone(begin, end)
  const { ngay, ra } = value
  if (Math.abs(ra ?? 0) > mostDays * daySeconds)
    return { ok: false, reason: 'Giờ ra cách giờ vào hơn một năm' }
  if (dayCell?.day && dayCell.day !== ngay) value.nghi.push('lech_ngay')
  if (month !== null && ngay !== null && ngay.slice(0, 7) !== month.slice(0, 7))
    return { ok: false, reason: `Ngày ${formatDate(ngay)} không thuộc tháng ${formatMonth(month)}` }
  if (ngay !== null && ngay > todayVn()) return { ok: false, reason: `Ngày ${formatDate(ngay)} chưa tới` }
  return { ok: true, value }
}

/** Formats seconds since 00:00 as 'HH:mm:ss', above 24 past midnight; negative ones are marked as the day before. */
export function clockText(seconds: number | null): string | null {
  if (seconds === null) return null
  if (seconds < 0) {
    const days = Math.ceil(-seconds / daySeconds)
    return `${clockText(seconds + days * daySeconds) ?? ''} (${days === 1 ? 'hôm trước' : `${days} ngày trước`})`
  }
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
