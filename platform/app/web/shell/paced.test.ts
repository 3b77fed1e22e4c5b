/** How often a page reads again what others change. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paceReads } from './paced.ts'

let readings: (readonly string[])[]
let moments: number[]
let front: boolean
/** How long the server takes, in ms. */
let takes: number
let changes: ReturnType<typeof paceReads<string>>
function read(names: readonly string[]): Promise<void> {
  readings.push(names)
  moments.push(performance.now())
  return new Promise((done) => setTimeout(done, takes))
}
beforeEach(() => {
  vi.useFakeTimers()
  readings = []
  moments = []
  front = true
  takes = 0
  changes = paceReads(read, () => front, 0)
})
afterEach(() => {
  changes.stop()
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Changes of a list all the time: after how many ms it was read, each time. */
async function readAt(name: string, during: number): Promise<number[]> {
  const begun = performance.now()
  const before = readings.length
  for (let ms = 0; ms <= during; ms += 100) {
    changes.note([name])
    await pass(100)
  }
  return moments.slice(before).map((moment) => moment - begun)
}

test('the first change reloads at once, later changes together after three seconds (D1-RT)', async () => {
  changes.note(['mfy'])
  expect(readings).toEqual([['mfy']])
  for (let n = 0; n < 14; n += 1) {
    await pass(200)
    changes.note(['mfy'])
  }
  expect(readings).toHaveLength(1)
  await pass(200)
  expect(readings).toHaveLength(2)
  await pass(60_000)
  expect(readings).toHaveLength(2)
  changes.note(['mfy'])
  expect(readings).toHaveLength(3)
})

test('lists that change together are reloaded together, so that a screen of several lists reloads once', async () => {
  changes.note(['mfy', 'mesbank', 'khr'])
  expect(readings).toEqual([['mfy', 'mesbank', 'khr']])
  await pass(1_000)
  changes.note(['khr', 'mfy'])
  await pass(2_000)
  expect(readings).toEqual([
    ['mfy', 'mesbank', 'khr'],
    ['khr', 'mfy'],
  ])
})

test('a busy list delays no other list, also one that became quiet', async () => {
  changes.note(['quiet'])
  await pass(10_000)
  changes.note(['busy'])
  changes.note(['busy'])
  changes.note(['other'])
  await pass(100)
  changes.note(['quiet'])
  expect(readings.flat()).toEqual(['quiet', 'busy', 'other', 'quiet'])
})

test('reloads of a slow server are spaced by ten times its answer time, half a minute at most', async () => {
  takes = 700
  expect(await readAt('mfy', 15_000)).toEqual([0, 7_000, 14_000])
  await pass(60_000)
  takes = 100
  expect(await readAt('mfy', 7_000), 'a quick one not more often than usual').toEqual([0, 3_000, 6_000])
  await pass(60_000)
  takes = 20_000
  expect(await readAt('mfy', 65_000)).toEqual([0, 30_000, 60_000])
})

test('a running reload is waited for, for half a minute', async () => {
  takes = 3_600_000
  expect(await readAt('mfy', 40_000)).toEqual([0, 30_000])
})

test('the floor reloads every second, and less often when the server is slow', async () => {
  takes = 50
  expect(await readAt('floor', 2_500)).toEqual([0, 1_000, 2_000])
  await pass(60_000)
  takes = 400
  expect(await readAt('floor', 9_000)).toEqual([0, 4_000, 8_000])
})

test('a background page reloads nothing until it is in front, and then each list once', async () => {
  front = false
  for (let n = 0; n < 50; n += 1) {
    changes.note(['mfy', 'care/history'])
    await pass(200)
  }
  expect(readings).toEqual([])
  front = true
  changes.look()
  expect(readings).toEqual([['mfy', 'care/history']])
})

test('windows that receive the same push reload one after the other, the floor all at once (D3-FLR-05)', async () => {
  const windows = [100, 700, 1_400].map((offset) => paceReads(read, () => true, offset))
  const all = (...names: string[]): void => windows.forEach(({ note }) => note(names))
  const begun = performance.now()
  all('mfy', 'floor')
  await pass(500)
  // A second change does not put the first one off.
  all('mfy')
  await pass(1_500)
  expect(readings).toEqual([['floor'], ['floor'], ['floor'], ['mfy'], ['mfy'], ['mfy']])
  expect(moments.map((moment) => moment - begun)).toEqual([0, 0, 0, 100, 700, 1_400])
  // The first window may read again three seconds after it did, the others after their change.
  await pass(1_500)
  expect(moments.slice(6).map((moment) => moment - begun)).toEqual([3_100])
  windows.forEach(({ stop }) => stop())
})

test('after stopping nothing is reloaded', async () => {
  takes = 500
  changes.note(['mfy'])
  changes.note(['mfy'])
  changes.stop()
  await pass(60_000)
  expect(readings).toEqual([['mfy']])
})
