/** Totals of the whole filter beside the page buttons, each with its label. */
import type { ReactNode } from 'react'
import css from './pager-sums.module.css'

export const PagerSum = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    {label} <b data-num>{children}</b>
  </>
)

export const PagerSums = ({ children }: { children: ReactNode }) => (
  <span className={css.sums}>{children}</span>
)
