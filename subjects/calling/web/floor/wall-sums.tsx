/** The sums of a wall: agreements of the day, the hour, calls by hour, and numbers left (D3-FLR-04). */
import type { ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import type { FloorWall } from '#subjects/calling/contract/calls/floor.ts'
import { BarsLegend, HourBars } from './hour-bars.tsx'
import { clockTime } from './running-time.ts'
import css from './wall.module.css'

type WallProps = { wall: FloorWall }

/** '+11', '−3', '±0'. */
export function signed(change: number): string {
  if (change === 0) return '±0'
  return change > 0 ? `+${thousands(change)}` : `−${thousands(-change)}`
}

/** Comparison with the day before, up to the same full hour. */
function Compared({ wall: { compared } }: WallProps) {
  if (compared === null) return null
  const change = compared.today - compared.before
  return (
    <p className={css.compared}>
      <b data-up={change > 0 || undefined}>{signed(change)}</b> so với hôm qua, tính đến {compared.hour} giờ
    </p>
  )
}

const Hour = ({ wall: { sums, hourStart } }: WallProps) => (
  <section className={css.card}>
    <h2>
      Giờ này <small>từ {clockTime(hourStart)}</small>
    </h2>
    <div className={css.hour}>
      <b>{thousands(sums.hour.calls)}</b> <span>gọi</span>
      <b>{thousands(sums.hour.reached)}</b> <span>gặp</span>
      <b>{thousands(sums.hour.agreed)}</b> <span>đồng ý</span>
    </div>
  </section>
)

export const WallSums = ({ wall }: WallProps) => (
  <div className={css.sums}>
    <section className={css.card}>
      <h2>Đồng ý hôm nay</h2>
      <p className={css.huge}>{thousands(wall.sums.day.agreed)}</p>
      <Compared wall={wall} />
    </section>
    <Hour wall={wall} />
    <section className={css.card}>
      <h2>
        Cuộc gọi theo giờ <BarsLegend />
      </h2>
      <HourBars bars={wall.sums.bars} />
    </section>
  </div>
)

type FigureProps = { title: string; figure: string; tone?: 'red' | 'amber' | undefined; children: ReactNode }

const Figure = ({ title, figure, tone, children }: FigureProps) => (
  <section className={css.card} data-tone={tone}>
    <h2>{title}</h2>
    <p className={css.figure}>
      <b>{figure}</b> {children}
    </p>
  </section>
)

/** Share of calls that reached somebody. */
const shareText = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${Math.round((part / whole) * 100)}%`

export function WallFoot({ wall: { sums, ending } }: WallProps) {
  const { calls, reached } = sums.day
  return (
    <div className={css.foot}>
      <Figure
        title="Lịch hẹn trễ"
        figure={thousands(sums.overdue)}
        tone={sums.overdue > 0 ? 'red' : undefined}
      >
        trong {thousands(sums.appointments)} hôm nay
      </Figure>
      <Figure title="Gặp khách" figure={shareText(reached, calls)}>
        {thousands(reached)} trong {thousands(calls)} cuộc
      </Figure>
      <Figure title="Còn lại" figure={thousands(sums.left)}>
        số{sums.endsAt !== null && `, hết ${clockTime(sums.endsAt)}`}
      </Figure>
      <Figure
        title="Sắp hết số"
        figure={thousands(ending.people)}
        tone={ending.people > 0 ? 'amber' : undefined}
      >
        người{ending.at !== null && `, lúc ${clockTime(ending.at)}`}
      </Figure>
    </div>
  )
}
