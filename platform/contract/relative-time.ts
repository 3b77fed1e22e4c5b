/** Times as people say them; the full stamp stands on hover, in drawers, histories and exports (D3-UX-02). */
import { addDays, formatDate, formatShortInstant, readDate, todayVn } from '#kit/contract/dates.ts'

/** '05:00' of today, 'hôm qua 16:42', or '21-11 16:42' (D3-UX-02). */
export function relativeTime(instant: string, now: Date): string {
  const clock = formatShortInstant(instant).slice(-5)
  const day = readDate(instant) ?? ''
  if (day === todayVn(now)) return clock
  return `${day === addDays(todayVn(now), -1) ? 'hôm qua' : formatDate(day).slice(0, 5)} ${clock}`
}
