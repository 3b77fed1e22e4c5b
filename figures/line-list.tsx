/** Lines of a card: an icon, a name, amounts and small print beside each other, aligned in columns. */
import type { CSSProperties, ReactNode } from 'react'
import css from './line-list.module.css'

type LineListProps = {
  /** Widths of the columns, as CSS; a number or small print stands at the right of its column. */
  widths: string
  /** Lines are separated by a rule. */
  ruled?: boolean
  /** As high as the text, which may wrap. */
  loose?: boolean
  label?: string
  children: ReactNode
}

export const LineList = ({ widths, ruled, loose, label, children }: LineListProps) => (
  <ul
    className={css.lines}
    style={{ '--widths': widths } as CSSProperties}
    data-ruled={ruled}
    data-loose={loose}
    aria-label={label}
  >
    {children}
  </ul>
)
