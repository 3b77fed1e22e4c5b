/** What stands beside a table, or on a narrow screen below it: the chart of its sums. */
import type { ReactNode } from 'react'
import css from './beside.module.css'

type BesideProps = {
  title: string
  note?: ReactNode
  /** A phone has no room for it. */
  wideOnly?: boolean
  children: ReactNode
}

export const Beside = ({ title, note, wideOnly, children }: BesideProps) => (
  <section className={css.beside} data-wide-only={wideOnly} aria-label={title}>
    <h2>{title}</h2>
    {note && <p data-num>{note}</p>}
    {children}
  </section>
)
