/** A card of the dashboard: a heading, what stands beside it, and the content. */
import type { ReactNode } from 'react'
import css from './dashboard.module.css'

type CardProps = {
  title: string
  note?: ReactNode
  end?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** The card. */
export const Card = ({ title, note, end, className, children }: CardProps) => (
  <section className={`${css.card} ${className ?? ''}`} aria-label={title}>
    <header className={css.cardHead}>
      <h2>{title}</h2>
      {note && <span className={css.quiet}>{note}</span>}
      <span className={css.space} />
      {end && <span className={css.small}>{end}</span>}
    </header>
    {children}
  </section>
)

/** What a card says instead of an empty chart. */
export const Calm = ({ children }: { children: ReactNode }) => <p className={css.calm}>{children}</p>

/** A change against the period before, coloured by its direction and signed in words of figures. */
export const Change = ({ text }: { text: string }) => (
  <span className={text.startsWith('−') ? css.down : css.up} data-num>
    {text}
  </span>
)
