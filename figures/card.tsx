/** A card of figures: heading, note, and content. */
import type { HTMLAttributes, ReactNode } from 'react'
import css from './card.module.css'

export type CardProps = {
  title: string
  /** Accessible name, if it is not the title. */
  label?: string
  /** Before the title. */
  lead?: ReactNode
  note?: ReactNode
  end?: ReactNode
  busy?: boolean
  className?: string | undefined
  children: ReactNode
}

export const Card = ({
  title,
  label = title,
  lead,
  note,
  end,
  busy,
  className = '',
  children,
}: CardProps) => (
  <section
    className={`${css.panel} ${css.card} ${className}`}
    aria-label={label}
    aria-busy={busy || undefined}
  >
    <header className={css.head}>
      {lead}
      <h2>{title}</h2>
      {note && <span data-num>{note}</span>}
      {end && (
        <span className={css.end} data-num>
          {end}
        </span>
      )}
    </header>
    {children}
  </section>
)

type PanelProps = HTMLAttributes<HTMLElement> & {
  as?: 'section' | 'aside' | 'nav' | 'ul' | 'li'
}

/** The face of a card alone: what stands on it is laid out by whoever uses it. */
export const Panel = ({ as: Tag = 'section', className = '', ...more }: PanelProps) => (
  <Tag className={`${css.panel} ${className}`} {...more} />
)

/** Text instead of content, and small print at the foot. */
export const CardNote = ({ foot, children }: { foot?: true; children: ReactNode }) => (
  <p className={foot ? css.foot : css.none}>{children}</p>
)
