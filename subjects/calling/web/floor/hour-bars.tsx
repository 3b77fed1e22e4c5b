/**
 * Calls by hour: the small marks of a row, and the bars of a whole floor with the reached calls inside (D3-FLR-01,
 * D3-FLR-04).
 */
import { thousands } from '#kit/contract/thousands.ts'
import type { FloorSums } from '#subjects/calling/contract/calls/floor.ts'
import css from './hour-bars.module.css'

/** The first hour of a row's marks, if nobody has called earlier. */
const dayBegins = 8

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : (part / whole) * 100}%`

/** One mark for each hour from the morning to `now`; its text is for tooltip and screen readers. */
export function HourMarks({ byHour, now }: { byHour: readonly number[]; now: number }) {
  const first = Math.min(dayBegins, now, ...byHour.flatMap((calls, hour) => (calls > 0 ? [hour] : [])))
  const hours = byHour.slice(first, now + 1)
  const most = Math.max(...hours, 1)
  const words = hours.map((calls, index) => `${first + index}h ${calls}`).join(', ')
  return (
    <span className={css.marks} role="img" aria-label={`Cuộc gọi theo giờ: ${words}`} title={words}>
      {hours.map((calls, index) => (
        <i
          key={first + index}
          style={{ height: percent(calls, most) }}
          data-now={first + index === now || undefined}
        />
      ))}
    </span>
  )
}

/** The bars of the floor; the last one is the current hour. */
export function HourBars({ bars }: { bars: FloorSums['bars'] }) {
  const most = Math.max(...bars.map(({ calls }) => calls), 1)
  return (
    <ol className={css.bars}>
      {bars.map(({ hour, calls, reached }, index) => (
        <li
          key={hour}
          data-now={index === bars.length - 1 || undefined}
          aria-label={`${hour} giờ: ${calls} cuộc gọi, gặp ${reached}`}
        >
          <span className={css.place}>
            <b style={{ bottom: percent(calls, most) }}>{thousands(calls)}</b>
            <i className={css.called} style={{ height: percent(calls, most) }} />
            <i className={css.reached} style={{ height: percent(reached, most) }} />
          </span>
          <small>{hour}h</small>
        </li>
      ))}
    </ol>
  )
}

/** The meaning of the two colours. */
export const BarsLegend = () => (
  <span className={css.legend}>
    <span>
      <i className={css.called} />
      Gọi
    </span>
    <span>
      <i className={css.reached} />
      Gặp
    </span>
  </span>
)
