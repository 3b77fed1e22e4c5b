/** Planning all called numbers anew after a change of rules (D3-REC-01). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { careCalls, refuse } from '#test/care.ts'
import { anyTime, clearRules, recycleCalls, rulesPath } from '#test/recycling.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { withTransaction } from '#platform/server/db/pool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' })
})
afterAll(() => server.close())
beforeEach(() => clearRules(server.pool))

const { take, recorded } = careCalls(() => server)
const { file, save } = recycleCalls(() => server)

/** The first `n` numbers of the file were called by one person, who reached nobody. */
const callAll = (fileId: string, n: number): Promise<unknown> =>
  withTransaction(server.pool, async (tx) => {
    await tx.query(
      `SELECT set_config('vas.movement', 'result', true), set_config('vas.actor', 'sale111', true)`,
    )
    await tx.query(sql`
      WITH called AS (
        UPDATE customer c SET holder_id = u.id, stage = 'called', status = 'TAKECARE', version = c.version + 1
        FROM users u WHERE u.username = 'sale111'
          AND c.id IN (SELECT id FROM customer WHERE file_id = ${fileId} ORDER BY rank LIMIT ${n})
        RETURNING c.id, c.phone, u.id AS user_id)
      INSERT INTO care_history (customer_id, user_id, username, phone, status, note)
      SELECT id, user_id, 'sale111', phone, 'KBM', 'x' FROM called`)
  })

test('after a change of rules every called number is planned again, also while people keep calling (D3-REC-01)', async () => {
  const fileId = await file(702)
  await callAll(fileId, 700)
  const { version } = await save({ KBM: anyTime })
  const change = { version, file_id: fileId, mode: 'default' }
  expect((await (await server.as('admin')).put(rulesPath, change)).status).toBe(200)
  const round = async (): Promise<unknown> =>
    (await server.pool.query(`SELECT plan_recycling_anew() AS more`)).rows[0]?.more
  const planned = async (): Promise<number | null> =>
    (await server.pool.query(`SELECT FROM recycling WHERE due_at < 'infinity'`)).rowCount
  expect([await planned(), await round(), await planned()]).toEqual([0, true, 500])
  await recorded('sale111', (await take('sale111')).id, refuse)
  expect([await round(), await planned()]).toEqual([false, 700])
  // A call that comes now is planned by its own result.
  await recorded('sale111', (await take('sale111')).id, refuse)
  expect((await server.pool.query(`SELECT FROM backfills WHERE name = 'recycling'`)).rowCount).toBe(0)
})
