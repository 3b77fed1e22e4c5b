/** Screens of cards on the ground, and columns of cards; columns lie below each other if the window is narrow. */
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import css from './columns.module.css'

type CardScreenProps = ComponentProps<'div'> & {
  /** Everything on it is a separate card, the head too, with equal gaps. */
  spaced?: true
}

/** A screen of cards on the ground instead of one sheet; its head becomes a card. */
export const CardScreen = ({ spaced, className = '', ...more }: CardScreenProps) => (
  <div className={`${css.screen} ${className}`} data-flat data-spaced={spaced} {...more} />
)

type ColumnsProps = {
  /** Width of each column, as CSS: 'minmax(0, 1fr) 440px'. */
  widths: string
  /** On a sheet, with the ground visible between the cards. */
  inset?: true
  /** Everything scrolls together, and each column is as high as its cards. */
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
  /** Label of its scrolling content, for keyboard users. */
  label?: string
  children: ReactNode
}

/** Cards below each other, scrollable. */
export const Column = ({ label, children }: ColumnProps) => (
  <div className={css.column} {...(label && { tabIndex: 0, role: 'region', 'aria-label': label })}>
    {children}
  </div>
)
