/** List of own sessions, and ending them (ASVS 7.5.2). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnSession } from '#subjects/people/contract/calls/own-sessions.ts'
import type { SignedIn } from '#platform/contract/calls/session.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { hashToken } from '#kit/server/sessions.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { deviceOf } from './own-sessions.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const path = '/api/v1/session/own'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const phone =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

async function enter(username: string, agent: string): Promise<string> {
  const sent = { username, password: demoPassword }
  const { data } = await server.outsider.post('/api/v1/auth/login', sent, { 'user-agent': agent })
  return (data as SignedIn).access_token
}
const isIn = async (token: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await server.app.inject({ url: '/api/v1/auth/me', headers })).statusCode === 200
}

test('everybody sees only their own sessions; one or all others are ended at once, on record, and none of another account', async () => {
  const [office, mobile, other] = [
    await enter('sale112', firefox),
    await enter('sale112', phone),
    await enter('sale113', firefox),
  ]
  const caller = await server.as('sale112')
  const list = async (): Promise<OwnSession[]> =>
    ((await caller.get(path)).data as { values: OwnSession[] }).values
  const named = async () => (await list()).map(({ device, current }) => [device, current])
  // Idle for too long, or expired: no longer valid.
  const dead = await Promise.all([enter('sale112', 'Edge'), enter('sale112', 'Opera')])
  await server.pool.query(sql`
    UPDATE sessions SET seen_at = now() - interval '2 hours' WHERE token_hash = decode(${hashToken(dead[0])}, 'hex')`)
  await server.pool.query(sql`
    UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token_hash = decode(${hashToken(dead[1])}, 'hex')`)
  const [ownRow, ...others] = await named()
  expect(ownRow?.[1]).toBe(true)
  expect(others).toEqual([
    ['Chrome trên Android', false],
    ['Firefox trên Linux', false],
  ])

  const foreign = await caller.delete(`${path}/${hashToken(other)}`)
  expect([foreign.status, foreign.body.msg]).toEqual([404, 'Phiên này đã kết thúc'])
  const ended = await caller.delete(`${path}/${hashToken(mobile)}`)
  expect([ended.status, ended.body.msg]).toEqual([200, 'Đã đăng xuất thiết bị'])
  await expect.poll(() => isIn(mobile)).toBe(false)
  expect((await caller.delete(`${path}/${hashToken(mobile)}`)).status).toBe(404)
  expect(await isIn(office)).toBe(true)

  expect((await caller.delete(path)).body.msg).toBe('Đã đăng xuất mọi thiết bị khác')
  await expect.poll(() => isIn(office)).toBe(false)
  expect(await named()).toEqual([ownRow])
  expect(await isIn(other)).toBe(true)
  const { rows } = await server.pool.query(
    sql`SELECT FROM audit_log WHERE action = 'end-sessions' AND username = 'sale112'`,
  )
  expect(rows).toHaveLength(2)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge trên Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) coc_coc_browser/139.0.200 Chrome/133.0.0.0 Safari/537.36',
    'Cốc Cốc trên Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari trên iPhone',
  ],
  ['curl/8.10.1', 'curl/8.10.1'],
  [null, null],
])('the device %s is shown as %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})
