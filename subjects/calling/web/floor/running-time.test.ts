import { expect, test } from 'vitest'
import { clockTime, runningTime } from './running-time.ts'

test('D3-FLR-01: a running time is shown in minutes and seconds, from an hour on in hours and minutes, and never negative', () => {
  expect([0, 999, 12_000, 1_300_000, 3_599_999].map(runningTime)).toEqual([
    '00:00',
    '00:00',
    '00:12',
    '21:40',
    '59:59',
  ])
  expect([3_600_000, 24_000_000].map(runningTime)).toEqual(['1 giờ 00', '6 giờ 40'])
  expect(runningTime(-5_000)).toBe('00:00')
})

test('D3-FLR-01: a start time is shown in Vietnamese time', () => {
  expect(clockTime('2026-11-20T07:18:00Z')).toBe('14:18')
})
