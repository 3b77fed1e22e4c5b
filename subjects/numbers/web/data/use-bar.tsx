/** 'Đã dùng / tổng' of a file with a thin bar below the figures. */
import { thousands } from '#kit/contract/thousands.ts'
import { Bar } from '#figures/bar.tsx'
import css from './files.module.css'

/** The bar repeats both figures and is hidden from screen readers. */
export const UseBar = ({ used, total }: { used: number; total: number }) => (
  <span className={css.use}>
    <span className={css.track}>
      <Bar to={total > 0 ? Math.min(1, used / total) : 0} />
    </span>
    <span data-num>
      {thousands(used)} <span className={css.quiet}>/ {thousands(total)}</span>
    </span>
  </span>
)
