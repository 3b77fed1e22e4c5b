/** Names with an amount each, in order: a ranking, a funnel, the largest costs. A line links to its rows. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Bar, type BarProps } from './bar.tsx'
import css from './amount-list.module.css'

export type Line = {
  key: string
  name: string
  amount: ReactNode
  /** After the amount: its change or share. */
  end?: ReactNode
  bars?: readonly BarProps[]
  /** Below them, left and right. */
  note?: ReactNode
  noteEnd?: ReactNode
  /** Tooltip; the name by default. */
  title?: string
  href?: string | null | undefined
  onClick?: () => void
  /** The selected line. */
  current?: boolean
}

function Content({ line: { name, amount, end, bars = [], note, noteEnd } }: { line: Line }) {
  return (
    <>
      <span>{name}</span>{' '}
      <b data-num data-last={end === undefined || undefined}>
        {amount}
      </b>{' '}
      {end !== undefined && <span data-num>{end}</span>}
      {bars.length > 0 && (
        <span className={css.bars}>
          {bars.map((bar, index) => (
            <Bar key={index} {...bar} />
          ))}
        </span>
      )}
      {note && <small data-num>{note}</small>}
      {noteEnd && <small data-num>{noteEnd}</small>}
    </>
  )
}

function Item({ line }: { line: Line }) {
  const { name, title = name, href, onClick, current } = line
  if (href)
    return (
      <Link href={href} title={title}>
        <Content line={line} />
      </Link>
    )
  if (onClick)
    return (
      <button type="button" title={title} aria-current={current || undefined} onClick={onClick}>
        <Content line={line} />
      </button>
    )
  return (
    <div title={title}>
      <Content line={line} />
    </div>
  )
}

type AmountListProps = {
  lines: readonly Line[]
  /** Bars stand between name and amount, in one line. */
  inline?: boolean
  /** Lines are separated by a rule. */
  ruled?: boolean
  label?: string
}

export const AmountList = ({ lines, inline, ruled, label }: AmountListProps) => (
  <ol className={css.list} data-inline={inline} data-ruled={ruled} aria-label={label}>
    {lines.map((line) => (
      <li key={line.key}>
        <Item line={line} />
      </li>
    ))}
  </ol>
)
