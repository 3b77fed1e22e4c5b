/** What is left of a wait. */
import { expect, test } from 'vitest'
import { clockText, partLeft, urgencyOf } from './clock-time.ts'

test('a countdown shows mm:ss, rounded up to whole seconds, never below zero (D2-MFY-45, D2-CONST-10, D2-CONST-11)', () => {
  expect([600_000, 599_001, 599_000, 61_000, 59_999, 1, 0, -5].map(clockText)).toEqual([
    '10:00',
    '10:00',
    '09:59',
    '01:01',
    '01:00',
    '00:01',
    '00:00',
    '00:00',
  ])
})

test('a countdown warns at 3 minutes and at 1 minute (D3-CLK-03)', () => {
  expect([600_000, 180_000, 179_999, 60_000, 59_999, 0].map(urgencyOf)).toEqual([
    'later',
    'later',
    'soon',
    'soon',
    'now',
    'now',
  ])
  expect([700_000, 300_000, -1].map(partLeft)).toEqual([1, 0.5, 0])
})
