/** What a pasted text would write where. */
import { expect, test } from 'vitest'
import { f, type Field } from '#kit/contract/field.ts'
import { mostCells, tooManyCells } from '#kit/contract/pasted.ts'
import { showField } from '#kit/contract/kinds.ts'
import { copied, fillDown, pasteText, readPasted } from './paste.ts'
import { rowPart, rangeOf, sidesAt } from './range.ts'
import type { Grid } from './table-types.ts'

type Row = { id: string; version: number; name: string; price: number; day: string; state: string }
const fields = {
  name: f.text({ label: 'Tên gói' }),
  price: f.money({ label: 'Giá', required: true }),
  day: f.date({ label: 'Ngày' }),
  state: f.text({ label: 'Trạng thái' }),
}
const column = (key: keyof typeof fields, edited = true) => ({
  key,
  title: fields[key].label,
  width: 100,
  cell: () => null,
  text: (row: Row) => showField(row[key], fields[key]),
  ...(edited && { edit: (): Field => fields[key] }),
})
const columns = [
  column('name', false),
  column('price'),
  column('day'),
  { ...column('state'), state: true as const },
]
const rows: Row[] = ['A', 'B', 'C'].map((name, index) => ({
  id: name,
  version: index + 1,
  name,
  price: 1000 * (index + 1),
  day: '2026-11-01',
  state: 'Mới',
}))
const gridAt = (focus: Grid<Row>['focus'], anchor: Grid<Row>['anchor'] = null) => ({
  props: { rows } as unknown as Grid<Row>['props'],
  columns,
  focus,
  anchor,
})
const cellAt = (row: number, column: number) => ({ row, column })

/** What would be written: row, field, value or reason. */
function changes(paste: ReturnType<typeof pasteText<Row>>): unknown[] {
  if (typeof paste === 'string') return [paste]
  return paste.cells
    .filter(({ state }) => state.value !== undefined || state.reason !== null)
    .map(({ row, column: key, state }) => [row.id, key, state.reason ?? state.value])
}

test.each([
  ['1.250.000', 1_250_000],
  ['1,250,000', 1_250_000],
  [' 1250000 đ', 1_250_000],
])('an amount written as %s is read (D3-GRID-03)', (text, value) => {
  expect(changes(pasteText(gridAt(cellAt(0, 1)), text))).toEqual([['A', 'price', value]])
})

test('a copied block is pasted from the focused cell on, with dates day first; unchanged values are no change (D3-GRID-03)', () => {
  const paste = pasteText(gridAt(cellAt(1, 1)), '2.000\t05/12/2026\r\n4500\t1/11/2026\r\n')
  expect(changes(paste)).toEqual([
    ['B', 'day', '2026-12-05'],
    ['C', 'price', 4500],
  ])
  expect(paste).toMatchObject({ title: 'Dán 2 hàng × 2 cột' })
})

test('an unreadable value is refused with its field, and state columns or read-only columns are never written (D3-GRID-03)', () => {
  expect(changes(pasteText(gridAt(cellAt(0, 0)), 'A\t667.5OO\t31/02/2026\tXong\nX\t2000\t\tMới'))).toEqual([
    ['A', 'price', 'Giá không phải số tiền'],
    ['A', 'day', 'Ngày không hợp lệ'],
    ['A', 'state', 'Trạng thái không dán được, chỉ đổi bằng thao tác của nó'],
    ['B', 'name', 'Tên gói không dán được, chỉ đổi bằng thao tác của nó'],
    ['B', 'day', null],
  ])
})

test('one value fills the selected range, and the first row fills the rows below (D3-GRID-03)', () => {
  expect(changes(pasteText(gridAt(cellAt(2, 1), cellAt(0, 1)), '7'))).toEqual([
    ['A', 'price', 7],
    ['B', 'price', 7],
    ['C', 'price', 7],
  ])
  expect(changes(fillDown(gridAt(cellAt(2, 2), cellAt(0, 1))))).toEqual([
    ['B', 'price', 1000],
    ['C', 'price', 1000],
  ])
  expect(changes(fillDown(gridAt(cellAt(2, 2))))).toEqual(['Chọn từ hai hàng trở lên để điền xuống'])
})

test('cells beyond the shown rows and columns are reported, and a paste beyond the limit of a step is sent to the import (D3-GRID-03)', () => {
  const paste = pasteText(gridAt(cellAt(2, 2)), '05/12/2026\tMới\tx\n1\t2\t3')
  expect(paste).toMatchObject({ title: 'Dán 2 hàng × 3 cột, 1 hàng, 1 cột ở ngoài danh sách đang hiện' })
  expect(changes(paste)).toEqual([['C', 'day', '2026-12-05']])
  expect(pasteText(gridAt(cellAt(0, 1)), '1\n'.repeat(mostCells + 1))).toBe(tooManyCells)
})

test('a pasted cell keeps the version in which its row was shown (D3-GRID-05)', () => {
  expect(readPasted({ row: rows[2]!, column: columns[1]!, text: '5' })).toMatchObject({
    version: 3,
    before: '3,000',
  })
})

test('a range has borders at its edges only, and a single cell none', () => {
  const range = rangeOf(cellAt(2, 3), cellAt(1, 1))
  expect([0, 1, 2, 3].map((row) => sidesAt(rowPart(range, row), 1))).toEqual([
    undefined,
    'tl',
    'bl',
    undefined,
  ])
  expect([0, 1, 2, 3, 4].map((one) => sidesAt(rowPart(range, 1), one))).toEqual([
    undefined,
    'tl',
    't',
    'tr',
    undefined,
  ])
  expect(rowPart(rangeOf(cellAt(1, 1)), 1)).toBeUndefined()
})

test('D3-GRID-11: amounts copied from the table change nothing when pasted back, also in read-only cells', () => {
  const [row] = rows
  if (!row) throw new Error('no row')
  const amounts = { ...column('price', false), numeric: true }
  const { text } = copied(
    { ...gridAt(cellAt(0, 0)), columns: [amounts] },
    { top: 0, bottom: 0, left: 0, right: 0 },
  )
  const read = readPasted({
    row: { ...row, price: -1_250_000 },
    column: column('price', false),
    text: '-1250000',
  })
  expect([text, read.reason, read.value]).toEqual(['1000', null, undefined])
})
