/** A bar over a screen about an outside problem, with an action. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './notice-bar.module.css'

type NoticeBarProps = {
  icon: ReactNode
  /** The problem, then its effect. */
  children: ReactNode
  action?: { label: string; run: () => void } | undefined
}

/** Announced by screen readers when it appears. */
export const NoticeBar = ({ icon, children, action }: NoticeBarProps) => (
  <div className={css.bar} role="status">
    {icon}
    <span>{children}</span>
    {action && (
      <Button small onClick={action.run}>
        {action.label}
      </Button>
    )}
  </div>
)
