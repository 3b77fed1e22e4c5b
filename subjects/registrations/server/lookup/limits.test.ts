/** Hours, quotas and turns of look-ups, under races on real PostgreSQL. */
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outsideHours, type DetailLimits } from '#subjects/registrations/contract/calls/lookup.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { giveBackUse, readDetailLimits, takeUse } from './detail-quota.ts'

let carrier: TestCarrier
let server: TestServer
let leader: string
const detailLimits: DetailLimits = { from: '07:00', until: '22:00', perHour: 60 }
const always = { ...detailLimits, from: '00:00', until: '24:00' }
const info = '/api/v1/lookup/info?phone=0912345678&type=MC'

beforeAll(async () => {
  carrier = await startTestCarrier()
  server = await startTestServer(carrier.env)
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'leader11'`)
  leader = rows[0]!.id
})
beforeEach(async () => {
  await carrier.fault()
  await server.pool.query('TRUNCATE lookup_quota, lookup_turns, lstracuu')
  await setLimits({ from: always.from, until: always.until })
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})

/** Sets these limits, and the others to their defaults. */
async function setLimits(limits: {
  from?: string
  until?: string
  perHour?: number | string
}): Promise<void> {
  await server.pool.query("DELETE FROM settings WHERE key LIKE 'lookup.%'")
  const values = Object.entries(limits).map(([name, value]) => [`lookup.${name}`, value])
  await setSettings(server.pool, Object.fromEntries(values))
}
const instantOf = (instant: string): Sql => sql`${instant}::timestamptz`
const take = (instant?: string, limits = detailLimits) =>
  takeUse(leader, limits, server.pool, instant === undefined ? undefined : instantOf(instant))
const used = async (): Promise<number> =>
  (
    await server.pool.query<{ n: number }>(
      'SELECT coalesce(sum(cardinality(taken)), 0)::int AS n FROM lookup_quota',
    )
  ).rows[0]!.n

test('look-ups of details are allowed from 07:00:00 until before 22:00:00 Vietnamese time (D1-LOOK-21, D1-CONST-05, D1-Q-093)', async () => {
  const open = async (instant: string) => (await take(instant)) !== 'closed'
  expect(await open('2026-11-20 06:59:59.999+07')).toBe(false)
  expect(await open('2026-11-20 07:00:00+07')).toBe(true)
  expect(await open('2026-11-20 21:59:59.999+07')).toBe(true)
  expect(await open('2026-11-20 22:00:00+07')).toBe(false)
  expect(await open('2026-11-20 00:00:00Z')).toBe(true)
  expect(await open('2026-11-20 15:00:00Z')).toBe(false)
})

test('of 200 simultaneous uses exactly 60 are granted (D1-LOOK-22, D1-CONST-06, E6)', async () => {
  const results = await Promise.all(Array.from({ length: 200 }, () => take(undefined, always)))
  expect(results.filter((one) => typeof one === 'object')).toHaveLength(60)
  expect(results.filter((one) => one === 'full')).toHaveLength(140)
  expect(await used()).toBe(60)
})

test('the hour is a sliding one: a use is free again 60 minutes after it, not at the full hour (D1-Q-093)', async () => {
  for (let n = 0; n < 60; n++) await take(`2026-11-20 09:30:${String(n).padStart(2, '0')}+07`)
  expect(await take('2026-11-20 10:00:00+07')).toBe('full')
  expect(await take('2026-11-20 10:29:59+07')).toBe('full')
  expect(await take('2026-11-20 10:30:00+07')).toEqual({ ticket: expect.any(String) })
  expect(await take('2026-11-20 10:30:00+07')).toBe('full')
  expect(await take('2026-11-20 10:30:01+07')).toEqual({ ticket: expect.any(String) })
})

test('a use is given back once, even one of two at the same instant (E6)', async () => {
  const first = await take('2026-11-20 09:00:00+07')
  await take('2026-11-20 09:00:00+07')
  if (typeof first !== 'object') throw new Error('not taken')
  await giveBackUse(leader, first.ticket, server.pool)
  expect(await used()).toBe(1)
  await giveBackUse(leader, '2020-01-01 00:00:00+00', server.pool)
  expect(await used()).toBe(1)
})

test('the limits are the specified ones unless a setting changes them; a malformed setting stops the look-up', async () => {
  await setLimits({})
  expect(await readDetailLimits(server.pool)).toEqual({ from: '07:00', until: '22:00', perHour: 60 })
  expect(outsideHours(await readDetailLimits(server.pool))).toBe(
    'Chỉ được tra cứu trong khung giờ 7:00-22:00',
  )
  await setLimits({ perHour: 2 })
  expect(await readDetailLimits(server.pool)).toEqual({ from: '07:00', until: '22:00', perHour: 2 })
  await setLimits({ perHour: 'many' })
  await expect(readDetailLimits(server.pool)).rejects.toThrow('perHour')
})

test('above the limit and outside the hours the specified messages refuse, and no request goes to the carrier (D1-LOOK-21, D1-LOOK-22)', async () => {
  await setLimits({ from: '00:00', until: '24:00', perHour: 60 })
  await server.pool.query(sql`
    INSERT INTO lookup_quota (user_id, taken) VALUES (${leader}, array_fill(now(), ARRAY[59]))`)
  await carrier.seen()
  const caller = await server.as('leader11')
  expect((await caller.get(info)).status).toBe(200)
  const full = await caller.get(info)
  expect([full.status, full.body]).toEqual([
    429,
    { code: 'RATE_LIMITED', msg: 'Bạn đã vượt quá 60 lượt tra cứu trong 1 giờ' },
  ])
  await setLimits({ from: '07:00', until: '07:00' })
  const closed = await caller.get(info)
  expect([closed.status, closed.body.msg]).toEqual([403, 'Chỉ được tra cứu trong khung giờ 7:00-7:00'])
  expect(await carrier.seen()).toHaveLength(1)
  expect((await caller.get('/api/v1/lookup/balance?phone=0912345678')).status).toBe(200)
})

test('of 200 simultaneous calls one runs, the others are refused, with one use and one log entry (D1-LOOK-59, D1-Q-102, E6)', async () => {
  await carrier.fault({ mode: 'slow', ms: 1500 })
  const caller = await server.as('leader11')
  const answers = await Promise.all(Array.from({ length: 200 }, () => caller.get(info)))
  const refused = answers.filter(({ status }) => status === 409)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  // On a busy machine some get no connection in time.
  expect(answers.filter(({ status }) => status === 409 || status === 503)).toHaveLength(199)
  expect(refused[0]!.body).toEqual({ code: 'CONFLICT', msg: 'Đang chờ kết quả tra cứu trước' })
  expect(await used()).toBe(1)
  expect((await server.pool.query('SELECT FROM lstracuu')).rowCount).toBe(1)
  expect((await server.pool.query('SELECT FROM lookup_turns')).rowCount).toBe(0)
})

test('a running look-up does not block look-ups of other kinds and other people (D1-LOOK-59)', async () => {
  await carrier.fault({ mode: 'slow', ms: 300 })
  const [leader11, sale] = await Promise.all([server.as('leader11'), server.as('sale111')])
  const answers = await Promise.all([
    leader11.get(info),
    leader11.get('/api/v1/lookup/balance?phone=0912345678'),
    sale.get('/api/v1/lookup/balance?phone=0912345678'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('the slot of a dead process is taken over after a minute', async () => {
  const caller = await server.as('leader11')
  const leave = (age: string) =>
    server.pool.query(sql`
      INSERT INTO lookup_turns (user_id, kind, started_at) VALUES (${leader}, 'balance', now() - ${age}::interval)
      ON CONFLICT (user_id, kind) DO UPDATE SET started_at = excluded.started_at`)
  await leave('59 seconds')
  expect((await caller.get('/api/v1/lookup/balance?phone=912345678')).status).toBe(409)
  await leave('61 seconds')
  expect((await caller.get('/api/v1/lookup/balance?phone=912345678')).status).toBe(200)
})

test('a use is given back when the carrier refused before answering, and kept when it may have answered (E6)', async () => {
  const caller = await server.as('leader11')
  for (const status of [401, 429, 503]) {
    await carrier.fault({ mode: 'status', status, times: 1 })
    expect((await caller.get(info)).status).toBe(502)
    expect([status, await used()]).toEqual([status, 0])
  }
  await carrier.fault({ mode: 'status', status: 500, times: 1 })
  expect((await caller.get(info)).status).toBe(502)
  expect(await used()).toBe(1)
})

test('the screens show what is left of the hourly limit; salespeople get no details (D1-LOOK-22, D1-Q-093, D1-Q-094)', async () => {
  const limits = async (username: string) =>
    (await (await server.as(username)).get('/api/v1/lookup/limits')).data
  const detail = { ...always, open: true }
  expect(await limits('leader11')).toEqual({ detail: { ...detail, left: 60 } })
  await (await server.as('leader11')).get(info)
  expect(await limits('leader11')).toEqual({ detail: { ...detail, left: 59 } })
  await setLimits({ from: '00:00', until: '00:00', perHour: 0 })
  expect(await limits('leader11')).toMatchObject({ detail: { open: false, left: 0 } })
  expect(await limits('sale111')).toEqual({ detail: null })
})

test('look-ups of packages have no hourly limit (D1-LOOK-14)', async () => {
  const sale = await server.as('sale111')
  const statuses = new Set<number>()
  for (let n = 0; n < 65; n++)
    statuses.add((await sale.get('/api/v1/lookup/package?phone=0912345678')).status)
  expect([...statuses]).toEqual([200])
})
