/** A card of one figure: its name, what is said of it, and the way to its rows. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './stat-card.module.css'

type StatCardProps = {
  label: string
  /** Read aloud as the name of the card; the label when left out. */
  name?: string
  figure: string
  href?: string
  /** Behind the figure. */
  beside?: ReactNode
  /** At the right, above and level with the figure. */
  note?: ReactNode
  end?: ReactNode
  /** Above it all. */
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
  <section className={css.stat} aria-label={name}>
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
  </section>
)
