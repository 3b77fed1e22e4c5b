/** Lists of customers and calls read what they show by index, however many customers there are for others (D1-Q-138, threats F4). */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstOfMonthVn, todayVn, toFilterDate } from '../../contract/dates.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
const customers = 20_000

/** Numbers of others that came later, and 300 called ones of two salespeople with their calls. */
beforeAll(async () => {
  server = await startTestServer()
  const client = await server.pool.connect()
  await client.query('SET statement_timeout = 0')
  await client.query(`
    INSERT INTO data_files (kind, "FileName", is_activated, nguoi_upload, owner_id)
    SELECT 'pool', 'nhieu-so.xlsx', 1, 'admin', id FROM users WHERE username = 'admin'`)
  await client.query(`
    INSERT INTO customer (file_id, phone, package, rank, stage, status, holder_id, "createdAt")
    SELECT f.id, (320000000 + n)::text, 'VD90', n, CASE WHEN n <= 300 THEN 'called' ELSE 'left' END, 'NORMAL',
      CASE WHEN n <= 150 THEN a.id WHEN n <= 300 THEN b.id END, now() - interval '20 days' + n * interval '1 second'
    FROM generate_series(1, ${customers}) n, data_files f, users a, users b
    WHERE f."FileName" = 'nhieu-so.xlsx' AND a.username = 'sale111' AND b.username = 'sale211'`)
  await client.query(`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note)
    SELECT c.id, u.id, u.username, c.phone, 'VD90', 'REJECTED', 'Không có nhu cầu'
    FROM customer c JOIN users u ON u.id = c.holder_id, generate_series(1, 10)`)
  await client.query('VACUUM ANALYZE customer, care_history, data_files, users')
  client.release(true)
})
afterAll(() => server.close())

/** Rows of `customer` that whole reads of the table have passed. */
async function passed(): Promise<number> {
  // A connection says what it has read a second later, with what it is asked next.
  await sleep(1_100)
  await Promise.all(Array.from({ length: 8 }, () => server.ownPool.query('SELECT FROM customer LIMIT 0')))
  const { rows } = await server.pool.query<{ n: number }>(
    `SELECT seq_tup_read AS n FROM pg_stat_user_tables WHERE relname = 'customer'`,
  )
  return rows[0]?.n ?? 0
}

const month = `startDate=${toFilterDate(firstOfMonthVn())}&endDate=${toFilterDate(todayVn())}`

test.each([
  ['leader11', 'customer?count=50', 150],
  ['chinhanh2', 'customer?count=50', 150],
  ['admin', `care/history?count=50&${month}`, 3_000],
  ['leader11', `care/history?count=50&${month}`, 1_500],
])('%s reads %s without the customers of others', async (who, path, count) => {
  const reader = await server.as(who)
  const before = await passed()
  const { data } = await reader.get(`/api/v1/${path}`)
  expect((data as { count: number }).count).toBe(count)
  expect((await passed()) - before).toBeLessThan(customers / 10)
})
