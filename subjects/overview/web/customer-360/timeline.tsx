/** The events of the number by day, the newest first; the buttons above choose one kind. */
import { useState } from 'react'
import { formatInstant, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { useStaffName } from '#kit/web/staff.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { CardNote, Panel } from '#figures/card.tsx'
import type { PageBlocks, BlockAnswer } from './blocks.ts'
import { groupOf, groups, timelineOf, timelineBlocks, type Group, type TimelineEvent } from './events.ts'
import css from './customer-360.module.css'

const Who = ({ username }: { username: string }) => (
  <>
    {useStaffName(username)} {username}
  </>
)

function Event({ event }: { event: TimelineEvent }) {
  const { icon: Icon, title, facts, person, note, amount, mark } = event
  return (
    <li className={css.event}>
      <time data-num dateTime={event.at}>
        {formatInstant(event.at).slice(-8)}
      </time>
      <span className={css.node} aria-hidden>
        <Icon size={14} stroke={1.9} />
      </span>
      <div className={css.told}>
        <p>
          <span className={css.words}>
            <b>{title}</b> {facts}
          </span>
          {amount && (
            <b>
              <Cell {...amount} />
            </b>
          )}
          {mark && <Cell {...mark} />}
        </p>
        {(person !== null || note !== '') && (
          <small title={note}>
            {person !== null && <Who username={person} />}
            {person !== null && note !== '' && ': '}
            {note}
          </small>
        )}
      </div>
    </li>
  )
}

const dayOf = ({ at }: TimelineEvent): string => formatInstant(at).slice(0, 10)

function Days({ events }: { events: readonly TimelineEvent[] }) {
  const today = toFilterDate(todayVn()).replaceAll('/', '-')
  return (
    <ol className={css.days}>
      {[...Map.groupBy(events, dayOf)].map(([day, dayEvents]) => (
        <li key={day}>
          <h3 data-num>
            {day} {day === today && <span>hôm nay</span>}
          </h3>
          <ol>
            {dayEvents.map((event) => (
              <Event key={event.key} event={event} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

type ButtonsProps = {
  counts: Readonly<Record<Group, number>>
  hidden: readonly Group[]
  chosen: Group | null
  onChoose: (group: Group | null) => void
}

function GroupButtons({ counts, hidden, chosen, onChoose }: ButtonsProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const names = Object.keys(groups) as Group[]
  return (
    <div className={css.groups} role="group" aria-label="Loại sự việc">
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        Tất cả <span data-num>{total}</span>
      </button>
      {names
        .filter((name) => !hidden.includes(name))
        .map((name) => (
          <button key={name} type="button" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
            {groups[name]} <span data-num>{counts[name]}</span>
          </button>
        ))}
    </div>
  )
}

function countsOf(blocks: PageBlocks): Record<Group, number> {
  const counts: Record<Group, number> = {
    calls: 0,
    registrations: 0,
    money: 0,
    lookups: 0,
    movements: blocks.chuyenso.count,
    others: 0,
  }
  for (const name of timelineBlocks) counts[groupOf(name)] += blocks[name].count
  return counts
}

export function Timeline({ blocks }: { blocks: PageBlocks }) {
  const [chosen, setChosen] = useState<Group | null>(null)
  const parts: BlockAnswer[] = [...timelineBlocks.map((name) => blocks[name]), blocks.chuyenso]
  const failed = parts.filter(({ error }) => error !== null)
  const loading = parts.some((block) => block.loading)
  const events = timelineOf(blocks).filter(({ group }) => chosen === null || group === chosen)
  const cut = parts.filter(({ rows, count }) => count > rows.length)
  return (
    <Panel className={css.timeline} aria-label="Diễn biến" aria-busy={loading || undefined}>
      <GroupButtons
        counts={countsOf(blocks)}
        hidden={blocks.chuyenso.hidden ? ['movements'] : []}
        chosen={chosen}
        onChoose={setChosen}
      />
      {/* Focusable, so that it can be scrolled without a pointer. */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Các sự việc">
        {failed.map(({ title, error, retry }) => (
          <ErrorNote key={title} error={error} title={`Chưa tải được ${title}`} retry={retry} />
        ))}
        <Days events={events} />
        {events.length === 0 && !loading && failed.length === 0 && (
          <CardNote>Chưa có gì về số này trong phạm vi của bạn</CardNote>
        )}
        {cut.map(({ title, rows, count }) => (
          <p key={title} className={css.cut}>
            {title}: {rows.length} dòng mới nhất trong {count}
          </p>
        ))}
      </div>
    </Panel>
  )
}
