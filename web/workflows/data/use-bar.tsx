/** 'Đã dùng / tổng' of a file with a thin bar below the figures. */
import { grouped } from './split-model.ts'
import css from './files.module.css'

/** The cell; the bar is a picture of the two figures and is not read aloud. */
export const UseBar = ({ used, total }: { used: number; total: number }) => (
  <span className={css.use}>
    <span className={css.track} aria-hidden>
      <i style={{ width: `${total > 0 ? Math.min(100, (used / total) * 100) : 0}%` }} />
    </span>
    <span data-num>
      {grouped(used)} <span className={css.quiet}>/ {grouped(total)}</span>
    </span>
  </span>
)
