/** 'Đã dùng / tổng' of a file with a thin bar below the figures. */
import { Bar } from '../../figures/bar.tsx'
import { grouped } from './split-model.ts'
import css from './files.module.css'

/** The bar repeats both figures and is hidden from screen readers. */
export const UseBar = ({ used, total }: { used: number; total: number }) => (
  <span className={css.use}>
    <span className={css.track}>
      <Bar to={total > 0 ? Math.min(1, used / total) : 0} />
    </span>
    <span data-num>
      {grouped(used)} <span className={css.quiet}>/ {grouped(total)}</span>
    </span>
  </span>
)
