/** A statement: lines with amounts that lead to sums, each with a bar on one scale. */
import type { ReactNode } from 'react'
import { Bar, type BarProps } from './bar.tsx'
import css from './statement.module.css'

export type StatementLine = {
  key: string
  label: ReactNode
  /** After the label, in small print. */
  note?: ReactNode
  /** Part of the line above it; a sum; the final result. */
  kind?: 'inner' | 'sum' | 'result' | undefined
  /** The selected line. */
  current?: boolean
  bar?: BarProps | null
  /** The first is the line's own; the others are for comparison. */
  amounts: readonly ReactNode[]
}

type StatementProps = {
  label: string
  /** Headings of labels and amounts; no head without them. */
  heads?: readonly ReactNode[]
  lines: readonly StatementLine[]
  /** Below the calculation, not part of it. */
  apart?: { title: string; lines: readonly StatementLine[] } | undefined
  /** Lines of text, close together. */
  compact?: boolean
}

const Row = ({ line: { label, note, kind, current, bar, amounts } }: { line: StatementLine }) => (
  <tr data-kind={kind} aria-current={current || undefined}>
    <th scope="row">
      {label} {note && <small data-num>{note}</small>}
    </th>
    <td>{bar && <Bar {...bar} span />}</td>
    {amounts.map((amount, index) => (
      <td key={index} data-num>
        {amount}
      </td>
    ))}
  </tr>
)

const Rows = ({ lines }: { lines: readonly StatementLine[] }) =>
  lines.map((line) => <Row key={line.key} line={line} />)

export const Statement = ({ label, heads, lines, apart, compact }: StatementProps) => (
  <table className={css.statement} data-compact={compact} aria-label={label}>
    {heads && (
      <thead>
        <tr>
          {heads.map((head, index) => [
            <th key={index} scope="col">
              {head}
            </th>,
            index === 0 && <td key="bar" />,
          ])}
        </tr>
      </thead>
    )}
    <tbody>
      <Rows lines={lines} />
    </tbody>
    {apart && apart.lines.length > 0 && (
      <tbody>
        <tr className={css.apart}>
          <th scope="rowgroup" colSpan={(heads?.length ?? 2) + 1}>
            {apart.title}
          </th>
        </tr>
        <Rows lines={apart.lines} />
      </tbody>
    )}
  </table>
)
