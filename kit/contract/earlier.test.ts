/** Comparison periods, and months without a comparison. */
import { expect, test } from 'vitest'
import { earlierDays, isRunning } from './earlier.ts'

test.each([
  ['2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['2026-01-05', '2026-01-05', '2025-12-05', '2025-12-05'],
  ['2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
  ['2026-10-25', '2026-11-03', '2026-08-25', '2026-09-03'],
])('the period %s to %s is compared with %s to %s (D3-ONE-02)', (start, end, first, last) => {
  expect(earlierDays({ start, end }, '2026-12-31')).toEqual({ start: first, end: last })
})

test('a running period is compared with the same days of the earlier one, not with a whole period (D3-ONE-02)', () => {
  const month = { start: '2026-11-01', end: '2026-11-30' }
  expect(earlierDays(month, '2026-11-23')).toEqual({ start: '2026-10-01', end: '2026-10-23' })
  expect(earlierDays(month, '2026-11-30')).toEqual({ start: '2026-10-01', end: '2026-10-31' })
  expect(earlierDays(month, '2026-10-31')).toBe(null)
})

test('a month runs until its last day is over in Vietnam (D3-ONE-02)', () => {
  const now = new Date('2026-11-30T16:59:59Z')
  expect(['10/2026', '11/2026', '12/2026'].map((month) => isRunning(month, now))).toEqual([false, true, true])
  expect(isRunning('11/2026', new Date('2026-11-30T17:00:00Z'))).toBe(false)
})
