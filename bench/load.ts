/** Closed-loop load: each worker sends its next request when the last one was answered. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { spentSince, spentSoFar, type Spent } from './processor.ts'

export type Rate = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  failed: number
  n: number
  /** Processor time of each call; null where it is unknown. */
  spent: Spent | null
}

/** The value below which `share` of the sorted ones are. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Runs `work(worker, n)` in `workers` loops for `ms`, with `pause` ms between two; times in ms without the pauses. A thrown error counts as failed. */
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
    p50: at(times, 0.5),
    p95: at(times, 0.95),
    p99: at(times, 0.99),
    failed,
    n: times.length,
    spent: spentSince(before, times.length),
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

type Sent = {
  method?: string
  /** Sent as JSON, bytes as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** Connections to use; 128 of them by default. */
  agent?: Agent
  /** Gives up after so many ms without a byte. */
  timeout?: number
}
export type Answered = { status: number; text: string; headers: IncomingHttpHeaders }

/** One call; resolves with whatever it is answered, rejects when the connection breaks. */
export function ask(url: string, token: string, options: Sent = {}): Promise<Answered> {
  const { method = 'GET', body, headers } = options
  const bytes = body instanceof Uint8Array
  const payload = body === undefined || bytes ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent: options.agent ?? agent,
        ...(options.timeout !== undefined && { timeout: options.timeout }),
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(payload !== undefined && !bytes && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            headers: response.headers,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${options.timeout} ms`)))
    sent.end(payload)
  })
}

/** One call that must answer 200; resolves with the body. */
export async function http(url: string, token: string, options: Sent = {}): Promise<string> {
  const { status, text } = await ask(url, token, options)
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`)
  return text
}
