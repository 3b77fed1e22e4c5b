/** The bench's own processor time is not counted as that of other processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { othersOf, shareOf } from './others.ts'
import { treeTime } from './processor.ts'

test('processor time of other processes is a share of all processors and never below zero', () => {
  const from = { at: 0, all: 0, own: 0 }
  expect(shareOf(from, { at: 1000, all: 1500, own: 1000 }, 2)).toBe(0.25)
  expect(shareOf(from, { at: 1000, all: 900, own: 1000 }, 2)).toBe(0)
})

test('a row counts as disturbed by the larger of the shares measured before and during it', () => {
  expect(othersOf({ before: 0.4, during: 0.1, load: 1 })).toBe(0.4)
  expect(othersOf({ before: 0.1, during: 0.2, load: 1 })).toBe(0.2)
  expect(othersOf(null)).toBe(0)
})

test.skipIf(!existsSync('/proc/stat'))(
  'the time of a child process and of its child counts as the bench’s own, also after they ended',
  async () => {
    const busy = 'while (process.cpuUsage().user < 500_000) Math.random()'
    const before = treeTime()
    const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
    const child = spawn(process.execPath, ['-e', nested])
    const took = () => treeTime() - before
    await expect.poll(took).toBeGreaterThan(100)
    await once(child, 'exit')
    expect(took()).toBeGreaterThan(450)
  },
)
