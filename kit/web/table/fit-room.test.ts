import { expect, test } from 'vitest'
import type { AnyColumn } from './column.ts'
import { fitRoom, inSight } from './fit-room.ts'

const column = (key: string, width: number, more: Partial<AnyColumn<unknown>> = {}): AnyColumn<unknown> => ({
  key,
  title: key,
  width,
  cell: () => null,
  ...more,
})
const widths = (columns: readonly AnyColumn<unknown>[], room: number): number[] =>
  fitRoom(columns, room).map(({ width }) => width)

const facts = [column('phone', 100), column('name', 200), column('state', 100, { pin: 'right' })]
const texts = [
  column('phone', 100),
  column('text', 200, { grows: true }),
  column('note', 100, { grows: true }),
]

test('columns keep their declared widths until the table width is known, and when they fit exactly', () => {
  expect([widths(facts, 0), widths(facts, 400)]).toEqual([
    [100, 200, 100],
    [100, 200, 100],
  ])
})

test('text columns shrink for the last column when that is enough, the longer text more', () => {
  expect(widths(texts, 370)).toEqual([100, 180, 90])
  expect(widths(texts, 220)).toEqual([100, 80, 40])
})

test('a table much too wide scrolls with its declared widths', () => {
  expect(widths(texts, 219)).toEqual([100, 200, 100])
  expect(widths(facts, 300)).toEqual([100, 200, 100])
})

test('in a wide window columns grow in proportion up to half as much again, except columns frozen at the right', () => {
  expect(widths(facts, 460)).toEqual([120, 240, 100])
  expect(widths(facts, 2_000)).toEqual([150, 300, 100])
})

test('a column keeps the width that the user set; text columns take the rest', () => {
  expect(widths([column('phone', 100, { resized: true }), column('name', 200)], 400)).toEqual([100, 300])
  expect(widths(texts, 2_000)).toEqual([100, 200, 100])
})

test('amount and state columns beyond the window are pinned at the right, visible ones stay in place (D3-GRID-09)', () => {
  const columns = [
    column('phone', 100, { pin: 'left' }),
    column('price', 100, { card: 'money' }),
    column('name', 200),
    column('sum', 120, { card: 'money' }),
    column('note', 300),
    column('state', 100, { card: 'state' }),
  ]
  const pinned = (room: number) =>
    inSight(columns, room)
      .filter(({ pin }) => pin === 'right')
      .map(({ key }) => key)
  expect([pinned(0), pinned(1000), pinned(920)]).toEqual([[], [], []])
  expect(pinned(900)).toEqual(['state'])
  // What a pinned one covers is pinned too; never more than half of the table.
  expect(pinned(560)).toEqual(['sum', 'state'])
  expect(pinned(260)).toEqual([])
  // In the order in which they are seen: keys go from one to the next.
  const keys = (room: number) => inSight(columns, room).map(({ key }) => key)
  expect(keys(560)).toEqual(['phone', 'price', 'name', 'note', 'sum', 'state'])
  expect(keys(1000)).toEqual(columns.map(({ key }) => key))
})

test('a column that a list names additionally is pinned as well (D3-GRID-09)', () => {
  const pinned = (room: number, more: Partial<AnyColumn<unknown>>) =>
    inSight([column('phone', 100), column('name', 300), column('result', 100, more)], room)
      .filter(({ pin }) => pin === 'right')
      .map(({ key }) => key)
  expect([pinned(480, {}), pinned(480, { sight: true }), pinned(500, { sight: true })]).toEqual([
    [],
    ['result'],
    [],
  ])
})
