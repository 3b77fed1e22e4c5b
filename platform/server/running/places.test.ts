/** Who gets a place when more is asked than is worked at (D1-ERR-02, threats E; docs/decisions/places.md). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPlaces, urgencyOf, withoutPlace, type Places, type Urgency } from './places.ts'

let places: Places
/** What has begun, in order. */
let begun: string[]
const ends = new Map<string, () => void>()

beforeEach(() => {
  vi.useFakeTimers()
  places = openPlaces(4)
  begun = []
  ends.clear()
})
afterEach(() => void vi.useRealTimers())

/** Of the test's clock. */
const sleep = (ms: number): Promise<void> => new Promise((over) => setTimeout(over, ms))
/** Lets everything that is due happen. */
const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

const urgencies: Readonly<Record<string, Urgency>> = { w: 'write', r: 'read', b: 'background' }
/** Asks for a place as the first letters of the names say, and stays on it until `end(name)`; each resolves to 'done' or the refusal. */
const ask = (...names: string[]): Promise<string>[] =>
  names.map((name) => {
    const work = async (): Promise<string> => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      return 'done'
    }
    const urgency = urgencies[name.charAt(0)] ?? 'read'
    return places.hold(urgency, work).catch((error: unknown) => (error as { code: string }).code)
  })
async function end(name: string): Promise<void> {
  ends.get(name)?.()
  await settle()
}

test('of four places writes use up to three, reads three, background reloads two', async () => {
  void ask('w1', 'w2', 'w3', 'w4')
  await settle()
  expect(begun).toEqual(['w1', 'w2', 'w3'])
  void ask('r1')
  await settle()
  expect(begun).toEqual(['w1', 'w2', 'w3', 'r1'])
  for (const name of begun) await end(name)
  await end('w4')
  begun = []
  void ask('r1', 'r2', 'r3', 'r4', 'b')
  await settle()
  expect(begun).toEqual(['r1', 'r2', 'r3', 'b'])
  for (const name of begun) await end(name)
  await end('r4')
  begun = []
  void ask('b1', 'b2', 'b3')
  await settle()
  expect(begun).toEqual(['b1', 'b2'])
})

test('reads are served in order while the oldest has waited less than half of its time, and newest first after that', async () => {
  void ask('r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7')
  await settle(700)
  await end('r1')
  expect(begun.at(-1)).toBe('r4')
  await settle(100)
  await end('r2')
  expect(begun.at(-1)).toBe('r7')
})

test('a free place goes to a write, then to the newest of many reads, then to a background reload; writes keep their order', async () => {
  void ask('w1', 'w2', 'r1', 'r2', 'b', 'r3', 'r4', 'w3', 'w4')
  await settle()
  begun = []
  await settle(300)
  void ask('b2')
  await settle(500)
  void ask('b3', 'b4')
  await settle(100)
  for (const name of ['w1', 'w2', 'r1', 'r2', 'w3']) await end(name)
  expect(begun).toEqual(['w3', 'w4', 'r4', 'r3', 'b4'])
})

test('a write waits four seconds, a read one and a half, a background reload under half a second; a refused request does not start later', async () => {
  void ask('w1', 'w2', 'w3', 'r1')
  const refused: string[] = []
  for (const name of ['w', 'r', 'b']) void ask(name)[0]?.then((code) => refused.push(`${name} ${code}`))
  for (const [ms, all] of [
    [399, 0],
    [1, 1],
    [1_099, 1],
    [1, 2],
    [2_499, 2],
    [1, 3],
  ] as const) {
    await settle(ms)
    expect([ms, refused.length]).toEqual([ms, all])
  }
  expect(refused).toEqual(['b BUSY', 'r BUSY', 'w BUSY'])
  begun = []
  for (const name of ['w1', 'w2', 'w3', 'r1']) await end(name)
  expect(begun).toEqual([])
})

test('when more reads wait than allowed the oldest is refused at once, for background reloads at half that number; writes never', async () => {
  void ask('w1', 'w2', 'w3', 'r1')
  const many = (letter: string, count: number) =>
    ask(...Array.from({ length: count }, (_, n) => `${letter}${n + 10}`))
  const refused: string[] = []
  for (const [letter, most] of [
    ['r', 64],
    ['b', 32],
    ['w', 300],
  ] as const)
    for (const [n, answer] of many(letter, most + (letter === 'w' ? 0 : 2)).entries())
      void answer.then((code) => refused.push(`${letter}${n + 10} ${code}`))
  await settle()
  expect(refused).toEqual(['r10 BUSY', 'r11 BUSY', 'b10 BUSY', 'b11 BUSY'])
})

test('a started request is not refused later, and neither is another one instead of it', async () => {
  void ask('w1', 'w2', 'w3', 'w4')
  await settle(2_000)
  await end('w1')
  void ask('w5')
  await settle(2_500)
  await end('w2')
  expect(begun).toEqual(['w1', 'w2', 'w3', 'w4', 'w5'])
})

test('failed work frees its place', async () => {
  const failing = (): Promise<never> => Promise.reject(new Error('no'))
  for (let n = 0; n < 9; n += 1) await expect(places.hold('write', failing)).rejects.toThrow('no')
  void ask('w')
  await settle()
  expect(begun).toEqual(['w'])
})

test('work waiting for an outside answer lends its place, continues without waiting, and frees it once', async () => {
  const outside = (): Promise<void> => withoutPlace(() => sleep(1_000))
  const asking = places.hold('read', async () => {
    await Promise.all([outside(), outside()])
    begun.push('answered')
    await sleep(1_000)
  })
  await settle()
  void ask('r1', 'r2', 'r3')
  await settle()
  expect(begun).toEqual(['r1', 'r2', 'r3'])
  await settle(1_000)
  expect(begun.at(-1)).toBe('answered')
  // Four at work where three may be: the first that ends makes no room.
  void ask('r4')
  await end('r1')
  expect(begun).not.toContain('r4')
  await settle(1_000)
  await asking
  expect(begun.at(-1)).toBe('r4')
})

test('waiting outside without a place, or after the work has ended, frees no place', async () => {
  expect(await withoutPlace(async () => 'answer')).toBe('answer')
  const dangling: Promise<unknown>[] = []
  await places.hold('read', async () => void dangling.push(withoutPlace(() => sleep(1_000))))
  await places.hold('read', async () => {
    dangling.push(sleep(500).then(() => withoutPlace(() => sleep(1_000))))
  })
  await settle(1_500)
  await Promise.all(dangling)
  void ask('r1', 'r2', 'r3', 'r4')
  await settle()
  expect(begun).toEqual(['r1', 'r2', 'r3'])
})

test("a write has priority whatever its header says; a read's header can mark it as a background reload", () => {
  expect(urgencyOf(false, { priority: 'u=6' })).toBe('write')
  expect(urgencyOf(true, {})).toBe('read')
  for (const priority of ['u=5', 'u=7, i', 'i, u=6']) expect(urgencyOf(true, { priority })).toBe('background')
  for (const priority of ['u=3', 'i', 'u=55', 'qu=6x']) expect(urgencyOf(true, { priority })).toBe('read')
})
