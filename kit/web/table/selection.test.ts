/** What is ticked after which click. */
import { expect, test } from 'vitest'
import { nothingTicked, tick, tickPage, type Ticked } from './selection.ts'

const page = ['a', 'b', 'c', 'd', 'e']
const ids = (now: Ticked): string => [...now.ids].toSorted().join('')

test('a click ticks a row and a second one takes it back', () => {
  const once = tick(nothingTicked, page, 'b', false)
  expect(ids(once)).toBe('b')
  expect(ids(tick(once, page, 'b', false))).toBe('')
})

test('Shift ticks everything from the row ticked last, down and up', () => {
  const from = tick(nothingTicked, page, 'c', false)
  expect(ids(tick(from, page, 'e', true))).toBe('cde')
  expect(ids(tick(from, page, 'a', true))).toBe('abc')
})

test('a range adds to what is ticked and goes on from its end', () => {
  const first = tick(tick(nothingTicked, page, 'a', false), page, 'c', false)
  const second = tick(first, page, 'd', true)
  expect(ids(second)).toBe('acd')
  expect(ids(tick(second, page, 'e', true))).toBe('acde')
})

test('Shift without a row before, or after one of another page, ticks the one row', () => {
  expect(ids(tick(nothingTicked, page, 'd', true))).toBe('d')
  const elsewhere = tick(nothingTicked, ['x', 'y'], 'y', false)
  expect(ids(tick(elsewhere, page, 'd', true))).toBe('dy')
})

test('the box of the page ticks all of it, then none; single rows end the choice of everything', () => {
  const whole = tickPage(tick(nothingTicked, page, 'b', false), page)
  expect(ids(whole)).toBe('abcde')
  expect(ids(tickPage(whole, page))).toBe('')
  expect(ids(tickPage(nothingTicked, []))).toBe('')
  expect(tick({ ...whole, all: true }, page, 'a', false).all).toBe(false)
})
