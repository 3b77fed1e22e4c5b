/** Polling of the bank feed: each transfer once, one process at a time, with growing intervals on failures. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { channelOf } from '#platform/contract/channels.ts'
import { paidAt, startTestBank, type TestBank } from '#test/bank.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import type { BankFault } from '#simulator/bank-faults.ts'
import type { BankFeed } from '#platform/server/gateways/bank/bank.ts'
import { openBankFeed } from '#platform/server/gateways/bank/http-bank.ts'
import type { Services } from '#kit/server/context.ts'
import { readFeed } from '#platform/server/feeds/feed.ts'
import { transferFeed } from './transfer-feed.ts'

let server: TestServer
let bank: TestBank
let services: Services
const timeoutMs = 1_000
const published: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  bank = await startTestBank()
  services = {
    ...server.api.services,
    log: pino({ level: 'silent' }),
    publish: (changed) => void published.push(channelOf(changed)),
  }
})
beforeEach(async () => {
  published.length = 0
  await bank.fault()
  await server.pool.query(`DELETE FROM mesbank`)
  await server.pool.query(
    `UPDATE feeds SET cursor = NULL, lease = NULL, leased_until = NULL, next_at = now(), failures = 0`,
  )
})
afterAll(async () => {
  await bank.close()
  await server.close()
})

const readOf = (feed: BankFeed, signal?: AbortSignal) => readFeed(services, transferFeed(feed, 15), signal)
const poll = (url = bank.url) => readOf(openBankFeed({ url, token: bank.token, timeoutMs }))
const due = () => server.pool.query('UPDATE feeds SET next_at = now()')
const stored = async () => (await server.pool.query('SELECT FROM mesbank')).rowCount
const state = async () =>
  (
    await server.pool.query<{ cursor: string | null; failures: number; wait: number }>(
      `SELECT cursor, failures, round(extract(epoch FROM next_at - now()))::int AS wait FROM feeds WHERE name = 'bank'`,
    )
  ).rows[0]

test('new transfers are read page by page, once, and pushed to the screens', async () => {
  await poll()
  bank.pass(450)
  await due()
  expect(await poll()).toBe(450)
  expect([await stored(), new Set(published)]).toEqual([450, new Set(['mesbank'])])
  await due()
  expect(await poll()).toBe(0)
  bank.pass(1)
  await due()
  await bank.fault({ mode: 'repeat', times: 1 })
  await poll()
  expect(await stored()).toBe(451)
})

test('after losing its cursor the feed reads everything again and stores nothing twice', async () => {
  await server.pool.query(`UPDATE feeds SET cursor = '1000'`)
  bank.pass(10)
  const before = Math.floor(Date.parse(paidAt) / 1000)
  await server.pool.query(`UPDATE feeds SET cursor = $1`, [String(before)])
  await poll()
  const first = await stored()
  await server.pool.query(`UPDATE feeds SET cursor = $1, next_at = now()`, [String(before)])
  await poll()
  expect(first).toBeGreaterThan(0)
  expect(await stored()).toBe(first)
})

test('of many processes one reads the feed, and a dead one does not block it', async () => {
  await bank.fault({ mode: 'slow', ms: 100 })
  const turns = await Promise.all(Array.from({ length: 6 }, () => poll()))
  expect(turns.filter((count) => count !== null)).toHaveLength(1)
  await bank.fault()
  await server.pool.query(
    `UPDATE feeds SET next_at = now(), lease = uuidv7(), leased_until = now() + interval '9 s'`,
  )
  expect(await poll()).toBeNull()
  await server.pool.query(`UPDATE feeds SET leased_until = now() - interval '1 s'`)
  expect(await poll()).not.toBeNull()
})

const faults: BankFault[] = [
  { mode: 'slow', ms: 3_000 },
  { mode: 'hang' },
  { mode: 'drop' },
  { mode: 'garbage' },
  { mode: 'wrong-shape' },
  { mode: 'status', status: 302 },
  { mode: 'status', status: 401 },
  { mode: 'status', status: 500 },
  { mode: 'status', status: 503 },
]
test.each(faults)(
  'a failing feed ($mode $status) stores nothing, keeps its position and is polled less often',
  async (fault) => {
    await poll()
    const { cursor } = (await state()) ?? {}
    bank.pass(5)
    const before = await stored()
    await bank.fault(fault)
    await due()
    await poll()
    expect(await stored()).toBe(before)
    expect(await state()).toMatchObject({ cursor, failures: 1, wait: 30 })
    await bank.fault()
    await due()
    await poll()
    expect(await stored()).toBe((before ?? 0) + 5)
    expect(await state()).toMatchObject({ failures: 0, wait: 15 })
  },
)

test('the pause grows up to five minutes; an absent feed causes no crash', async () => {
  const waits: (number | undefined)[] = []
  for (let n = 0; n < 8; n++) {
    await due()
    await poll('http://127.0.0.1:1')
    waits.push((await state())?.wait)
  }
  expect(waits).toEqual([30, 60, 120, 240, 300, 300, 300, 300])
})

test('a feed whose cursor does not move while it promises more counts as failing, and is not polled endlessly', async () => {
  let reads = 0
  const still: BankFeed = {
    read: async () => {
      reads += 1
      return { ok: true, data: { rows: [], cursor: '7', more: true } }
    },
  }
  await readOf(still)
  expect([reads, (await state())?.failures]).toEqual([2, 1])
})

test('a stopping server starts no further page and frees the feed at once (threats F1)', async () => {
  bank.pass(450)
  const over = new AbortController()
  const real = openBankFeed({ url: bank.url, token: bank.token, timeoutMs: 2_000 })
  const feed: BankFeed = {
    read: (cursor) => {
      over.abort()
      return real.read(cursor)
    },
  }
  expect(await readOf(feed, over.signal)).toBe(200)
  const { rows } = await server.pool.query(
    `SELECT leased_until, failures, next_at <= now() AS due FROM feeds WHERE name = 'bank'`,
  )
  expect(rows).toEqual([{ leased_until: null, failures: 0, due: true }])
})
