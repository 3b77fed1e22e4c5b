/** 'Cần xem': problems, the most urgent first, each with the action that helps (D3-FLR-01, D3-FLR-02). */
import { IconAlertTriangle, IconCalendarDue, IconClock, IconMinus, IconUser } from '@tabler/icons-react'
import { Link } from 'wouter'
import { can } from '#platform/contract/abilities.ts'
import { addDays, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { addressWith, screenOf } from '#platform/contract/screens.ts'
import { thousands } from '#kit/contract/thousands.ts'
import type { Floor, FloorHelp, FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { useActor } from '#kit/web/session.ts'
import { Elapsed } from './elapsed.tsx'
import { clockTime } from './running-time.ts'
import { firstTask, taskNames } from './tasks.ts'
import type { Task } from './use-open-panel.ts'
import css from './watch.module.css'

const icon = { size: 16, stroke: 1.9, 'aria-hidden': true } as const

/** Why a person is on the list; appointments are one line for all. */
type Cause = Exclude<FloorHelp, 'overdue'>

const icons = {
  forgotten: <IconAlertTriangle {...icon} data-tone="orange" />,
  absent: <IconMinus {...icon} />,
  ending: <IconClock {...icon} data-tone="amber" />,
  idle: <IconUser {...icon} data-tone="orange" />,
} as const satisfies Record<Cause, React.ReactNode>

const causeOf = ({ help }: FloorPerson): Cause | undefined =>
  help.find((cause): cause is Cause => cause !== 'overdue')

/** The text of a line, and the small print below. */
function Words({ person, cause }: { person: FloorPerson; cause: Cause }) {
  const { fullname, inHand, since, left, promised, endsAt } = person
  const remaining = [`Còn ${thousands(left)} số`, promised > 0 && `${thousands(promised)} lịch hẹn`]
  const elapsed = since !== null && <Elapsed since={since} />
  switch (cause) {
    case 'forgotten':
      return (
        <>
          <b>
            {fullname} giữ {showPhone(inHand?.phone ?? '')}
          </b>
          <small>{elapsed}, chưa ghi kết quả</small>
        </>
      )
    case 'absent':
      return (
        <>
          <b>{fullname} chưa vào ca</b>
          <small>{remaining.filter(Boolean).join(', ')}</small>
        </>
      )
    case 'ending':
      return (
        <>
          <b>
            {fullname} {endsAt === null ? 'hết số' : `hết số lúc ${clockTime(endsAt)}`}
          </b>
          <small>{remaining[0]}</small>
        </>
      )
    case 'idle':
      return (
        <>
          <b>
            {fullname} rảnh {elapsed}
          </b>
          <small>{remaining[0]}</small>
        </>
      )
  }
}

/** The care log with the floor's overdue appointments of the last month. */
const overdueLink = (): string => {
  const today = todayVn()
  return addressWith('careHistory', {
    startDate: '',
    endDate: '',
    startDateHen: toFilterDate(addDays(today, -30)),
    endDateHen: toFilterDate(today),
    lich_hen: 'tre',
  })
}

const namesShown = 3

/** Everybody's late appointments, as in the sum above; those of people cut from the list only as a number. */
function Overdue({ floor: { people, sums } }: { floor: Floor }) {
  const opens = can(useActor(), screenOf('careHistory').may)
  const late = people.filter(({ overdue }) => overdue > 0).toSorted((a, b) => b.overdue - a.overdue)
  if (sums.overdue === 0) return null
  const unlisted = late.reduce((remaining, { overdue }) => remaining - overdue, sums.overdue)
  const names = late.slice(0, namesShown).map(({ fullname, overdue }) => `${fullname} ${thousands(overdue)}`)
  const more = late.length - names.length
  const words = [
    ...names,
    more > 0 && `và ${more} người`,
    unlisted > 0 && `${thousands(unlisted)} của người ngoài danh sách`,
  ]
  return (
    <li>
      <IconCalendarDue {...icon} data-tone="red" />
      <div>
        <b>{thousands(sums.overdue)} lịch hẹn trễ</b>
        <small>{words.filter(Boolean).join(', ')}</small>
      </div>
      {opens && <Link href={overdueLink()}>Xem</Link>}
    </li>
  )
}

type WatchProps = { floor: Floor; open: (id: string, task: Task | null) => void }

export function WatchList({ floor, open }: WatchProps) {
  const watched = floor.people.flatMap((person) => {
    const cause = causeOf(person)
    return cause ? [{ person, cause }] : []
  })
  const count = watched.length + (floor.sums.overdue > 0 ? 1 : 0)
  return (
    <Card title="Cần xem" note={thousands(count)} className={css.card}>
      {count === 0 && <CardNote>Không ai cần giúp lúc này</CardNote>}
      <ul className={css.list}>
        {watched.map(({ person, cause }) => {
          const task = firstTask(person)
          return (
            <li key={person.id}>
              {icons[cause]}
              <div>
                <Words person={person} cause={cause} />
              </div>
              <button type="button" onClick={() => open(person.id, task)}>
                {task ? taskNames[task] : 'Xem'}
              </button>
            </li>
          )
        })}
        <Overdue floor={floor} />
      </ul>
    </Card>
  )
}
