/** A card of one figure: label, note, and a link to its rows. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Panel } from './card.tsx'
import css from './stat-card.module.css'

type StatCardProps = {
  label: string
  /** Accessible name of the card; the label by default. */
  name?: string
  figure: string
  href?: string
  /** After the figure. */
  beside?: ReactNode
  /** At the right of label and figure. */
  note?: ReactNode
  end?: ReactNode
  /** Above everything. */
  lead?: ReactNode
  /** Below the figure. */
  children?: ReactNode
}

export const StatCard = ({
  label,
  name = label,
  figure,
  href,
  beside,
  note,
  end,
  lead,
  children,
}: StatCardProps) => (
  <Panel className={css.stat} aria-label={name}>
    {lead}
    <span className={css.line}>
      <span className={css.label}>{label}</span>
      <span className={css.note}>{note}</span>
    </span>
    <span className={css.line}>
      {href ? (
        <Link className={css.figure ?? ''} href={href} aria-label={`${label}: ${figure}`}>
          {figure}
        </Link>
      ) : (
        <span className={css.figure}>{figure}</span>
      )}
      {beside}
      {end && <span className={css.note}>{end}</span>}
    </span>
    {children}
  </Panel>
)
