/** A cell in each of its states. */
import { expect, test } from 'vitest'
import { f, type Field } from '#kit/contract/field.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import type { CellState } from './cell-edits.ts'
import type { PositionedColumn, Grid } from './table-types.ts'
import { RefusedCell } from './refused-cell.tsx'
import { TableCell } from './table-cell.tsx'

type Row = { id: string; version: number; kenh: string }
const row: Row = { id: 'r', version: 1, kenh: '1' }
const field = f.choice({
  label: 'Kênh',
  options: [
    { value: '1', label: 'Viettel' },
    { value: '2', label: 'Mobi' },
  ],
})
const grid = { id: 'g', columns: [], edits: {}, props: {} } as unknown as Grid<Row>

function cell(
  state?: CellState,
  overrides: Partial<PositionedColumn<Row>> = {},
  edited: Field | null = field,
) {
  const column: PositionedColumn<Row> = {
    key: 'kenh',
    title: 'Kênh',
    width: 100,
    cell: () => 'như đã lưu',
    edit: () => edited,
    ...overrides,
  }
  return read(
    <table>
      <tbody>
        <tr>
          <TableCell
            grid={grid}
            row={row}
            column={column}
            rowIndex={4}
            position={2}
            state={state}
            focused={false}
            picked={undefined}
          />
        </tr>
      </tbody>
    </table>,
  )
}

test('a cell carries its position, whether it can be edited, and its stored value before and after an edit', () => {
  const { html, text } = cell()
  expect(html).toContain('id="g-4-2"')
  expect(html).toContain('aria-colindex="5"')
  expect(html).not.toContain('aria-readonly')
  expect(text).toBe('như đã lưu')
  expect(cell({ kind: 'saved' }).text).toBe('như đã lưu')
  expect(cell(undefined, {}, null).html).toContain('aria-readonly="true"')
})

test('a cell being saved shows the label of the chosen value', () => {
  expect(cell({ kind: 'sending', text: '2' }).text).toBe('Mobi')
  expect(cell({ kind: 'sending', text: 'Bận' }, {}, f.note({ label: 'Ghi chú' })).text).toBe('Bận')
})

const marked = (state: Parameters<typeof RefusedCell>[0]['state']) =>
  read(<RefusedCell grid={grid} row={row} name="kenh" state={state} field={field} />)

test('a refused value shows the reason and can be corrected or dropped; a doubtful one can be saved anyway (D3-GRID-10)', () => {
  const refused = marked({ kind: 'refused', text: '2', reason: 'Không có quyền', version: 1 })
  expect(refused.text).toContain('Mobi Không có quyền')
  expect(refused.buttons).toEqual(['Sửa lại', 'Bỏ'])
  expect(marked({ kind: 'far', text: '2', reason: 'Gấp 100 lần', version: 1 }).buttons).toEqual([
    'Vẫn lưu (Enter)',
    'Sửa lại',
    'Bỏ',
  ])
})

test('a value saved meanwhile by somebody else is shown, and the user chooses between both (D1-Q-166)', () => {
  const { text, buttons } = marked({ kind: 'theirs', text: '2', current: '1', version: 2 })
  expect(text).toContain('Người khác vừa sửa dòng này, ô này nay là Viettel')
  expect(buttons).toEqual(['Ghi đè Mobi', 'Giữ của họ'])
  const emptied = marked({ kind: 'theirs', text: '', current: null, version: 2 })
  expect(emptied.text).toContain('ô này nay là trống')
  expect(emptied.buttons).toContain('Ghi đè trống')
})
