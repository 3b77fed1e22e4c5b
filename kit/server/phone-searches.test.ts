/** Daily limit of phone searches for masked roles. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type Caller, type TestServer } from '#test/server.ts'

let server: TestServer
let sale: Caller
beforeAll(async () => {
  server = await startTestServer()
  sale = await server.as('sale111')
})
beforeEach(async () => {
  await server.pool.query(`TRUNCATE phone_searches; DELETE FROM settings WHERE key = 'phone.searches'`)
})
afterAll(() => server.close())

const allow = (most: number) => setSettings(server.pool, { 'phone.searches': most })
const search = async (digits: string, who = sale): Promise<number> =>
  (await who.get(`/api/v1/blacklist?message=${digits}`)).status
const numbers = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => String(912_000_000 + from + i))
const searched = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(
    'SELECT coalesce(sum(cardinality(searched)), 0)::int AS n FROM phone_searches',
  )
  return rows[0]!.n
}

test('a masked role may search 200 different numbers a day, whole or by their last digits; the next one is refused (D1-Q-142, threats A1)', async () => {
  const searches = [...numbers(120), ...numbers(130, 40_000).map((phone) => phone.slice(-5))]
  const answers: number[] = []
  for (let start = 0; start < searches.length; start += 25)
    answers.push(...(await Promise.all(searches.slice(start, start + 25).map((digits) => search(digits)))))
  expect(answers.filter((status) => status === 200)).toHaveLength(200)
  expect(answers.filter((status) => status === 429)).toHaveLength(50)
  expect(await searched()).toBe(200)
  const refused = await sale.get('/api/v1/customer?phone=0987654321')
  expect([refused.status, refused.body]).toEqual([
    429,
    {
      code: 'RATE_LIMITED',
      msg: 'Hôm nay bạn đã tìm quá nhiều số điện thoại, mai hãy tìm tiếp',
    },
  ])
  // Lists without a phone, other people and users who see phones are not affected.
  expect((await sale.get('/api/v1/blacklist')).status).toBe(200)
  expect(await search('00001', await server.as('sale112'))).toBe(200)
  const trail = await server.pool.query(`
    SELECT username, after FROM audit_log WHERE action = 'phone-searches-used-up'`)
  expect(trail.rows).toEqual([{ username: 'sale111', after: { searches: 200 } }])
})

test('repeating a search is free, however it is written; the same number in another list counts again', async () => {
  await allow(2)
  for (const digits of ['0912345678', '912345678', '%2B84 912 345 678', '0912345678'])
    expect(await search(digits)).toBe(200)
  expect((await sale.get('/api/v1/customer?phone=0912345678')).status).toBe(200)
  expect(await search('12345')).toBe(429)
  expect(await search('0912345678')).toBe(200)
  expect(await searched()).toBe(2)
})

test('a search of a refused form does not count, and one beyond the limit is not added', async () => {
  await allow(1)
  for (const digits of ['1234567', '%2A', 'abc']) await search(digits)
  expect(await searched()).toBe(0)
  expect(await search('12345')).toBe(200)
  expect(await search('54321')).toBe(429)
  expect(await searched()).toBe(1)
})

test('with a limit of 0 no masked role can search, and a malformed setting counts as missing', async () => {
  await allow(0)
  expect(await search('12345')).toBe(429)
  await server.pool.query(`UPDATE settings SET value = '"nhiều"' WHERE key = 'phone.searches'`)
  expect(await search('12345')).toBe(200)
})

test('searches of roles that see phones are not counted (threats A1)', async () => {
  await allow(0)
  expect(await search('345', await server.as('quanly'))).toBe(200)
  expect(await search('0912345678', await server.as('admin'))).toBe(200)
  expect(await searched()).toBe(0)
})

test('the count begins anew each Vietnamese day, and that of yesterday is deleted', async () => {
  await allow(1)
  await search('12345')
  await server.pool.query('UPDATE phone_searches SET day = day - 1')
  expect(await search('54321')).toBe(200)
  expect(await search('12345')).toBe(429)
  expect(await searched()).toBe(1)
})

test('the row count before a bulk decision counts as a search, because it shows whether a phone is there (D3-SEC-05)', async () => {
  await allow(1)
  const leader = await server.as('leader11')
  const count = async (phone: string): Promise<number> =>
    (
      await leader.post('/api/v1/bulk/count', {
        method: 'PUT',
        path: '/api/v1/khr/approve/:id',
        input: { trang_thai: '1' },
        filter: { phone },
      })
    ).status
  expect(await count('0912345678')).toBe(200)
  expect(await count('0912345678')).toBe(200)
  expect(await count('0912345679')).toBe(429)
})

test('exports and lists of rows without a staff member count as searches (threats A3)', async () => {
  await allow(1)
  await search('12345')
  const leader = await server.as('leader11')
  await search('12345', leader)
  for (const path of ['/export?message=54321', '/assign?message=54321'])
    expect([path, (await leader.get(`/api/v1/blacklist${path}`)).status]).toEqual([path, 429])
})
