/** When people can be reached: the share of answered calls by weekday and hour, as a shaded table. */
import { IconPercentage } from '@tabler/icons-react'
import { useState, type CSSProperties } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { hourDays } from '#subjects/overview/contract/calls/dashboard.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useHours } from './dashboard-data.ts'
import { heatOf, weekdayNames, type HeatCell } from './dashboard-figures.ts'
import { callsBetween } from './dashboard-links.ts'
import css from './hour-map.module.css'
import place from './dashboard.module.css'

const percent = (share: number): string => `${Math.round(share * 100)}%`

/** From a pale colour for the lowest share to the full one for the highest. */
const shadeOf = (share: number, low: number, high: number): number =>
  high === low ? 50 : Math.round(6 + ((share - low) / (high - low)) * 94)

function Cell({ cell, low, high }: { cell: HeatCell; low: number; high: number }) {
  const { share, weekday, hour, calls, reached } = cell
  const when = `${weekdayNames[weekday - 1]} ${hour}h`
  if (share === null)
    return (
      <td className={css.none} title={`${when}: ${calls} cuộc gọi, quá ít để tính`}>
        <span>–</span>
      </td>
    )
  const shade = { '--shade': `${shadeOf(share, low, high)}%` } as CSSProperties
  return (
    <td
      title={`${when}: gặp ${percent(share)} (${thousands(reached)}/${thousands(calls)})`}
      data-best={share === high || undefined}
      style={shade}
    >
      <span>{percent(share)}</span>
    </td>
  )
}

const scale = [6, 30, 53, 77, 100]

const Scale = ({ low, high }: { low: number; high: number }) => (
  <span className={css.scale} aria-hidden>
    {percent(low)}
    <span>
      {scale.map((shade) => (
        <i
          key={shade}
          style={{ background: `color-mix(in srgb, var(--primary) ${shade}%, var(--surface))` }}
        />
      ))}
    </span>
    {percent(high)}
  </span>
)

function Heat({ heat, figures }: { heat: ReturnType<typeof heatOf>; figures: boolean }) {
  return (
    <table className={css.heat} data-figures={figures || undefined}>
      <thead>
        <tr>
          <td />
          {heat.columns.map((hour) => (
            <th key={hour} scope="col">{`${hour}h`}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {heat.rows.map(({ weekday, cells }) => (
          <tr key={weekday}>
            <th scope="row">{weekdayNames[weekday - 1]}</th>
            {cells.map((cell) => (
              <Cell key={cell.hour} cell={cell} low={heat.low} high={heat.high} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function HourMap({ team, wide }: { team: string; wide: boolean }) {
  const { data, error, refetch } = useHours(team)
  const [figures, setFigures] = useState(false)
  const heat = data && data.values.length > 0 ? heatOf(data.values) : null
  return (
    <Card
      title="Tỉ lệ gặp khách theo giờ"
      note={
        data && <FigureLink href={callsBetween(data.start, data.end, team)}>{hourDays} ngày qua</FigureLink>
      }
      end={
        heat && (
          <>
            <Scale low={heat.low} high={heat.high} />
            <IconButton
              label="Hiện số"
              small
              on={figures}
              aria-pressed={figures}
              onClick={() => setFigures(!figures)}
            >
              <IconPercentage size={16} stroke={1.9} />
            </IconButton>
          </>
        )
      }
      className={wide ? place.twelve : place.five}
    >
      {error && !data ? (
        <ErrorNote error={error} title="Chưa tải được" retry={() => void refetch()} />
      ) : heat ? (
        <Heat heat={heat} figures={figures} />
      ) : (
        data && <CardNote>Chưa có cuộc gọi nào trong {hourDays} ngày qua.</CardNote>
      )}
    </Card>
  )
}
