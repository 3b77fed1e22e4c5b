/** The head of 48 px of every screen: title, how many, and the actions, the main one last. */
import type { ReactNode } from 'react'
import css from './screen-head.module.css'

type ScreenHeadProps = { title: string; note?: ReactNode; children?: ReactNode }

/** Title at the left, actions at the right. */
export const ScreenHead = ({ title, note, children }: ScreenHeadProps) => (
  <div className={css.head}>
    <h1>{title}</h1>
    {note && <span className={css.note}>{note}</span>}
    <span className={css.space} />
    {children}
  </div>
)
