/** The head of a screen: title, count, and the actions, the main one last. */
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

/** Title, links to the other views, and what is said of the rows. */
const HeadTitle = ({ title, views, note }: Omit<ScreenHeadProps, 'children'>) => (
  <>
    <h1>{title}</h1>
    {use(HeadLinks)}
    {views}
    {note && <span className={css.note}>{note}</span>}
  </>
)

type LeadProps = Omit<ScreenHeadProps, 'children'> & { part?: boolean | undefined }

/** The same before the filters of a list, which may be a part of its screen. */
export const HeadLead = ({ part, ...title }: LeadProps) => (
  <div className={css.lead}>
    {part ? (
      <>
        <h2>{title.title}</h2>
        <span className={css.note}>{title.note}</span>
      </>
    ) : (
      <HeadTitle {...title} />
    )}
  </div>
)

export const ScreenHead = ({ children, ...title }: ScreenHeadProps) => (
  <div className={css.head}>
    <HeadTitle {...title} />
    <span data-space />
    {children}
  </div>
)
