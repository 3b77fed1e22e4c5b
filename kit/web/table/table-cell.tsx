/** One cell in each of its states: normal, editing, doubtful, sending, saved, refused, changed by somebody else. */
import { IconAlertTriangle, IconUser } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import type { Field } from '#kit/contract/field.ts'
import { showField } from '#kit/contract/kinds.ts'
import { typing } from '../keys.ts'
import { CellTip } from './cell-tip.tsx'
import { CellEditor } from './cell-editor.tsx'
import type { CellState } from './cell-edits.ts'
import { pastedField } from './column.ts'
import { lazyPart, named } from '../lazy-part.tsx'
import { sidesAt } from './range.ts'
import { pinClass, pinStyle } from './table-head.tsx'
import type { TableRow } from '../resource-api.ts'
import type { Grid, PositionedColumn } from './table-types.ts'
import cellCss from './cell.module.css'
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

/** The edited value as the cell shows it: an option's label instead of its value. */
const shownTyped = (text: string, field: Field): string => (field.options ? showField(text, field) : text)

const PastedCell = lazyPart(() => named(import('./pasted-cell.tsx'), 'PastedCell'))

type RefusedProps<R extends TableRow> = {
  cell: CellProps<R>
  state: CellState & { kind: 'refused' | 'far' }
  field: Field
}

function Refused<R extends TableRow>({ cell, state, field }: RefusedProps<R>) {
  const { grid, row, column } = cell
  return (
    <>
      <div className={state.kind === 'far' ? cellCss.far : cellCss.bad}>
        <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
        <span>{shownTyped(state.text, field)}</span>
      </div>
      <CellTip
        message={state.reason}
        choices={[
          ...(state.kind === 'far'
            ? [
                {
                  label: 'Vẫn lưu (Enter)',
                  strong: true,
                  run: () => grid.edits.commit(row, column.key, field, state.text, state.version, true),
                },
              ]
            : []),
          {
            label: 'Sửa lại',
            strong: state.kind === 'refused',
            run: () => grid.edits.begin(row, column.key, state.text, { version: state.version }),
          },
          { label: 'Bỏ', run: () => grid.edits.drop(row, column.key) },
        ]}
      />
    </>
  )
}

type TheirsProps<R extends TableRow> = {
  cell: CellProps<R>
  state: CellState & { kind: 'theirs' }
  field: Field
}

function Theirs<R extends TableRow>({ cell, state, field }: TheirsProps<R>) {
  const { grid, row, column } = cell
  const current = showField(state.current, field) || 'trống'
  return (
    <>
      <div className={cellCss.theirs}>
        <IconUser size={14} stroke={1.8} aria-hidden />
        <span>{current}</span>
      </div>
      <CellTip
        message={`Người khác vừa sửa dòng này, ô này nay là ${current}`}
        choices={[
          {
            label: `Ghi đè ${shownTyped(state.text, field) || 'trống'}`,
            strong: true,
            run: () => grid.edits.commit(row, column.key, field, state.text, state.version, true),
          },
          { label: 'Giữ của họ', run: () => grid.edits.drop(row, column.key) },
        ]}
      />
    </>
  )
}

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
  if (state.kind === 'refused' || state.kind === 'far')
    return <Refused cell={cell} state={state} field={field} />
  return <Theirs cell={cell} state={state} field={field} />
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
      className={`${column.numeric ? css.right : ''} ${pinClass(column)} ${marked ? css.over : ''} ${column.whole ? css.whole : ''}`}
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
