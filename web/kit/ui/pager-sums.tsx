/** Sums over the whole filter beside the page buttons, each after its name. */
import type { ReactNode } from 'react'
import css from './pager-sums.module.css'

/** A sum with its name. */
export const PagerSum = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    {label} <b data-num>{children}</b>
  </>
)

/** The sums, in order. */
export const PagerSums = ({ children }: { children: ReactNode }) => (
  <span className={css.sums}>{children}</span>
)
