/** One row: checkbox, number, cells, its actions. */
import { IconDots } from '@tabler/icons-react'
import { memo, type MouseEvent } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TableCell } from './table-cell.tsx'
import type { TableRow } from '../resource-api.ts'
import type { ShownRow } from './table-types.ts'
import css from './table.module.css'

type RowProps<R extends TableRow> = ShownRow<R> & {
  /** Focused column, if it is in this row. */
  focused: number | null
  /** The row's part of the selected range. */
  picked: string | undefined
}

function Leading<R extends TableRow>({ grid, row, rowIndex, ticked }: RowProps<R>) {
  const { selection, onOpen, firstNumber = 1 } = grid.props
  const number = firstNumber + rowIndex
  const frozen = grid.columns.some((column) => column.pin === 'left')
  return (
    <>
      {selection && (
        <td className={`${css.check} ${css.pin}`} style={{ left: 0 }}>
          <Checkbox
            label={`Chọn dòng ${number}`}
            tabIndex={-1}
            checked={ticked}
            onChange={() => undefined}
            onClick={(event) => grid.toggle(row.id, event.shiftKey)}
          />
        </td>
      )}
      <td
        className={`${css.right} ${css.number} ${css.pin} ${frozen ? '' : css.pinLeft}`}
        style={{ left: grid.leading.check }}
      >
        {onOpen ? (
          <button
            type="button"
            tabIndex={-1}
            className={css.open}
            title="Xem chi tiết và lịch sử"
            onClick={() => grid.open(row)}
          >
            {number}
          </button>
        ) : (
          number
        )}
      </td>
    </>
  )
}

function Actions<R extends TableRow>({ grid, row, rowIndex }: RowProps<R>) {
  const actions = grid.props.actions?.(row) ?? []
  const edge = !grid.columns.some((column) => column.pin === 'right')
  const number = (grid.props.firstNumber ?? 1) + rowIndex
  const more = (event: MouseEvent<HTMLButtonElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    grid.openMenu(row, box.right, box.bottom)
  }
  return (
    <td className={`${css.actions} ${css.pin} ${edge ? css.pinRight : ''}`} style={{ right: 0 }}>
      <span>
        {actions
          .filter(({ inRow, danger, reason }) => inRow && !danger && !reason)
          .slice(0, grid.leading.buttons)
          .map((action) => (
            <IconButton
              key={action.label}
              small
              tabIndex={-1}
              label={action.label}
              aria-label={`${action.label} dòng ${number}`}
              onClick={() => grid.act(row, action.label)}
            >
              {action.icon}
            </IconButton>
          ))}
        {actions.length > 0 && (
          <IconButton
            small
            tabIndex={-1}
            label="Thao tác khác"
            aria-label={`Thao tác khác dòng ${number}`}
            onClick={more}
          >
            <IconDots size={16} stroke={1.9} />
          </IconButton>
        )}
      </span>
    </td>
  )
}

function BodyRow<R extends TableRow>(props: RowProps<R>) {
  const { grid, row, rowIndex, cells, ticked, open, gone, focused, picked } = props
  const moving = grid.columns.filter((column) => column.pin !== 'right')
  const pinned = grid.columns.filter((column) => column.pin === 'right')
  const cell = (column: (typeof grid.columns)[number], position: number) => (
    <TableCell
      key={column.key}
      grid={grid}
      row={row}
      column={column}
      rowIndex={rowIndex}
      position={position}
      state={cells?.[column.key]}
      focused={focused === position}
      picked={picked}
    />
  )
  return (
    <tr
      data-index={rowIndex}
      aria-rowindex={rowIndex + 2}
      aria-selected={grid.props.selection ? ticked : undefined}
      data-ticked={ticked || open || undefined}
      data-gone={gone || undefined}
      onContextMenu={(event) => {
        if (!grid.props.actions) return
        event.preventDefault()
        grid.openMenu(row, event.clientX, event.clientY)
      }}
    >
      <Leading {...props} />
      {moving.map(cell)}
      <td className={css.filler} aria-hidden />
      {pinned.map((column, index) => cell(column, moving.length + index))}
      {grid.leading.actions > 0 && <Actions {...props} />}
    </tr>
  )
}

/** Renders again only when something of this row changed. */
export const TableBodyRow = memo(
  BodyRow,
  (before, after) =>
    before.row === after.row &&
    before.rowIndex === after.rowIndex &&
    before.cells === after.cells &&
    before.ticked === after.ticked &&
    before.open === after.open &&
    before.gone === after.gone &&
    before.focused === after.focused &&
    before.picked === after.picked &&
    before.grid.columns === after.grid.columns &&
    before.grid.props.firstNumber === after.grid.props.firstNumber,
) as typeof BodyRow
