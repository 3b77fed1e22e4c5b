/** Columns over days or months, each linked to its rows; optionally an axis, a line of earlier values, a tooltip. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { scaleOf, shareOf, spanOf, type Scale } from './scale.ts'
import css from './column-chart.module.css'

export type Tone = 'first' | 'second' | 'now'

export type Column = {
  key: string
  /** Label below it, and its accessible name. */
  name: string
  label: string
  /** Side by side, or from below in a stacked chart, on the scale of the chart. */
  values: readonly { tone: Tone; value: number }[]
  /** Text above it. */
  text?: string
  /** Tooltip on hover and focus. */
  tip?: ReactNode
  href?: string | null
  onClick?: () => void
  /** The selected column, or today's. */
  current?: boolean
}

type Edge = 'start' | 'end' | undefined
type ColumnProps = { column: Column; scale: Scale; edge: Edge; stacked: boolean }

const sumOf = (values: Column['values']): number => values.reduce((sum, { value }) => sum + value, 0)

function Bars({ column: { values }, scale, stacked }: Omit<ColumnProps, 'edge'>) {
  return values.map(({ tone, value }, index) => {
    const below = stacked ? sumOf(values.slice(0, index)) : 0
    const { from, to } = spanOf(below + value, scale, below)
    const style = { bottom: `${from * 100}%`, height: `${(to - from) * 100}%` }
    return <span key={tone}>{value !== 0 && <i data-tone={tone} style={style} />}</span>
  })
}

function Place({ column, scale, stacked }: Omit<ColumnProps, 'edge'>) {
  const { label, href, onClick, current } = column
  const bars = <Bars column={column} scale={scale} stacked={stacked} />
  if (href)
    return (
      <Link className={css.bars ?? ''} href={href} aria-label={label}>
        {bars}
      </Link>
    )
  if (!onClick) return <span className={css.bars}>{bars}</span>
  return (
    <button
      type="button"
      className={css.bars}
      aria-label={label}
      aria-pressed={current === true}
      onClick={onClick}
    >
      {bars}
    </button>
  )
}

const One = ({ column, scale, edge, stacked }: ColumnProps) => (
  <li
    className={css.column}
    data-current={column.current || undefined}
    title={column.tip ? undefined : column.label}
  >
    {column.text && (
      <b aria-hidden data-num>
        {column.text}
      </b>
    )}
    <Place column={column} scale={scale} stacked={stacked} />
    {column.tip && (
      <span className={css.tip} data-edge={edge} aria-hidden>
        {column.tip}
      </span>
    )}
    <span className={css.name} aria-hidden>
      {column.name}
    </span>
  </li>
)

const wide = 1000

/** A line through the middles of the columns, in a box of 1000 × 100; it ends at the first unknown value. */
const pointsOf = (values: readonly (number | null)[], scale: Scale): string =>
  values
    .flatMap((value, index) =>
      value === null
        ? []
        : [`${((index + 0.5) / values.length) * wide},${100 - shareOf(value, scale) * 100}`],
    )
    .join(' ')

/** This many columns from either end, the tooltip is not centred: it would stick out. */
const nearEnd = 4
const edgeOf = (index: number, length: number): Edge =>
  index < nearEnd ? 'start' : index >= length - nearEnd ? 'end' : undefined

type ChartProps = {
  columns: readonly Column[]
  /** Values of the axis, the last one at its top, and their format. */
  axis?: { marks: readonly number[]; text: (mark: number) => string }
  /** Earlier values, one for each column. */
  line?: readonly (number | null)[]
  /** Labels on every second column only. */
  sparse?: boolean
  /** The values of a column are stacked, as parts of one amount. */
  stacked?: boolean
}

export function ColumnChart({ columns, axis, line, sparse, stacked = false }: ChartProps) {
  const values = [
    ...columns.flatMap((column) =>
      stacked ? [sumOf(column.values)] : column.values.map(({ value }) => value),
    ),
    ...(axis?.marks ?? []),
  ]
  const scale = scaleOf(values)
  return (
    <div
      className={css.chart}
      data-axis={axis && true}
      data-sparse={sparse}
      data-stacked={stacked || undefined}
      data-text={columns.some(({ text }) => text) || undefined}
    >
      {axis?.marks.map((mark) => (
        <span
          key={mark}
          className={css.mark}
          style={{ bottom: `${shareOf(mark, scale) * 100}%` }}
          aria-hidden
        >
          <span>{axis.text(mark)}</span>
        </span>
      ))}
      {scale.low < 0 && <span className={css.zero} style={{ bottom: `${shareOf(0, scale) * 100}%` }} />}
      {line && (
        <svg className={css.line} viewBox={`0 0 ${wide} 100`} preserveAspectRatio="none" aria-hidden>
          <polyline points={pointsOf(line, scale)} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      <ol className={css.columns}>
        {columns.map((column, index) => (
          <One
            key={column.key}
            column={column}
            scale={scale}
            edge={edgeOf(index, columns.length)}
            stacked={stacked}
          />
        ))}
      </ol>
    </div>
  )
}
