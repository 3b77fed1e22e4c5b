/** What stands still on a list on which money is decided, and what waits (D3-DEC-05). */
import { expect, test } from 'vitest'
import { holdRows } from './held-rows.ts'

type Row = { id: string; money: number }
const row = (id: string, money = 1): Row => ({ id, money })
const rows = (ids: string): Row[] => [...ids].map((id) => row(id))
const idsOf = ({ rows: now }: { rows: readonly Row[] }): string => now.map(({ id }) => id).join('')
const mine = (ids = ''): Set<string> => new Set(ids)

test('new rows that would come above or between are held back and counted; no row moves (D3-DEC-05)', () => {
  const held = holdRows(rows('abc'), rows('xaybzc'), mine())
  expect([idsOf(held), held.fresh, held.gone.size]).toEqual(['abc', 3, 0])
})

test('a changed row shows its new values at once in its place (D3-DEC-05)', () => {
  const held = holdRows(rows('abc'), [row('b', 9), row('a'), row('c')], mine())
  expect(held.rows).toEqual([row('a'), row('b', 9), row('c')])
})

test('a row removed by somebody else keeps its place and is marked as gone; a row that the user removed disappears (D3-DEC-05)', () => {
  const theirs = holdRows(rows('abc'), rows('ac'), mine())
  expect([idsOf(theirs), theirs.fresh, [...theirs.gone]]).toEqual(['abc', 0, ['b']])
  const own = holdRows(rows('abc'), rows('ac'), mine('b'))
  expect([idsOf(own), own.gone.size]).toEqual(['ac', 0])
})

test('rows pushed to the next page by new ones stay and are not marked as gone (D3-DEC-05)', () => {
  const held = holdRows(rows('abcd'), rows('xyab'), mine())
  expect([idsOf(held), held.fresh, held.gone.size]).toEqual(['abcd', 2, 0])
})

test('rows that follow the last row are added at the end, as when a page fills up again (D3-DEC-05)', () => {
  const held = holdRows(rows('abc'), rows('bcd'), mine('a'))
  expect([idsOf(held), held.fresh]).toEqual(['bcd', 0])
})

test('an empty list, and a row that the user created, let all new rows in (D3-DEC-05)', () => {
  expect(idsOf(holdRows([], rows('ab'), mine()))).toBe('ab')
  expect(idsOf(holdRows(rows('a'), rows('b'), mine('a')))).toBe('b')
  expect(idsOf(holdRows(rows('bc'), rows('xabc'), mine('a')))).toBe('xabc')
})
