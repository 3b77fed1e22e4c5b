/** Far pages contain the same rows as counting through the list. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
const many = 7_000

beforeAll(async () => {
  server = await startTestServer()
  // Each hundred rows share one time, so that the id decides the order among them.
  await server.pool.query(`
    INSERT INTO blacklist (phone_number, description, "createdAt")
    SELECT 400000000 + n, 'xa ' || n % 10, '2026-01-01'::timestamptz + make_interval(secs => n / 100 + 0.123456)
    FROM generate_series(1, ${many}) n`)
})
afterAll(() => server.close())

async function expected(offset: number, where: string): Promise<string[]> {
  const { rows } = await server.pool.query<{ id: string }>(
    `SELECT id FROM blacklist WHERE ${where} ORDER BY "createdAt" DESC, id DESC OFFSET ${offset} LIMIT 50`,
  )
  return rows.map(({ id }) => id)
}

async function page(number: number, filter = '') {
  const admin = await server.as('admin')
  const answer = await admin.get(`/api/v1/blacklist?count=50&page=${number}${filter}`)
  const { values, count } = answer.body.data as { values: { id: string }[]; count: number }
  return { ids: values.map(({ id }) => id), count }
}

test('a far page has the rows and total of the whole list, counted from either end or from a known page (D1-LIST-11)', async () => {
  const { rows } = await server.pool.query<{ n: number }>('SELECT count(*) AS n FROM blacklist')
  const total = rows[0]?.n ?? 0
  for (const number of [100, 101, 137, 120, 139]) {
    const got = await page(number)
    expect(got.ids, `page ${number}`).toEqual(await expected(number * 50, 'true'))
    expect(got.count).toBe(total)
  }
})

test('a far page respects its filter, and a page past the end is empty with the right total', async () => {
  const filter = `&phone_number=40000`
  const where = `phone_number::text LIKE '%40000%'`
  expect((await page(105, filter)).ids).toEqual(await expected(5_250, where))
  const beyond = await page(5_000, filter)
  expect(beyond.ids).toEqual([])
  expect(beyond.count).toBeGreaterThan(5_000)
})

test('a row deleted just now is on no far page', async () => {
  const [firstId] = (await page(130)).ids
  await server.pool.query('DELETE FROM blacklist WHERE id = $1', [firstId])
  expect((await page(130)).ids).not.toContain(firstId)
})
