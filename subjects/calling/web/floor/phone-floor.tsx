/**
 * The floor on a leader's phone: a card with one action for people who need help, lines for the others (D3-FLR-01,
 * D3-FLR-02).
 */
import { IconArrowBackUp, IconArrowsExchange, IconDots, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { compareNames } from '#kit/contract/text.ts'
import type { Floor, FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { openScreen } from '#platform/web/navigation.ts'
import { Panel } from '#figures/card.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { EmptyNote } from '#kit/web/ui/state.tsx'
import { Segments } from '#kit/web/ui/segments.tsx'
import { CutNote } from './cut-note.tsx'
import { Elapsed } from './elapsed.tsx'
import { sinceOf } from './floor-data.ts'
import { clockTime, startHour } from './running-time.ts'
import { StateMark, tooLong } from './state-mark.tsx'
import { firstTask, taskNames } from './tasks.ts'
import type { PanelState, Task } from './use-open-panel.ts'
import css from './phone.module.css'

const icon = { size: 16, stroke: 1.9 }
const taskIcons = {
  release: <IconArrowBackUp {...icon} />,
  move: <IconPlus {...icon} />,
  handOver: <IconArrowsExchange {...icon} />,
} as const satisfies Record<Task, React.ReactNode>

type PersonProps = { person: FloorPerson; at: string; open: (task: Task | null) => void }

function Since({ person, at }: Pick<PersonProps, 'person' | 'at'>) {
  const since = sinceOf(person, at)
  return (
    <span className={css.end} data-tone={tooLong(person) ? 'orange' : undefined} data-num>
      {since !== null && <Elapsed since={since} />}
    </span>
  )
}

/** Problems besides the time: overdue appointments, numbers running out; else the number left. */
function Trouble({ person, brief }: Pick<PersonProps, 'person'> & { brief: boolean }) {
  const { help, overdue, endsAt, left } = person
  if (overdue > 0)
    return (
      <span className={css.trouble} data-tone="red">
        {overdue} hẹn trễ
      </span>
    )
  if (help.includes('ending') && endsAt !== null)
    return (
      <span className={css.trouble} data-tone="amber">
        hết số {clockTime(endsAt)}
      </span>
    )
  return brief ? null : <span className={css.trouble}>còn {thousands(left)} số</span>
}

const Who = ({ person, at }: Pick<PersonProps, 'person' | 'at'>) => (
  <span className={css.line}>
    <b>{person.fullname}</b>
    <small>{person.username}</small>
    <Since person={person} at={at} />
  </span>
)

/** `brief`: the number left is shown below. */
const What = ({ person, brief = false }: Pick<PersonProps, 'person'> & { brief?: boolean }) => (
  <span className={css.line}>
    <StateMark person={person} />
    <Trouble person={person} brief={brief} />
  </span>
)

/** A card with the most helpful action as its button. */
function HelpCard({ person, at, open, task }: PersonProps & { task: Task }) {
  const { hour, left } = person
  return (
    <Panel as="li" className={css.card}>
      <Who person={person} at={at} />
      <What person={person} brief />
      <span className={css.figures} data-num>
        Giờ này <b>{hour.calls}</b> gọi <b>{hour.agreed}</b> đồng ý
        <span>
          Còn <b>{thousands(left)}</b> số
        </span>
      </span>
      <span className={css.acts}>
        <Button
          look={task === 'release' ? 'primary' : 'outline'}
          icon={taskIcons[task]}
          onClick={() => open(task)}
        >
          {taskNames[task]}
          {task === 'handOver' && ` ${thousands(left)} số`}
        </Button>
        <IconButton label={`Thao tác khác, ${person.fullname}`} onClick={() => open(null)}>
          <IconDots {...icon} />
        </IconButton>
      </span>
    </Panel>
  )
}

const Line = ({ person, at, open }: PersonProps) => (
  <li>
    <button type="button" className={css.entry} onClick={() => open(null)}>
      <Who person={person} at={at} />
      <What person={person} />
    </button>
  </li>
)

const Sums = ({ floor: { sums, hourStart } }: { floor: Floor }) => (
  <Panel className={css.sums} data-num>
    <div>
      <b>{thousands(sums.states.calling)}</b>
      <span>đang gọi</span>
    </div>
    <div>
      <b>{thousands(sums.hour.agreed)}</b>
      <span>đồng ý {startHour(hourStart)}h</span>
    </div>
    <div data-tone={sums.overdue > 0 ? 'red' : undefined}>
      <b>{thousands(sums.overdue)}</b>
      <span>hẹn trễ</span>
    </div>
    <div>
      <b>{thousands(sums.left)}</b>
      <span>số còn</span>
    </div>
  </Panel>
)

export function PhoneFloor({ floor, panels }: { floor: Floor; panels: PanelState }) {
  const [showsAll, setShowsAll] = useState(false)
  const { people, at } = floor
  const needing = people.filter(({ help }) => help.length > 0)
  const visible = showsAll ? people.toSorted((a, b) => compareNames(a.fullname, b.fullname)) : needing
  const taskOf = (person: FloorPerson): Task | null => (showsAll ? null : firstTask(person))
  const props = (person: FloorPerson) => ({
    person,
    at,
    open: (task: Task | null) => void panels.open(person.id, task),
  })
  return (
    <>
      <div className={css.floor}>
        <Sums floor={floor} />
        <Segments
          look="touch"
          label="Ai"
          options={[
            { value: 'few', label: 'Cần giúp', note: needing.length },
            { value: 'all', label: 'Cả nhóm', note: floor.sums.people },
          ]}
          value={showsAll ? 'all' : 'few'}
          onChange={(choice) => setShowsAll(choice === 'all')}
        />
        {visible.length === 0 && (
          <EmptyNote title="Không ai cần giúp" text="Mọi người đang gọi bình thường" />
        )}
        <ul className={css.cards}>
          {visible.map((person) => {
            const task = taskOf(person)
            return task && <HelpCard key={person.id} {...props(person)} task={task} />
          })}
        </ul>
        <Panel as="ul" className={css.lines}>
          {visible
            .filter((person) => taskOf(person) === null)
            .map((person) => (
              <Line key={person.id} {...props(person)} />
            ))}
        </Panel>
        <CutNote floor={floor} />
      </div>
      <div className={css.foot} data-foot>
        <Button icon={<IconPlus {...icon} />} onClick={() => openScreen('chiadata')}>
          Chia thêm số
        </Button>
      </div>
    </>
  )
}
