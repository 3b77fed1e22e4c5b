/** The time of an appointment as typed ('21/11 09:00', '16:30', '9h'), and in full. */
import {
  addDays,
  formatInstant,
  present,
  readDate,
  readInstant,
  readTypedDate,
  todayVn,
} from '#kit/contract/dates.ts'
import { weekdayOf } from '#kit/contract/weekday.ts'
import { cleanText } from '#kit/contract/text.ts'

const minute = 60_000
const timed = /^(?:(.+?)[\s,]+)?(\d{1,2})(?:[:hg](\d{2})?)$/i

/** Day and month without a year: a past date means next year, such as '02/01' typed in December. */
function dayOf(text: string, now: Date): string | null {
  const day = readTypedDate(text, now)
  if (!day || day >= todayVn(now) || readDate(text)) return day
  const next = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return /^\d{1,2}[/. -]\d{1,2}$/.test(text) ? next : day
}

/**
 * The ISO instant of a typed time, or null. A time alone is today's; a day alone is null; minutes may be left out
 * after 'h' or 'g' ('9h').
 */
export function readAppointmentTime(typed: string, now: Date = present()): string | null {
  const text = cleanText(typed)
  const full = /\d{4}.*:/.test(text) ? readInstant(text) : null
  if (full) return full
  const [, dayText, hours, minutes = '00'] = timed.exec(text) ?? []
  if (hours === undefined) return null
  const day = dayText === undefined ? todayVn(now) : dayOf(dayText, now)
  return day && readInstant(`${day} ${hours}:${minutes}`)
}

/** 'Thứ Bảy, 21-11-2026 09:00:00' */
export function appointmentInFull(instant: string): string {
  const day = readDate(instant)
  return day ? `${weekdayOf(day)}, ${formatInstant(instant)}` : ''
}

/** An instant as one would type it: '21/11 09:00', with the year only if it is not this year. */
export function typedAppointment(instant: string, now: Date = present()): string {
  const [day = '', clock = ''] = formatInstant(instant).split(' ')
  const [date = '', month = '', year = ''] = day.split('-')
  const short = todayVn(now).startsWith(year) ? `${date}/${month}` : `${date}/${month}/${year}`
  return `${short} ${clock.slice(0, 5)}`
}

/** Times offered as one click, without those already past. */
export function quickTimes(now: Date = present()): { label: string; at: string }[] {
  const inMinutes = (count: number): string =>
    new Date(Math.ceil(now.getTime() / minute) * minute + count * minute).toISOString()
  const today = todayVn(now)
  const choices = [
    { label: '15 phút nữa', at: inMinutes(15) },
    { label: '1 giờ nữa', at: inMinutes(60) },
    { label: 'Chiều nay 16:00', at: readInstant(`${today} 16:00`) ?? '' },
    { label: 'Sáng mai 09:00', at: readInstant(`${addDays(today, 1)} 09:00`) ?? '' },
  ]
  return choices.filter(({ at }) => Date.parse(at) > now.getTime())
}
