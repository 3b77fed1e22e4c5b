/** How often a page reads again what others change. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './paced.ts'

let told: string[]
let front: boolean
let changes: ReturnType<typeof paced<string>>
beforeEach(() => {
  vi.useFakeTimers()
  told = []
  front = true
  changes = paced(
    (name) => void told.push(name),
    () => front,
  )
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first change is followed at once, those after it together when three seconds are over (D1-RT)', () => {
  changes.note('mfy')
  expect(told).toEqual(['mfy'])
  for (let n = 0; n < 14; n += 1) {
    vi.advanceTimersByTime(200)
    changes.note('mfy')
  }
  expect(told).toEqual(['mfy'])
  vi.advanceTimersByTime(200)
  expect(told).toEqual(['mfy', 'mfy'])
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual(['mfy', 'mfy'])
  changes.note('mfy')
  expect(told).toHaveLength(3)
})

test('one busy list holds no other back, also one that became quiet', () => {
  changes.note('quiet')
  vi.advanceTimersByTime(10_000)
  changes.note('busy')
  changes.note('busy')
  changes.note('other')
  vi.advanceTimersByTime(100)
  changes.note('quiet')
  expect(told).toEqual(['quiet', 'busy', 'other', 'quiet'])
})

test('a page behind others reads nothing until it is in front, and then each list once', () => {
  front = false
  for (let n = 0; n < 50; n += 1) {
    changes.note('mfy')
    changes.note('care/history')
    vi.advanceTimersByTime(200)
  }
  expect(told).toEqual([])
  front = true
  changes.look()
  expect(told.toSorted()).toEqual(['care/history', 'mfy'])
})
