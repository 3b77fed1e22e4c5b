/** Many concurrent tries at one name, also over two processes: all right ones succeed, and no more wrong ones than allowed are checked. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { startProcess } from '#test/process.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.pool.query('TRUNCATE login_failures')
})
afterAll(() => server.close())

const path = '/api/v1/auth/login'
/** Tries to sign in; returns the status. */
const enter = async (password: string): Promise<number> =>
  (await server.outsider.post(path, { username: 'sale122', password })).status
/** Counts the statuses of so many concurrent tries. */
async function statuses(
  count: number,
  one: (index: number) => Promise<number>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const status of await Promise.all(Array.from({ length: count }, (_, index) => one(index))))
    counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const open = sql`SELECT FROM login_failures WHERE open`

test('of many simultaneous tries at most ten are checked (D1-Q-027, threats C5)', async () => {
  expect(await statuses(35, () => enter('sai'))).toEqual({ 401: 10, 429: 25 })
})

test('simultaneous sign-ins with the right password all succeed; only failures count, and further tries wait for their outcome (D1-Q-027, threats C5)', async () => {
  expect(await statuses(16, () => enter(demoPassword))).toEqual({ 200: 16 })
  expect((await server.pool.query('SELECT FROM login_failures')).rowCount).toBe(0)
  // After nine wrong ones only one try at a time is checked, and the first right one forgives them.
  for (let tries = 0; tries < 9; tries++) await enter('sai')
  expect(await statuses(16, () => enter(demoPassword))).toEqual({ 200: 16 })
  // Wrong ones among them each get their own answer, as there are fewer than allowed.
  expect(await statuses(16, (index) => enter(index % 2 === 0 ? 'sai' : demoPassword))).toEqual({
    200: 8,
    401: 8,
  })
})

test('two processes check no more wrong passwords at once than one, and accept all right ones (D1-Q-027, threats C5)', async () => {
  const second = await startProcess(server.url)
  try {
    const enterThere = async (password: string): Promise<number> => {
      const answer = await fetch(`${second.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'sale122', password }),
      })
      await answer.arrayBuffer()
      return answer.status
    }
    const bothWays = (password: string) =>
      statuses(24, (index) => (index % 2 === 0 ? enter(password) : enterThere(password)))
    expect(await bothWays(demoPassword)).toEqual({ 200: 24 })
    expect(await bothWays('sai')).toEqual({ 401: 10, 429: 14 })
    expect(await bothWays(demoPassword)).toEqual({ 429: 24 })
  } finally {
    await second.kill()
  }
})

test('a running try keeps its slot whoever signs in meanwhile; if its process dies it counts as failed after a minute (D1-Q-027, threats C5)', async () => {
  const underWay = (count: number, age: string) =>
    server.pool.query(sql`
      INSERT INTO login_failures (username, at, source, open)
      SELECT 'sale122', now() - ${age}::interval, 'address 127.0.0.1', true FROM generate_series(1, ${count}::int)`)
  await underWay(9, '0 seconds')
  expect(await enter(demoPassword)).toBe(200)
  expect((await server.pool.query(open)).rowCount).toBe(9)
  await server.pool.query('TRUNCATE login_failures')
  await underWay(10, '58 seconds')
  // One is checked, forty wait, and one more is refused.
  expect(await statuses(42, () => enter(demoPassword))).toEqual({ 429: 41, 503: 1 })
})
