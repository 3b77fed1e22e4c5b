/** The time left is told in words a person would use. */
import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const start = '2026-11-20T07:00:00.000Z'
const after = (seconds: number): number => Date.parse(start) + seconds * 1000

test('the time left is computed from the rows done so far', () => {
  expect(timeLeft(start, 6400, 9600, after(16))).toBe('còn khoảng 8 giây')
  expect(timeLeft(start, 1000, 10_000, after(60))).toBe('còn khoảng 9 phút')
})

test('no time is shown before the first row and after the last', () => {
  expect(timeLeft(start, 0, 100, after(5))).toBe('')
  expect(timeLeft(start, 100, 100, after(5))).toBe('')
  expect(timeLeft(null, 5, 100, after(5))).toBe('')
})
