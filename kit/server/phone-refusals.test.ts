/** Refused phones are counted as well, so that refusals reveal nothing (D3-SEC-13). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { usedUpPhones, usedUpRefusals } from '#kit/contract/phone.ts'
import { phonePage } from '#platform/contract/channels.ts'
import { appointment, careCalls, refuse } from '#test/care.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type Caller, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
let sale: Caller
/** Phones: shown for a call, called with an open appointment, and currently assigned. */
let [disclosed, promised, inHand] = ['', '', '']
const { take, recorded } = careCalls(() => server)

beforeAll(async () => {
  server = await startTestServer()
  sale = await server.as('sale111')
  await permitFiles(server.pool, 'sale111', [await makePool(server.pool, { rows: 3 })])
  const called = async (result: object): Promise<string> => {
    const { id, phone } = await take('sale111')
    await recorded('sale111', id, result)
    return phone
  }
  disclosed = await called(refuse)
  promised = await called(appointment(60))
  inHand = (await take('sale111')).phone
})
beforeEach(async () => {
  await server.pool.query(
    `TRUNCATE phone_searches, blacklist, baodo; DELETE FROM settings WHERE key LIKE 'phone.%'`,
  )
  server.announced.length = 0
})
afterAll(() => server.close())

const guesses = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => String(981_000_000 + from + index))
const find = async (phone: string): Promise<number> =>
  (await sale.get(`/api/v1/timnhanh?text=0${phone}`)).status
const search = async (phone: string): Promise<number> =>
  (await sale.get(`/api/v1/blacklist?message=0${phone}`)).status
const refused = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(
    'SELECT cardinality(refused) AS n FROM phone_searches',
  )
  return rows[0]?.n ?? 0
}
const allow = (searches: number, refusals = 50) =>
  setSettings(server.pool, { 'phone.searches': searches, 'phone.refusals': refusals })

test('D3-SEC-13: after 50 refused look-ups a masked role is also refused numbers that it was shown before', async () => {
  await setSettings(server.pool, { 'phone.searches': 0 })
  for (const phone of guesses(49)) expect(await find(phone)).toBe(429)
  // Repeats count once, so a self-refreshing screen uses nothing up.
  for (const phone of guesses(5)) expect(await find(phone)).toBe(429)
  expect(await refused()).toBe(49)
  expect(await find(disclosed)).toBe(200)
  for (const phone of [...guesses(3, 100), disclosed, ...guesses(3, 200)])
    expect([phone, await find(phone)]).toEqual([phone, 429])
  expect(await refused()).toBe(50)
})

test('D3-SEC-13: the number in hand and own appointments stay available, however many look-ups were refused', async () => {
  await allow(0, 1)
  expect(await find(guesses(1)[0]!)).toBe(429)
  expect([await find(disclosed), await find(promised), await find(inHand)]).toEqual([429, 200, 200])
})

test('D3-SEC-13: refused searches, written keys and calls count together, and the count begins anew each day', async () => {
  await allow(0, 3)
  const [one, two, three] = guesses(3)
  expect(await search(one!)).toBe(429)
  expect((await sale.post('/api/v1/blacklist', { phone_number: two })).status).toBe(429)
  expect(await refused()).toBe(2)
  expect((await sale.post('/api/v1/blacklist', { phone_number: disclosed })).status).toBe(200)
  await server.pool.query('TRUNCATE blacklist')
  expect(await find(three!)).toBe(429)
  expect(await refused()).toBe(3)
  expect((await sale.post('/api/v1/blacklist', { phone_number: disclosed })).status).toBe(429)
  await server.pool.query('UPDATE phone_searches SET day = day - 1')
  expect([await find(one!), await find(disclosed)]).toEqual([429, 200])
  expect(await refused()).toBe(1)
})

test('D3-SEC-13: a number shown more than 31 days ago on its page is one to be guessed again', async () => {
  await allow(0)
  const write = async (phone: string): Promise<number> => {
    const { status } = await sale.post('/api/v1/blacklist', { phone_number: phone })
    await server.pool.query('TRUNCATE blacklist')
    return status
  }
  const [opened] = guesses(1, 900)
  const openedAgo = (days: number) =>
    server.pool.query(
      `INSERT INTO audit_log (resource, resource_id, action, actor_id, username, at)
        SELECT $1, $2, 'show-phone', id, username, now() - make_interval(days => $3) FROM users WHERE username = 'sale111'`,
      [phonePage, opened, days],
    )
  await openedAgo(32)
  expect(await write(opened!)).toBe(429)
  await openedAgo(30)
  expect(await write(opened!)).toBe(200)
})

test('D3-SEC-13: one file reveals no more numbers than the same numbers sent one by one', async () => {
  await allow(0, 3)
  const sold = (so_dien_thoai: string) => ({
    so_dien_thoai,
    ngay_thanh_cong: '2026-11-20',
    ten_goi_cuoc: 'VD90',
    kenh: '9084 (3)',
  })
  const countUntold = async () => {
    const { rows } = await server.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM baodo WHERE untold',
    )
    return rows[0]?.n
  }
  await sale.post('/api/v1/baodo/import', { data: [...guesses(2), disclosed].map(sold) })
  expect(await countUntold()).toBe(2)
  await server.pool.query('TRUNCATE baodo')
  await sale.post('/api/v1/baodo/import', { data: [disclosed, inHand, ...guesses(4)].map(sold) })
  expect(await countUntold()).toBe(5)
})

test('D3-SEC-13: a number opened by its key alone is refused once the limits are reached, and available while a search is left', async () => {
  await allow(2, 1)
  const [opened, next, other] = guesses(3)
  const key = server.api.services.secrets?.conceal('khachhang360', opened!)
  expect((await sale.get(`/api/v1/khachhang360/${key}`)).status).toBe(200)
  expect(await find(next!)).toBe(200)
  expect(await find(opened!)).toBe(200)
  expect(await find(other!)).toBe(429)
  expect(await find(opened!)).toBe(429)
  await allow(3, 1)
  expect([await find(opened!), await find(disclosed), await find(other!)]).toEqual([200, 200, 429])
})

test('D3-SEC-13: reaching the limit writes one audit entry although the call is refused, and managers are notified a second time', async () => {
  await allow(1, 3)
  const { rows } = await server.pool.query<{ id: string }>('SELECT max(id)::text AS id FROM audit_log')
  for (const phone of guesses(3)) await find(phone)
  for (const phone_number of guesses(4, 3)) await sale.post('/api/v1/blacklist', { phone_number })
  const trail = await server.pool.query({
    text: 'SELECT username, action, after FROM audit_log WHERE id > $1 AND resource = $2 ORDER BY id',
    values: [rows[0]?.id, 'users'],
  })
  expect(trail.rows).toEqual([
    { username: 'sale111', action: 'phone-searches-used-up', after: { searches: 1 } },
    { username: 'sale111', action: 'phone-refusals-used-up', after: { refused: 3 } },
  ])
  const name = (
    await server.pool.query<{ fullname: string }>(`SELECT fullname FROM users WHERE username = 'sale111'`)
  ).rows[0]!.fullname
  const notices = server.announced.filter(({ to }) => 'username' in to && to.username === 'quanly')
  expect(notices.map(({ content }) => content)).toEqual([
    usedUpPhones('sale111', name, 1),
    usedUpRefusals('sale111', name, 3),
  ])
})
