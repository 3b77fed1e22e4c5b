/** A cell whose value was refused, looks doubtful, or was changed by somebody else: what the user can do about it. */
import { IconAlertTriangle, IconUser } from '@tabler/icons-react'
import type { Field } from '#kit/contract/field.ts'
import { showField } from '#kit/contract/kinds.ts'
import { CellTip } from './cell-tip.tsx'
import type { CellState } from './cell-edits.ts'
import { shownTyped } from './column.ts'
import type { TableRow } from '../resource-api.ts'
import type { Grid } from './table-types.ts'
import css from './cell.module.css'

type Kind = 'refused' | 'far' | 'theirs'
type RefusedProps<R extends TableRow, K extends Kind = Kind> = {
  grid: Grid<R>
  row: R
  /** Key of the column. */
  name: string
  state: CellState & { kind: K }
  field: Field
}

function Refused<R extends TableRow>(props: RefusedProps<R, 'refused' | 'far'>) {
  const { grid, row, name, state, field } = props
  return (
    <>
      <div className={state.kind === 'far' ? css.far : css.bad}>
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
                  run: () => grid.edits.commit(row, name, field, state.text, state.version, true),
                },
              ]
            : []),
          {
            label: 'Sửa lại',
            strong: state.kind === 'refused',
            run: () => grid.edits.begin(row, name, state.text, { version: state.version }),
          },
          { label: 'Bỏ', run: () => grid.edits.drop(row, name) },
        ]}
      />
    </>
  )
}

function Theirs<R extends TableRow>({ grid, row, name, state, field }: RefusedProps<R, 'theirs'>) {
  const current = showField(state.current, field) || 'trống'
  return (
    <>
      <div className={css.theirs}>
        <IconUser size={14} stroke={1.8} aria-hidden />
        <span>{current}</span>
      </div>
      <CellTip
        message={`Người khác vừa sửa dòng này, ô này nay là ${current}`}
        choices={[
          {
            label: `Ghi đè ${shownTyped(state.text, field) || 'trống'}`,
            strong: true,
            run: () => grid.edits.commit(row, name, field, state.text, state.version, true),
          },
          { label: 'Giữ của họ', run: () => grid.edits.drop(row, name) },
        ]}
      />
    </>
  )
}

export function RefusedCell<R extends TableRow>({ state, ...cell }: RefusedProps<R>) {
  return state.kind === 'theirs' ? <Theirs {...cell} state={state} /> : <Refused {...cell} state={state} />
}
