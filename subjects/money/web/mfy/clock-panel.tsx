/** 'Đồng hồ Mfy': running clocks of the viewer's scope by time left, and punctuality (D3-CLK-03, D3-CLK-04). */
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { can } from '#platform/contract/abilities.ts'
import { todayVn } from '#kit/contract/dates.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { handOver, punctuality, type Punctuality } from '#subjects/money/contract/calls/mfy.ts'
import { Bar } from '#figures/bar.tsx'
import { Card } from '#figures/card.tsx'
import { toast } from '#kit/web/feedback.ts'
import { useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { urgencies, urgencyOf, type Urgency } from './clock-time.ts'
import { newWarnings } from './clock-warnings.ts'
import { Remaining } from './countdown.tsx'
import { useClocks, useSeconds, type RunningClock } from './use-clocks.ts'
import css from './mfy.module.css'

type ClockProps = { clock: RunningClock; now: number; onHandOver: ((clock: RunningClock) => void) | null }

const Clock = ({ clock, now, onHandOver }: ClockProps) => (
  <li>
    <Remaining clock={clock} now={now} large />
    <span className={css.who}>
      <span>
        <b data-num>{showPhone(clock.so_dien_thoai)}</b> <span>{clock.ma_goi}</span>
      </span>
      <span title={`${clock.ten_nv} (${clock.username_nv})`}>
        Lần {clock.lan}, {clock.ten_nv}
      </span>
    </span>
    {onHandOver && (
      <Button small aria-label={`Giao ${showPhone(clock.so_dien_thoai)}`} onClick={() => onHandOver(clock)}>
        Giao
      </Button>
    )}
  </li>
)

/** Warns once for each of the viewer's own clocks at 3 minutes and at 1 minute left. */
function useWarnings(clocks: readonly RunningClock[], now: number): void {
  const { username } = useActor()
  const warned = useRef(new Map<string, Urgency>())
  const warn = useEffectEvent(() => {
    for (const { text, about } of newWarnings(clocks, { username, now, warned: warned.current }))
      toast('info', text, { about })
  })
  useEffect(() => warn(), [clocks, now])
}

/** Rows of the short list of people. */
const shownPeople = 4

const share = ({ dung_han, qua_han }: Punctuality): number =>
  dung_han + qua_han === 0 ? 1 : dung_han / (dung_han + qua_han)

const Person = ({ person }: { person: Punctuality }) => (
  <li title={`${person.so_lan_cho} lần chờ, truy thu ${thousands(person.truy_thu)} đ`}>
    <span className={css.name}>{person.ten_nv}</span>
    <Bar to={share(person)} />
    <span data-num>
      {person.dung_han}/{person.dung_han + person.qua_han}
    </span>
    <b data-num>{(share(person) * 100).toFixed(1)}%</b>
  </li>
)

/** Share of requests that each person composed in time this month. */
function PunctualityList() {
  const [showsAll, setShowsAll] = useState(false)
  const [year, month] = todayVn().split('-')
  const thang = `${month}/${year}`
  const { data } = useCall(mfy.path, punctuality, { thang }, { keep: true })
  const people = data?.values ?? []
  return (
    <section className={css.kept} data-all={showsAll || undefined}>
      <header>
        <h3>Soạn kịp giờ</h3>
        <span data-num>{thang}</span>
        {people.length > shownPeople && (
          <button type="button" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Thu gọn' : `Tất cả ${people.length} người`}
          </button>
        )}
      </header>
      {data && people.length === 0 && <p className={css.none}>Tháng này chưa có lần chờ nào</p>}
      <ul>
        {(showsAll ? people : people.slice(0, shownPeople)).map((person) => (
          <Person key={person.username_nv} person={person} />
        ))}
      </ul>
    </section>
  )
}

export function ClockPanel({ onHandOver }: { onHandOver: (clock: RunningClock) => void }) {
  const { data, error, refetch } = useClocks()
  const now = useSeconds()
  const hands = can(useActor(), handOver.may === 'public' ? 'any' : handOver.may)
  const clocks = data ?? []
  useWarnings(clocks, now)
  const groups = Map.groupBy(clocks, ({ until }) => urgencyOf(until - now))
  return (
    <Card
      as="aside"
      title="Đồng hồ Mfy"
      note={data && String(data.length)}
      end="chờ soạn Y, còn ít trước"
      busy={!data && !error}
      className={css.panel}
    >
      <div className={css.clocks} tabIndex={0} role="group" aria-label="Đang chạy">
        {error && !data && (
          <ErrorNote error={error} title="Chưa tải được đồng hồ" retry={() => void refetch()} />
        )}
        {data?.length === 0 && <p className={css.none}>Không có đồng hồ nào đang chạy</p>}
        {(Object.keys(urgencies) as Urgency[]).map((urgency) => {
          const group = groups.get(urgency)
          const { label, tone } = urgencies[urgency]
          return (
            group && (
              <section key={urgency} aria-label={label} data-tone={tone}>
                <h3>
                  {urgency !== 'later' && <IconAlertTriangle size={14} stroke={2} aria-hidden />}
                  {label}
                  <span data-num>{group.length}</span>
                </h3>
                <ol>
                  {group.map((clock) => (
                    <Clock key={clock.id} clock={clock} now={now} onHandOver={hands ? onHandOver : null} />
                  ))}
                </ol>
              </section>
            )
          )
        })}
      </div>
      <PunctualityList />
    </Card>
  )
}
