/** Memory of a scan is bounded by its running requests, for files of any length, while screens are notified (D3-SCN-04). */
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import { clearScans, countsOf, makeScan } from '#test/scans.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import type { Carrier } from '#platform/server/gateways/carrier/carrier.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { scanAll } from './scan-numbers.ts'

const parallel = 20
const total = rounds(400, 10_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await clearScans(server.pool)
  await setSettings(server.pool, { 'scan.parallel': parallel })
})
afterAll(() => server.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Watches the objects of a scan by weak references, so that watching keeps none alive. */
function watched() {
  const heldRefs: WeakRef<object>[] = []
  const stats = { most: 0, together: 0, asked: 0, alive: Infinity }
  let open = 0
  const pool = {
    query: async (text: never) => {
      // Disables the pacing.
      await server.pool.query(`UPDATE scan_pace SET next_at = now() - interval '1 hour'`)
      const answer = await server.pool.query<object>(text)
      stats.most = Math.max(stats.most, answer.rows.length)
      heldRefs.push(...answer.rows.map((row) => new WeakRef(row)))
      return answer
    },
  } as unknown as Pool
  const ask = async () => {
    stats.together = Math.max(stats.together, (open += 1))
    stats.asked += 1
    const last = stats.asked === total
    await turn()
    if (last) {
      collect()
      stats.alive = heldRefs.filter((one) => one.deref()).length
    }
    open -= 1
    const data = { values: [] }
    heldRefs.push(new WeakRef(data))
    return { ok: true, data }
  }
  return { pool, carrier: { ask } as unknown as Carrier, stats, heldRefs }
}

test('D3-SCN-04: numbers are read a few at a time, answered ones are not kept in memory, and screens are updated meanwhile', async () => {
  const id = await makeScan(server.pool, 'quetdata', 'dai.xlsx', total, { state: 'running' })
  const { pool, carrier, stats, heldRefs } = watched()
  const published: Promise<number>[] = []
  const publish = (): void => void published.push(countsOf(server.pool, id).then(({ counted }) => counted))
  await scanAll({ ...server.api.services, pool, publish }, { carrier, timeoutMs: 1_000 })
  expect(await countsOf(server.pool, id)).toMatchObject({ counted: total, answered: total, state: 'done' })
  expect(stats.most).toBeLessThanOrEqual(parallel)
  expect(stats.together).toBeLessThanOrEqual(parallel)
  // A claimed row and an answer for each number, of which only running ones stay alive.
  expect(heldRefs.length).toBeGreaterThan(2 * total)
  expect(stats.alive).toBeLessThan(10 * parallel)
  const counts = await Promise.all(published)
  expect(counts.at(-1)).toBe(total)
  expect(counts.filter((counted) => counted > 0 && counted < total).length).toBeGreaterThan(0)
}, 120_000)
