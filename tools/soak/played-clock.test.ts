/** Proves that a soak's clock jumps evenly to its end, and that people work through the end of the month. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextInstant, openGate, pace } from './played-clock.ts'

const monthEnd = new Date('2026-12-01T00:00:00+07:00')
const end = new Date('2026-12-02T00:00:00+07:00')
const jumpFrom = (now: string, jumps: number, left = 60_000): Date =>
  nextInstant(new Date(now), { end, monthEnd, left, jumps })

test('the last jump leaves as much time as the rest of the run plays', () => {
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

test('no work runs during a jump, and work that arrives meanwhile waits', async () => {
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

test('a Node process uses the clock for now, a new Date and its text; a Date with arguments is unchanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vasdesk-clock-'))
  const file = join(folder, 'clock.json')
  const base = Date.parse('2031-01-31T23:00:00+07:00')
  writeFileSync(file, JSON.stringify({ base, since: Date.now(), factor: 10 }))
  const asked = `[Date.now(), new Date().getTime(), Date.parse(Date()), new Date(0).getTime(), new Date() instanceof Date]`
  const args = ['--import', join(import.meta.dirname, 'node-clock.ts'), '-p', `JSON.stringify(${asked})`]
  const env = { ...process.env, PLAYED_CLOCK: file }
  const [now, made, text, zero, is] = JSON.parse(
    execFileSync(process.execPath, args, { env, encoding: 'utf8' }),
  ) as number[]
  rmSync(folder, { recursive: true })
  for (const time of [now, made, text]) {
    expect(time).toBeGreaterThan(base - 1_000)
    expect(time).toBeLessThan(base + 600_000)
  }
  expect([zero, is]).toEqual([0, true])
})
