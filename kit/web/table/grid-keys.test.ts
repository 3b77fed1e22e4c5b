/** Which key does what in the grid. */
import type { KeyboardEvent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pressKey } from './grid-keys.ts'
import type { CellState } from './cell-edits.ts'
import type { Grid } from './table-types.ts'

type Row = { id: string }
const calls = {
  toggle: vi.fn(),
  clear: vi.fn(),
  open: vi.fn(),
  edit: vi.fn(() => false),
  drop: vi.fn(),
  setFocus: vi.fn(),
  paste: vi.fn(),
  fillDown: vi.fn(),
  undo: vi.fn(async () => undefined),
}
let state: CellState | undefined
const column = (key: string) => ({
  key,
  title: key,
  width: 100,
  cell: () => key,
  text: (row: Row) => key + row.id,
})

const gridAt = (focus: Grid<Row>['focus']): Grid<Row> => ({
  id: 'g',
  props: {
    label: 'Bảng',
    layout: {} as Grid<Row>['props']['layout'],
    rows: [{ id: '1' }, { id: '2' }, { id: '3' }],
    onOpen: calls.open,
    many: { save: vi.fn(), undo: calls.undo },
    selection: {
      ids: new Set(),
      all: false,
      toggle: calls.toggle,
      togglePage: vi.fn(),
      chooseAll: vi.fn(),
      clear: calls.clear,
    },
  },
  columns: [column('a'), column('b')],
  edits: {
    of: () => state && { a: state },
    drop: calls.drop,
    pasted: [],
  } as unknown as Grid<Row>['edits'],
  focus,
  anchor: null,
  setFocus: calls.setFocus,
  paste: calls.paste,
  fillDown: calls.fillDown,
  repaste: vi.fn(),
  copy: vi.fn(),
  home: vi.fn(),
  edit: calls.edit,
  editNext: vi.fn(),
  goDown: vi.fn(),
  openMenu: vi.fn(),
  act: vi.fn(),
  toggle: vi.fn(),
  open: vi.fn(),
  leading: { check: 40, number: 48, buttons: 0, actions: 0 },
})

/** Presses a key with the focus in the second row, first column; answers whether the page took it. */
function press(
  key: string,
  more: Partial<KeyboardEvent> & { isComposing?: boolean } = {},
  inside = false,
  grid = gridAt({ row: 1, column: 0 }),
): boolean {
  const table = {}
  const preventDefault = vi.fn()
  const { isComposing = false, keyCode, ...rest } = more
  const event = {
    key,
    shiftKey: false,
    target: inside ? {} : table,
    currentTarget: table,
    nativeEvent: { isComposing, keyCode },
    preventDefault,
    ...rest,
  }
  pressKey(event as unknown as KeyboardEvent, grid, null, vi.fn())
  return preventDefault.mock.calls.length > 0
}

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockClear()
  calls.edit.mockReturnValue(false)
  state = undefined
  vi.stubGlobal('document', { getElementById: () => null })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 0],
  ['ArrowRight', 1, 1],
  ['ArrowLeft', 1, 0],
  ['PageDown', 2, 0],
  ['PageUp', 0, 0],
  ['End', 1, 1],
])('the key %s moves to row %i, column %i and never out of the grid', (key, row, column) => {
  expect(press(key)).toBe(true)
  expect(calls.setFocus).toHaveBeenCalledExactlyOnceWith({ row, column })
})

test('Shift with arrows selects the range up to the focused cell (D3-GRID-03)', () => {
  for (const [key, row, column] of [
    ['ArrowDown', 2, 0],
    ['ArrowRight', 1, 1],
  ] as const) {
    expect(press(key, { shiftKey: true })).toBe(true)
    expect(calls.setFocus).toHaveBeenLastCalledWith({ row, column }, true)
  }
})

test('Ctrl+D fills down and Ctrl+Z undoes the last change, never with Shift or inside an editor (D3-GRID-03, D3-GRID-04)', () => {
  for (const key of ['d', 'z']) {
    press(key, { ctrlKey: true, shiftKey: true })
    press(key, { ctrlKey: true }, true)
  }
  expect(calls.fillDown).not.toHaveBeenCalled()
  expect(calls.undo).not.toHaveBeenCalled()
  expect(press('d', { ctrlKey: true }) && press('z', { ctrlKey: true })).toBe(true)
  expect(calls.fillDown).toHaveBeenCalledOnce()
  expect(calls.undo).toHaveBeenCalledOnce()
})

test('Enter edits the cell, or opens the row where the cell cannot be edited', () => {
  press('Enter')
  expect(calls.open).toHaveBeenCalledExactlyOnceWith({ id: '2' })
  calls.edit.mockReturnValue(true)
  press('Enter')
  expect(calls.open).toHaveBeenCalledOnce()
})

test('typing edits the cell, beginning with the typed letter; keys with Ctrl, and in cells that cannot be edited, pass through (D3-GRID-02)', () => {
  calls.edit.mockReturnValue(true)
  for (const key of ['m', 'Đ', '7', '-']) {
    expect(press(key)).toBe(true)
    expect(calls.edit).toHaveBeenLastCalledWith({ id: '2' }, expect.objectContaining({ key: 'a' }), key)
  }
  calls.edit.mockClear()
  for (const key of ['?', '/', 'Home', ' ']) press(key)
  for (const key of ['b', 'c']) press(key, { ctrlKey: true })
  expect(calls.edit).not.toHaveBeenCalled()
  calls.edit.mockReturnValue(false)
  expect(press('m')).toBe(false)
})

test('Escape drops a refused value, or one overtaken by somebody else, before it clears ticks (D3-GRID-02)', () => {
  const refused = { kind: 'refused', text: 'x', reason: 'Sai', version: 1 } as const
  const theirs = { kind: 'theirs', text: 'x', current: 'y', version: 2 } as const
  for (state of [refused, theirs]) {
    press('Escape')
    expect(calls.drop).toHaveBeenLastCalledWith({ id: '2' }, 'a')
  }
  expect(calls.clear).not.toHaveBeenCalled()
  state = undefined
  press('Escape')
  expect(calls.clear).toHaveBeenCalledOnce()
})

test('Space ticks the row, with Shift a range, and Escape clears all ticks', () => {
  press(' ')
  press(' ', { shiftKey: true })
  expect(calls.toggle.mock.calls).toEqual([
    ['2', false],
    ['2', true],
  ])
  press('Escape')
  expect(calls.clear).toHaveBeenCalledOnce()
})

test('no key acts while Vietnamese is being composed', () => {
  for (const key of ['Enter', ' ', 'ArrowDown', 'Escape', 'c']) {
    expect(press(key, { isComposing: true, ctrlKey: key === 'c' })).toBe(false)
    expect(press(key, { keyCode: 229 })).toBe(false)
  }
  for (const call of Object.values(calls)) expect(call).not.toHaveBeenCalled()
})

test('keys inside an editor, and arrows with Ctrl or Alt, are not handled by the grid', () => {
  expect(press('ArrowDown', {}, true)).toBe(false)
  expect(press('ArrowDown', { ctrlKey: true })).toBe(false)
  expect(press('ArrowLeft', { altKey: true })).toBe(false)
  expect(calls.setFocus).not.toHaveBeenCalled()
})

test('holding Ctrl+Z undoes one step; during a paste preview it drops the paste (D3-GRID-03, D3-GRID-04)', () => {
  press('z', { ctrlKey: true })
  press('z', { ctrlKey: true, repeat: true })
  expect(calls.undo).toHaveBeenCalledTimes(1)
  const drop = vi.fn()
  const grid = gridAt({ row: 0, column: 0 })
  const looking = { ...grid, edits: { ...grid.edits, pasted: [{}], paste: drop } } as unknown as Grid<Row>
  press('z', { ctrlKey: true }, false, looking)
  expect(drop).toHaveBeenCalledWith(null)
  expect(calls.undo).toHaveBeenCalledTimes(1)
})
