/** What becomes of a value that was typed into a cell. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../../contract/kit/error.ts'
import { sendCell, type CellState, type SaveCell } from './cell-edits.ts'

type Row = { id: string; version: number }
const row: Row = { id: 'r', version: 3 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The states a cell goes through while `save` answers. */
async function statesOf(save: SaveCell<Row>, version?: number): Promise<(CellState | null)[]> {
  const states: (CellState | null)[] = []
  const what = { column: 'note', value: 'Bận', text: 'Bận', version }
  await sendCell(save, row, what, (state) => states.push(state))
  vi.runAllTimers()
  return states
}

test('a saved value flashes and then rests', async () => {
  const save = vi.fn(async () => ({}))
  expect((await statesOf(save)).map((state) => state?.kind)).toEqual(['sending', 'saved', undefined])
  expect(save).toHaveBeenCalledExactlyOnceWith(
    row,
    'note',
    'Bận',
    expect.objectContaining({ version: 3, key: expect.any(String) }),
  )
})

test('a refused value stays in its cell with the reason of its field', async () => {
  const save = () =>
    Promise.reject(new AppError('VALIDATION', 'Dữ liệu sai', { fields: { note: 'Ghi chú quá dài' } }))
  expect((await statesOf(save)).at(-1)).toEqual({ kind: 'refused', text: 'Bận', why: 'Ghi chú quá dài' })
  const plain = () => Promise.reject(new AppError('FORBIDDEN', 'Không có quyền'))
  expect((await statesOf(plain)).at(-1)).toEqual({ kind: 'refused', text: 'Bận', why: 'Không có quyền' })
})

test('a row that somebody else changed shows their value and keeps ours (D1-Q-166)', async () => {
  const save = () =>
    Promise.reject(new AppError('CONFLICT', 'Đã đổi', { current: { id: 'r', note: 'Máy bận', version: 7 } }))
  expect((await statesOf(save)).at(-1)).toEqual({
    kind: 'theirs',
    text: 'Bận',
    current: 'Máy bận',
    version: 7,
  })
})

test('overwriting theirs is sent with the version they made', async () => {
  const save = vi.fn(async () => ({}))
  await statesOf(save, 7)
  expect(save).toHaveBeenCalledWith(row, 'note', 'Bận', expect.objectContaining({ version: 7 }))
})
