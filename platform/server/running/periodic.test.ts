/** Background work: never concurrent with itself, continued after a failure, ended by a stop. */
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { runPeriodically } from './periodic.ts'

const log = pino({ level: 'silent' })
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('periodic work that takes longer than its interval never runs twice at a time, and stopping waits for it (threats F1)', async () => {
  let [begun, atOnce, most] = [0, 0, 0]
  const run = async (): Promise<void> => {
    begun += 1
    most = Math.max(most, (atOnce += 1))
    await pause(25)
    atOnce -= 1
  }
  const stop = runPeriodically({ name: 'work', everyMs: 5, run }, log)
  await expect.poll(() => begun).toBeGreaterThan(2)
  await stop()
  expect([atOnce, most]).toEqual([0, 1])
  const before = begun
  await pause(30)
  expect(begun).toBe(before)
})

test('failed periodic work is started again, and gets a signal when it should stop (threats F1)', async () => {
  let begun = 0
  let lastSignal: AbortSignal | undefined
  const run = async (signal: AbortSignal): Promise<void> => {
    lastSignal = signal
    begun += 1
    throw new Error('no database')
  }
  const stop = runPeriodically({ name: 'work', everyMs: 5, run }, log)
  await expect.poll(() => begun).toBeGreaterThan(2)
  await stop()
  expect(lastSignal?.aborted).toBe(true)
})
