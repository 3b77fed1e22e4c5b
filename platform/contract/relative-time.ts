/** Short times for screens; drawers, histories and exports show the full timestamp (D3-UX-02). */
import { addDays, formatDate, formatShortInstant, readDate, todayVn } from '#kit/contract/dates.ts'

/** '05:00' for today, 'hôm qua 16:42', '21-11 16:42' within this year, or '21-11-2025 16:42'. */
export function relativeTime(instant: string, now: Date): string {
  const clock = formatShortInstant(instant).slice(-5)
  const day = readDate(instant) ?? ''
  const today = todayVn(now)
  if (day === today) return clock
  if (day === addDays(today, -1)) return `hôm qua ${clock}`
  return `${day.slice(0, 4) === today.slice(0, 4) ? formatDate(day).slice(0, 5) : formatDate(day)} ${clock}`
}
