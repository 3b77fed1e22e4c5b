/** Word search in notes: matches, cases where words are not enough, and visibility. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tableOf } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('TRUNCATE blacklist, lstracuu'))

const notes = (...texts: string[]) =>
  server.pool.query(
    `INSERT INTO blacklist (phone_number, description) SELECT 200000000 + n, t FROM unnest($1::text[]) WITH ORDINALITY x(t, n)`,
    [texts],
  )

type Found = { values: { description: string }[]; count: number }
async function found(text: string): Promise<string[]> {
  const admin = await server.as('admin')
  const answer = await admin.get(`/api/v1/blacklist?description=${encodeURIComponent(text)}`)
  const { values, count } = answer.data as Found
  expect(count).toBe(values.length)
  return values.map(({ description }) => description).toSorted()
}

test('words are found one after the other, the last one begun, whatever stands between them (D1-Q-142)', async () => {
  await notes(
    'Đã khiếu nại lần hai',
    'KHIẾU  NẠI, rồi thôi',
    'nại khiếu',
    'Khiếu kiện nại',
    'không khiếu nài',
  )
  expect(await found('khieu nai')).toEqual([
    'KHIẾU  NẠI, rồi thôi',
    'không khiếu nài',
    'Đã khiếu nại lần hai',
  ])
  expect(await found('khiếu  nại lần')).toEqual(['Đã khiếu nại lần hai'])
  expect(await found('khieu na')).toHaveLength(3)
  expect(await found('ki')).toEqual(['Khiếu kiện nại'])
})

test('what no word begins with is found as part of the text; digits and signs always are', async () => {
  await notes('gói VD90 của khách', 'hoá đơn 12/2026', 'số 0912345678', 'x'.repeat(200) + ' cuối')
  expect(await found('ach')).toEqual(['gói VD90 của khách'])
  expect(await found('d90')).toEqual(['gói VD90 của khách'])
  expect(await found('2/20')).toEqual(['hoá đơn 12/2026'])
  expect(await found('1234')).toEqual(['số 0912345678'])
  expect(await found('%')).toEqual([])
  expect(await found('x'.repeat(150))).toHaveLength(1)
  expect(await found('cuoi')).toHaveLength(1)
})

test('list and export find the same rows', async () => {
  await notes('khách nợ', 'khách quen', 'xkhách lạ')
  const admin = await server.as('admin')
  expect(await found('khach')).toHaveLength(2)
  const sheet = await admin.get('/api/v1/blacklist/export?description=khach')
  expect(sheet.headers['x-total-count']).toBe('2')
})

test('whether words or parts are searched depends on nothing but what the caller may see (threats A1)', async () => {
  const looked = (username: string, text: string) =>
    server.pool.query(
      `INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung) VALUES ($1, '', '912345678', 'x', $2)`,
      [username, text],
    )
  await looked('sale111', 'xbình an')
  const seller = await server.as('sale111')
  const ownCount = async () => ((await seller.get('/api/v1/lstracuu?noi_dung=binh')).data as Found).count
  expect(await ownCount()).toBe(1)
  await looked('sale112', 'bình an')
  expect(await ownCount()).toBe(1)
})

test('another filter never brings rows: whether words or parts are searched is a matter of the text alone', async () => {
  await notes('khách an tâm', 'nhà dân', 'ban sáng')
  const admin = await server.as('admin')
  const all = async (filter: string) =>
    ((await admin.get(`/api/v1/blacklist?description=an${filter}`)).data as Found).count
  expect(await all('')).toBe(1)
  expect(await all('&message=200000002')).toBe(0)
})

test('rare words are found by their index, words of many rows as parts of the newest (threats F4)', async () => {
  for (let from = 0; from < 10_500; from += 3500)
    await server.pool.query(`
      INSERT INTO blacklist (phone_number, description, "createdAt")
      SELECT 300000000 + n, 'nhiều người ' || translate((n % 300)::text, '0123456789', 'abcdefghij') || CASE WHEN n % 1000 = 0 THEN ' hiếm hoi' ELSE '' END,
        now() - make_interval(secs => n) FROM generate_series(${from + 1}, ${from + 3500}) n`)
  await notes('xnhiều người', 'xhiếm hoi')
  await server.pool.query('ANALYZE blacklist')
  expect(await found('hiem hoi')).toHaveLength(10)
  const admin = await server.as('admin')
  const many = (await admin.get('/api/v1/blacklist?description=nhieu%20nguoi&count=1')).data as Found
  expect(many.values[0]?.description).toBe('xnhiều người')
})

test('every text that is searched by words has the index of its words (threats F4)', async () => {
  const searched = resources.flatMap((resource) =>
    Object.values(resource.filter).flatMap(({ op, on }) =>
      op === 'words' ? [{ table: tableOf(resource), column: `${on}_fold` }] : [],
    ),
  )
  expect(searched.length).toBeGreaterThan(0)
  for (const { table, column } of searched) {
    const { rows } = await server.pool.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE '%gin (words_of(' || $2 || '))'`,
      [table, column],
    )
    expect([table, rows.length]).toEqual([table, 1])
  }
})
