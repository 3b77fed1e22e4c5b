/** Screens of cards on the ground, and columns of cards; columns lie below each other where there is no room beside. */
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import css from './columns.module.css'

type CardScreenProps = ComponentProps<'div'> & {
  /** Everything on it is a card of its own, its head too, with the same gap between all of them. */
  spaced?: true
}

/** A screen of cards on the ground instead of one sheet; its head becomes a card. */
export const CardScreen = ({ spaced, className = '', ...more }: CardScreenProps) => (
  <div className={`${css.screen} ${className}`} data-flat data-spaced={spaced} {...more} />
)

type ColumnsProps = {
  /** Width of each column, as CSS: 'minmax(0, 1fr) 440px'. */
  widths: string
  /** On a sheet, which shows the ground between the cards. */
  inset?: true
  /** All of it scrolls as one, and a column is as high as its cards. */
  whole?: true
  busy?: boolean
  children?: ReactNode
}

export const Columns = ({ widths, inset, whole, busy, children }: ColumnsProps) => (
  <div
    className={css.columns}
    style={{ '--widths': widths } as CSSProperties}
    data-inset={inset}
    data-whole={whole}
    aria-busy={busy || undefined}
  >
    {children}
  </div>
)

type ColumnProps = {
  /** What scrolls in it is reached by key under this name. */
  label?: string
  children: ReactNode
}

/** Cards below each other, which scroll. */
export const Column = ({ label, children }: ColumnProps) => (
  <div className={css.column} {...(label && { tabIndex: 0, role: 'region', 'aria-label': label })}>
    {children}
  </div>
)
