/** The columns of the floor: of the hour, of the day, and what is left (D3-FLR-01). */
import type { ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { HourMarks } from './hour-bars.tsx'
import { clockTime } from './running-time.ts'
import type { SumFigures } from './sections.ts'
import css from './floor-table.module.css'

export type FloorColumn = {
  key: string
  title: string
  width: number
  /** Heading over several columns, declared on the first. */
  group?: string
  /** The first column of its group. */
  first?: true
  /** Aligned right, for numbers. */
  right?: true
  /** Only in wide windows. */
  wide?: true
  /** Sums of many people are longer. */
  grows?: true
  cell: (person: FloorPerson, hour: number) => ReactNode
  sum?: (sum: SumFigures) => ReactNode
}

const count = (value: number): ReactNode =>
  value === 0 ? <span className={css.zero}>0</span> : thousands(value)

/** Minutes of a time in seconds, as 18'. */
const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}'`

function Idle({ person }: { person: FloorPerson }) {
  const { state, idleSeconds, help } = person
  if (state === 'absent' || state === 'stopped') return <span className={css.zero}>-</span>
  if (idleSeconds < 60) return <span className={css.zero}>0</span>
  return <span data-tone={help.includes('idle') ? 'orange' : undefined}>{minutes(idleSeconds)}</span>
}

/** When the person's own numbers run out; the shared ones that follow are in the tooltip. */
function Ends({ person }: { person: FloorPerson }) {
  const { endsAt, enough, help, shared } = person
  if (endsAt !== null)
    return (
      <span
        data-tone={help.includes('ending') ? 'amber' : undefined}
        title={shared ? 'Hết số riêng, sau đó lấy từ số chung' : undefined}
      >
        {clockTime(endsAt)}
      </span>
    )
  return enough ? <span data-quiet>đủ hôm nay</span> : <span className={css.zero}>-</span>
}

const number = { right: true } as const

const ofHour: FloorColumn[] = [
  {
    ...number,
    key: 'hour-calls',
    title: 'Gọi',
    width: 40,
    grows: true,
    group: 'Giờ này',
    first: true,
    cell: ({ hour }) => count(hour.calls),
    sum: ({ hour }) => thousands(hour.calls),
  },
  {
    ...number,
    key: 'hour-reached',
    title: 'Gặp',
    width: 40,
    grows: true,
    cell: ({ hour }) => count(hour.reached),
    sum: ({ hour }) => thousands(hour.reached),
  },
  {
    ...number,
    key: 'hour-agreed',
    title: 'Đồng ý',
    width: 54,
    cell: ({ hour }) => <b>{count(hour.agreed)}</b>,
    sum: ({ hour }) => thousands(hour.agreed),
  },
  {
    ...number,
    key: 'idle',
    title: 'Rảnh',
    width: 44,
    cell: (person) => <Idle person={person} />,
    sum: ({ idleSeconds }) => minutes(idleSeconds),
  },
]

const ofDay: FloorColumn[] = [
  {
    ...number,
    key: 'day-calls',
    title: 'Gọi',
    width: 42,
    grows: true,
    group: 'Hôm nay',
    first: true,
    cell: ({ day }) => count(day.calls),
    sum: ({ day }) => thousands(day.calls),
  },
  {
    ...number,
    key: 'day-reached',
    title: 'Gặp',
    width: 42,
    grows: true,
    cell: ({ day }) => count(day.reached),
    sum: ({ day }) => thousands(day.reached),
  },
  {
    ...number,
    key: 'day-agreed',
    title: 'Đồng ý',
    width: 54,
    cell: ({ day }) => <b>{count(day.agreed)}</b>,
    sum: ({ day }) => thousands(day.agreed),
  },
  {
    key: 'day-hours',
    title: 'Theo giờ',
    width: 108,
    wide: true,
    cell: ({ byHour }, hour) => <HourMarks byHour={byHour} now={hour} />,
  },
]

const ofRest: FloorColumn[] = [
  {
    ...number,
    key: 'overdue',
    title: 'Hẹn trễ',
    width: 56,
    group: 'Còn lại',
    first: true,
    cell: ({ overdue }) => <span data-tone={overdue > 0 ? 'red' : undefined}>{count(overdue)}</span>,
    sum: ({ overdue }) => count(overdue),
  },
  {
    ...number,
    key: 'left',
    title: 'Số',
    width: 48,
    grows: true,
    cell: ({ left, help }) => (
      <span data-tone={help.includes('ending') ? 'amber' : undefined}>{count(left)}</span>
    ),
    sum: ({ left }) => thousands(left),
  },
  { key: 'ends', title: 'Hết lúc', width: 84, cell: (person) => <Ends person={person} /> },
]

/** Extra width for the figures of many people, in px. */
const grown = 8

/** The columns after name, state and time; `roomy` widens those with long figures. */
export const columnsOf = (wide: boolean, roomy: boolean): readonly FloorColumn[] =>
  [...ofHour, ...ofDay, ...ofRest]
    .filter((column) => wide || !column.wide)
    .map((column) => (roomy && column.grows ? { ...column, width: column.width + grown } : column))
