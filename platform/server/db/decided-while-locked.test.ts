/** Detects decisions by locked accounts, by the order of the audit entries. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
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

const account = async (action: 'lock' | 'unlock', username = 'quanly'): Promise<void> => {
  const { rows } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM users WHERE username = ${username}`,
  )
  const answer = await (await server.as('admin')).post(`/api/v1/users/${rows[0]?.id}/${action}`)
  expect(answer.status).toBe(200)
}

test('the check finds audit entries of decisions between lock and unlock of their person, and no others (D3-SEC-12)', async () => {
  await enter('quanly', 'approve')
  await account('lock')
  expect(await broken()).toBe(0)
  // Automatic follow-up work still has this author.
  await enter('quanly', 'import')
  await enter('sale111', 'approve')
  expect(await broken()).toBe(0)
  await enter('quanly', 'approve')
  expect(await broken()).toBe(1)
  await account('unlock')
  await enter('quanly', 'reject')
  expect(await broken()).toBe(1)
  await account('lock')
  await enter('quanly', 'reset-password')
  expect(await broken()).toBe(2)
  // A lock without an audit entry is not used.
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'quanly'`)
  expect(await broken()).toBe(0)
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'quanly'`)
  // Nor are entries from before the rule.
  await server.pool.query('UPDATE trail_chained SET held_after = (SELECT max(id) FROM audit_log)')
  expect(await broken()).toBe(0)
})

test('the check finds each kind of decision, by the locked person only; an entry about other rows is no lock (D3-SEC-12)', async () => {
  await account('unlock')
  await account('lock')
  let found = await broken()
  for (const action of ['approve', 'reject', 'reopen', 'lock', 'unlock', 'reset-password', 'reset-factor']) {
    await enter('quanly', action)
    found += 1
    expect([action, await broken()]).toEqual([action, found])
    await enter('chinhanh1', action)
    await enter('__AUTO', action)
    expect([action, await broken()]).toEqual([action, found])
  }
  for (const action of ['create', 'update', 'import', 'show-phone', 'export']) await enter('quanly', action)
  // A row of another list with the same id as an account.
  await server.pool.query(sql`
    INSERT INTO audit_log (username, action, resource, resource_id) SELECT 'admin', 'lock', 'khr', id::text FROM users WHERE username = 'admin'`)
  await enter('admin', 'approve')
  expect(await broken()).toBe(found)
  // Per account: an unlocked one is not affected by the lock of another.
  await account('lock', 'chinhanh1')
  await account('unlock')
  await enter('quanly', 'approve')
  expect(await broken()).toBe(found)
  await enter('chinhanh1', 'reopen')
  expect(await broken()).toBe(found + 1)
  await account('unlock', 'chinhanh1')
})
