/** Revenue by day: bars of this month, the line of the last one, or both as a table. */
import { useState } from 'react'
import { Link } from 'wouter'
import { formatDate } from '../../../contract/dates.ts'
import type { Dashboard } from '../../../contract/workflows/dashboard.ts'
import { ChartSwitch } from '../../kit/ui/chart-switch.tsx'
import { Calm, Card } from './card.tsx'
import { axisMarks, millions, monthName, thousands } from './dashboard-figures.ts'
import { salesBetween } from './dashboard-links.ts'
import { RevenueTable } from './revenue-table.tsx'
import charts from './charts.module.css'
import css from './dashboard.module.css'

type Day = Dashboard['days'][number]
type ChartProps = { days: readonly Day[]; today: string; team: string }

const wide = 1000

/** Last month, as far as anything is known of it, as a line through the middles of the bars, in a box of 1000 × 100. */
const lineOf = (days: readonly Day[], top: number): string =>
  days
    .flatMap(({ before }, at) =>
      before === null ? [] : [`${((at + 0.5) / days.length) * wide},${100 - (before / top) * 100}`],
    )
    .join(' ')

/** Beside the bar while the pointer is over the day or the bar has the focus; days at the ends lean inwards. */
const Tip = ({ day, edge }: { day: Day; edge: 'start' | 'end' | undefined }) => (
  <span className={charts.tip} data-edge={edge} aria-hidden>
    <b>{formatDate(day.day)}</b>
    <span>{thousands(day.revenue)} đồng</span>
    {day.before !== null && <span>Tháng trước {thousands(day.before)}</span>}
  </span>
)

type BarProps = { day: Day; top: number; today: string; team: string; edge: 'start' | 'end' | undefined }

const Bar = ({ day, top, today, team, edge }: BarProps) => {
  const before = day.before === null ? '' : `, cùng ngày tháng trước ${thousands(day.before)} đồng`
  const said = `${formatDate(day.day)}: ${thousands(day.revenue)} đồng${before}`
  return (
    <li className={charts.day} data-today={day.day === today || undefined}>
      <span className={charts.column}>
        {day.revenue > 0 && (
          <Link
            className={charts.barOfDay ?? ''}
            href={salesBetween(day.day, day.day, team)}
            style={{ height: `${(day.revenue / top) * 100}%` }}
            aria-label={said}
          />
        )}
      </span>
      <Tip day={day} edge={edge} />
      <span className={charts.dayName} aria-hidden>
        {day.day.slice(8)}
      </span>
    </li>
  )
}

/** Days so near to an end that a tip in the middle would hang over it. */
const nearEnd = 4
const edgeOf = (at: number, length: number): 'start' | 'end' | undefined =>
  at < nearEnd ? 'start' : at >= length - nearEnd ? 'end' : undefined

function Chart({ days, today, team }: ChartProps) {
  const marks = axisMarks(Math.max(...days.flatMap(({ revenue, before }) => [revenue, before ?? 0])))
  const top = marks.at(-1) ?? 1
  return (
    <div className={charts.chart}>
      <div className={charts.plot}>
        {marks.map((mark) => (
          <span key={mark} className={charts.mark} style={{ bottom: `${(mark / top) * 100}%` }} aria-hidden>
            <span>{millions(mark)}</span>
          </span>
        ))}
        <svg className={charts.line} viewBox={`0 0 ${wide} 100`} preserveAspectRatio="none" aria-hidden>
          <polyline points={lineOf(days, top)} vectorEffect="non-scaling-stroke" />
        </svg>
        <ol className={charts.days}>
          {days.map((day, at) => (
            <Bar key={day.day} day={day} top={top} today={today} team={team} edge={edgeOf(at, days.length)} />
          ))}
        </ol>
      </div>
    </div>
  )
}

const Legend = ({ now, before }: { now: string; before: string | null }) => (
  <span className={charts.legend} aria-hidden>
    <i className={charts.keyBar} /> {now}
    {before !== null && (
      <>
        <i className={charts.keyLine} /> {before}
      </>
    )}
  </span>
)

/** The card. */
export function RevenueChart({ days, today, team }: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const month = Number(today.slice(5, 7))
  const known = days.some(({ before }) => before !== null)
  const empty = days.every(({ revenue, before }) => revenue === 0 && !before)
  return (
    <Card
      title="Doanh thu theo ngày"
      note={!asTable && 'triệu đồng'}
      className={css.eight}
      end={
        <>
          {!asTable && (
            <Legend now={monthName(today)} before={known ? `Tháng ${month === 1 ? 12 : month - 1}` : null} />
          )}
          <ChartSwitch asTable={asTable} turn={setAsTable} />
        </>
      }
    >
      {empty ? (
        <Calm>Chưa có doanh thu trong tháng này và tháng trước.</Calm>
      ) : asTable ? (
        <RevenueTable days={days.filter(({ day }) => day <= today)} today={today} team={team} />
      ) : (
        <Chart days={days} today={today} team={team} />
      )}
    </Card>
  )
}
