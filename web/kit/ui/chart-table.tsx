/** The figures of a chart as a table; its head stays in sight. */
import type { ReactNode } from 'react'
import css from './chart-table.module.css'

type ChartTableProps = {
  /** What the table is of, for who hears it. */
  label: string
  /** Titles of the columns; the first is that of the rows. */
  heads: readonly string[]
  children: ReactNode
}

export const ChartTable = ({ label, heads, children }: ChartTableProps) => (
  <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
    <table className={css.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
