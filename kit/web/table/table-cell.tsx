/** One cell in each of its states: normal, editing, doubtful, sending, saved, refused, changed by somebody else. */
import { Suspense, useRef, type ReactNode } from 'react'
import type { Field } from '#kit/contract/field.ts'
import { typing } from '../keys.ts'
import { CellEditor } from './cell-editor.tsx'
import type { CellState } from './cell-edits.ts'
import { pastedField, shownTyped } from './column.ts'
import type { RefusedCell as Refused } from './refused-cell.tsx'
import { lazyPart, named } from '../lazy-part.tsx'
import { sidesAt } from './range.ts'
import { pinClass, pinStyle } from './table-head.tsx'
import type { TableRow } from '../resource-api.ts'
import type { Grid, PositionedColumn } from './table-types.ts'
import css from './table.module.css'

type CellProps<R extends TableRow> = {
  grid: Grid<R>
  row: R
  column: PositionedColumn<R>
  rowIndex: number
  position: number
  state: CellState | undefined
  focused: boolean
  /** The row's part of the selected range. */
  picked: string | undefined
}

const PastedCell = lazyPart(() => named(import('./pasted-cell.tsx'), 'PastedCell'))
// Lazily loaded components cannot be generic, so its rows are of any type.
const RefusedCell = lazyPart(() =>
  named(import('./refused-cell.tsx'), 'RefusedCell'),
) as unknown as typeof Refused

/** Content of the cell: its value or its editor. */
export function cellContent<R extends TableRow>(cell: CellProps<R>, field: Field | null): ReactNode {
  const { grid, row, column, state, rowIndex, position } = cell
  if (state?.kind === 'pasted') {
    const again = { typed: state.text }
    return (
      <PastedCell
        state={state}
        field={pastedField(column, row)}
        focused={cell.focused}
        edit={() => grid.edits.begin(row, column.key, column.typed?.(row) ?? '', again)}
        leave={() => grid.edits.drop(row, column.key)}
      />
    )
  }
  if (!state || !field || state.kind === 'saved') return column.cell(row)
  if (state.kind === 'editing') {
    return (
      <CellEditor
        grid={grid}
        row={row}
        column={column}
        field={field}
        text={state.text}
        before={state.before}
        version={state.version}
        pasted={state.pasted !== undefined}
        rowIndex={rowIndex}
        position={position}
      />
    )
  }
  if (state.kind === 'sending') return <span data-quiet>{shownTyped(state.text, field)}</span>
  return (
    <Suspense fallback={<span data-quiet>{shownTyped(state.text, field)}</span>}>
      <RefusedCell grid={grid} row={row} name={column.key} state={state} field={field} />
    </Suspense>
  )
}

/** Longer than any system setting for a double click, in ms. */
const doubleClickMs = 1_000

export function TableCell<R extends TableRow>(cell: CellProps<R>) {
  const { grid, row, column, rowIndex, position, state, focused, picked } = cell
  const field = column.edit?.(row) ?? null
  const pressedAt = useRef(-Infinity)
  const inPlace =
    state?.kind === 'pasted' ? state.reason === null : state?.kind === 'saved' || state?.kind === 'sending'
  const marked = state && !inPlace
  return (
    <td
      id={`${grid.id}-${rowIndex}-${position}`}
      className={`${column.numeric ? css.right : ''} ${pinClass(column)} ${marked ? css.over : ''}`}
      style={pinStyle(column)}
      data-key={column.key}
      data-state={state?.kind}
      data-numeric={column.numeric || undefined}
      data-focused={focused || undefined}
      data-picked={sidesAt(picked, position)}
      aria-colindex={position + 3}
      aria-readonly={field ? undefined : true}
      onMouseDown={(event) => {
        if (event.detail === 1) pressedAt.current = event.timeStamp
        const extend = event.shiftKey && event.button === 0 && !typing(event.target)
        grid.setFocus({ row: rowIndex, column: position }, extend)
        if (!extend) return
        // The browser would select text; without that default the table must be focused by hand.
        event.preventDefault()
        grid.home()
      }}
      onMouseEnter={(event) => {
        if (event.buttons !== 1 || document.activeElement?.getAttribute('role') !== 'grid') return
        getSelection()?.removeAllRanges()
        grid.setFocus({ row: rowIndex, column: position }, true)
      }}
      onDoubleClick={(event) => {
        // The second click of a double click on a dialog also hits the cell below.
        if (event.timeStamp - pressedAt.current > doubleClickMs) return
        if (!grid.edit(row, column)) grid.open(row)
      }}
    >
      {cellContent(cell, field)}
    </td>
  )
}
