/** One table: its focus, its editors, its menu, and pasting as a preview. */
import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { notices, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { createStore, useStore } from '../store.ts'
import { isUnsaved } from '../tab-state.tsx'
import type { AnyColumn } from './column.ts'
import type { DataTableProps, RowAction } from './table-types.ts'
import { useGrid } from './use-grid.ts'

type Row = { id: string; version: number; name: string; note: string }
const rowOf = (id: string): Row => ({ id, version: 1, name: `Tên ${id}`, note: `Ghi ${id}` })
const rows = ['a', 'b', 'c'].map(rowOf)

const text = f.text({ label: 'Ghi chú', max: 10 })
const column = (key: keyof Row & string, more: Partial<AnyColumn<Row>> = {}): AnyColumn<Row> => ({
  key,
  title: key,
  width: 100,
  cell: (row) => row[key],
  text: (row) => String(row[key]),
  ...more,
})
const edited: Partial<AnyColumn<Row>> = { edit: () => text, typed: ({ note }) => note }
const columns = [column('id'), column('note', edited), column('name'), column('version', edited)]

afterEach(() => vi.restoreAllMocks())

/** A grid whose props can be changed, and how it scrolled. */
function grid(overrides: Partial<DataTableProps<Row>> = {}, width = 0) {
  const first = { label: 'Đơn', layout: { columns }, rows, onSave: async () => undefined, ...overrides }
  const props = createStore(first as unknown as DataTableProps<Row>)
  const reveal = vi.fn<(row: number) => void>()
  const hook = hookInPage(() => useGrid(useStore(props), { current: null }, { current: reveal }, width))
  return {
    now: () => hook.current,
    grid: () => hook.current.grid,
    reveal,
    change: (next: Partial<DataTableProps<Row>>) => act(() => props.set((now) => ({ ...now, ...next }))),
  }
}
const first = (list: readonly Row[] = rows): Row => list[0] ?? rowOf('')
const columnOf = (list: readonly AnyColumn<Row>[], key: string): AnyColumn<Row> =>
  list.find((one) => one.key === key) ?? column('id')

test('a cell opens an editor where the list saves and the row allows it, with its text or the typed letter', () => {
  const { grid: now } = grid()
  let opened: boolean[] = []
  act(() => {
    opened = [
      now().edit(first(), columnOf(columns, 'note')),
      now().edit(first(), columnOf(columns, 'version'), 'x'),
      now().edit(first(), columnOf(columns, 'name')),
    ]
  })
  expect(opened).toEqual([true, true, false])
  expect(now().edits.of('a')).toMatchObject({
    note: { kind: 'editing', text: 'Ghi a', before: 'Ghi a' },
    version: { kind: 'editing', text: 'x' },
  })
  expect(isUnsaved('dashboard')).toBe(true)
})

test('a list that does not save cells opens no editor', () => {
  const { grid: now } = grid({ onSave: undefined })
  expect(now().edit(first(), columnOf(columns, 'note'))).toBe(false)
})

test('Tab moves to the next editable cell, and stays on the last one', () => {
  const { grid: now } = grid()
  act(() => now().editNext(0, 1, 1))
  expect(now().focus).toEqual({ row: 0, column: 3 })
  expect(now().edits.of('a')?.version?.kind).toBe('editing')
  act(() => now().editNext(0, 3, 1))
  expect(now().focus).toEqual({ row: 0, column: 3 })
  act(() => now().editNext(0, 3, -1))
  expect(now().focus).toEqual({ row: 0, column: 1 })
})

test('moving down scrolls to the row, and stops at the last one', () => {
  const { grid: now, reveal } = grid()
  act(() => now().goDown({ row: 1, column: 1 }, 1))
  expect(now().focus).toEqual({ row: 2, column: 1 })
  act(() => now().goDown({ row: 2, column: 1 }, 1))
  act(() => now().goDown({ row: 0, column: 1 }, -1))
  expect(now().focus).toEqual({ row: 2, column: 1 })
  expect(reveal.mock.calls).toEqual([[2]])
})

test('the focus stays on its row when rows are added above, and moves to the next row when it is gone', () => {
  const { grid: now, change } = grid()
  act(() => now().setFocus({ row: 1, column: 2 }))
  change({ rows: [rowOf('new'), ...rows] })
  expect(now().focus).toEqual({ row: 2, column: 2 })
  change({ rows: [rowOf('new'), rowOf('a'), rowOf('c')] })
  expect(now().focus).toEqual({ row: 2, column: 2 })
  change({ rows: [rowOf('a')] })
  expect(now().focus).toEqual({ row: 0, column: 2 })
})

test('a range starts at the cell that was focused when it was first extended', () => {
  const { grid: now } = grid()
  act(() => now().setFocus({ row: 0, column: 0 }))
  act(() => now().setFocus({ row: 1, column: 0 }, true))
  act(() => now().setFocus({ row: 2, column: 1 }, true))
  expect([now().anchor, now().focus]).toEqual([
    { row: 0, column: 0 },
    { row: 2, column: 1 },
  ])
  act(() => now().setFocus({ row: 1, column: 1 }))
  expect(now().anchor).toBeNull()
})

const action = (label: string, more: Partial<RowAction> = {}): RowAction => ({
  label,
  run: () => undefined,
  inRow: true,
  ...more,
})

test('a row menu opens where there is an action, and closes', () => {
  const none = grid({ actions: () => [] })
  act(() => none.grid().openMenu(first(), 1, 2))
  expect(none.now().menu).toBeNull()
  const some = grid({ actions: () => [action('Sửa')] })
  act(() => some.grid().openMenu(first(), 1, 2))
  expect(some.now().menu).toMatchObject({ row: { id: 'a' }, x: 1, y: 2 })
  act(() => some.now().closeMenu())
  expect(some.now().menu).toBeNull()
})

test('rows that were not rendered again use the newest props', async () => {
  const [before, after, toggle] = [vi.fn(), vi.fn(), vi.fn()]
  const { grid: now, change } = grid({ actions: () => [action('Sửa', { run: before })] })
  const old = now()
  change({
    actions: () => [action('Sửa', { run: after })],
    selection: { toggle } as never,
    onOpen: () => toggle('opened'),
  })
  old.act(first(), 'Sửa')
  old.act(first(), 'Không có')
  old.toggle('b', true)
  old.open(first())
  expect([before.mock.calls.length, after.mock.calls.length]).toEqual([0, 1])
  expect(toggle.mock.calls).toEqual([['b', true], ['opened']])
})

test('D3-GRID-12: the focus stays with its column when others open or fold; a range ends', () => {
  const { grid: now, change } = grid()
  act(() => now().setFocus({ row: 0, column: 2 }))
  act(() => now().setFocus({ row: 1, column: 2 }, true))
  expect(now().anchor).not.toBeNull()
  const layoutOf = (list: readonly AnyColumn<Row>[]) => ({ columns: list }) as DataTableProps<Row>['layout']
  change({ layout: layoutOf(columns.slice(1)) })
  expect([now().focus, now().anchor]).toEqual([{ row: 1, column: 1 }, null])
  change({ layout: layoutOf(columns) })
  expect(now().focus).toEqual({ row: 1, column: 2 })
  change({ layout: layoutOf(columns.slice(0, 2)) })
  expect(now().focus).toEqual({ row: 1, column: 1 })
})

test('D3-GRID-12: deletion is no button of a row', () => {
  const remove = { ...action('Xoá'), danger: true }
  expect(grid({ actions: () => [remove] }, 1200).grid().leading.buttons).toBe(0)
})

test('D3-GRID-12: a row has room for one button beside its menu, however many actions it has', () => {
  const actions = (): RowAction[] => ['1', '2', '3', '4'].map((label) => action(label))
  const leading = (part: Partial<DataTableProps<Row>>) => grid(part, 1200).grid().leading
  expect(leading({ actions })).toMatchObject({ buttons: 1, actions: 68 })
  expect(leading({ actions: () => actions().map((one) => ({ ...one, inRow: false })) }).buttons).toBe(0)
  expect(leading({ actions, rows: undefined, rowButton: true }).buttons).toBe(1)
  expect(leading({}).actions).toBe(0)
})

test('D3-GRID-03: a paste is previewed in its cells, with the cells that the server would refuse', async () => {
  const save = vi.fn(async () => ({ refused: [{ id: 'b', field: 'note', msg: 'Đã duyệt' }] }))
  const { grid: now, now: all } = grid({ many: { save, undo: async () => undefined } as never })
  act(() => now().setFocus({ row: 0, column: 1 }))
  act(() => now().paste('một\nhai'))
  await vi.waitFor(() =>
    expect(now().edits.of('b')?.note).toMatchObject({ kind: 'pasted', reason: 'Đã duyệt' }),
  )
  expect(now().edits.of('a')?.note).toMatchObject({ kind: 'pasted', value: 'một', reason: null })
  expect(all().pasteTitle).toBe('Dán 2 hàng × 1 cột')
  expect(save).toHaveBeenCalledExactlyOnceWith(expect.anything(), true)
  let accepted: boolean[] = []
  act(() => {
    const note = columnOf(columns, 'note')
    accepted = [now().repaste(first(), note, 'ba'), now().repaste(first(), note, 'dài hơn mười chữ')]
  })
  expect(accepted).toEqual([true, false])
})

test('D3-GRID-03: nothing is pasted without a focused cell, nor into a list that accepts no paste', async () => {
  const toasts = notices()
  const save = vi.fn(async () => ({ refused: [] }))
  const many = grid({ many: { save, undo: async () => undefined } as never })
  act(() => many.grid().paste('một'))
  await vi.waitFor(() => expect(toasts).toEqual(['Chọn ô để dán vào trước']))
  const none = grid()
  act(() => none.grid().setFocus({ row: 0, column: 1 }))
  await act(async () => none.grid().paste('một'))
  expect([none.grid().edits.pasted, many.grid().edits.pasted, save.mock.calls]).toEqual([[], [], []])
})

test('D3-GRID-04: filling down copies the first row of the range', async () => {
  const save = vi.fn(async () => ({ refused: [] }))
  const { grid: now } = grid({ many: { save, undo: async () => undefined } as never })
  act(() => now().setFocus({ row: 0, column: 1 }))
  act(() => now().setFocus({ row: 2, column: 1 }, true))
  act(() => now().fillDown())
  await vi.waitFor(() =>
    expect(now().edits.pasted.map(({ id, state }) => [id, state.value])).toEqual([
      ['b', 'Ghi a'],
      ['c', 'Ghi a'],
    ]),
  )
})
