/** Proves that a soak's clock jumps evenly to its end, and that people work through the end of the month. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextInstant, openGate, pace } from './played-clock.ts'

const monthEnd = new Date('2026-12-01T00:00:00+07:00')
const end = new Date('2026-12-02T00:00:00+07:00')
const jumpFrom = (now: string, jumps: number, left = 60_000): Date =>
  nextInstant(new Date(now), { end, monthEnd, left, jumps })

test('the last jump leaves as much as the rest of the time plays', () => {
  expect(jumpFrom('2026-12-01T12:00:00+07:00', 1)).toEqual(new Date(end.getTime() - 60_000 * pace))
  const half = jumpFrom('2026-12-01T12:00:00+07:00', 2)
  expect(half.getTime()).toBeGreaterThan(Date.parse('2026-12-01T17:50:00+07:00'))
  expect(half.getTime()).toBeLessThan(Date.parse('2026-12-01T18:00:00+07:00'))
})

test('a jump stops before the end of the month, and never goes back', () => {
  expect(jumpFrom('2026-11-30T12:00:00+07:00', 1)).toEqual(new Date('2026-11-30T23:59:00+07:00'))
  expect(jumpFrom('2026-11-30T23:59:30+07:00', 1)).toEqual(new Date('2026-11-30T23:59:30+07:00'))
  expect(jumpFrom('2026-12-01T23:59:30+07:00', 1)).toEqual(new Date('2026-12-01T23:59:30+07:00'))
})

test('nothing is under way during a jump, and work that comes meanwhile waits', async () => {
  const gate = openGate()
  const seen: string[] = []
  const work = gate.pass(async () => {
    await sleep(20)
    seen.push('work')
  })
  const jump = gate.quiet(async () => {
    await sleep(20)
    seen.push('jump')
  })
  const later = gate.pass(async () => void seen.push('later'))
  await Promise.all([work, jump, later])
  expect(seen).toEqual(['work', 'jump', 'later'])
})
