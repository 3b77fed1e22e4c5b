/** Which heads sort, and how they tell the order. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Priority } from '#platform/contract/abilities.ts'
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { columnsOf } from './column.ts'
import { TableHead } from './table-head.tsx'
import type { Grid } from './table-types.ts'

const letters = defineResource({
  path: 'letters',
  title: 'Thư',
  noun: 'thư',
  fields: {
    id: f.id(),
    phone: f.phone({ label: 'Số' }),
    name: f.text({ label: 'Tên' }),
    money: f.money({ label: 'Số tiền', see: 'below3' }),
    at: f.date({ label: 'Ngày' }),
    note: f.note({ label: 'Ghi chú' }),
  },
  list: ['phone', 'name', 'money', 'at', 'note'],
  order: [['at', 'desc']],
  sort: ['phone', 'name', 'money', 'at'],
  filter: {},
  may: { read: 'any' },
})

/** `aria-sort` of each head by its column; undefined where it does not sort. */
function heads(sort: string, priority: Priority = 2): Record<string, string | undefined> {
  const grid = {
    props: { label: 'Thư', rows: [], sorting: { sort, setSort: () => undefined } },
    columns: columnsOf(letters, actorOf(priority)),
    leading: { check: 0, number: 48, buttons: 0, actions: 0 },
  } as unknown as Grid<RowOf<typeof letters>>
  const html = renderToStaticMarkup(
    <table>
      <TableHead grid={grid} />
    </table>,
  )
  const cells = html.match(/<th [^>]*data-key[^>]*>(<button)?/g) ?? []
  return Object.fromEntries(
    cells.map((cell) => {
      const way = /aria-sort="(\w+)"/.exec(cell)?.[1]
      expect(cell.endsWith('<button')).toBe(way !== undefined)
      return [/data-key="(\w+)"/.exec(cell)?.[1] ?? '', way]
    }),
  )
}

test('a sortable field has a heading that sorts and shows the direction (D3-GRID-01)', () => {
  expect(heads('')).toEqual({ phone: 'none', name: 'none', money: 'none', at: 'none', note: undefined })
  expect(heads('name')).toMatchObject({ phone: 'none', name: 'ascending', at: 'none', note: undefined })
  expect(heads('-at')).toMatchObject({ phone: 'none', name: 'none', at: 'descending', note: undefined })
})

test('a reader who does not see a field, or sees it masked, cannot sort by it (D3-GRID-01)', () => {
  expect(heads('', 5)).toEqual({ phone: undefined, name: 'none', at: 'none', note: undefined })
})

test('the first click sorts names from A, figures and days from the greatest (D3-GRID-01)', () => {
  const first = columnsOf(letters, actorOf(2)).map(({ key, sort }) => [key, sort])
  expect(first).toEqual([
    ['phone', { by: 'phone', first: 'asc' }],
    ['name', { by: 'name', first: 'asc' }],
    ['money', { by: 'money', first: 'desc' }],
    ['at', { by: 'at', first: 'desc' }],
    ['note', undefined],
  ])
})
