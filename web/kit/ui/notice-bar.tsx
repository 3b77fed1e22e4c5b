/** A bar over a screen that something outside is not as it should be: what, and the way on. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './notice-bar.module.css'

type NoticeBarProps = {
  icon: ReactNode
  /** What is wrong, then what it means. */
  children: ReactNode
  action?: { label: string; run: () => void } | undefined
}

/** The bar; it is read out when it appears. */
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
