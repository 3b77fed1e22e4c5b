/** The reason of the server's refusal, below the field. */
import { IconAlertTriangle } from '@tabler/icons-react'
import css from './person-panel.module.css'

export const WhyNot = ({ problem }: { problem: string | undefined }) =>
  problem === undefined ? null : (
    <p className={css.why} role="alert">
      <IconAlertTriangle size={12} stroke={2} aria-hidden />
      {problem}
    </p>
  )
