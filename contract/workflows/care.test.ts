/** How far back results may be edited. */
import { expect, test } from 'vitest'
import { editableSince } from './care.ts'

test('edits reach to the first of the month of Vietnam, or so many days (D1-CARE-51)', () => {
  // In Vietnam it is the first of August already.
  const now = new Date('2026-07-31T17:30:00Z')
  expect(editableSince('', now)).toBe('2026-07-31T17:00:00.000Z')
  expect(editableSince(0, now)).toBe('2026-07-31T17:00:00.000Z')
  expect(editableSince(31, now)).toBe('2026-06-30T17:00:00.000Z')
})
