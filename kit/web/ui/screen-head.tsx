/** The head of 48 px of every screen: title, count, and the actions, the main one last. */
import type { ReactNode } from 'react'
import css from './screen-head.module.css'

/** A figure of the whole list after the count: 'Doanh thu 612,847,500 đ'. */
export const HeadTotal = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    {' '}
    <span className={css.total}>
      {label} <b>{children}</b>
    </span>
  </>
)

type ScreenHeadProps = {
  title: string
  /** After the title, before the note. */
  views?: ReactNode
  note?: ReactNode
  children?: ReactNode
}

export const ScreenHead = ({ title, views, note, children }: ScreenHeadProps) => (
  <div className={css.head}>
    <h1>{title}</h1>
    {views}
    {note && <span className={css.note}>{note}</span>}
    <span data-space />
    {children}
  </div>
)
