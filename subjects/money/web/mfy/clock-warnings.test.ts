/** When a salesperson is warned of a clock. */
import { expect, test } from 'vitest'
import type { Urgency } from './clock-time.ts'
import { newWarnings } from './clock-warnings.ts'
import type { RunningClock } from './use-clocks.ts'

test("the user's own clock warns once below 3 minutes and once below 1 minute, a second wait again, clocks of others never (D3-CLK-03)", () => {
  const warned = new Map<string, Urgency>()
  const clock = (id: string, username_nv: string, lan = 1) =>
    ({ id, lan, username_nv, so_dien_thoai: '912000001', until: 600_000 }) as RunningClock
  const clocks = [clock('a', 'sale111'), clock('b', 'sale112')]
  const warningsAt = (remaining: number, visibleClocks = clocks) =>
    newWarnings(visibleClocks, { username: 'sale111', now: 600_000 - remaining, warned }).map(
      ({ text }) => text,
    )
  expect([warningsAt(600_000), warningsAt(180_000)]).toEqual([[], []])
  expect(warningsAt(179_000)).toEqual(['Thuê bao 0912000001 còn 02:59 để soạn Y'])
  expect([warningsAt(178_000), warningsAt(60_000)]).toEqual([[], []])
  expect(warningsAt(59_000)).toEqual(['Thuê bao 0912000001 còn 00:59 để soạn Y'])
  expect(warningsAt(58_000)).toEqual([])
  expect(warningsAt(120_000, [clock('a', 'sale111', 2)])).toEqual(['Thuê bao 0912000001 còn 02:00 để soạn Y'])
})
