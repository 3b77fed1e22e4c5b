/** Sums over the whole filter beside the page buttons, each after its name. */
import { Fragment, type ReactNode } from 'react'
import css from './pager-sums.module.css'

/** Names with their amounts as they are shown, in order. */
export const PagerSums = ({ of }: { of: readonly (readonly [label: string, amount: ReactNode])[] }) => (
  <span className={css.sums}>
    {of.map(([label, amount]) => (
      <Fragment key={label}>
        {label} <b data-num>{amount}</b>
      </Fragment>
    ))}
  </span>
)
