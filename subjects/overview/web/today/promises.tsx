/** Appointments until the end of the day; one opens its result in 'Chăm sóc khách hàng' (D3-NAV-06). */
import { dayEnd, formatInstant, formatShortInstant, readDate, todayVn } from '#kit/contract/dates.ts'
import { showPhone } from '#kit/contract/phone.ts'
import type { Appointment } from '#subjects/calling/contract/calls/care.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { openFor } from '#platform/web/navigation.ts'
import { dueAt, useAppointmentsNow, useNow } from '#subjects/calling/web/index.ts'
import { relativeTime } from '#platform/contract/relative-time.ts'
import css from './today.module.css'

/** For today's appointments the time, for earlier ones day and month. */
const shownTime = (instant: string): string =>
  readDate(instant) === todayVn()
    ? formatShortInstant(instant).slice(-5)
    : formatShortInstant(instant).slice(0, 5)

function Promised({ of, now }: { of: Appointment; now: number }) {
  const due = dueAt(of.appointmentAt, now)
  return (
    <li>
      <button
        type="button"
        className={css.promise}
        data-due={due.state}
        title={`Hẹn ${formatInstant(of.appointmentAt)}, gọi lúc ${formatInstant(of.careAt)}`}
        onClick={() => openFor('care', 'appointment', { historyId: of.historyId })}
      >
        <b data-num>{shownTime(of.appointmentAt)}</b>
        <span data-num>{showPhone(of.phone)}</span>
        <span>{of.package}</span>
        <span className={css.note}>{of.note}</span>
        <small data-num>{due.text || `hẹn ${relativeTime(of.careAt, new Date(now))}`}</small>
      </button>
    </li>
  )
}

/** Overdue ones first. */
export function Promises() {
  const { data, error, refetch } = useAppointmentsNow()
  const now = useNow()
  const end = Date.parse(dayEnd(todayVn()))
  const due = data?.values.filter(({ appointmentAt }) => Date.parse(appointmentAt) < end)
  return (
    <Card
      title="Đã hẹn hôm nay"
      className={css.promises}
      note={due?.length}
      busy={!data && !error}
      end={
        <Button look="ghost" small onClick={() => openFor('care', 'appointment')}>
          Tất cả
        </Button>
      }
    >
      {!data && error && (
        <ErrorNote error={error} title="Chưa tải được lịch hẹn" retry={() => void refetch()} />
      )}
      {due?.length === 0 && (
        <CardNote>
          {data && data.count > 0
            ? `Hôm nay chưa hẹn ai, ${data.count} lịch hẹn sau hôm nay`
            : 'Chưa hẹn gọi lại ai'}
        </CardNote>
      )}
      {due && due.length > 0 && (
        <ol>
          {due.map((one) => (
            <Promised key={one.historyId} of={one} now={now} />
          ))}
        </ol>
      )}
    </Card>
  )
}
