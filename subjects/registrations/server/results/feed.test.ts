/** The carrier's feed over real HTTP: each result once, with any reader and any failure. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { newResultFeed } from '#simulator/results.ts'
import { resultRow } from '#platform/server/gateways/carrier/answers.ts'
import type { Carrier } from '#platform/server/gateways/carrier/carrier.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import { readFeed as readOf } from '#platform/server/feeds/feed.ts'
import { resultFeed } from './result-feed.ts'

let carrier: TestCarrier
let server: TestServer
let gateway: Carrier
beforeAll(async () => {
  carrier = await startTestCarrier({ timeoutMs: 1_000 })
  server = await startTestServer(carrier.env)
  const real = server.api.services.carrier
  if (!real) throw new Error('no carrier')
  gateway = real
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})

const one = async (statement: string): Promise<Record<string, unknown>> =>
  (await server.pool.query<Record<string, unknown>>(statement)).rows[0] ?? {}
const state = () =>
  one(
    `SELECT cursor, failures, extract(epoch FROM next_at - now())::float AS wait, leased_until FROM feeds
      WHERE name = 'registration-results'`,
  )
const stored = async (): Promise<Record<string, unknown>[]> =>
  (
    await server.pool.query<Record<string, unknown>>(
      `SELECT "NumberPhone", "SubAgent", "Status", username_nv FROM customer_message_9084 ORDER BY "NumberPhone"`,
    )
  ).rows
/** Makes the next poll due, whatever the pause. */
const due = () => server.pool.query(`UPDATE feeds SET next_at = now(), leased_until = NULL`)
const readFeed = (carrier: Carrier, signal?: AbortSignal) =>
  readOf(server.api.services, resultFeed(carrier), signal)
const read = async (): Promise<number | null> => {
  await due()
  return readFeed(gateway)
}

let made = 0
const row = (more: object = {}) => ({
  SubAgent: 'D1',
  NumberPhone: `0${917_000_000 + ++made}`,
  PackageCode: 'VD90',
  Price: 90_000,
  Time: '2026-11-05T09:14:12+07:00',
  Status: 1,
  Result: 'Đăng ký thành công',
  ...more,
})

beforeEach(async () => {
  await carrier.fault()
  await read()
  await server.pool.query(`DELETE FROM customer_message_9084; DELETE FROM feed_rejects`)
})

test('carrier results are stored with the staff named in the agreed field (D1-Q-107, D1-REG-18)', async () => {
  const mine = row({ staff: 'SALE111' })
  await carrier.place([mine, row({ staff: 'khongco', Status: 0 })])
  const before = server.published.length
  expect(await read()).toBe(2)
  expect(await stored()).toEqual([
    { NumberPhone: mine.NumberPhone.slice(1), SubAgent: 'd1', Status: 1, username_nv: 'sale111' },
    { NumberPhone: expect.any(String), SubAgent: 'd1', Status: 0, username_nv: null },
  ])
  expect(server.published.slice(before)).toContain('customer-message-9084')
  const audited = await one(`SELECT username, action FROM audit_log WHERE resource = 'customer-message-9084'
    ORDER BY id DESC LIMIT 1`)
  expect(audited).toEqual({ username: '__AUTO', action: 'create' })
})

test('a feed that starts again stores nothing twice (D1-Q-107)', async () => {
  await carrier.place([row(), row(), row()])
  expect(await read()).toBe(3)
  const first = await stored()
  await server.pool.query(`UPDATE feeds SET cursor = ''`)
  expect((await read()) ?? 0).toBeGreaterThanOrEqual(3)
  expect(
    (await stored()).filter((each) => first.some((other) => other.NumberPhone === each.NumberPhone)),
  ).toEqual(first)
})

test('more than one page is read to the end, page by page (D1-Q-107)', async () => {
  await carrier.place(Array.from({ length: 1_201 }, () => row()))
  expect(await read()).toBe(1_201)
  expect((await stored()).length).toBe(1_201)
  expect(await state()).toMatchObject({ failures: 0, leased_until: null })
})

test('of several processes that check at the same moment one reads the feed (D1-Q-107)', async () => {
  await carrier.place([row(), row()])
  await due()
  const counts = await Promise.all(Array.from({ length: 5 }, () => readFeed(gateway)))
  expect(counts.filter((count) => count !== null)).toEqual([2])
})

test('an unreadable row is set aside and blocks no other (D1-Q-107)', async () => {
  const good = row({ Result: 'có\u0000 ký tự lạ' })
  await carrier.place([row({ NumberPhone: '12' }), 'rác', row({ Price: -1, Result: '\u0000' }), good])
  expect(await read()).toBe(4)
  expect((await stored()).map(({ NumberPhone }) => NumberPhone)).toEqual([good.NumberPhone.slice(1)])
  const { rows } = await server.pool.query<{ reason: string }>(`SELECT reason FROM feed_rejects ORDER BY id`)
  expect(rows.map(({ reason }) => reason)).toEqual([
    'Thiếu hoặc sai: NumberPhone',
    'Không phải một dòng dữ liệu',
    'Thiếu hoặc sai: Price',
  ])
})

test('a failing carrier is polled less and less often, and nothing is lost (D1-Q-107, D1-Q-100)', async () => {
  await carrier.place([row()])
  const before = (await state()).cursor
  for (const [fault, wait] of [
    [{ mode: 'status', status: 500 }, 10],
    [{ mode: 'garbage' }, 20],
    [{ mode: 'wrong-request' }, 40],
    [{ mode: 'hang' }, 80],
  ] as const) {
    await carrier.fault(fault)
    expect(await read()).toBe(0)
    const now = await state()
    expect(now).toMatchObject({ cursor: before, leased_until: null })
    expect(Math.round(Number(now.wait))).toBeGreaterThanOrEqual(wait - 2)
    expect(Number(now.wait)).toBeLessThanOrEqual(wait)
  }
  await carrier.fault()
  expect(await readFeed(gateway)).toBeNull()
  expect(await read()).toBe(1)
  expect(await state()).toMatchObject({ failures: 0 })
})

test('a process that lost the feed while waiting for the carrier saves nothing (D1-Q-107)', async () => {
  await carrier.place([row()])
  await due()
  const slow: Carrier = {
    ...gateway,
    async results(cursor, id) {
      const page = await gateway.results(cursor, id)
      await server.pool.query(sql`UPDATE feeds SET lease = '00000000-0000-7000-8000-000000000001'`)
      return page
    },
  }
  expect(await readFeed(slow)).toBe(0)
  expect(await stored()).toEqual([])
  expect(await read()).toBe(1)
})

test('the simulated carrier has the same results for every reader, none in the future (D1-Q-100)', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  const feed = () => newResultFeed({ now: () => now, stream: true })
  const first = feed().page('', 500)
  expect(first).toEqual(feed().page('', 500))
  expect(first.rows.length).toBeGreaterThan(15)
  for (const each of first.rows) {
    const { success, data } = resultRow.safeParse(each)
    expect([success, (data?.Time ?? '9') < now.toISOString()]).toEqual([true, true])
  }
  const paged: unknown[] = []
  for (let page = feed().page('', 3); ; page = feed().page(page.cursor, 3)) {
    paged.push(...page.rows)
    if (!page.more) break
  }
  expect(paged).toEqual(first.rows)
})

test('a stopping server finishes the current page and frees the feed at once (threats F1)', async () => {
  const endless: Carrier = {
    ...gateway,
    results: async (cursor) => ({
      ok: true,
      data: { rows: [row()], cursor: `${Number(cursor || 0) + 1}`, more: true },
    }),
  }
  await server.pool.query(`UPDATE feeds SET cursor = '', next_at = now(), leased_until = NULL`)
  const stop = runPeriodically(
    {
      name: 'reading',
      everyMs: 10,
      run: (signal) => readFeed(endless, signal),
    },
    server.api.services.log,
  )
  await expect.poll(async () => (await stored()).length).toBeGreaterThan(1)
  await stop()
  const pages = (await stored()).length
  expect(await state()).toMatchObject({ cursor: String(pages), leased_until: null })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await stored()).toHaveLength(pages)
})
