/** Today's and overdue appointments; a due one is shown in front (D1-CARE-34, D1-Q-081). */
import { IconCalendar, IconChevronRight, IconClock } from '@tabler/icons-react'
import { dayEnd, formatInstant, formatShortInstant, readDate, todayVn } from '#kit/contract/dates.ts'
import { showPhone } from '#kit/contract/phone.ts'
import type { Appointment } from '#subjects/calling/contract/calls/care.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useAppointments, useNow } from './care-data.ts'
import { appointmentText } from './customer-facts.ts'
import { dueAt } from './due.ts'
import css from './side-cards.module.css'

const clockOf = (instant: string): string => formatShortInstant(instant).slice(-5)

/** For today's appointments the time, for earlier ones day and month. */
const shownTime = (instant: string): string =>
  readDate(instant) === todayVn() ? clockOf(instant) : formatShortInstant(instant).slice(0, 5)

type PickProps = { onPick: (appointment: Appointment) => void }

function Item({ appointment, now, onPick }: PickProps & { appointment: Appointment; now: number }) {
  const due = dueAt(appointment.appointmentAt, now)
  const words = appointmentText(appointment)
  return (
    <li>
      <button
        type="button"
        className={css.appointment}
        data-due={due.state}
        title={`Hẹn ${formatInstant(appointment.appointmentAt)}, gọi lúc ${formatInstant(appointment.careAt)}\n${words}`}
        onClick={() => onPick(appointment)}
      >
        <b data-num>{shownTime(appointment.appointmentAt)}</b>
        <span data-num>{showPhone(appointment.phone)}</span>
        <span className={css.due}>{due.text}</span>
        <span className={css.note}>{words || '-'}</span>
      </button>
    </li>
  )
}

/** Appointments until the end of the Vietnamese day. */
function useTodays() {
  const query = useAppointments()
  const end = Date.parse(dayEnd(todayVn()))
  return {
    ...query,
    todays: query.data?.values.filter(({ appointmentAt }) => Date.parse(appointmentAt) < end),
  }
}

export function AppointmentList({ onPick, onAll }: PickProps & { onAll: () => void }) {
  const { todays, data, error, refetch } = useTodays()
  const now = useNow()
  const later = (data?.count ?? 0) - (todays?.length ?? 0)
  return (
    <Card
      title="Lịch hẹn hôm nay"
      className={css.grow}
      note={todays?.length}
      end={
        <IconButton small label="Xem tất cả lịch hẹn" onClick={onAll}>
          <IconCalendar size={16} stroke={1.9} />
        </IconButton>
      }
    >
      {!data && error && (
        <ErrorNote error={error} title="Chưa tải được lịch hẹn" retry={() => void refetch()} />
      )}
      {todays?.length === 0 && (
        <CardNote>
          {later > 0 ? `Hôm nay chưa có lịch hẹn, ${later} lịch sau hôm nay` : 'Hôm nay chưa có lịch hẹn'}
        </CardNote>
      )}
      <ol className={css.scroll}>
        {todays?.map((appointment) => (
          <Item key={appointment.id} appointment={appointment} now={now} onPick={onPick} />
        ))}
      </ol>
    </Card>
  )
}

/** On a small screen: the first appointment, once its time is near. */
export function DueBanner({ onPick }: PickProps) {
  const { todays } = useTodays()
  const now = useNow()
  const first = todays?.[0]
  const due = first && dueAt(first.appointmentAt, now)
  if (!due || due.state === 'later') return null
  return (
    <button type="button" className={css.banner} data-due={due.state} onClick={() => onPick(first)}>
      <IconClock size={16} stroke={1.9} aria-hidden />
      <span>
        <b data-num>{clockOf(first.appointmentAt)}</b> <span data-num>{showPhone(first.phone)}</span>
        <span className={css.due}> {due.text}</span>
      </span>
      <span data-space />
      <IconChevronRight size={16} stroke={1.9} aria-hidden />
    </button>
  )
}
