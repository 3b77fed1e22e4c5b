/** The rights that accepted work runs with. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can } from '#platform/contract/abilities.ts'
import { userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { actorOf } from '#kit/server/actor.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { acceptWork, doerOf, type Doer } from './accepted-work.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function asNow(username: string): Promise<Doer> {
  const found = await actorOf(server.pool, await userId(server.pool, username))
  if (!found) throw new Error(`${username} is locked`)
  return found
}
const acceptFrom = async (username: string, work: string): Promise<void> =>
  inTransaction(server.api.services, { ...(await asNow(username)), requestId: work }, (ctx) =>
    acceptWork(work, ctx),
  )
const doer = async (username: string, work: string) =>
  doerOf(work, { userId: await userId(server.pool, username), may: 'below5' }, server.pool)

test('accepted work runs with the rights and people of the moment when it was accepted; accepted again, with those of that later moment (D3-SEC-12)', async () => {
  const before = await asNow('leader11')
  await acceptFrom('leader11', 'one')
  await server.pool.query(sql`
    UPDATE users SET is_deleted = true, role_id = (SELECT role_id FROM users WHERE username = 'sale111') WHERE username = 'leader11'`)
  const accepted = await doer('leader11', 'one')
  expect(accepted).toEqual(before)
  expect(accepted && can(accepted.actor, 'below5')).toBe(true)
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'leader11'`)
  await acceptFrom('leader11', 'one')
  expect(await doer('leader11', 'one')).toEqual(await asNow('leader11'))
})

test('work accepted by an earlier version runs with the current rights of its account, and only while the account is active and has the right (D3-SEC-12)', async () => {
  expect(await doer('leader12', 'unknown')).toEqual(await asNow('leader12'))
  expect(await doer('sale121', 'unknown')).toBeNull()
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'leader12'`)
  expect(await doer('leader12', 'unknown')).toBeNull()
})
