/** Who decided was not locked then: looked for by the order of the trail's entries. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { brokenInvariants, invariants } from './invariants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const name = 'who decided was not locked then'
const broken = async (): Promise<number> =>
  (await brokenInvariants(server.pool, { [name]: invariants[name] ?? '' }))[name] ?? 0

const enter = (username: string, action: string) =>
  server.pool.query(sql`
    INSERT INTO audit_log (username, action, resource, resource_id) VALUES (${username}, ${action}, 'khr', 'một')`)

test('an entry of a decision between lock and unlock of its person is found, and no other (D3-SEC-12)', async () => {
  const admin = await server.as('admin')
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'quanly'`)
  const set = async (what: 'lock' | 'unlock') =>
    expect((await admin.post(`/api/v1/users/${rows[0]?.id}/${what}`)).status).toBe(200)
  await enter('quanly', 'approve')
  await set('lock')
  expect(await broken()).toBe(0)
  // What goes on by itself is still shown as his.
  await enter('quanly', 'import')
  await enter('sale111', 'approve')
  expect(await broken()).toBe(0)
  await enter('quanly', 'approve')
  expect(await broken()).toBe(1)
  await set('unlock')
  await enter('quanly', 'reject')
  expect(await broken()).toBe(1)
  await set('lock')
  await enter('quanly', 'reset-password')
  expect(await broken()).toBe(2)
  // A lock that the trail does not know of is none to judge by.
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'quanly'`)
  expect(await broken()).toBe(0)
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'quanly'`)
  // Nor is what came before the rule.
  await server.pool.query('UPDATE trail_chained SET held_after = (SELECT max(id) FROM audit_log)')
  expect(await broken()).toBe(0)
})
