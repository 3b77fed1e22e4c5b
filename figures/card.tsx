/** A card: heading, note, and content; and the face of a card alone. */
import type { HTMLAttributes, ReactNode } from 'react'
import css from './card.module.css'

type PanelProps = HTMLAttributes<HTMLElement> & {
  as?: 'section' | 'aside' | 'nav' | 'ul' | 'li'
}

/** Only the face of a card; its content is laid out by whoever uses it. */
export const Panel = ({ as: Tag = 'section', className = '', ...more }: PanelProps) => (
  <Tag className={`${css.panel} ${className}`} {...more} />
)

export type CardProps = Omit<PanelProps, 'className'> & {
  title: string
  /** Accessible name, if it is not the title. */
  label?: string
  /** Before the title. */
  lead?: ReactNode
  note?: ReactNode
  end?: ReactNode
  busy?: boolean
  className?: string | undefined
}

export const Card = (props: CardProps) => {
  const { title, label = title, lead, note, end, busy, className = '', children, ...more } = props
  return (
    <Panel className={`${css.card} ${className}`} aria-label={label} aria-busy={busy || undefined} {...more}>
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
    </Panel>
  )
}

/** Text instead of content, and small print at the foot. */
export const CardNote = ({ foot, children }: { foot?: true; children: ReactNode }) => (
  <p className={foot ? css.foot : css.none}>{children}</p>
)
