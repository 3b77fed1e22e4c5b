/** Appointments that must be open at the start: overdue, later today, on the next working day. */
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { instantAt, minute, workday } from '#platform/app/server/seed/demo-days.ts'
import { type Slot } from './days.ts'

const step = 5 * minute

/** Later today, within working hours if enough of the evening is left; else null. */
function laterToday(index: number, now: Date): number | null {
  const midnight = instantAt(addDays(todayVn(now), 1), 0)
  const begin = Math.max(now.getTime(), instantAt(todayVn(now), 8))
  const wanted = Math.ceil((begin + (20 + 17 * index) * minute) / step) * step
  const latest = Math.max(instantAt(todayVn(now), 20.5), now.getTime() + 20 * minute)
  const time = Math.min(wanted, Math.floor(latest / step) * step)
  return time < midnight ? time : null
}

/**
 * Appointment times for some of the last calls of a salesperson. As nobody calls after the last slot, all stay open;
 * every second person has one that is overdue.
 */
export function lastAppointments(slots: readonly Slot[], index: number, now: Date): Map<number, number> {
  const fixed = new Map<number, number>()
  const end = slots.at(-1)?.end ?? now.getTime()
  const due = Math.floor((now.getTime() - 2 * minute) / minute) * minute
  if (index % 2 === 1 && due > end) fixed.set(slots.length - 2, due)
  const later = laterToday(index, now)
  if (later !== null) fixed.set(slots.length - 4, later)
  fixed.set(slots.length - 6, instantAt(workday(addDays(todayVn(now), 1)), 9 + index / 4))
  return fixed
}
