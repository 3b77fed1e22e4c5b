/** Which columns a user has, in which order and how wide. */
import { beforeEach, expect, test } from 'vitest'
import { columnWidths } from '#kit/contract/views.ts'
import { stubStorage } from '#test/browser-storage.ts'
import { hookValue, signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import type { AnyColumn } from './column.ts'
import { useLayout, type Layout, type ViewLayout } from './layout.ts'

let storage: Map<string, string>

type Row = Record<string, unknown>
const column = (key: string, pin?: 'left' | 'right'): AnyColumn<Row> => ({
  key,
  title: key,
  width: 100,
  grows: key === 'c',
  cell: () => null,
  ...(pin && { pin }),
})
const columns = [column('a', 'left'), column('b'), column('c'), column('d', 'right')]

const layout = (view?: ViewLayout): Layout<Row> => hookValue(() => useLayout<Row>('thu', columns, view))
const keys = (list: readonly { key: string }[]): string => list.map(({ key }) => key).join('')

beforeEach(() => {
  storage = stubStorage()
  signIn()
})

test('a moved column stands before the other one, only for the user who moved it', () => {
  layout().move('c', 'b')
  expect(keys(layout().columns)).toBe('acbd')
  signIn({ username: 'other' } as never)
  expect(keys(layout().columns)).toBe('abcd')
})

test('a pinned column stays at its side wherever it is moved', () => {
  layout().move('d', 'a')
  expect(keys(layout().columns)).toBe('abcd')
})

test('a hidden column is in the list of columns and not in the table; toggling it again shows it', () => {
  layout().toggle('b')
  expect([keys(layout().columns), keys(layout().all), layout().isHidden('b')]).toEqual(['acd', 'abcd', true])
  layout().toggle('b')
  expect(keys(layout().columns)).toBe('abcd')
})

test('a width set by the user is whole, within the bounds, and no longer grows', () => {
  layout().resize('c', 150.4)
  expect(layout().columns[2]).toMatchObject({ width: 150, grows: false, resized: true })
  layout().resize('c', 1)
  expect(layout().columns[2]?.width).toBe(columnWidths.narrowest)
  layout().resize('c', 99_999)
  expect(layout().columns[2]?.width).toBe(columnWidths.widest)
  expect(layout().columns[1]).toMatchObject({ width: 100 })
  expect(layout().columns[1]).not.toHaveProperty('own')
})

test('a view has its own columns until the user sets others, which apply to this view only', () => {
  const view = { id: 'v', columns: { order: ['a', 'c', 'b', 'd'], hidden: [], widths: {}, compact: true } }
  expect([keys(layout(view).columns), layout(view).compact]).toEqual(['acbd', true])
  layout(view).toggle('b')
  expect(keys(layout(view).columns)).toBe('acd')
  expect(keys(layout().columns)).toBe('abcd')
  layout(view).reset()
  expect(keys(layout(view).columns)).toBe('acbd')
})

test('a stored layout of another version of the page is ignored', () => {
  storage.set('columns:a:thu', JSON.stringify({ order: ['c', 'b'], hidden: ['a'] }))
  expect(keys(layout().columns)).toBe('abcd')
})
