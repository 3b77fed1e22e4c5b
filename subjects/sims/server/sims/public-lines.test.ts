/** The queue of public pages: limits of running and waiting work, first come first served. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLine, openShopLine } from './public-lines.ts'

const refused = expect.objectContaining({ code: 'BUSY', retryAfter: 2 })

test('requests are served in order; beyond the queue one is refused at once, and a failed one frees its place (D3-SEC-08)', async () => {
  const inTurn = openLine({ atWork: 2, waiting: 2, longest: 10_000 })
  const done: number[] = []
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const enter = (n: number) =>
    inTurn(async () => {
      done.push(n)
      await gates[n]?.promise
    })
  const entered = [0, 1, 2, 3].map((n) => enter(n))
  await sleep(0)
  expect(done).toEqual([0, 1])
  await expect(enter(4)).rejects.toEqual(refused)
  gates[1]?.reject(new Error('failed'))
  await expect(entered[1]).rejects.toThrow('failed')
  expect(done).toEqual([0, 1, 2])
  for (const { resolve } of gates) resolve()
  await Promise.all([entered[0], entered[2], entered[3]])
  await enter(4)
  expect(done).toEqual([0, 1, 2, 3, 4])
})

test('a request not served in time is refused, and not served later (D3-SEC-08)', async () => {
  const inTurn = openLine({ atWork: 1, waiting: 2, longest: 30 })
  const gate = Promise.withResolvers<void>()
  const first = inTurn(() => gate.promise)
  let served = false
  await expect(
    inTurn(async () => {
      served = true
    }),
  ).rejects.toEqual(refused)
  gate.resolve()
  await first
  expect([await inTurn(async () => 'next'), served]).toEqual(['next', false])
})

test('while others wait, a place pauses after its work in proportion to it; a single visitor does not wait (D3-SEC-08)', async () => {
  const inTurn = openLine({ atWork: 1, waiting: 2, longest: 10_000, pauseFactor: 4 })
  const began: number[] = []
  const enter = () =>
    inTurn(async () => {
      began.push(performance.now())
      await sleep(50)
    })
  await Promise.all([enter(), enter()])
  await enter()
  const [first = 0, second = 0, third = 0] = began
  // 50 ms of work and 200 ms of pause; nobody waited behind the second.
  expect(second - first).toBeGreaterThanOrEqual(240)
  expect(third - second).toBeLessThan(240)
})

test('a place pauses for at most a quarter of a second, because waiting for a lock uses no processor (D3-SEC-08)', async () => {
  const inTurn = openLine({ atWork: 1, waiting: 2, longest: 60_000, pauseFactor: 1_000 })
  const began: number[] = []
  const enter = () =>
    inTurn(async () => {
      began.push(performance.now())
      await sleep(20)
    })
  await Promise.all([enter(), enter()])
  const [first = 0, second = 0] = began
  expect(second - first).toBeGreaterThanOrEqual(250)
  // Without the limit 1,000 times 20 ms.
  expect(second - first).toBeLessThan(10_000)
})

test("the shop's queues serve one request at a time and pause twice as long as it took (D3-SEC-08)", async () => {
  const inTurn = openShopLine()
  const began: number[] = []
  let atWork = 0
  const enter = () =>
    inTurn(async () => {
      began.push(performance.now())
      atWork += 1
      await sleep(50)
      expect(atWork).toBe(1)
      atWork -= 1
    })
  await Promise.all([enter(), enter(), enter()])
  const [first = 0, second = 0, third = 0] = began
  for (const pause of [second - first, third - second]) expect(pause).toBeGreaterThanOrEqual(140)
})
