/** What speaks against a value, as a mark whose words are in the tooltip. */
import { IconCircleHalf2 } from '@tabler/icons-react'
import css from './cell.module.css'

/** The mark; nothing without a reason. */
export const Doubt = ({ why }: { why: string | null | undefined }) =>
  why ? (
    <span className={css.doubt} role="img" aria-label={`Cần xem: ${why}`} title={`Cần xem: ${why}`}>
      <IconCircleHalf2 size={14} stroke={2} aria-hidden />
    </span>
  ) : null
