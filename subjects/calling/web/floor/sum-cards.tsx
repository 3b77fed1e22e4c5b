/** The sums of the floor: people by state, the hour, the day, appointments, numbers left (D3-FLR-01). */
import type { ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import {
  floorStates,
  type Floor,
  type FloorCounts,
  type FloorState,
} from '#subjects/calling/contract/calls/floor.ts'
import { Panel } from '#figures/card.tsx'
import { clockTime } from './running-time.ts'
import css from './floor.module.css'

type SumProps = { title: ReactNode; children: ReactNode }

const Sum = ({ title, children }: SumProps) => (
  <Panel className={css.card}>
    <h2>{title}</h2>
    <div className={css.figures}>{children}</div>
  </Panel>
)

const Counts = ({ counts: { calls, reached, agreed } }: { counts: FloorCounts }) => (
  <>
    <span>
      <b>{thousands(calls)}</b> gọi
    </span>
    <span>
      <b>{thousands(reached)}</b> gặp
    </span>
    <span>
      <b>{thousands(agreed)}</b> đồng ý
    </span>
  </>
)

/** Number of people in each state; states without people are left out. */
const States = ({ states }: { states: Floor['sums']['states'] }) =>
  (Object.keys(floorStates) as FloorState[])
    .filter((state) => states[state] > 0)
    .map((state) => (
      <span key={state} data-tone={state === 'held' ? 'orange' : undefined}>
        <b>{thousands(states[state])}</b> {floorStates[state]}
      </span>
    ))

export function SumCards({ floor: { sums, hourStart } }: { floor: Floor }) {
  return (
    <div className={css.cards}>
      <Sum title={`${thousands(sums.people)} người`}>
        <States states={sums.states} />
      </Sum>
      <Sum
        title={
          <>
            Giờ này <small>từ {clockTime(hourStart)}</small>
          </>
        }
      >
        <Counts counts={sums.hour} />
      </Sum>
      <Sum title="Hôm nay">
        <Counts counts={sums.day} />
      </Sum>
      <Sum title="Lịch hẹn trễ">
        <span data-tone={sums.overdue > 0 ? 'red' : undefined}>
          <b>{thousands(sums.overdue)}</b> / {thousands(sums.appointments)}
        </span>
      </Sum>
      <Sum title={sums.endsAt === null ? 'Còn lại' : `Còn lại, đến ${clockTime(sums.endsAt)}`}>
        <span>
          <b>{thousands(sums.left)}</b> số
        </span>
      </Sum>
    </div>
  )
}
