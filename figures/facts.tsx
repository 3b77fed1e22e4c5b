/** Labels with their values or amounts, one per line; sums under a rule. */
import type { ReactNode } from 'react'
import css from './facts.module.css'

type FactProps = {
  label: ReactNode
  /** The sum of those above it. */
  sum?: boolean
  /** Long text, shown below its label. */
  long?: boolean
  children: ReactNode
}

export const Fact = ({ label, sum, long, children }: FactProps) => (
  <div data-sum={sum || undefined} data-long={long || undefined}>
    <dt>{label}</dt>
    <dd data-num>{children}</dd>
  </div>
)

/** `foot`: under a rule, at the end of a card. */
export const Facts = ({ foot, children }: { foot?: boolean; children: ReactNode }) => (
  <dl className={css.facts} data-foot={foot}>
    {children}
  </dl>
)
