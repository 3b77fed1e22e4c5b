/** Closed-loop load: each worker sends its next request after the answer to the last. */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, type Sent } from '#tools/player/exchange.ts'
import { spentSince, spentSoFar, type Spent } from './processor.ts'

export type Rate = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  failed: number
  n: number
  /** Processor time per call; null if unknown. */
  spent: Spent | null
}

/** The value below which `share` of the sorted values lie. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Runs `work(worker, n)` in `workers` loops for `ms`, with `pause` ms in between; times in ms without the pauses. A
 * thrown error counts as failed.
 */
export async function loop(
  workers: number,
  ms: number,
  work: (worker: number, n: number) => Promise<unknown>,
  pause = 0,
): Promise<Rate> {
  const times: number[] = []
  let failed = 0
  const before = spentSoFar()
  const start = performance.now()
  const end = start + ms
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let n = 0; performance.now() < end; n += 1) {
        const from = performance.now()
        try {
          await work(worker, n)
          times.push(performance.now() - from)
        } catch (error) {
          failed += 1
          if (failed === 1) console.error(error)
        }
        if (pause > 0) await sleep(pause)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    failed,
    n: times.length,
    spent: spentSince(before, times.length),
  }
}

/** One call that must answer 200; resolves with the body. */
export async function http(
  url: string,
  token: string,
  options: Pick<Sent, 'method' | 'body' | 'headers'> = {},
): Promise<string> {
  const { status, text } = await exchange(url, { token, ...options })
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`)
  return text
}
