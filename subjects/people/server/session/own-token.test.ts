/** Effects of a sign-in: its own token, a cookie bound to the host, a log line; and which password values are accepted. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '#platform/contract/calls/session.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { hashToken } from '#kit/server/sessions.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'

/** Behind a proxy, so that callers have addresses and connect over TLS. */
let server: TestServer
const logged: string[] = []
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' }, (line) => void logged.push(line))
})
beforeEach(() => server.pool.query('TRUNCATE login_failures, devices'))
afterAll(() => server.close())

const path = '/api/v1/auth/login'
const enter = (username: string, password = demoPassword): Promise<Answer> =>
  server.outsider.post(path, { username, password })
const from = (address: string) => (username: string, password: string) =>
  server.outsider.post(path, { username, password }, { 'x-forwarded-for': address })

test("each sign-in has its own token of 256 bits; signing in with a session's token ends that session, and a sign-out ends it at once (D1-SESS-07, D1-SESS-17, threats C1)", async () => {
  const me = async (token: string): Promise<number> =>
    (await server.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  const tokens = await Promise.all(
    Array.from({ length: 4 }, async () => ((await enter('sale112')).data as SignedIn).access_token),
  )
  expect(new Set(tokens).size).toBe(4)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const [first = '', second = ''] = tokens
  const headers = { authorization: `Bearer ${first}` }
  const refused = await server.outsider.post(path, { username: 'sale112', password: 'sai' }, headers)
  expect([refused.status, await me(first)]).toEqual([401, 200])
  const again = await server.outsider.post(path, { username: 'sale112', password: demoPassword }, headers)
  expect(again.status).toBe(200)
  await expect.poll(() => me(first)).toBe(401)
  const { access_token: third } = again.data as SignedIn
  expect(await me(second)).toBe(200)
  await server.outsider.post('/api/v1/auth/logout', { accessToken: third })
  await expect.poll(() => me(third)).toBe(401)
  const { rows } = await server.pool.query(
    sql`SELECT FROM sessions WHERE token_hash = decode(${hashToken(third)}, 'hex') AND revoked_at IS NOT NULL`,
  )
  expect(rows).toHaveLength(1)
})

test('a password is any text of up to 255 characters, compared exactly, hashed with argon2id and valid until it is changed (D1-Q-031, D1-Q-028)', async () => {
  const caller = await server.signedIn('sale113')
  const profile = { fullname: 'Đỗ Thị Hồng', email: 'sale113@vasdesk.example' }
  const sentence = ` ẤM trà sớm 茶 🍵 \`'";-- ${'không ai hay '.repeat(16)}`.slice(0, 200)
  const changed = await caller.post('/api/v1/auth/saveProfile', {
    ...profile,
    oldPassword: demoPassword,
    newPassword: sentence,
    confirmNewPassword: sentence,
  })
  expect([changed.status, changed.body.msg]).toEqual([200, expect.any(String)])
  for (const other of [
    sentence.trim(),
    sentence.toLowerCase(),
    sentence.slice(0, -1),
    sentence.slice(0, 72),
    sentence.normalize('NFD'),
  ])
    expect((await enter('sale113', other)).status).toBe(401)
  await server.pool.query(sql`
    UPDATE users SET credentials_changed_at = now() - interval '5 years' WHERE username = 'sale113'`)
  expect((await enter('sale113', sentence)).status).toBe(200)
  const { rows } = await server.pool.query<{ hash: string }>(
    sql`SELECT password_hash AS hash FROM users WHERE username = 'sale113'`,
  )
  expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await server.pool.query(sql`
    UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE username = 'sale112')
    WHERE username = 'sale113'`)
})

test('sign-ins and wrong passwords are logged with who, when and from where, without the typed text', async () => {
  logged.length = 0
  const typo = 'một mật khẩu gõ nhầm ô'
  expect((await from('203.0.113.50')('sale111', typo)).status).toBe(401)
  expect((await from('203.0.113.50')(typo, demoPassword)).status).toBe(401)
  expect((await from('203.0.113.50')('sale111', demoPassword)).status).toBe(200)
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  const { rows } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM users WHERE username = 'sale111'`,
  )
  const about = { address: '203.0.113.50', time: expect.any(Number), reqId: expect.any(String) }
  expect(lines.filter(({ msg }) => String(msg).startsWith('sign'))).toEqual([
    expect.objectContaining({ ...about, user: rows[0]?.id, code: 'UNAUTHENTICATED', msg: 'sign-in refused' }),
    expect.objectContaining({ ...about, user: null, code: 'UNAUTHENTICATED', msg: 'sign-in refused' }),
    expect.objectContaining({ ...about, user: rows[0]?.id, msg: 'signed in' }),
  ])
  expect(logged.join()).not.toContain('gõ nhầm')
})

test('a call without its right is logged with account and route', async () => {
  const sale = await server.as('sale111')
  logged.length = 0
  expect((await sale.post('/api/v1/users', { username: 'moi' })).status).toBe(403)
  expect(logged.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ user: expect.any(String), route: 'POST /api/v1/users', msg: 'no right' }),
  ])
})

test('over TLS the device cookie is secure and bound to its host; an older one is still accepted and gets the bound name (D3-SEC-04)', async () => {
  const over = async (cookie?: string) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      payload: { username: 'sale111', password: demoPassword },
      headers: { 'x-forwarded-proto': 'https', ...(cookie && { cookie }) },
    })
    return String(answer.headers['set-cookie'])
  }
  const bound = /^__Host-device=([\w-]{43}); Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/
  const token = bound.exec(await over())?.[1]
  expect(token).toBeDefined()
  expect(bound.exec(await over(`device=${token}`))?.[1]).toBe(token)
  // A cookie planted by another host of the domain can only have the old name.
  expect(bound.exec(await over(`device=${'x'.repeat(43)}; __Host-device=${token}`))?.[1]).toBe(token)
})
