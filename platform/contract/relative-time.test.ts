/** Times as people say them. */
import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

/** 07:52 of Saturday 21-11-2026 in Vietnam. */
const now = new Date('2026-11-21T00:52:00Z')

test('a time is told as: the time, yesterday, or the day (D3-UX-02)', () => {
  expect(relativeTime('2026-11-21T00:10:00Z', now)).toBe('07:10')
  expect(relativeTime('2026-11-20T09:42:00Z', now)).toBe('hôm qua 16:42')
  expect(relativeTime('2026-11-18T02:30:00Z', now)).toBe('18-11 09:30')
  expect(relativeTime('2025-11-18T02:30:00Z', now)).toBe('18-11-2025 09:30')
})
