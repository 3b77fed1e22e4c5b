/** Times as people say them; the full stamp stands on hover, in drawers, histories and exports (D3-UX-02). */
import { addDays, formatDate, formatShortInstant, readDate, todayVn } from '#kit/contract/dates.ts'

/** '05:00' of today, 'hôm qua 16:42', '21-11 16:42' of this year, or '21-11-2025 16:42' (D3-UX-02). */
export function relativeTime(instant: string, now: Date): string {
  const clock = formatShortInstant(instant).slice(-5)
  const day = readDate(instant) ?? ''
  const today = todayVn(now)
  if (day === today) return clock
  if (day === addDays(today, -1)) return `hôm qua ${clock}`
  return `${day.slice(0, 4) === today.slice(0, 4) ? formatDate(day).slice(0, 5) : formatDate(day)} ${clock}`
}
