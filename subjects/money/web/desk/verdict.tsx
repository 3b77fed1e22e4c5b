/** The result of one check: a tick or a warning, with its text. */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './evidence.module.css'

export function Verdict({ good, children }: { good: boolean; children: ReactNode }) {
  const Icon = good ? IconCheck : IconAlertTriangle
  return (
    <span className={good ? css.good : css.off}>
      <Icon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
