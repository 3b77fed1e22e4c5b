/** Second and third calls of a number: counted by time, grouped by the result before, in the reader's unit (D3-REC-05). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePool, userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { actorOf } from '#kit/server/actor.ts'
import { reachedAgain } from './reached.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const file = await makePool(server.pool, { rows: 4 })
  // Entered out of order: the ordinal of a call follows its time.
  await server.pool.query(
    `INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at)
     SELECT c.id, u.id, u.username, c.phone, 'VD90', r.status, 'x', now() - make_interval(days => r.days)
     FROM (VALUES (1, 'sale111', 'REJECTED', 1), (1, 'sale111', 'KBM', 3), (1, 'sale112', 'KBM', 2),
       (2, 'sale111', 'KBM', 40), (2, 'sale111', 'KLLĐ', 35), (2, 'sale121', 'KEEP', 5), (2, 'sale121', 'KBM', 4),
       (3, 'sale211', 'KLLĐ', 2), (3, 'sale211', 'KBM', 1), (4, 'sale111', 'KBM', 2))
       AS r(n, username, status, days) JOIN users u USING (username)
     JOIN customer c ON c.file_id = $1 AND c.rank = r.n`,
    [file],
  )
})
afterAll(() => server.close())

const read = async (username: string, days = 30) => {
  const session = await actorOf(server.pool, await userId(server.pool, username))
  if (!session) throw new Error(`no account ${username}`)
  const rows = await reachedAgain({ db: server.pool, scope: session.scope }, days)
  return Object.fromEntries(
    rows
      .filter(({ calls2, calls3 }) => calls2 + calls3 > 0)
      .map((row) => [row.status, [row.calls2, row.reached2, row.calls3, row.reached3]]),
  )
}

test('second and third calls of a number are counted by the result before them, with how many reached the customer (D3-REC-05)', async () => {
  // Number 1: no answer, no answer, refused; number 2: the third call after 'unreachable'; its fourth counts in neither column.
  expect(await read('admin')).toEqual({ KBM: [1, 0, 1, 1], KLLĐ: [1, 0, 1, 1] })
  expect(await read('admin', 60)).toEqual({ KBM: [2, 0, 1, 1], KLLĐ: [1, 0, 1, 1] })
})

test('a leader reads the calls of their unit, also where somebody else called before (D3-REC-05, D3-ORG-01)', async () => {
  expect(await read('leader11')).toEqual({ KBM: [1, 0, 1, 1] })
  expect(await read('leader12')).toEqual({ KLLĐ: [0, 0, 1, 1] })
  expect(await read('chinhanh1')).toEqual({ KBM: [1, 0, 1, 1], KLLĐ: [0, 0, 1, 1] })
})

test('the number of a call stays right when an earlier result is entered later (D3-REC-05)', async () => {
  const { rows } = await server.pool.query(`
    SELECT count(*)::int AS n FROM (
      SELECT lan, goi_truoc_luc, row_number() OVER (PARTITION BY customer_id ORDER BY created_at) AS wanted,
        lag(created_at) OVER (PARTITION BY customer_id, user_id ORDER BY created_at) AS before FROM care_history) h
    WHERE lan <> wanted OR goi_truoc_luc IS DISTINCT FROM before`)
  expect(rows).toEqual([{ n: 0 }])
})
