/** Several server processes on one feed: they never read concurrently, and killing one neither loses nor duplicates rows. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { startProcess, type ServerProcess } from '#test/process.ts'
import { paidAt } from '#test/bank.ts'

const last = 12
/** Number 5 is invalid. */
const transfer = (n: number) => ({
  transaction_id: `FT${n}`,
  channel: 'VCB',
  amount: n === 5 ? '90.000' : 90_000,
  at: paidAt,
  content: `091234567${n % 10} VD90`,
})

/** A bank with three transfers per page, which counts concurrent requests. */
const requests = { now: 0, most: 0, all: 0 }
const bank = createServer((request, response) => {
  requests.all += 1
  requests.most = Math.max(requests.most, ++requests.now)
  const cursor = Number(new URL(request.url ?? '', 'http://bank').searchParams.get('cursor') ?? '0')
  const until = Math.min(cursor + 3, last)
  const transfers = Array.from({ length: until - cursor }, (_, index) => transfer(cursor + index + 1))
  setTimeout(() => {
    requests.now -= 1
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ transfers, cursor: String(until), more: until < last }))
  }, 150)
})

let database: TestDatabase
const running: ServerProcess[] = []
const start = async (): Promise<ServerProcess> => {
  const { port } = bank.address() as AddressInfo
  const env = { BANK_FEED_URL: `http://127.0.0.1:${port}`, BANK_FEED_TOKEN: 'x', BANK_POLL_SECONDS: '1' }
  const server = await startProcess(database.url, env)
  running.push(server)
  return server
}

beforeAll(async () => {
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  database = await organisationDatabase()
})
beforeEach(async () => {
  await database.pool.query(`DELETE FROM mesbank; DELETE FROM feed_rejects;
    UPDATE feeds SET cursor = NULL, failures = 0, next_at = now(), leased_until = NULL WHERE name = 'bank'`)
  Object.assign(requests, { most: 0, all: 0 })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()))
})
afterAll(async () => {
  bank.close()
  bank.closeAllConnections()
  await database.drop()
})

const state = async () =>
  (
    await database.pool.query<{ ids: string[]; aside: string[]; cursor: string | null }>(`
      SELECT (SELECT coalesce(array_agg(ma_giao_dich ORDER BY ma_giao_dich), '{}') FROM mesbank) AS ids,
        (SELECT coalesce(array_agg(ref), '{}') FROM feed_rejects) AS aside, cursor
      FROM feeds WHERE name = 'bank'`)
  ).rows[0]
const whole = {
  ids: Array.from({ length: last }, (_, index) => `FT${index + 1}`)
    .filter((id) => id !== 'FT5')
    .toSorted(),
  aside: ['FT5'],
  cursor: String(last),
}

test('two server processes never read a feed at the same time, and each transfer is stored once', async () => {
  await Promise.all([start(), start()])
  await expect.poll(state, { timeout: 15_000 }).toEqual(whole)
  const before = requests.all
  await expect.poll(() => requests.all, { timeout: 10_000 }).toBeGreaterThan(before + 2)
  expect([requests.most, await state()]).toEqual([1, whole])
}, 60_000)

test('a process killed between saving the cursor and the transfers leaves both unchanged, and the next one continues (threats F1)', async () => {
  const holder = await database.pool.connect()
  try {
    // The lock for storing messages: the reader has moved the cursor and waits with the transfers.
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(74011)')
    const server = await start()
    const waiting = async () =>
      (
        await database.pool.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 74011 AND NOT granted`,
        )
      ).rowCount
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(1)
    await server.kill()
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  expect(await state()).toEqual({ ids: [], aside: [], cursor: null })
  await start()
  await sleep(2_500)
  // The killed reader's lease has not expired yet.
  expect(requests.all).toBe(1)
  await database.pool.query(`UPDATE feeds SET leased_until = now() - interval '1 s' WHERE name = 'bank'`)
  await expect.poll(state, { timeout: 15_000 }).toEqual(whole)
}, 60_000)
