/** The head of 48 px of every screen: title, count, and the actions, the main one last. */
import { createContext, use, type ReactNode } from 'react'
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

/** Links to the other views of the screen's place, which the shell knows (D3-NAV-05). */
export const HeadLinks = createContext<ReactNode>(null)

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
    {use(HeadLinks)}
    {views}
    {note && <span className={css.note}>{note}</span>}
    <span data-space />
    {children}
  </div>
)
