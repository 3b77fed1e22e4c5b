/** One figure of the row at the top: what it is, what stands beside it, and the rows it opens. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './dashboard.module.css'

type KpiProps = {
  label: string
  figure: string
  href?: string
  beside?: ReactNode
  note: ReactNode
  /** Takes the room of two. */
  wide?: boolean
}

/** The card. */
export function Kpi({ label, figure, href, beside, note, wide }: KpiProps) {
  return (
    <section className={`${css.card} ${css.kpi} ${wide ? css.wide : ''}`} aria-label={label}>
      <span className={css.kpiTop}>
        <span className={css.kpiLabel}>{label}</span>
        <span className={css.kpiNote}>{note}</span>
      </span>
      <span className={css.kpiLine}>
        {href ? (
          <Link className={css.figure ?? ''} href={href} aria-label={`${label}: ${figure}`}>
            {figure}
          </Link>
        ) : (
          <span className={css.figure}>{figure}</span>
        )}
        {beside}
      </span>
    </section>
  )
}
