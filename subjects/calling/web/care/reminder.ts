/** Reminds of due appointments, also while other tabs or windows are in front (D3-BELL-02). */
import { useEffect } from 'react'
import { remindOf } from '#platform/web/reminders.ts'
import { useActor } from '#kit/web/session.ts'
import { activeScreen } from '#kit/web/tab-state.tsx'
import { serverClock, useClock } from '#kit/web/use-clock.ts'
import { useAppointmentsNow } from './care-data.ts'

/**
 * Renders nothing. The screen itself shows a banner, so there is no toast on it; the system notice does not name
 * the customer.
 */
export function AppointmentReminder(): null {
  const { username } = useActor()
  const { data } = useAppointmentsNow()
  const now = useClock(serverClock, 10_000)
  useEffect(() => {
    const due = (data?.values ?? [])
      .map((one) => one.appointmentAt)
      .filter((instant) => Date.parse(instant) <= now)
    const newest = due.toSorted().at(-1)
    if (newest === undefined) return
    const text = due.length > 1 ? `${due.length} lịch hẹn đã đến giờ` : 'Một lịch hẹn đã đến giờ'
    remindOf({ about: 'appointments', whose: username, text, newest, inView: activeScreen.get() === 'care' })
  }, [data, now, username])
  return null
}
