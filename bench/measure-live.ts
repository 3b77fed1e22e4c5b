/** A change announced to everybody who has the product open. */
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

const sockets = 500
const changes = 10

/** Connects the staff, ten at a time. */
async function connected(bench: Bench): Promise<Socket[]> {
  const all: Socket[] = []
  for (let n = 0; n < sockets; n += 10) {
    const some = bench.tokens
      .slice(n, n + 10)
      .map((token) =>
        io(bench.url, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } }),
      )
    await Promise.all(some.map((socket) => once(socket as never, 'connect')))
    all.push(...some)
  }
  return all
}

/** Time from the answer to a write until each socket has received it. */
export async function liveEvents(bench: Bench): Promise<Row[]> {
  const all = await connected(bench)
  const { rows } = await bench.pool.query<{ id: string }>('SELECT id FROM giahoantien LIMIT 1')
  const waits: number[] = []
  try {
    for (let n = 0; n < changes; n += 1) {
      let from = 0
      const heard = all.map(
        (socket) =>
          new Promise<number>((done) => {
            socket.once('changes', () => done(performance.now()))
          }),
      )
      await http(`${bench.url}/api/v1/giahoantien/${rows[0]?.id}`, bench.admin, {
        method: 'PUT',
        body: { gia_goi: 1000 + n },
      })
      from = performance.now()
      for (const heardAt of await Promise.all(heard)) waits.push(heardAt - from)
      await sleep(500)
    }
  } finally {
    for (const socket of all) socket.disconnect()
  }
  const sorted = waits.toSorted((a, b) => a - b)
  const percentile = (share: number): string =>
    `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`
  return [
    {
      work: `a change told to ${sockets} open screens`,
      value: percentile(0.99),
      limit: '-',
      ratio: '-',
      reach: '≤ 1 s',
      note: `p99; p50 ${percentile(0.5)}; ${changes} changes, gathered for 200 ms before they are told`,
    },
  ]
}
