/** Staff lists while strangers send bodies as slowly as allowed (D3-SEC-14): the same reads with and without them. */
import { connect, type Socket } from 'node:net'
import { startProcess } from '#test/process.ts'
import { memoryOf } from './processor.ts'
import { staffReads } from './staff-reads.ts'
import type { Bench, Row } from './types.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5) * 1000
const senders = 400
/** Bytes per second of each sender: just above the rate below which a body is refused as too slow. */
const pace = 1_100

/** Opens a request of 2 MB sent at `pace`, and a new one whenever it is refused; `stop` ends it. */
function sendSlowly(url: string, address: string): () => void {
  const { hostname, port } = new URL(url)
  let line: Socket
  let isOver = false
  const begin = (): void => {
    line = connect(Number(port), hostname)
    line.on('error', () => undefined)
    line.resume()
    line.once('close', () => isOver || setTimeout(begin, 500))
    line.write(
      `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
  }
  begin()
  const part = `${pace.toString(16)}\r\n${' '.repeat(pace)}\r\n`
  const timer = setInterval(() => line.write(part), 1_000)
  return () => {
    isOver = true
    clearInterval(timer)
    line.destroy()
  }
}

/** Row of the table: staff lists and memory with slow senders. */
export async function floodSlow(bench: Bench): Promise<Row[]> {
  const server = await startProcess(bench.databaseUrl, { TRUST_PROXY: '1', RATE_PER_SECOND: '20' })
  try {
    // The first lists after a server start take longer.
    await staffReads(server.url, bench.tokens, seconds)
    const quiet = await staffReads(server.url, bench.tokens, seconds)
    const before = memoryOf(server.pid)
    const stops = Array.from({ length: senders }, (_, index) =>
      sendSlowly(server.url, `198.18.${index >> 4}.${index & 15}`),
    )
    const flooded = await staffReads(server.url, bench.tokens, seconds)
    const after = memoryOf(server.pid)
    for (const stop of stops) stop()
    return [
      {
        work: `staff's lists, ${senders} slow senders`,
        value: `${flooded.p95.toFixed(0)} ms`,
        limit: `${quiet.p95.toFixed(0)} ms`,
        ratio: `${(flooded.p95 / quiet.p95).toFixed(1)} ×`,
        reach: '≤ 2 ×, 50 MB',
        note: `p95; p50 ${flooded.p50.toFixed(0)} (${quiet.p50.toFixed(0)}) ms, ${flooded.failed} refused; memory ${before.toFixed(0)} to ${after.toFixed(0)} MB; limit: without them`,
      },
    ]
  } finally {
    await server.kill()
  }
}
