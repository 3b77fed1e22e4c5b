/** A chart beside a table, or below it on a narrow screen. */
import type { ReactNode } from 'react'
import css from './side-panel.module.css'

type SidePanelProps = {
  title: string
  note?: ReactNode
  /** Hidden on a phone. */
  wideOnly?: boolean
  children: ReactNode
}

export const SidePanel = ({ title, note, wideOnly, children }: SidePanelProps) => (
  <section className={css.beside} data-wide-only={wideOnly} aria-label={title}>
    <h2>{title}</h2>
    {note && <p data-num>{note}</p>}
    {children}
  </section>
)
