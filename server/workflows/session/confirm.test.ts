/** Calls that want the session confirmed: until when, by what, and what ends it (D3-SEC-07). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type Caller, type TestServer } from '../../../test/server.ts'
import { demoPassword } from '../../seed/organisation.ts'
import { hashToken } from '../../kit/sessions.ts'

let server: TestServer
const role = '/api/v1/role'

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.pool.query('TRUNCATE login_failures'))
afterAll(() => server.close())

let number = 0
const create = (caller: Caller, headers?: Record<string, string>) =>
  caller.post(role, { name: `Vai trò ${(number += 1)}`, priority: 5, permissions: [] }, headers)
const confirm = (caller: Caller, body: object = { password: demoPassword }) =>
  caller.post('/api/v1/session/confirm', body)
const own = ({ token }: Caller) => sql`token_hash = decode(${hashToken(token)}, 'hex')`

test('a sign-in alone confirms nothing; the password does for ten minutes, in its session only (D3-SEC-07)', async () => {
  const [here, elsewhere] = [await server.unconfirmed('admin'), await server.unconfirmed('admin')]
  const key = { 'idempotency-key': 'create-a-role-once' }
  const body = { name: 'Một lần', priority: 5, permissions: [] }
  const refused = await here.post(role, body, key)
  expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH'])
  const confirmed = await confirm(here)
  expect([confirmed.status, confirmed.data]).toEqual([200, { expires_in: 600 }])
  // The same call with the same key: what was refused has neither been done nor been kept as an answer.
  expect((await here.post(role, body, key)).status).toBe(200)
  expect((await create(elsewhere)).body.code).toBe('REAUTH')
  await server.pool.query(sql`
    UPDATE sessions SET confirmed_until = confirmed_until - interval '601 seconds' WHERE ${own(here)}`)
  expect((await create(here)).body.code).toBe('REAUTH')
})
