/** Bulk writes: every row has its own permission check, rules and transaction. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Answer = { done: number; refused: { id: string; code: string; msg: string }[] }

async function listed(n: number, from: number): Promise<string[]> {
  const { rows } = await server.pool.query<{ id: string }>(sql`
    INSERT INTO blacklist (phone_number, description)
    SELECT ${from}::int + i, 'Nhiều dòng' FROM generate_series(1, ${n}::int) i RETURNING id`)
  return rows.map(({ id }) => id)
}

const removal = (ids: string[]) => ({ method: 'DELETE', path: '/api/v1/blacklist/:id', ids })
const remaining = async (ids: string[]): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(sql`
    SELECT count(*) AS n FROM blacklist WHERE id = ANY(${ids}::uuid[])`)
  return rows[0]?.n ?? 0
}

test('one request writes two hundred ticked rows, each with its audit entry, far beyond the requests allowed per second', async () => {
  const ids = await listed(200, 610000000)
  const tooMany = await (await server.as('admin')).post('/api/v1/bulk', removal([...ids, 'one more']))
  expect(tooMany.status).toBe(400)
  const whole = await (await server.as('admin')).post('/api/v1/bulk', removal(ids))
  expect(whole.data).toEqual({ done: 200, refused: [] })
  expect(await remaining(ids)).toBe(0)
  const { rows } = await server.pool.query<{ n: number }>(sql`
    SELECT count(*) AS n FROM audit_log WHERE action = 'remove' AND resource_id = ANY(${ids})`)
  expect(rows[0]?.n).toBe(200)
})

test('a refused row is named with its reason and does not stop the others', async () => {
  const [first = '', second = ''] = await listed(2, 620000000)
  const missingId = '018f0000-0000-7000-8000-00000000dead'
  const answer = await (
    await server.as('admin')
  ).post('/api/v1/bulk', removal([first, missingId, 'x', second]))
  const { done, refused } = answer.data as Answer
  expect(done).toBe(2)
  expect(refused.map(({ id, code }) => [id, code])).toEqual([
    [missingId, 'NOT_FOUND'],
    ['x', 'NOT_FOUND'],
  ])
})

test('each row needs the right of its single-row route (D1-Q-140)', async () => {
  const ids = await listed(2, 630000000)
  const answer = await (await server.as('sale111')).post('/api/v1/bulk', removal(ids))
  expect((answer.data as Answer).refused.map(({ code }) => code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
  expect(await remaining(ids)).toBe(2)
})

test('only calls that write one row can be sent for many', async () => {
  const admin = await server.as('admin')
  for (const [method, path] of [
    ['GET', '/api/v1/blacklist/:id'],
    ['POST', '/api/v1/blacklist'],
    ['DELETE', '/api/v1/blacklist'],
    ['DELETE', '/api/v1/nowhere/:id'],
    ['POST', '/api/v1/bulk'],
  ]) {
    const answer = await admin.post('/api/v1/bulk', { method, path, ids: ['x'] })
    expect([method, path, answer.status]).toEqual([method, path, 400])
  }
})

test('repeating the same key writes nothing twice, and a second call of the same user waits for the first', async () => {
  const ids = await listed(3, 640000000)
  const admin = await server.as('admin')
  const change = { method: 'PUT', path: '/api/v1/blacklist/:id', ids, input: { description: 'Một lần' } }
  const key = { 'idempotency-key': 'many-0001' }
  expect((await admin.post('/api/v1/bulk', change, key)).data).toEqual({ done: 3, refused: [] })
  expect((await admin.post('/api/v1/bulk', change, key)).data).toEqual({ done: 3, refused: [] })
  const { rows } = await server.pool.query<{ version: number }>(sql`
    SELECT DISTINCT version FROM blacklist WHERE id = ANY(${ids}::uuid[])`)
  expect(rows).toEqual([{ version: 2 }])
  const answers = await Promise.all([
    admin.post('/api/v1/bulk', removal(ids)),
    admin.post('/api/v1/bulk', removal(ids)),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
})
