/** What becomes of a value that was typed into a cell. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { queueByRow, sendCell, type CellState, type SaveCell } from './cell-edits.ts'

type Row = { id: string; version: number }
const row: Row = { id: 'r', version: 3 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The states a cell goes through while `save` answers. */
async function statesOf(save: SaveCell<Row>, version: number | undefined = 3): Promise<(CellState | null)[]> {
  const states: (CellState | null)[] = []
  const sending = { column: 'note', value: 'Bận', text: 'Bận', version }
  await sendCell(save, row, sending, (state) => states.push(state))
  vi.runAllTimers()
  return states
}

test('a saved value flashes and then returns to normal', async () => {
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
  expect((await statesOf(save)).at(-1)).toEqual({
    kind: 'refused',
    text: 'Bận',
    reason: 'Ghi chú quá dài',
    version: 3,
  })
  const plain = () => Promise.reject(new AppError('FORBIDDEN', 'Không có quyền'))
  expect((await statesOf(plain)).at(-1)).toMatchObject({ kind: 'refused', reason: 'Không có quyền' })
})

test('a row changed by somebody else shows their value and keeps the typed one (D1-Q-166)', async () => {
  const save = () =>
    Promise.reject(new AppError('CONFLICT', 'Đã đổi', { current: { id: 'r', note: 'Máy bận', version: 7 } }))
  expect((await statesOf(save)).at(-1)).toEqual({
    kind: 'theirs',
    text: 'Bận',
    current: 'Máy bận',
    version: 7,
  })
})

test("overwriting another person's value sends the version of that value", async () => {
  const save = vi.fn(async () => ({}))
  await statesOf(save, 7)
  expect(save).toHaveBeenCalledWith(row, 'note', 'Bận', expect.objectContaining({ version: 7 }))
})

test('an edit sends the version that was on screen when it began, not one that arrived since (D3-GRID-05)', async () => {
  const save = vi.fn(async () => ({}))
  await statesOf(save, 2)
  expect(save).toHaveBeenCalledWith(row, 'note', 'Bận', expect.objectContaining({ version: 2 }))
})

/** Saves as the server does: on the present version only. */
function stored() {
  const now = { version: 3, sent: [] as (number | undefined)[] }
  const save: SaveCell<Row> = async (_row, _column, _value, { version }) => {
    now.sent.push(version)
    await Promise.resolve()
    if (version !== now.version) throw new AppError('CONFLICT', 'Đã đổi')
    now.version += 1
    return { id: 'r', version: now.version }
  }
  return { now, save: queueByRow(save) }
}

test('cells of one row opened together are saved one after the other, each on the version of the previous save (D3-GRID-05)', async () => {
  const { now, save } = stored()
  const seen = { key: 'k', version: 3 }
  await Promise.all(['a', 'b', 'c'].map((column) => save(row, column, 'x', seen)))
  expect(now.sent).toEqual([3, 4, 5])
})

test("another person's change between two own edits is detected by the second (D3-GRID-05)", async () => {
  const { now, save } = stored()
  const seen = { key: 'k', version: 3 }
  await save(row, 'a', 'x', seen)
  now.version += 1
  await expect(save(row, 'b', 'x', seen)).rejects.toThrow('Đã đổi')
  expect(now.sent).toEqual([3, 4])
  // A refusal is not in the way of the next.
  await save(row, 'b', 'x', { key: 'k', version: 5 })
})
