/** Sign-in: which refusals it gives, rate limits, and the resulting session. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '#platform/contract/calls/session.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { setSettings } from '#test/settings.ts'
import { noteFailure } from './failures.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
/** Behind a proxy, so that callers have addresses. */
let proxied: TestServer
const logged: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  proxied = await startTestServer({ TRUST_PROXY: '1' }, (line) => void logged.push(line))
})
beforeEach(async () => {
  for (const { pool } of [server, proxied]) await pool.query('TRUNCATE login_failures, settings, devices')
})
afterAll(() => Promise.all([server.close(), proxied.close()]))

const path = '/api/v1/auth/login'
const enter = (username: unknown, password: unknown = demoPassword): Promise<Answer> =>
  server.outsider.post(path, { username, password })
const tooMany = 'Đăng nhập sai quá nhiều lần, thử lại sau 15 phút'

test('the sign-in answers the maximum length of the session, and stores no token (D1-Q-023, D1-SESS-07)', async () => {
  const signedIn = (await enter('sale111')).data as SignedIn
  expect(signedIn.expires_in).toBe(12 * 3600)
  const { rows } = await server.pool.query<{ seconds: number; token: string }>(sql`
    SELECT round(extract(epoch FROM expires_at - now()))::int AS seconds, s::text AS token FROM sessions s
    ORDER BY expires_at DESC LIMIT 1`)
  expect(rows[0]?.seconds).toBeGreaterThan(12 * 3600 - 60)
  expect(rows[0]?.token).not.toContain(signedIn.access_token)
})

test('an expired session and an idle session get 401 (D1-Q-023, threats C1)', async () => {
  for (const age of [
    sql`expires_at = now() - interval '1 second'`,
    sql`seen_at = now() - interval '61 minutes'`,
  ]) {
    const { access_token } = (await enter('sale112')).data as SignedIn
    await server.pool.query(
      sql`UPDATE sessions SET ${age} WHERE user_id = (SELECT id FROM users WHERE username = 'sale112')`,
    )
    const answer = await server.app.inject({
      url: '/api/v1/auth/me',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(answer.statusCode).toBe(401)
  }
})

test('an unknown name and a wrong password get the same answer (D1-Q-027, threats C6)', async () => {
  const [wrong, unknown] = [await enter('sale111', 'sai'), await enter('khong-co-ai', 'sai')]
  expect([wrong.status, wrong.body]).toEqual([
    401,
    { code: 'UNAUTHENTICATED', msg: 'Sai tên đăng nhập hoặc mật khẩu' },
  ])
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  const stopped = await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'QCMB01'`)
  expect(stopped.rowCount).toBe(1)
  // Without the password nobody learns that the account is locked.
  expect((await enter('QCMB01', 'sai')).status).toBe(401)
  const answer = await enter('QCMB01')
  expect([answer.status, answer.body.msg]).toEqual([403, 'Tài khoản đã bị khoá'])
})

test('a name or password that is no text of at most 255 characters is refused before any work (D1-Q-028, D1-SESS-05, D1-SESS-06, threats C6)', async () => {
  const bad: [unknown, unknown, string][] = [
    ['', demoPassword, 'Nhập tên đăng nhập'],
    ['  ', demoPassword, 'Nhập tên đăng nhập'],
    [7, demoPassword, 'Nhập tên đăng nhập'],
    ['sale111', '', 'Nhập mật khẩu'],
    ['sale111', ['x'], 'Nhập mật khẩu'],
    ['x'.repeat(256), demoPassword, 'Tối đa 255 ký tự'],
    ['sale111', 'x'.repeat(15_000), 'Tối đa 255 ký tự'],
  ]
  for (const [username, password, msg] of bad) {
    const answer = await enter(username, password)
    expect([answer.status, answer.body.msg]).toEqual([400, msg])
  }
  expect((await enter('x'.repeat(255), 'x'.repeat(255))).status).toBe(401)
})

test('after ten wrong passwords from an address a name must wait there, even with the right password, however it is written (D1-Q-027, D3-SEC-04, threats C5)', async () => {
  const spellings = ['sale113', 'SALE113', ' sale113 ', 'ｓａｌｅ１１３', 'Sale113']
  for (let tries = 0; tries < 10; tries++) expect((await enter(spellings[tries % 5], 'sai')).status).toBe(401)
  for (const spelling of spellings) {
    const refused = await enter(spelling)
    expect([refused.status, refused.body.msg, refused.headers['retry-after']]).toEqual([429, tooMany, '900'])
  }
  // A forged address does not bypass the limit, and other names are not affected.
  const dodge = await server.app.inject({
    method: 'POST',
    url: path,
    payload: { username: 'sale113', password: demoPassword },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  expect(dodge.statusCode).toBe(429)
  expect((await enter('sale121')).status).toBe(200)
  await server.pool.query(`UPDATE login_failures SET at = at - interval '15 minutes'`)
  expect((await enter('sale113')).status).toBe(200)
  expect((await server.pool.query('SELECT FROM login_failures')).rowCount).toBe(0)
})

test('number of tries, minutes and Retry-After follow the settings, at once and for each name (D1-Q-027, D1-Q-018)', async () => {
  const refusalOf = async (name: string) => {
    const { status, body, headers } = await enter(name, 'sai')
    return [status, body.msg, headers['retry-after']]
  }
  const later = [429, 'Đăng nhập sai quá nhiều lần, thử lại sau 90 phút', '5400']
  const admin = await server.as('admin')
  const put = async (key: string, value: unknown) =>
    (await admin.put(`/api/v1/setting/${key}`, { value })).status
  expect([await put('signIn.tries', 3), await put('signIn.minutes', 90)]).toEqual([200, 200])
  for (let tries = 0; tries < 3; tries++) expect((await refusalOf('sale113'))[0]).toBe(401)
  expect(await refusalOf('sale113')).toEqual(later)
  expect((await enter('sale112')).status).toBe(200)
  await server.pool.query(`UPDATE login_failures SET at = at - interval '89 minutes'`)
  expect(await refusalOf('sale113')).toEqual(later)
  await put('signIn.tries', 4)
  expect((await refusalOf('sale113'))[0]).toBe(401)
  expect(await refusalOf('sale113')).toEqual(later)
  await server.pool.query(
    `UPDATE login_failures SET at = at - interval '1 minute' WHERE at < now() - interval '1 hour'`,
  )
  expect((await enter('sale113')).status).toBe(200)
  // Settings that would allow unlimited tries or lock everybody out are refused.
  for (const [key, value] of [
    ['signIn.tries', 2],
    ['signIn.tries', 101],
    ['signIn.minutes', 0],
    ['signIn.minutes', 1441],
  ])
    expect(await put(String(key), value)).toBe(400)
})

test('an invalid limit in the settings stops signing in instead of being replaced by a guess (D1-Q-027)', async () => {
  await setSettings(server.pool, { 'signIn.tries': 1_000_000 })
  expect((await enter('sale112')).status).toBe(500)
})

test("a session's length is that of the setting at its start; a running session keeps its end (D1-Q-023, D1-Q-018)", async () => {
  const before = (await enter('sale112')).data as SignedIn
  await setSettings(server.pool, { 'session.hours': 2 })
  const after = (await enter('sale112')).data as SignedIn
  expect(after.expires_in).toBe(2 * 3600)
  const secondsLeft = async ({ access_token }: SignedIn): Promise<number> => {
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await server.app.inject({ url: '/api/v1/auth/me', headers })
    return answer.json<{ data: { expires_in: number } }>().data.expires_in
  }
  const [long, short] = [await secondsLeft(before), await secondsLeft(after)]
  expect([long > 12 * 3600 - 60, long <= 12 * 3600]).toEqual([true, true])
  expect([short > 2 * 3600 - 60, short <= 2 * 3600]).toEqual([true, true])
})

test('sign-ins in a flood get 503 with Retry-After and do not count as tries, while other calls continue (threats C6)', async () => {
  const flood = Array.from({ length: 120 }, (_, i) => enter(`ai-do-${i}`, 'sai'))
  const during = await (await server.as('sale111')).get('/api/v1/auth/me')
  expect(during.status).toBe(200)
  const answers = await Promise.all(flood)
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers['retry-after']).toBe('5')
  const { rowCount } = await server.pool.query('SELECT FROM login_failures')
  expect(rowCount).toBe(answers.length - busy.length)
})

test('a new password ends the other sessions and keeps the current one (D1-Q-031, threats C1)', async () => {
  const tokens: string[] = []
  for (let i = 0; i < 2; i++) tokens.push(((await enter('sale211')).data as SignedIn).access_token)
  const [ownHeaders, otherHeaders] = tokens.map((token) => ({ authorization: `Bearer ${token}` }))
  const saved = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/saveProfile',
    headers: ownHeaders!,
    payload: {
      fullname: 'Bùi Thị Mỹ Duyên',
      email: 'sale211@vasdesk.example',
      oldPassword: demoPassword,
      newPassword: 'moi-hoan-toan',
      confirmNewPassword: 'moi-hoan-toan',
    },
  })
  expect(saved.statusCode).toBe(200)
  const me = async (headers: Record<string, string>) =>
    (await server.app.inject({ url: '/api/v1/auth/me', headers })).statusCode
  await expect.poll(() => me(otherHeaders!), { timeout: 1000 }).toBe(401)
  expect(await me(ownHeaders!)).toBe(200)
  const trail = await server.pool.query<{ row: string }>(`SELECT a::text AS row FROM audit_log a`)
  expect(trail.rows.map(({ row }) => row).join()).not.toMatch(/moi-hoan-toan|argon2/)
})

test('every answer forbids framing, sniffing, caching and foreign pages, and sets no cookie that gives access (D1-Q-024, threats C8)', async () => {
  const admin = await server.as('admin')
  for (const answer of [
    await admin.get('/api/v1/users'),
    await admin.get('/api/v1/blacklist/export'),
    await enter('sale111'),
    await enter('sale111', 'sai'),
    await server.outsider.get('/api/v1/users'),
    await server.outsider.get('/api/v1/khong-co'),
  ]) {
    const { headers } = answer
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none';sandbox",
    )
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(
        /camera=\(\).*microphone=\(\).*geolocation=\(\).*clipboard-write=\(self\)/,
      ),
      'cache-control': 'no-store',
    })
    const signedIn = 'access_token' in ((answer.data ?? {}) as object)
    expect(headers['set-cookie'] !== undefined).toBe(signedIn)
    for (const name of ['access-control-allow-origin', 'x-powered-by', 'server'])
      expect(headers).not.toHaveProperty(name)
  }
})

test('signing out clears the browser cache, with or without a live session (threats I5)', async () => {
  for (const caller of [await server.as('sale112'), server.outsider]) {
    const { headers } = await caller.post('/api/v1/auth/logout', {})
    // Neither 'storage' nor 'cookies': the menu stays as it was (D1-Q-026), and the device stays known (D3-SEC-04).
    expect(headers['clear-site-data']).toBe('"cache"')
  }
})

test('the device cookie is hidden from scripts, sent to the sign-in only and stored as a hash (D3-SEC-04, D1-Q-024)', async () => {
  const answer = await enter('sale111')
  const cookie = String(answer.headers['set-cookie'])
  expect(cookie).toMatch(
    /^device=[\w-]{43}; Path=\/api\/v1\/auth\/login; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  )
  const { rows } = await server.pool.query<{ row: string }>('SELECT d::text AS row FROM devices d')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain(cookie.slice(7, 50))
  const opened = await server.app.inject({ url: '/api/v1/auth/me', headers: { cookie } })
  expect(opened.statusCode).toBe(401)
})

/** Tries to sign in from an address behind the proxy, with or without a device cookie. */
const from = (address: string, cookie?: string) => (username: string, password: string) =>
  proxied.app.inject({
    method: 'POST',
    url: path,
    payload: { username, password },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  })
const deviceOf = (answer: { headers: Record<string, unknown> }): string =>
  String(answer.headers['set-cookie']).split(';', 1).join()

test('a stranger cannot lock out a user at another address, or on a device that has signed in before (D3-SEC-04)', async () => {
  const office = '203.0.113.9'
  const device = deviceOf(await from(office)('admin', demoPassword))
  // Strangers in the same office and elsewhere try the administrator's password.
  for (const stranger of [from(office), from('198.51.100.7')]) {
    for (let tries = 0; tries < 10; tries++) expect((await stranger('admin', 'sai')).statusCode).toBe(401)
    expect((await stranger('admin', demoPassword)).statusCode).toBe(429)
  }
  expect((await from(office, device)('admin', demoPassword)).statusCode).toBe(200)
  expect((await from('192.0.2.44')('admin', demoPassword)).statusCode).toBe(200)
  // Only tries from that source were forgiven; strangers still wait.
  expect((await from('198.51.100.7')('admin', demoPassword)).statusCode).toBe(429)
  // The device is known only for the account that signed in with it, and its own tries are counted too.
  expect((await from(office, device)('sale111', 'sai')).statusCode).toBe(401)
  for (let tries = 0; tries < 10; tries++)
    expect((await from('192.0.2.45', device)('admin', 'sai')).statusCode).toBe(401)
  expect((await from('192.0.2.46', device)('admin', demoPassword)).statusCode).toBe(429)
  // A made-up token is no known device.
  expect((await from(office, `device=${'x'.repeat(43)}`)('admin', demoPassword)).statusCode).toBe(429)
})

test('a caller who forges addresses in the header is counted by the address that the proxy saw (D3-SEC-04)', async () => {
  for (let tries = 0; tries < 10; tries++)
    expect((await from(`10.0.0.${tries}, 198.51.100.9`)('sale111', 'sai')).statusCode).toBe(401)
  expect((await from('10.0.0.99, 198.51.100.9')('sale111', demoPassword)).statusCode).toBe(429)
  // An IPv6 customer has a whole /64.
  for (let tries = 0; tries < 10; tries++)
    expect((await from(`2001:db8:1:2::${tries}`)('sale111', 'sai')).statusCode).toBe(401)
  expect((await from('2001:db8:1:2:ffff::1')('sale111', demoPassword)).statusCode).toBe(429)
  expect((await from('2001:db8:1:3::1')('sale111', demoPassword)).statusCode).toBe(200)
})

test('wrong passwords of an address are also counted over all names, except those of a known device (D3-SEC-04)', async () => {
  await setSettings(proxied.pool, { 'signIn.tries': 3 })
  const [office, elsewhere] = ['203.0.113.77', '203.0.113.78']
  const device = deviceOf(await from(office)('sale111', demoPassword))
  for (let name = 0; name < 60; name++)
    expect((await from(office)(`ai-do-${name}`, 'sai')).statusCode).toBe(401)
  expect((await from(office)('sale112', demoPassword)).statusCode).toBe(429)
  expect((await from(office, device)('sale111', demoPassword)).statusCode).toBe(200)
  expect((await from(elsewhere)('sale112', demoPassword)).statusCode).toBe(200)
})

test('wrong names tried on a known device are counted by the device, whatever their addresses (D3-SEC-04)', async () => {
  await setSettings(proxied.pool, { 'signIn.tries': 3 })
  const device = deviceOf(await from('203.0.113.80')('sale111', demoPassword))
  const tries = []
  for (let name = 0; name < 10; name++)
    tries.push((await from(`198.51.100.${100 + name}`, device)(`ai-${name}`, 'sai')).statusCode)
  expect(tries).toEqual([...Array<number>(9).fill(401), 429])
  // Its own users and those without the device are not affected; a colleague is limited, as by address.
  expect((await from('203.0.113.81', device)('sale111', demoPassword)).statusCode).toBe(200)
  expect((await from('203.0.113.82')('sale112', demoPassword)).statusCode).toBe(200)
  expect((await from('203.0.113.83', device)('sale112', demoPassword)).statusCode).toBe(429)
  await setSettings(proxied.pool, { 'signIn.tries': 10 })
})

test('a flood of strangers loses only its own requests, not those of known devices and other addresses, and is one line of the log (D3-SEC-04, threats C6)', async () => {
  const device = deviceOf(await from('203.0.113.9')('sale111', demoPassword))
  logged.length = 0
  const flood = Array.from({ length: 150 }, (_, index) => from('198.51.100.7')(`ai-do-${index}`, 'sai'))
  // The queue is full by now.
  await Promise.race(flood)
  const fromDevice = Array.from({ length: 5 }, () => from('203.0.113.9', device)('sale111', demoPassword))
  const others = ['192.0.2.1', '192.0.2.2'].map((address) => from(address)('sale112', demoPassword))
  const honest = await Promise.all([...fromDevice, ...others])
  expect(honest.map(({ statusCode }) => statusCode)).toEqual(honest.map(() => 200))
  const shed = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 503)
  expect(shed.length).toBeGreaterThan(50)
  const lines = logged.filter((line) => line.includes('auth/login'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('stack')
})

test('a flood of sign-ins from many addresses leaves other addresses their share (D3-SEC-08)', async () => {
  const flood: Promise<{ statusCode: number }>[] = []
  const addresses = Array.from({ length: 60 }, (_, index) => `198.18.0.${index}`)
  // Each address has failed once, and is still served.
  for (const address of addresses) noteFailure(`address ${address}`)
  for (let round = 0; round < 2; round++)
    flood.push(...addresses.map((address) => from(address)(`x${round}`, 'sai')))
  await Promise.race(flood)
  const honest = Array.from({ length: 10 }, (_, index) =>
    from(`192.0.2.${100 + index}`)('sale112', demoPassword),
  )
  expect((await Promise.all(honest)).map(({ statusCode }) => statusCode)).toEqual(honest.map(() => 200))
  const answers = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
  expect(answers.filter((status) => status === 503).length).toBeGreaterThan(30)
  // Sources with failures today are not starved: every third turn goes to the longest wait.
  expect(answers.filter((status) => status === 401).length).toBeGreaterThan(10)
})
