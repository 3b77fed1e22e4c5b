/** The bar under a paste: what would change, and whether it can be saved. */
import { expect, test, vi } from 'vitest'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import type { Pasted, PastedCell } from './cell-edits.ts'
import { PasteBar } from './paste-bar.tsx'

const cell = (id: string, overrides: Partial<Pasted>, inEdit = false): PastedCell => ({
  id,
  column: 'note',
  inEdit,
  state: {
    kind: 'pasted',
    text: 'Bận',
    before: '',
    value: undefined,
    reason: null,
    version: 1,
    ...overrides,
  },
})
const change = cell('a', { value: 'Bận' })
const same = cell('b', {})
const refused = cell('c', { value: 'x', reason: 'Ghi chú quá dài' })

const bar = (...pasted: PastedCell[]) =>
  read(
    <PasteBar
      title="Dán 3 ô"
      edits={{ pasted, refuse: vi.fn() }}
      many={{ save: vi.fn(), undo: vi.fn() } as never}
      home={() => undefined}
      onClose={() => undefined}
    />,
  )

test('D3-GRID-03: changed, unchanged and refused cells are counted separately', () => {
  const { text } = bar(change, cell('d', { value: '1' }), same, refused)
  expect(text).toContain('2 ô đổi 1 như cũ 1 không nhận')
  expect(bar(change).text).not.toMatch(/như cũ|không nhận/)
})

test('D3-GRID-03: nothing can be saved while a cell is refused or being edited, or without a change', () => {
  expect(bar(change, same).buttons).toContain('Lưu 1 ô')
  expect(Object.keys(bar(change, refused).off)).toEqual(['Sửa hoặc bỏ 1 ô để lưu'])
  expect(Object.keys(bar(change, cell('e', { value: 'y' }, true)).off)).toEqual(['Lưu 2 ô'])
  expect(Object.keys(bar(same).off)).toEqual(['Lưu 0 ô'])
})
