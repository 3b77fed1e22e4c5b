/** What the two times of a timekeeping row say: a day, and seconds after its beginning (D2-Q-153, D2-Q-154). */
import { addDays, formatDate, readDate, readTime, serialToDate, todayVn } from '../../../contract/dates.ts'
import { formatMonth } from '../../../contract/month.ts'
import { cleanText } from '../../../contract/text.ts'

/** Seconds after 00:00 of the day, beyond 86,400 past midnight; no day where the file gives times only. */
export type Clocked = { ngay: string | null; vao: number | null; ra: number | null }
export type ClockReading = { ok: true; value: Clocked } | { ok: false; why: string }

const daySeconds = 86_400

type Moment = { day: string | null; seconds: number }

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

/** HH:mm, HH:mm:ss, a time or date cell, a serial number, a full date-time; undefined for anything else, null for nothing. */
function momentOf(raw: unknown): Moment | null | undefined {
  // A time cell is a moment of the last day of 1899.
  const text = cleanText(raw).replace(/^3[01]\/12\/1899 ?/, '')
  if (text === '') return cleanText(raw) === '' ? null : { day: null, seconds: 0 }
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

/** Both times of a row as one day; undefined when the end lies before the beginning. */
function together(begin: Moment, end: Moment): Clocked | undefined {
  const late = end.seconds < begin.seconds
  const ngay = begin.day ?? (end.day !== null && late ? addDays(end.day, -1) : end.day)
  const days = begin.day !== null && end.day !== null ? daysBetween(begin.day, end.day) : 0
  const ra = end.seconds + days * daySeconds + (late && days === 0 ? daySeconds : 0)
  return ra < begin.seconds ? undefined : { ngay, vao: begin.seconds, ra }
}

const unread = (name: string, raw: unknown): ClockReading => ({
  ok: false,
  why: `${name} '${cleanText(raw).slice(0, 40)}' không phải giờ`,
})

const onDay = <M extends Moment | null>(moment: M, day: string | null): M => moment && { ...moment, day }

type Row = { ngay?: unknown; gioVao?: unknown; gioRa?: unknown }

/** Reads a row; past midnight adds 24 h. Refused: what is no time, an end before its beginning, a day outside `month` (YYYY-MM-01) or still to come. */
export function readClocking(row: Row, month: string | null): ClockReading {
  const times = [momentOf(row.gioVao), momentOf(row.gioRa)] as const
  if (times[0] === undefined) return unread('Giờ vào', row.gioVao)
  if (times[1] === undefined) return unread('Giờ ra', row.gioRa)
  const dated = times.some((moment) => moment && moment.day !== null)
  const named = momentOf(row.ngay)
  if (!dated && (named === undefined || (named !== null && named.day === null)))
    return { ok: false, why: `Ngày '${cleanText(row.ngay).slice(0, 40)}' không phải ngày` }
  const day = (!dated && named?.day) || null
  const [begin, end] = [
    onDay(times[0], times[0]?.day ?? day),
    onDay(times[1], times[1]?.day ?? (times[0] ? null : day)),
  ]
  const value =
    begin && end
      ? together(begin, end)
      : {
          ngay: begin?.day ?? end?.day ?? null,
          vao: begin?.seconds ?? null,
          ra: end?.seconds ?? null,
        }
  if (!value) return { ok: false, why: 'Giờ ra trước giờ vào' }
  const { ngay } = value
  if (month !== null && ngay !== null && ngay.slice(0, 7) !== month.slice(0, 7))
    return { ok: false, why: `Ngày ${formatDate(ngay)} không thuộc tháng ${formatMonth(month)}` }
  if (ngay !== null && ngay > todayVn()) return { ok: false, why: `Ngày ${formatDate(ngay)} chưa tới` }
  return { ok: true, value }
}

/** 'HH:mm:ss' of seconds after 00:00, beyond 24 past midnight. */
export function clockText(seconds: number | null): string | null {
  if (seconds === null) return null
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
