/** Reading, formatting and adding months. */
import { expect, test } from 'vitest'
import { addMonths, formatMonth, readMonth, thisMonth } from './month.ts'

test('only MM/YYYY reads as a month (D2-FMT-08, D2-Q-158)', () => {
  expect(readMonth(' 09/2026 ')).toBe('2026-09-01')
  for (const text of ['9/2026', '13/2026', '00/2026', '2026-09', '09-2026', '', '09/26'])
    expect([text, readMonth(text)]).toEqual([text, null])
  expect(formatMonth('2026-09-30')).toBe('09/2026')
})

test('the previous and next month cross the turn of the year; the current month is that of Vietnam', () => {
  expect([addMonths('01/2026', -1), addMonths('12/2026', 1), addMonths('06/2026', -18)]).toEqual([
    '12/2025',
    '01/2027',
    '12/2024',
  ])
  expect(thisMonth(new Date('2026-10-31T18:00:00Z'))).toBe('11/2026')
})
