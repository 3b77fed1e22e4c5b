/** Words and figures of 'Hôm nay' (D3-NAV-06). */
import { addDays, dayEnd, formatDate, formatShortInstant, readDate, todayVn } from '#kit/contract/dates.ts'
import { weekdayOf } from '#kit/contract/weekday.ts'
import type { Hour } from '#subjects/overview/contract/calls/dashboard.ts'
import type { Today } from '#subjects/overview/contract/calls/today.ts'

const clockOf = (instant: string): string => formatShortInstant(instant).slice(-5)

/** 'Hôm qua', or 'Thứ Bảy 21-11' for an earlier day. */
export const lastDayName = (day: string, now: Date): string =>
  day === addDays(todayVn(now), -1) ? 'Hôm qua' : `${weekdayOf(day)} ${formatDate(day).slice(0, 5)}`

/** 'giờ gọi 08:00 đến 20:00'; '' without calling hours. */
export function hoursText(hours: Today['hours']): string {
  if (!hours) return ''
  const from = hours.from === null ? '' : ` ${hours.from}`
  return hours.until === null ? `giờ gọi từ${from}` : `giờ gọi${from} đến ${hours.until}`
}

/** '8 phút nữa tới giờ gọi', '02-12 08:00 tới giờ gọi' for another day; '' within calling hours. */
export function opensText({ opensAt }: Pick<Today, 'opensAt'>, now: number): string {
  if (opensAt === null) return ''
  const minutes = Math.ceil((Date.parse(opensAt) - now) / 60_000)
  if (minutes <= 0) return ''
  if (minutes <= 60) return `${minutes} phút nữa tới giờ gọi`
  const same = readDate(opensAt) === todayVn(new Date(now))
  return `${same ? clockOf(opensAt) : formatShortInstant(opensAt)} tới giờ gọi`
}

/** Until when the numbers last, at the rate of the last day; '' when it cannot be told. */
export function lastsText({ left, last, hours, at }: Today, now: Date): string {
  if (left.until === null || !last) return ''
  const together = left.files.some(({ shared }) => shared) ? 'cả nhóm ' : ''
  const rate = `nếu ${together}gọi như ${lastDayName(last.day, now).replace('Hôm', 'hôm')}`
  const today = todayVn(new Date(at))
  const closes = hours?.until ? `${today}T${hours.until}:00+07:00` : dayEnd(today)
  return Date.parse(left.until) >= Date.parse(closes)
    ? `Đủ cho cả ngày ${rate}`
    : `Đủ tới khoảng ${clockOf(left.until)} ${rate}`
}

/** Hours with fewer calls get no share. */
const minCalls = 5

export type HourShare = { hour: number; share: number | null; best: boolean }

/** Share of answered calls by hour, over all weekdays, from the first hour with enough calls to the last. */
export function sharesByHour(values: readonly Hour[]): HourShare[] {
  const shareAt = (hour: number): number | null => {
    const of = values.filter((value) => value.hour === hour)
    const sum = (name: 'calls' | 'reached') => of.reduce((total, value) => total + value[name], 0)
    return sum('calls') < minCalls ? null : sum('reached') / sum('calls')
  }
  const hoursOfDay = Array.from({ length: 24 }, (_, hour) => ({ hour, share: shareAt(hour) }))
  const rated = hoursOfDay.filter(({ share }) => share !== null)
  const [first, last] = [rated[0]?.hour ?? 0, rated.at(-1)?.hour ?? -1]
  const best = Math.max(...rated.map(({ share }) => share ?? 0))
  return hoursOfDay.slice(first, last + 1).map((one) => ({ ...one, best: one.share === best }))
}
