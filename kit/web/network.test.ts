/** How a lost connection is noticed to be back. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connected, network, networkLost, waitForNetwork } from './network.ts'

let page: EventTarget
let answering: boolean
const probes = vi.fn(async () => {
  if (!answering) throw new TypeError('Failed to fetch')
  return new Response()
})
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  answering = false
  probes.mockClear()
  vi.stubGlobal('fetch', probes)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(async () => {
  answering = true
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('however many requests wait for a lost connection, one probe is sent for all of them, less and less often (D3-GRID-07)', async () => {
  networkLost()
  const parts = Array.from({ length: 20 }, () => connected())
  const write = waitForNetwork()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(probes.mock.calls.length).toBeLessThanOrEqual(4)
  expect(network.get().waiting).toBe(1)
  answering = true
  await vi.advanceTimersByTimeAsync(12_000)
  await Promise.all(parts)
  expect(await write).toBe(true)
  expect(network.get()).toEqual({ lostSince: null, waiting: 0, recovered: 1 })
})

test('when the browser is online again the server is probed at once', async () => {
  networkLost()
  const back = connected()
  await vi.advanceTimersByTimeAsync(20_000)
  answering = true
  const before = probes.mock.calls.length
  page.dispatchEvent(new Event('online'))
  await back
  expect(probes.mock.calls.length).toBe(before + 1)
})

test('a write is given up after a minute without an answer', async () => {
  const write = waitForNetwork()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await write).toBe(false)
  expect(network.get().waiting).toBe(0)
})
