/** The totals of a list, in a row that stays at the foot, and those outside the window in a line below it. */
import type { ReactNode } from 'react'
import { pinClass, pinStyle } from './table-head.tsx'
import type { TableRow } from '../resource-api.ts'
import type { Grid } from './table-types.ts'
import css from './table.module.css'

type TotalsProps<R extends TableRow> = { grid: Grid<R>; totals: Readonly<Record<string, ReactNode>> }

/** `totals` by column key. */
export function TotalsRow<R extends TableRow>({ grid, totals }: TotalsProps<R>) {
  const moving = grid.columns.filter((column) => column.pin !== 'right')
  const pinned = grid.columns.filter((column) => column.pin === 'right')
  const cell = (column: (typeof grid.columns)[number]) => (
    <td
      key={column.key}
      className={`${column.numeric ? css.right : ''} ${pinClass(column)}`}
      style={pinStyle(column)}
    >
      {totals[column.key]}
    </td>
  )
  return (
    <tfoot>
      <tr>
        {grid.leading.check > 0 && <td className={css.pin} style={{ left: 0 }} />}
        <td
          className={`${css.right} ${css.number} ${css.pin}`}
          style={{ left: grid.leading.check }}
          title="Tổng"
        >
          Σ
        </td>
        {moving.map(cell)}
        <td className={css.filler} />
        {pinned.map(cell)}
        {grid.leading.actions > 0 && <td className={css.pin} style={{ right: 0 }} />}
      </tr>
    </tfoot>
  )
}

/** Totals of columns beyond `width` px, with their names: every sum is readable without scrolling (D3-GRID-09). */
export function FarTotals<R extends TableRow>({ grid, totals, width }: TotalsProps<R> & { width: number }) {
  const { check, number, actions } = grid.leading
  const pinned = grid.columns.filter(({ pin }) => pin === 'right')
  const room = width - actions - pinned.reduce((sum, column) => sum + column.width, 0)
  const moving = grid.columns.filter(({ pin }) => pin !== 'right')
  const endOf = (index: number): number =>
    moving.slice(0, index + 1).reduce((sum, column) => sum + column.width, check + number)
  const hidden = moving.filter(({ key }, index) => totals[key] !== undefined && endOf(index) > room)
  if (width === 0 || hidden.length === 0) return null
  return (
    <div className={css.far}>
      {hidden.map(({ key, title, full = title }) => (
        <span key={key}>
          {full} <b data-num>{totals[key]}</b>
        </span>
      ))}
    </div>
  )
}
