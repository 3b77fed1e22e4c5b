/** The cells of a table while they are typed in, pasted into, sent and refused. */
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { useCellEdits, type Pasted, type SaveCell } from './cell-edits.ts'

type Row = { id: string; version: number; price: number }
const row: Row = { id: 'r', version: 3, price: 90_000 }
const note = f.text({ label: 'Ghi chú' })
const price = f.money({ label: 'Giá', price: true })

/** Waits for what `save` answers. */
const later = () => {
  const answers: { done: (value: unknown) => void; fail: (error: unknown) => void }[] = []
  const save = vi.fn<SaveCell<Row>>(() => new Promise((done, fail) => answers.push({ done, fail })))
  return { save, answers }
}

function edits(save: SaveCell<Row> = async () => ({})) {
  const hook = hookInPage(() => useCellEdits(save))
  return {
    now: () => hook.current,
    cell: (column = 'note', id = 'r') => hook.current.of(id)?.[column],
    run: (work: (edits: ReturnType<typeof useCellEdits<Row>>) => unknown): unknown => {
      let result: unknown
      act(() => {
        result = work(hook.current)
      })
      return result
    },
    settled: () => act(async () => undefined),
  }
}

test('an editor opens with the text of the cell or with the typed letter, and cancelling leaves nothing behind', () => {
  const { cell, run, now } = edits()
  run(({ begin }) => begin(row, 'note', 'cũ'))
  expect(cell()).toEqual({ kind: 'editing', text: 'cũ', before: 'cũ', version: 3 })
  run(({ begin }) => begin(row, 'note', 'cũ', { typed: 'm', version: 2 }))
  expect(cell()).toEqual({ kind: 'editing', text: 'm', before: 'cũ', version: 2 })
  expect(now().dirty).toBe(true)
  run(({ type }) => type(row, 'note', 'mới'))
  expect(cell()).toMatchObject({ text: 'mới' })
  run(({ drop }) => drop(row, 'note'))
  expect(cell()).toBeUndefined()
  expect(now().dirty).toBe(false)
})

test('input that arrives after the editor has closed changes nothing', () => {
  const { cell, run } = edits()
  run(({ type }) => type(row, 'note', 'x'))
  expect(cell()).toBeUndefined()
})

test('an unreadable value is refused at once and not sent', () => {
  const { save } = later()
  const { cell, run } = edits(save)
  expect(run(({ commit }) => commit(row, 'price', price, 'chín', 3))).toBe(false)
  expect(cell('price')).toMatchObject({ kind: 'refused', text: 'chín', version: 3 })
  expect(save).not.toHaveBeenCalled()
})

test('D3-GRID-10: a price far from the former one is asked about once, and sent by the second Enter', async () => {
  const { save } = later()
  const { cell, run, settled } = edits(save)
  expect(run(({ commit }) => commit(row, 'price', price, '900', 3))).toBe(false)
  expect(cell('price')).toMatchObject({ kind: 'far', reason: expect.stringContaining('90,000') })
  expect(save).not.toHaveBeenCalled()
  expect(run(({ commit }) => commit(row, 'price', price, '900', 3, true))).toBe(true)
  await settled()
  expect(save).toHaveBeenCalledOnce()
})

test('while a value is being saved its cell opens no editor and sends nothing twice, other cells do', async () => {
  const { save, answers } = later()
  const { cell, run, settled, now } = edits(save)
  run(({ commit }) => commit(row, 'note', note, 'mới', 3))
  await settled()
  run(({ begin }) => begin(row, 'note', 'cũ'))
  run(({ commit }) => commit(row, 'note', note, 'khác', 3))
  expect(cell()).toEqual({ kind: 'sending', text: 'mới' })
  expect(now().dirty).toBe(false)
  run(({ begin }) => begin(row, 'price', '90000'))
  expect(cell('price')).toMatchObject({ kind: 'editing' })
  expect(save).toHaveBeenCalledOnce()
  answers[0]?.done({ id: 'r', version: 4 })
  await settled()
  expect(cell()).toEqual({ kind: 'saved' })
})

test('the flash of a saved cell ends without closing an editor opened meanwhile', async () => {
  vi.useFakeTimers()
  try {
    const { cell, run, settled } = edits()
    run(({ commit }) => commit(row, 'note', note, 'a', 3))
    run(({ commit }) => commit(row, 'other', note, 'b', 3))
    await settled()
    expect([cell()?.kind, cell('other')?.kind]).toEqual(['saved', 'saved'])
    run(({ begin }) => begin(row, 'other', 'b'))
    act(() => void vi.runAllTimers())
    expect([cell(), cell('other')?.kind]).toEqual([undefined, 'editing'])
  } finally {
    vi.useRealTimers()
  }
})

test('a refused value stays with its reason and can be sent again', async () => {
  const refusals = [new AppError('VALIDATION', 'Sai', { fields: { note: 'Quá dài' } })]
  const { cell, run, settled, now } = edits(async () => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
  })
  run(({ commit }) => commit(row, 'note', note, 'dài', 3))
  await settled()
  expect(cell()).toMatchObject({ kind: 'refused', text: 'dài', reason: 'Quá dài' })
  expect(now().dirty).toBe(true)
  run(({ commit }) => commit(row, 'note', note, 'ngắn', 3))
  await settled()
  expect(cell()).toEqual({ kind: 'saved' })
})

const pasted = (text: string, more: Partial<Pasted> = {}): Pasted => ({
  kind: 'pasted',
  text,
  before: '',
  value: text,
  reason: null,
  version: 3,
  ...more,
})

test('D3-GRID-09: a paste replaces the previous paste and leaves other cells; dropping it leaves them too', () => {
  const { cell, run, now } = edits()
  run(({ begin }) => begin(row, 'price', '90000'))
  run(({ paste }) => paste([{ row, column: 'note', state: pasted('một') }]))
  run(({ paste }) => paste([{ row: { ...row, id: 's' }, column: 'note', state: pasted('hai') }]))
  expect([cell(), cell('note', 's')]).toMatchObject([undefined, { text: 'hai' }])
  expect(now().pasted).toMatchObject([{ id: 's', column: 'note', inEdit: false }])
  run(({ paste }) => paste(null))
  expect(now().pasted).toEqual([])
  expect(cell('price')).toMatchObject({ kind: 'editing' })
})

test('D3-GRID-09: an edited cell of a paste returns to the pasted value when the editor is left', () => {
  const { cell, run, now } = edits()
  run(({ paste }) => paste([{ row, column: 'note', state: pasted('một') }]))
  run(({ begin }) => begin(row, 'note', 'một', { typed: 'x' }))
  expect(now().pasted).toMatchObject([{ state: { text: 'một' }, inEdit: true }])
  run(({ drop }) => drop(row, 'note'))
  expect(cell()).toMatchObject({ kind: 'pasted', text: 'một' })
  run(({ repaste }) => repaste(row, 'note', pasted('hai')))
  expect(cell()).toMatchObject({ kind: 'pasted', text: 'hai' })
})

test('D3-GRID-09: a cell of a paste refused by the server is marked, or every written cell when the row is refused', () => {
  const { cell, run } = edits()
  const unwritten = pasted('cũ', { value: undefined })
  run(({ paste }) =>
    paste([
      { row, column: 'note', state: pasted('một') },
      { row, column: 'price', state: pasted('9') },
      { row, column: 'kept', state: unwritten },
    ]),
  )
  run(({ refuse }) => refuse([{ id: 'r', field: 'price', msg: 'Quá thấp' }]))
  expect([cell(), cell('price')]).toMatchObject([{ reason: null }, { reason: 'Quá thấp' }])
  run(({ refuse }) => refuse([{ id: 'r', field: null, msg: 'Đã duyệt' }]))
  expect([cell(), cell('kept')]).toMatchObject([{ reason: 'Đã duyệt' }, { reason: null }])
  run(({ refuse }) => refuse([{ id: 'other', field: null, msg: 'Khác' }]))
  expect(cell()).toMatchObject({ reason: 'Đã duyệt' })
})
