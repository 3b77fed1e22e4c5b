/** When an appointment shows itself. */
import { expect, test } from 'vitest'
import { dueAt } from './due.ts'

const now = Date.parse('2026-11-20T07:34:00Z')

test.each([
  ['2026-11-20T08:15:00Z', 'later', ''],
  ['2026-11-20T07:40:00Z', 'soon', 'còn 6 phút'],
  ['2026-11-20T07:34:20Z', 'soon', 'còn 1 phút'],
  ['2026-11-20T07:34:00Z', 'late', 'đến giờ'],
  ['2026-11-20T07:20:00Z', 'late', 'trễ 14 phút'],
  ['2026-11-20T05:00:00Z', 'late', 'trễ 2 giờ'],
  ['2026-11-17T05:00:00Z', 'late', 'trễ 3 ngày'],
])('an appointment at %s is %s and shown as "%s"', (instant, state, text) => {
  expect(dueAt(instant, now)).toEqual({ state, text })
})
