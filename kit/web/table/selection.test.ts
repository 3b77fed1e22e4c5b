/** What is ticked after which click. */
import { expect, test } from 'vitest'
import { nothingTicked, tickRow, tickPage, type Ticked } from './selection.ts'

const page = ['a', 'b', 'c', 'd', 'e']
const ids = (now: Ticked): string => [...now.ids].toSorted().join('')

test('a click ticks a row and a second click clears it', () => {
  const once = tickRow(nothingTicked, page, 'b', false)
  expect(ids(once)).toBe('b')
  expect(ids(tickRow(once, page, 'b', false))).toBe('')
})

test('Shift ticks all rows from the last ticked one, downwards and upwards', () => {
  const from = tickRow(nothingTicked, page, 'c', false)
  expect(ids(tickRow(from, page, 'e', true))).toBe('cde')
  expect(ids(tickRow(from, page, 'a', true))).toBe('abc')
})

test('a range adds to the ticked rows, and the next range starts at its end', () => {
  const first = tickRow(tickRow(nothingTicked, page, 'a', false), page, 'c', false)
  const second = tickRow(first, page, 'd', true)
  expect(ids(second)).toBe('acd')
  expect(ids(tickRow(second, page, 'e', true))).toBe('acde')
})

test('Shift without a previous row, or with one on another page, ticks the single row', () => {
  expect(ids(tickRow(nothingTicked, page, 'd', true))).toBe('d')
  const elsewhere = tickRow(nothingTicked, ['x', 'y'], 'y', false)
  expect(ids(tickRow(elsewhere, page, 'd', true))).toBe('dy')
})

test('the checkbox of the page ticks all its rows, then none; clearing a single row ends the selection of all rows', () => {
  const whole = tickPage(tickRow(nothingTicked, page, 'b', false), page)
  expect(ids(whole)).toBe('abcde')
  expect(ids(tickPage(whole, page))).toBe('')
  expect(ids(tickPage(nothingTicked, []))).toBe('')
  expect(tickRow({ ...whole, all: true }, page, 'a', false).all).toBe(false)
})
