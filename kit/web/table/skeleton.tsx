/** Grey bars in real rows while the first rows load, so that nothing jumps. */
import type { TableRow } from '../resource-api.ts'
import type { Grid } from './table-types.ts'
import { pinClass, pinStyle } from './table-head.tsx'
import css from './table.module.css'

const rows = Array.from({ length: 16 }, (_, index) => index)

/** A width that differs between rows but not between renders. */
const share = (row: number, column: number): string => `${45 + ((row * 37 + column * 53) % 45)}%`

export function SkeletonRows<R extends TableRow>({ grid }: { grid: Grid<R> }) {
  const moving = grid.columns.filter((column) => column.pin !== 'right')
  const pinned = grid.columns.filter((column) => column.pin === 'right')
  return rows.map((row) => (
    <tr key={row} className={css.skeleton} aria-hidden>
      {grid.leading.check > 0 && <td className={css.pin} style={{ left: 0 }} />}
      <td className={`${css.number} ${css.pin}`} style={{ left: grid.leading.check }}>
        <i style={{ width: 12, marginLeft: 'auto' }} />
      </td>
      {moving.map((column, index) => (
        <td key={column.key} className={pinClass(column)} style={pinStyle(column)}>
          <i style={{ width: share(row, index), ...(column.numeric && { marginLeft: 'auto' }) }} />
        </td>
      ))}
      <td />
      {pinned.map((column, index) => (
        <td key={column.key} className={pinClass(column)} style={pinStyle(column)}>
          <i style={{ width: share(row, index) }} />
        </td>
      ))}
      {grid.leading.actions > 0 && <td className={css.pin} style={{ right: 0 }} />}
    </tr>
  ))
}
