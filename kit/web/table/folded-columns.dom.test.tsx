/** Columns that tell no row from another fold away, and open again (D3-GRID-12). */
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { createStore, useStore } from '../store.ts'
import type { AnyColumn } from './column.ts'
import { alike, useFoldedColumns } from './folded-columns.ts'

type Row = { id: string; name: string; kind: string; bonus: number; note: string | null }
const rowOf = (id: number, part: Partial<Row> = {}): Row => ({
  id: String(id),
  name: `Tên ${id}`,
  kind: 'MC',
  bonus: 0,
  note: null,
  ...part,
})
const five = [1, 2, 3, 4, 5].map((id) => rowOf(id))
function column(key: keyof Row & string, more: Partial<AnyColumn<Row>> = {}): AnyColumn<Row> {
  const cell = (row: Row) => row[key]
  return { key, title: key, width: 100, cell, kitCell: cell, text: (row) => String(row[key] ?? ''), ...more }
}
const columns = [column('name'), column('kind', { full: 'Loại thuê bao' }), column('bonus'), column('note')]
const keysOf = (list: readonly { key: string }[]): string[] => list.map(({ key }) => key)

test('D3-GRID-12: columns of one value, of zeros and of nothing fold, from five rows on', () => {
  expect(alike(columns, five, {})).toEqual([
    { key: 'kind', title: 'Loại thuê bao', value: 'MC' },
    { key: 'bonus', title: 'bonus', value: '' },
    { key: 'note', title: 'note', value: '' },
  ])
  expect(alike(columns, five.slice(1), {})).toEqual([])
  expect(keysOf(alike(columns, [...five, rowOf(6, { kind: 'MG', bonus: 1 })], {}))).toEqual(['note'])
})

test.each([
  ['frozen', { pin: 'left' }],
  ['what, state or money of the row', { card: 'money' }],
  ['declared to be in sight', { sight: true }],
  ['a state with a colour', { toned: true }],
  ['sized by the user', { resized: true }],
  ['edited in the row', { edit: () => null }],
] as const)('D3-GRID-12: a column that is %s never folds', (_, part) => {
  expect(alike([column('kind', part)], five, {})).toEqual([])
})

test('D3-GRID-12: who, what and when fold only where they are empty', () => {
  const steady = columns.map((one) => ({ ...one, steady: true as const }))
  expect(keysOf(alike(steady, five, {}))).toEqual(['bonus', 'note'])
  const onCard = steady.map((one, index) => ({
    ...one,
    card: index % 2 ? ('who' as const) : ('time' as const),
  }))
  expect(keysOf(alike(onCard, five, {})), 'as parts of a card too').toEqual(['bonus', 'note'])
})

test('D3-GRID-12: a cell that a screen draws itself keeps its column unless the screen says what it shows', () => {
  const drawn = column('bonus', { cell: () => 'đề xuất' })
  expect(alike([drawn], five, {})).toEqual([])
  const told = column('bonus', { cell: () => 'đề xuất', foldText: ({ id }) => (id === '3' ? 'khác' : '') })
  expect(alike([told], five, {})).toEqual([])
  expect(keysOf(alike([{ ...told, foldText: () => 'như nhau' }], five, {}))).toEqual(['bonus'])
})

test('D3-GRID-12: 0, a dash and nothing are all nothing, also together', () => {
  const words = ['0', '-', '', '0.0', '-']
  const mixed = column('name', { text: ({ id }) => words[Number(id) - 1] ?? '' })
  expect(alike([mixed], five, {})).toEqual([{ key: 'name', title: 'name', value: '' }])
})

test('D3-GRID-12: a column of zeros stays while its sum over all pages is not 0, an equal one with any sum', () => {
  expect(keysOf(alike(columns, five, { bonus: 90_000 }))).toEqual(['kind', 'note'])
  expect(keysOf(alike(columns, five, { bonus: '0' }))).toEqual(['kind', 'bonus', 'note'])
  const paid = five.map((row) => ({ ...row, bonus: 7 }))
  expect(keysOf(alike(columns, paid, { bonus: 0 }))).toEqual(['kind', 'note'])
})

type Options = Parameters<typeof useFoldedColumns<Row>>[0]

function folding(part: Partial<Options> = {}) {
  const props = createStore<Options>({
    columns,
    rows: five,
    filter: 'a',
    sort: '',
    sums: {},
    chosen: false,
    ...part,
  })
  const hook = hookInPage(() => useFoldedColumns(useStore(props)))
  return {
    folded: () => keysOf(hook.current.folded),
    visible: () => keysOf(hook.current.visible),
    columns: () => hook.current.visible,
    toggle: () => act(() => hook.current.toggle()),
    change: (next: Partial<Options>) => act(() => props.set((now) => ({ ...now, ...next }))),
  }
}

test('D3-GRID-12: it is decided once per filter, when its rows are there', () => {
  const list = folding({ rows: undefined })
  expect(list.folded()).toEqual([])
  list.change({ rows: five })
  expect(list.folded()).toEqual(['kind', 'bonus', 'note'])
  expect(list.visible()).toEqual(['name'])
  const mixed = five.map((row, index) => ({ ...row, bonus: index }))
  list.change({ rows: mixed })
  expect(list.folded()).toEqual(['kind', 'note'])
  list.change({ rows: five })
  expect(list.folded()).toEqual(['kind', 'note'])
  list.change({ filter: 'b' })
  expect(list.folded()).toEqual(['kind', 'bonus', 'note'])
})

test('D3-GRID-12: rows that are read again keep their columns, so that no cell is rendered anew', () => {
  const list = folding()
  const before = list.columns()
  list.change({ rows: [...five] })
  expect(list.columns()).toBe(before)
  const open = folding({ rows: five.slice(1) })
  expect(open.columns()).toBe(columns)
})

test('D3-GRID-12: a click opens them, another folds them again; a new filter decides anew', () => {
  const list = folding()
  list.toggle()
  expect([list.folded(), list.visible()]).toEqual([['kind', 'bonus', 'note'], keysOf(columns)])
  list.change({ rows: [...five] })
  expect(list.visible()).toEqual(keysOf(columns))
  list.toggle()
  expect(list.visible()).toEqual(['name'])
  list.toggle()
  list.change({ filter: 'b' })
  expect(list.visible()).toEqual(['name'])
})

test('D3-GRID-12: the sorted column and columns that the user arranged do not fold', () => {
  expect(folding({ sort: '-bonus' }).folded()).toEqual(['kind', 'note'])
  const list = folding()
  list.change({ sort: 'kind' })
  expect(list.folded()).toEqual(['bonus', 'note'])
  expect(folding({ chosen: true }).folded()).toEqual([])
  list.change({ chosen: true })
  expect(list.folded()).toEqual([])
})
