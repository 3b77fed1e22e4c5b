/** The days that a report is compared with. */
import { expect, test } from 'vitest'
import { earlierDays } from './earlier.ts'

test.each([
  ['01/11/2026', '22/11/2026', '01/10/2026', '22/10/2026'],
  ['01/02/2026', '28/02/2026', '01/01/2026', '31/01/2026'],
  ['01/03/2026', '30/03/2026', '01/02/2026', '28/02/2026'],
  ['01/01/2026', '31/01/2026', '01/12/2025', '31/12/2025'],
  ['05/01/2026', '05/01/2026', '05/12/2025', '05/12/2025'],
  ['01/07/2026', '30/09/2026', '01/04/2026', '30/06/2026'],
  ['25/10/2026', '03/11/2026', '25/08/2026', '03/09/2026'],
])('%s to %s is compared with %s to %s', (start, end, startDate, endDate) => {
  expect(earlierDays(start, end)).toEqual({ startDate, endDate })
})

test('nothing is compared without both days', () => {
  for (const days of [[], ['01/11/2026'], ['01/11/2026', ''], ['02/11/2026', '01/11/2026']])
    expect(earlierDays(...(days as [string?, string?]))).toBe(null)
})
