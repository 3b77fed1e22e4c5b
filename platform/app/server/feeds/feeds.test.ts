/** Invalid rows of a feed: quarantined, listed, retried, dismissed; and reports about failing feeds. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FeedState, QuarantinedRow } from '#platform/contract/calls/feeds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { readFeed } from '#platform/server/feeds/feed.ts'
import { asSystem } from '#kit/server/system.ts'
import { transferFeed, transferRows } from '#subjects/money/server/bank/transfer-feed.ts'
import { resultRows } from '#subjects/registrations/server/results/result-feed.ts'
import { paidAfter, paidAt } from '#test/bank.ts'

let server: TestServer
const logged: string[] = []
beforeAll(async () => {
  server = await startTestServer({ BANK_FEED_URL: 'http://127.0.0.1:1', BANK_FEED_TOKEN: 'x' })
  server.api.services.log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('VD90')`)
})
beforeEach(async () => {
  logged.length = 0
  server.published.length = 0
  await server.pool.query(`
    DELETE FROM mesbank; DELETE FROM feed_rejects; ALTER TABLE mesbank DROP CONSTRAINT IF EXISTS test_limit;
    UPDATE feeds SET cursor = NULL, failures = 0, next_at = now(), read_at = NULL, leased_until = NULL`)
})
afterAll(() => server.close())

const transfer = (n: number, more: object = {}) => ({
  transaction_id: `FT${n}`,
  channel: 'VCB',
  amount: 90_000,
  at: paidAt,
  content: 'ND: 0912345678 VD90',
  ...more,
})
const bring = (raws: unknown[], rows = transferRows) =>
  asSystem(server.api.services, 'test', (ctx) => rows.ingest(raws, ctx))
const storedIds = async () =>
  (
    await server.pool.query<{ id: string }>(`SELECT ma_giao_dich AS id FROM mesbank ORDER BY ma_giao_dich`)
  ).rows.map(({ id }) => id)
const aside = async (who = 'quanly') =>
  (await (await server.as(who)).get('/api/v1/feeds/quarantine')).data as {
    values: QuarantinedRow[]
    count: number
  }
const decide = async (verb: 'retry' | 'dismiss', ids: string[], who = 'quanly') =>
  (await server.as(who)).post(`/api/v1/feeds/quarantine/${verb}`, { ids })
const stateOf = async (name: string): Promise<FeedState | undefined> =>
  ((await (await server.as('quanly')).get('/api/v1/feeds')).data as { values: FeedState[] }).values.find(
    (feed) => feed.name === name,
  )
const limit = `ALTER TABLE mesbank ADD CONSTRAINT test_limit CHECK (money < 1000000)`

test('a malformed and a refused transfer in the middle of a page are set aside, and all others are stored', async () => {
  await server.pool.query(limit)
  const bad = [transfer(2, { amount: '90.000' }), transfer(4, { amount: 5_000_000 }), 'rác']
  const rows = [transfer(1), bad[0], transfer(3), bad[1], transfer(5), bad[2]]
  const feed = transferFeed(
    { read: async () => ({ ok: true, data: { rows, cursor: '9', more: false } }) },
    15,
  )
  expect(await readFeed(server.api.services, feed)).toBe(6)
  expect(await storedIds()).toEqual(['FT1', 'FT3', 'FT5'])
  const { values, count } = await aside()
  expect(count).toBe(3)
  expect(values.map(({ feed: name, reason, row }) => [name, reason, JSON.parse(row)])).toEqual(
    expect.arrayContaining([
      ['bank', 'Thiếu hoặc sai: amount', bad[0]],
      ['bank', 'Không lưu được (test_limit)', bad[1]],
      ['bank', 'Không phải một dòng dữ liệu', bad[2]],
    ]),
  )
  expect(await stateOf('bank')).toMatchObject({ set_aside: 3, failures: 0, late: false })
  const { rows: places } = await server.pool.query(`SELECT cursor FROM feeds WHERE name = 'bank'`)
  expect(places).toEqual([{ cursor: '9' }])
  expect(server.published).toContain('feeds')
  const warning = logged.join('')
  expect(warning).toContain('rows of a feed set aside')
  expect(warning).not.toMatch(/0912345678|FT2/)
})

test('the same faulty transfer received again stays one row, and is logged once', async () => {
  const wrong = transfer(1, { at: 'hôm qua' })
  await bring([wrong, wrong])
  await bring([wrong])
  expect((await aside()).count).toBe(1)
  expect(logged).toHaveLength(1)
})

test('when the database is unavailable nothing is set aside and the page waits for it', async () => {
  const broken = transferFeed(
    { read: async () => ({ ok: true, data: { rows: [transfer(1)], cursor: '9', more: false } }) },
    15,
  )
  await server.pool.query('ALTER TABLE mesbank RENAME TO mesbank_gone')
  await readFeed(server.api.services, broken)
  await server.pool.query('ALTER TABLE mesbank_gone RENAME TO mesbank')
  expect((await aside()).count).toBe(0)
  expect(await stateOf('bank')).toMatchObject({ failures: 1, read_at: null })
  await server.pool.query(`UPDATE feeds SET next_at = now()`)
  await readFeed(server.api.services, broken)
  expect(await storedIds()).toEqual(['FT1'])
})

test('retrying stores what can be stored now, once, and says why the rest stays', async () => {
  await server.pool.query(limit)
  await bring([transfer(1, { amount: 5_000_000 }), transfer(2, { amount: 0 })])
  const all = (await aside()).values.map(({ id }) => id)
  expect((await decide('retry', all)).data).toEqual({ stored: 0, left: 2 })
  await server.pool.query('ALTER TABLE mesbank DROP CONSTRAINT test_limit')
  const answers = await Promise.all([decide('retry', all), decide('retry', all)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await storedIds()).toEqual(['FT1'])
  const quarantined = (await aside()).values
  expect(quarantined.map(({ reason }) => reason)).toEqual(['Thiếu hoặc sai: amount'])
  await bring([transfer(1, { amount: 5_000_000 })])
  expect(await storedIds()).toEqual(['FT1'])
  const { rows } = await server.pool.query(
    `SELECT username, action, before->>'row' AS row FROM audit_log WHERE resource = 'feeds'`,
  )
  expect(rows).toEqual([
    { username: 'quanly', action: 'retry', row: JSON.stringify(transfer(1, { amount: 5_000_000 })) },
  ])
})

test('retrying a transfer that arrived meanwhile stores no second one, also when that was deleted', async () => {
  await server.pool.query(limit)
  await bring([transfer(7, { amount: 5_000_000 })])
  const [row] = (await aside()).values
  await server.pool.query('ALTER TABLE mesbank DROP CONSTRAINT test_limit')
  await server.pool.query(`
    INSERT INTO mesbank (sender, money, datetime, str_mes, ma_giao_dich, deleted_at, deleted_by)
    VALUES ('VCB', 5000000, '${paidAt}', 'x', 'FT7', now(), 'admin')`)
  expect((await decide('retry', [row?.id ?? ''])).data).toEqual({ stored: 1, left: 0 })
  expect(await storedIds()).toEqual(['FT7'])
})

test('a complete transfer that arrives later resolves the faulty one of the same number', async () => {
  await bring([transfer(1, { amount: '90.000' }), transfer(2, { amount: '90.000' })])
  await bring([transfer(1)])
  expect(
    (await aside()).values.map(({ row }) => (JSON.parse(row) as { transaction_id: string }).transaction_id),
  ).toEqual(['FT2'])
  expect(await storedIds()).toEqual(['FT1'])
})

test('a dismissed transfer does not come back, and its dismissal is on record with the user', async () => {
  const wrong = transfer(3, { channel: '' })
  await bring([wrong])
  const [row] = (await aside()).values
  expect((await decide('dismiss', [row?.id ?? ''])).data).toEqual({ dismissed: 1 })
  expect(await decide('dismiss', [row?.id ?? ''])).toMatchObject({ status: 409 })
  await bring([wrong])
  expect((await aside()).count).toBe(0)
  const { rows } = await server.pool.query(
    `SELECT username, before->>'row' AS row FROM audit_log WHERE resource = 'feeds' AND action = 'dismiss'`,
  )
  expect(rows).toEqual([{ username: 'quanly', row: JSON.stringify(wrong) }])
})

test('a refused carrier result is stored when it is retried (D1-Q-107)', async () => {
  const result = {
    SubAgent: 'D1',
    NumberPhone: '0912345678',
    PackageCode: 'VD90',
    Price: 90_000,
    Time: '2026-11-05T09:14:12+07:00',
    Status: 1,
    Result: 'OK',
  }
  await server.pool.query(
    `ALTER TABLE customer_message_9084 ADD CONSTRAINT test_price CHECK ("Price" < 90000)`,
  )
  await bring([result, { ...result, NumberPhone: '0912345679', Price: 1 }], resultRows)
  await server.pool.query(`ALTER TABLE customer_message_9084 DROP CONSTRAINT test_price`)
  const [row] = (await aside()).values
  expect(row).toMatchObject({ feed: 'registration-results', reason: 'Không lưu được (test_price)' })
  expect((await decide('retry', [row?.id ?? ''])).data).toEqual({ stored: 1, left: 0 })
  const { rows } = await server.pool.query(`SELECT "NumberPhone" FROM customer_message_9084 ORDER BY 1`)
  expect(rows).toEqual([{ NumberPhone: '912345678' }, { NumberPhone: '912345679' }])
})

test('raw rows of the feeds contain phones and amounts: only priority 1 and 2 see or decide them (D1-MASK-01)', async () => {
  await bring([transfer(1, { amount: null })])
  const [row] = (await aside('admin')).values
  expect(row?.row).toContain('0912345678')
  for (const who of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    const caller = await server.as(who)
    const answers = await Promise.all([
      caller.get('/api/v1/feeds'),
      caller.get('/api/v1/feeds/quarantine'),
      decide('retry', [row?.id ?? ''], who),
      decide('dismiss', [row?.id ?? ''], who),
    ])
    expect([who, ...answers.map(({ status }) => status)]).toEqual([who, 403, 403, 403, 403])
  }
  expect((await aside()).count).toBe(1)
})

test('a feed is late when it fails or nobody reads it for two minutes; an unconfigured feed is never late', async () => {
  const set = (values: string) => server.pool.query(`UPDATE feeds SET ${values}`)
  const late = async () => (await stateOf('bank'))?.late
  await set(`read_at = now() - interval '1 minute', failures = 2`)
  expect(await late()).toBe(false)
  await set(`read_at = now() - interval '3 minutes', failures = 2`)
  expect(await late()).toBe(true)
  await set(`read_at = now() - interval '50 minutes', failures = 0, next_at = now() + interval '10 minutes'`)
  expect(await late()).toBe(false)
  await set(`next_at = now() - interval '3 minutes'`)
  expect(await late()).toBe(true)
  await set(`read_at = NULL, failures = 1, next_at = now()`)
  expect(await late()).toBe(true)
  expect((await stateOf('registration-results'))?.late).toBe(false)
})

const stored = transfer(1)
test.each([
  ['another channel', { channel: 'MB' }, 'kênh khác'],
  ['another amount', { amount: 120_000 }, 'số tiền khác'],
  ['another day', { at: paidAfter(1) }, 'ngày khác'],
])('a transfer of a known number with %s is set aside and reported (D3-FEED-01)', async (_, change, word) => {
  await bring([stored])
  server.published.length = 0
  const { saved, rejected } = await bring([{ ...stored, ...change }])
  expect(saved).toEqual([])
  expect(rejected).toEqual([{ index: 0, reason: expect.stringContaining(word), contradicts: true }])
  expect(server.published).toContain('feeds')
  // A repeat of the first is not a correction of the other, which waits for a decision.
  await bring([stored])
  expect((await aside()).values.map(({ reason }) => reason)).toEqual([expect.stringContaining(word)])
  expect(await storedIds()).toEqual(['FT1'])
})

test('an identical transfer is ignored, also with another text or time of day, or after it was deleted (D3-FEED-01)', async () => {
  await bring([stored])
  await server.pool.query(`UPDATE mesbank SET deleted_at = now(), deleted_by = 'quanly'`)
  const again = {
    ...stored,
    content: '0912345678 VD90',
    at: new Date(Date.parse(paidAt) + 3_600_000).toISOString(),
  }
  expect(await bring([stored, again])).toEqual({ saved: [], rejected: [] })
  expect((await aside()).count).toBe(0)
})

test('two transfers of one number in one page: the first is stored, the other set aside (D3-FEED-01)', async () => {
  const { saved, rejected } = await bring([stored, transfer(2), { ...stored, amount: 120_000 }])
  expect(saved).toHaveLength(2)
  expect(rejected.map(({ index }) => index)).toEqual([2])
})

test('polled transfers get the same checks (D3-FEED-01)', async () => {
  const feed = transferFeed(
    {
      read: async () => ({
        ok: true,
        data: { rows: [stored, { ...stored, channel: 'MB' }], cursor: '9', more: false },
      }),
    },
    15,
  )
  await readFeed(server.api.services, feed)
  expect((await aside()).values.map(({ reason }) => reason)).toEqual([expect.stringContaining('kênh khác')])
})

test.each([
  [2, 'tương lai'],
  [-399, '400 ngày'],
])('a transfer dated %i days from two days ago is set aside (D3-FEED-01)', async (days, word) => {
  const { rejected } = await bring([transfer(1, { at: paidAfter(days > 0 ? days + 2 : days) })])
  expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining(word)])
})

test('a transfer dated within the day and within 400 days is accepted (D3-FEED-01)', async () => {
  const soon = new Date(Date.now() + 23 * 3_600_000).toISOString()
  const { saved } = await bring([transfer(1, { at: soon }), transfer(2, { at: paidAfter(-397) })])
  expect(saved).toHaveLength(2)
})
