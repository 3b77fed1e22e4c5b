/** The server is killed with SIGKILL, again and again, under claims, results and import chunks; nothing is lost or doubled. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { call, startProcess, type ServerProcess } from '#test/process.ts'
import type { Reply } from '#tools/player/exchange.ts'
import { rounds } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'

let database: TestDatabase
let server: ServerProcess
const kills = rounds(2, 20)
const sellers = ['sale111', 'sale112', 'sale113', 'sale121', 'sale122']
const importId = '018f0000-0000-7000-8000-00000000c0de'
const chunkRows = 50

beforeAll(async () => {
  database = await organisationDatabase()
  server = await startProcess(database.url)
}, 60_000)
afterAll(async () => {
  await server.kill()
  await database.drop()
})

let over = false

/** Calls until an answer arrives, however often the server dies meanwhile. */
async function stubborn(
  path: string,
  method: 'GET' | 'POST',
  token: string,
  body?: object,
  key?: string,
): Promise<Reply> {
  for (;;) {
    try {
      const headers = key ? { 'idempotency-key': key } : {}
      const reply = await call(`${server.url}${path}`, method, token, body, headers)
      if (reply.status < 500) return reply
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
    await sleep(50)
  }
}

type Journal = { customer: string; history: string }[]

/** One salesperson's day: claim, call, record; keeps a journal of what the server acknowledged. */
async function sell(token: string, journal: Journal): Promise<void> {
  while (!over) {
    const claimed = await stubborn('/api/v1/customer/new-care', 'GET', token)
    const customer = (claimed.body.data as { value: { id: string } | null }).value
    if (!customer) return
    const result = { status: 'REJECTED', note: 'Không có nhu cầu' }
    const saved = await stubborn(`/api/v1/customer/${customer.id}/care`, 'POST', token, result, randomUUID())
    expect(saved).toMatchObject({ status: 200 })
    journal.push({ customer: customer.id, history: (saved.body.data as { id: string }).id })
  }
}

/** Sends numbered chunks of one import; repeats a chunk when its answer was lost. */
async function upload(token: string): Promise<number> {
  let chunk = 0
  for (; !over; chunk += 1) {
    const data = Array.from({ length: chunkRows }, (_, n) => ({
      phone_number: String(910_000_000 + chunk * chunkRows + n),
      description: `Lần ${chunk}`,
    }))
    const saved = await stubborn('/api/v1/blacklist/import', 'POST', token, { importId, chunk, data })
    expect(saved.body.data).toMatchObject({ saved: chunkRows, inserted: chunkRows, errors: [] })
  }
  return chunk
}

test('when servers are killed repeatedly under load, acknowledged results exist exactly once, unanswered ones at most once, and every sum is right', async () => {
  const { pool } = database
  const file = await makePool(pool, { rows: kills * 2_000 })
  await permitFiles(pool, 'chinhanh1', [file])
  const tokens = await Promise.all(sellers.map((seller) => signInAs(pool, seller)))
  const journal: Journal = []
  const work = Promise.all(tokens.map((token) => sell(token, journal)))
  const chunks = upload(await signInAs(pool, 'admin'))
  for (let n = 0; n < kills; n += 1) {
    await sleep(100 + Math.random() * 400)
    await server.kill()
    server = await startProcess(database.url)
  }
  await sleep(300)
  over = true
  await work
  const sent = await chunks

  const { rows } = await pool.query<{ id: string; customer_id: string }>(
    'SELECT id, customer_id FROM care_history',
  )
  const stored = new Map(rows.map((row) => [row.id, row.customer_id]))
  expect(journal.length).toBeGreaterThan(kills)
  expect(journal.filter(({ history, customer }) => stored.get(history) !== customer)).toEqual([])
  expect(rows).toHaveLength(journal.length)
  expect(new Set(rows.map((row) => row.customer_id)).size).toBe(rows.length)
  const { rows: black } = await pool.query<{ n: number }>('SELECT count(*) AS n FROM blacklist')
  expect(black[0]?.n).toBe(sent * chunkRows)
  expect(await brokenInvariants(pool)).toEqual({})
}, 120_000)
