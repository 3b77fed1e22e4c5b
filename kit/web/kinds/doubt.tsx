/** A mark for a doubtful value, with the reason as tooltip. */
import { IconCircleHalf2 } from '@tabler/icons-react'
import css from './cell.module.css'

/** Empty without a reason. */
export const Doubt = ({ reason }: { reason: string | null | undefined }) =>
  reason ? (
    <span className={css.doubt} role="img" aria-label={`Cần xem: ${reason}`} title={`Cần xem: ${reason}`}>
      <IconCircleHalf2 size={14} stroke={2} aria-hidden />
    </span>
  ) : null
