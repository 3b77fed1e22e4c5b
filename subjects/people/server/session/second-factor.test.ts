/** The second factor: what the password alone allows, single-use codes, lost devices (D3-SEC-06). */
import { setTimeout } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '#platform/contract/calls/session.ts'
import { deviceWith, setUpFactor, type Device } from '#test/second-factor.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { resetSecondFactorOf } from '#platform/app/server/running/operator.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { newCodes } from './recovery-codes.ts'

const factorPath = '/api/v1/session/second-factor'
const login = '/api/v1/auth/login'
const logged: string[] = []
/** Behind a proxy, so that callers have addresses. */
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' }, (line) => void logged.push(line))
})
beforeEach(() =>
  server.pool.query(`
    TRUNCATE login_failures, settings, devices, second_factors, recovery_codes;
    UPDATE users SET is_deleted = false`),
)
afterAll(() => server.close())

type Entry = { code?: string; password?: string; address?: string; cookie?: string }
async function enter(username: string, { address = '192.0.2.1', cookie, ...sent }: Entry = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: login,
    payload: { username, password: demoPassword, ...sent },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  })
  return { status: answer.statusCode, body: answer.json<Answer['body']>(), headers: answer.headers }
}
const refused = { code: 'SECOND_FACTOR', msg: 'Mã xác thực không đúng hoặc đã dùng' }
const sessionsOf = async (username: string): Promise<number> => {
  const { rowCount } = await server.pool.query(sql`
    SELECT FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.username = ${username} AND s.revoked_at IS NULL`)
  return rowCount ?? 0
}
const idOf = async (username: string): Promise<string> => {
  const { rows } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM users WHERE username = ${username}`,
  )
  return rows[0]?.id ?? ''
}
const reset = async (caller: Caller, username: string): Promise<Answer> =>
  caller.post(`/api/v1/users/${await idOf(username)}/reset-second-factor`)
const withToken =
  (token: unknown) => (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    server.app
      .inject({
        method,
        url,
        ...(payload && { payload }),
        headers: { authorization: `Bearer ${String(token)}` },
      })
      .then((answer) => ({ status: answer.statusCode, body: answer.json<Answer['body']>() }))

test('a stolen password alone opens no session and only reveals that a code is needed (D3-SEC-06)', async () => {
  await setUpFactor(await server.as('quanly'))
  const before = await sessionsOf('quanly')
  const answer = await enter('quanly')
  expect([answer.status, answer.body]).toEqual([
    401,
    {
      code: 'SECOND_FACTOR',
      msg: 'Nhập mã xác thực từ điện thoại, hoặc một mã khôi phục',
      fields: { code: 'Nhập mã xác thực từ điện thoại, hoặc một mã khôi phục' },
    },
  ])
  expect(answer.headers['set-cookie']).toBeUndefined()
  // A wrong password gets the same refusal with or without a code.
  for (const sent of [{}, { code: '123456' }])
    expect((await enter('quanly', { password: 'sai', ...sent })).body).toEqual({
      code: 'UNAUTHENTICATED',
      msg: 'Sai tên đăng nhập hoặc mật khẩu',
    })
  expect((await enter('quanly', { code: '000000' })).body).toMatchObject(refused)
  expect(await sessionsOf('quanly')).toBe(before)
})

test('a code opens one session with a clock one step off in either direction, but not two steps off (D3-SEC-06)', async () => {
  const device = await setUpFactor(await server.as('quanly'))
  const again = () => server.pool.query('UPDATE second_factors SET last_step = 0')
  for (const [steps, status] of [
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ] as const) {
    await again()
    const answer = await enter('quanly', { code: device.code(steps) })
    expect([steps, answer.status]).toEqual([steps, status])
  }
  await again()
  // With a space, as some devices show it.
  const spaced = device.code().replace(/^(...)/, '$1 ')
  expect((await enter('quanly', { code: spaced })).status).toBe(200)
})

test('without grace a code is valid only in its own thirty seconds (D3-SEC-06)', async () => {
  const device = await setUpFactor(await server.as('quanly'))
  await setSettings(server.pool, { 'signIn.codeGrace': 0 })
  // Waits when the current time step is about to end.
  const into = Date.now() % 30_000
  if (into > 24_000) await setTimeout(30_500 - into)
  for (const [steps, status] of [
    [-1, 401],
    [1, 401],
    [0, 200],
  ] as const) {
    await server.pool.query('UPDATE second_factors SET last_step = 0')
    expect([steps, (await enter('quanly', { code: device.code(steps) })).status]).toEqual([steps, status])
  }
  await setSettings(server.pool, { 'signIn.codeGrace': 1 })
})

test('a code works once, also in eight simultaneous sign-ins, and no earlier code works after it (D3-SEC-06)', async () => {
  const device = await setUpFactor(await server.as('quanly'), -1)
  // The code used for the set-up counts as used.
  expect((await enter('quanly', { code: device.code(-1) })).body).toMatchObject(refused)
  const code = device.code(1)
  const answers = await Promise.all(Array.from({ length: 8 }, () => enter('quanly', { code })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(7).fill(401),
  ])
  expect((await enter('quanly', { code: device.code(0) })).body).toMatchObject(refused)
})

test('wrong codes are counted like wrong passwords, over all addresses new to the account; its own device continues (D3-SEC-06, D3-SEC-04)', async () => {
  const device = await setUpFactor(await server.as('quanly'))
  const first = await enter('quanly', { code: device.code() })
  const cookie = String(first.headers['set-cookie']).split(';', 1).join()
  const tries = await Promise.all(
    Array.from({ length: 14 }, (_, n) => enter('quanly', { code: '000000', address: `198.51.100.${n}` })),
  )
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(4)
  // Requesting the code form repeatedly does not give back tries.
  await enter('quanly', { address: '198.51.100.99' })
  expect((await enter('quanly', { code: device.code(1), address: '198.51.100.99' })).status).toBe(429)
  expect((await enter('quanly', { code: device.code(1), address: '203.0.113.5', cookie })).status).toBe(200)
})

test('wrong passwords stay counted when the right one is sent without a code (D3-SEC-06, threats C5)', async () => {
  await setUpFactor(await server.as('quanly'))
  const wrong = async (times: number) => {
    for (let n = 0; n < times; n += 1) expect((await enter('quanly', { password: 'sai' })).status).toBe(401)
  }
  await wrong(6)
  expect((await enter('quanly')).body.code).toBe('SECOND_FACTOR')
  await wrong(4)
  expect((await enter('quanly')).status).toBe(429)
})

test('each recovery code opens one session, is recorded and notified; secrets and codes are stored nowhere in clear text (D3-SEC-06, D3-SEC-02)', async () => {
  const device = await setUpFactor(await server.as('quanly'))
  const [first = '', second = ''] = device.recovery
  const answers = await Promise.all(Array.from({ length: 4 }, () => enter('quanly', { code: first })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  expect((await enter('quanly', { code: second.replaceAll('-', '').toUpperCase() })).status).toBe(200)
  expect((await enter('quanly', { code: `${second}x` })).body).toMatchObject(refused)
  const caller = await server.as('quanly')
  expect((await caller.get(factorPath)).data).toMatchObject({ codes_left: 8 })
  const notices = JSON.stringify((await caller.get('/api/v1/thongbao')).data)
  expect(notices).toContain('Đã đăng nhập bằng một mã khôi phục')
  const { rows } = await server.pool.query(sql`
    SELECT action FROM audit_log WHERE resource_id = ${await idOf('quanly')} AND action = 'recovery-code'`)
  expect(rows).toHaveLength(2)
  // Every table of the database, and the log.
  const { rows: tables } = await server.pool.query<{ name: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  const kept: string[] = []
  for (const { name } of tables) {
    const { rows: texts } = await server.pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)
    kept.push(...texts.map(({ text }) => text))
  }
  const all = [...kept, ...logged].join('\n')
  expect(all.length).toBeGreaterThan(10_000)
  for (const secret of [
    device.secret,
    ...device.recovery,
    ...device.recovery.map((code) => code.replaceAll('-', '')),
  ])
    expect(all.includes(secret)).toBe(false)
})

test('the secret being set up is shown only in a confirmed session, and neither after completion nor after ten minutes (D3-SEC-06)', async () => {
  const caller = await server.as('quanly')
  const stolen = await server.unconfirmed('quanly')
  // A stolen session alone can neither set up a device nor see or remove the existing one.
  for (const ask of [
    stolen.post(factorPath),
    stolen.get(`${factorPath}/new`),
    stolen.put(factorPath, { code: '123456' }),
    stolen.post(`${factorPath}/off`),
  ])
    expect((await ask).body.code).toBe('REAUTH')
  await caller.post(factorPath)
  const draft = (await caller.get(`${factorPath}/new`)).data as Device & { address: string }
  expect(draft.address).toMatch(/^otpauth:\/\/totp\/.*quanly\?.*secret=[A-Z2-7]{32}/)
  expect(new Set(draft.recovery).size).toBe(10)
  expect((await caller.put(factorPath, { code: deviceWith(draft).code(5) })).body).toMatchObject({
    code: 'VALIDATION',
    fields: { code: 'Mã không đúng. Kiểm tra giờ của điện thoại rồi nhập mã đang hiện' },
  })
  // Not in force yet.
  expect((await enter('quanly')).status).toBe(200)
  await server.pool.query(`UPDATE second_factors SET next_at = now() - interval '11 minutes'`)
  expect((await caller.put(factorPath, { code: deviceWith(draft).code() })).status).toBe(404)
  const device = await setUpFactor(caller)
  expect((await caller.get(`${factorPath}/new`)).status).toBe(404)
  // A new device replaces the former one, and its recovery codes the former codes.
  const next = await setUpFactor(caller, -1, device.recovery[1])
  expect((await enter('quanly', { code: device.code(1) })).body).toMatchObject(refused)
  expect((await enter('quanly', { code: device.recovery[0] ?? '' })).body).toMatchObject(refused)
  expect((await enter('quanly', { code: next.code(1) })).status).toBe(200)
})

test('the bell notifies the owner, and nobody else, of each new device and its removal, also by themselves (D3-SEC-06)', async () => {
  await server.pool.query('DELETE FROM bell_notices')
  const caller = await server.as('quanly')
  const ownerNotices = async () =>
    (
      await server.pool.query<{ username: string; why: string }>(
        `SELECT username, about ->> 'why' AS why FROM bell_notices WHERE kind = 'factorChanged' ORDER BY at`,
      )
    ).rows.map(({ username, why }) => `${username} ${why}`)
  const device = await setUpFactor(caller)
  expect(await ownerNotices()).toEqual(['quanly device'])
  const next = await setUpFactor(caller, -1, device.recovery[0])
  expect(await ownerNotices()).toEqual(['quanly device', 'quanly device'])
  const off = await caller.post(`${factorPath}/off`, { code: next.code(1) })
  expect([off.status, await ownerNotices()]).toEqual([200, ['quanly device', 'quanly device', 'quanly off']])
})

test('the second factor is offered to administrators, managers and users with pay.manage, and not required while the setting is off (D3-SEC-06)', async () => {
  const offered = async (name: string) =>
    ((await (await server.as(name)).get(factorPath)).data as { offered: boolean }).offered
  expect([await offered('admin'), await offered('quanly'), await offered('chinhanh1')]).toEqual([
    true,
    true,
    false,
  ])
  const branch = await server.as('chinhanh1')
  expect((await branch.post(factorPath)).status).toBe(403)
  await server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'chinhanh1' AND p.code = 'pay.manage'`)
  expect(await offered('chinhanh1')).toBe(true)
  await setUpFactor(await server.signedIn('chinhanh1'))
  await server.pool.query(`DELETE FROM user_permissions`)
  expect((await enter('chinhanh1')).body.code).toBe('SECOND_FACTOR')
  await setSettings(server.pool, { 'signIn.secondFactor': 'off' })
  expect(await offered('admin')).toBe(false)
  expect((await enter('chinhanh1')).status).toBe(200)
})

test('while it is required, users without one set it up after the password and can do nothing else; it cannot be removed (D3-SEC-06)', async () => {
  await setSettings(server.pool, { 'signIn.secondFactor': 'required' })
  expect(((await enter('sale111')).body.data as SignedIn).second_factor).toBe('none')
  const { access_token, second_factor } = (await enter('quanly')).body.data as SignedIn
  expect(second_factor).toBe('due')
  const ask = withToken(access_token)
  for (const path of ['/api/v1/users', '/api/v1/dashboard', '/api/v1/setting'])
    expect([path, (await ask('GET', path)).body.code]).toEqual([path, 'FACTOR_SETUP'])
  expect((await ask('PUT', '/api/v1/setting/signIn.secondFactor', { value: 'off' })).body.code).toBe(
    'FACTOR_SETUP',
  )
  expect((await ask('GET', '/api/v1/auth/me')).body.data).toMatchObject({ second_factor: 'due', views: null })
  expect((await ask('POST', factorPath)).body.code).toBe('REAUTH')
  expect((await ask('POST', '/api/v1/session/confirm', { password: demoPassword })).status).toBe(200)
  expect((await ask('POST', factorPath)).status).toBe(200)
  const device = deviceWith((await ask('GET', `${factorPath}/new`)).body.data as Device)
  expect((await ask('PUT', factorPath, { code: device.code() })).status).toBe(200)
  // Immediately, in this session.
  expect((await ask('GET', '/api/v1/users')).status).toBe(200)
  const caller = await server.as('quanly')
  expect((await caller.post(`${factorPath}/off`, { code: device.code(1) })).body).toMatchObject({
    code: 'CONFLICT',
  })
  await setSettings(server.pool, { 'signIn.secondFactor': 'offered' })
  expect((await caller.post(`${factorPath}/off`, { code: device.code(1) })).status).toBe(200)
  expect((await enter('quanly')).status).toBe(200)
})

test('when required for everybody, a salesperson sets one up too, and then signs in with a code (D3-SEC-06)', async () => {
  await setSettings(server.pool, { 'signIn.secondFactor': 'everybody' })
  const { access_token, second_factor } = (await enter('sale112')).body.data as SignedIn
  expect(second_factor).toBe('due')
  const ask = withToken(access_token)
  expect((await ask('GET', '/api/v1/customer/new-care')).body.code).toBe('FACTOR_SETUP')
  expect((await ask('POST', '/api/v1/session/confirm', { password: demoPassword })).status).toBe(200)
  expect((await ask('POST', factorPath)).status).toBe(200)
  const device = deviceWith((await ask('GET', `${factorPath}/new`)).body.data as Device)
  expect((await ask('PUT', factorPath, { code: device.code() })).status).toBe(200)
  expect((await ask('GET', '/api/v1/customer/new-care')).status).toBe(200)
  expect((await ask('POST', `${factorPath}/off`)).body).toMatchObject({ code: 'CONFLICT' })
  expect((await enter('sale112')).body.code).toBe('SECOND_FACTOR')
  await setSettings(server.pool, { 'signIn.secondFactor': 'offered' })
})

test('a recovery code has more than 128 bits (ASVS V11.5.1)', () => {
  const letters = '23456789abcdefghjkmnpqrstuvwxyz'
  for (const code of newCodes()) {
    expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){6}[2-9a-hjkmnp-z]{4}$/)
    expect(code.replaceAll('-', '').length * Math.log2(letters.length)).toBeGreaterThan(128)
  }
})

test('a running session is blocked as soon as the second factor is required (D3-SEC-06)', async () => {
  const caller = await server.signedIn('quanly')
  expect((await caller.get('/api/v1/users')).status).toBe(200)
  const administrator = await server.signedIn('admin')
  const set = await administrator.put('/api/v1/setting/signIn.secondFactor', { value: 'required' })
  expect(set.status).toBe(200)
  await expect.poll(async () => (await caller.get('/api/v1/users')).body.code).toBe('FACTOR_SETUP')
  expect((await administrator.get('/api/v1/users')).body.code).toBe('FACTOR_SETUP')
})

test('another administrator resets a lost one, confirmed and on record; its owner is notified and signed out, and nobody resets their own (D3-SEC-06)', async () => {
  const holder = await server.signedIn('quanly')
  const device = await setUpFactor(holder)
  expect((await reset(await server.signedIn('quanly'), 'quanly')).status).toBe(403)
  expect((await reset(await server.unconfirmed('admin'), 'quanly')).body.code).toBe('REAUTH')
  const administrator = await server.as('admin')
  expect((await reset(administrator, 'quanly')).status).toBe(200)
  await expect.poll(async () => (await holder.get('/api/v1/auth/me')).status).toBe(401)
  expect((await enter('quanly', { code: device.code(1) })).status).toBe(200)
  expect((await enter('quanly')).status).toBe(200)
  const notices = (await (await server.signedIn('quanly')).get('/api/v1/thongbao')).data
  expect(JSON.stringify(notices)).toContain('Xác thực hai lớp của bạn đã được đặt lại')
  const history = await administrator.get(`/api/v1/users/${await idOf('quanly')}/history`)
  expect(JSON.stringify(history.data)).toContain('reset-factor')
  expect((await reset(administrator, 'quanly')).status).toBe(409)
  await setUpFactor(administrator)
  expect((await reset(administrator, 'admin')).body).toMatchObject({ code: 'FORBIDDEN' })
})

test('a reset password keeps the second factor (D3-SEC-06, D1-ACC-51)', async () => {
  const device = await setUpFactor(await server.signedIn('quanly'))
  const newPassword = 'mưa rào tháng sáu'
  const admin = await server.as('admin')
  const pair = { password: newPassword, rePassword: newPassword }
  expect((await admin.post(`/api/v1/users/${await idOf('quanly')}/reset-password`, pair)).status).toBe(200)
  try {
    expect((await enter('quanly', { password: newPassword })).body).toMatchObject({ code: 'SECOND_FACTOR' })
    expect((await enter('quanly', { password: newPassword, code: device.code(1) })).status).toBe(200)
  } finally {
    await server.pool.query(`
      UPDATE users SET must_change_password = false,
        password_hash = (SELECT password_hash FROM users WHERE username = 'sale111') WHERE username = 'quanly'`)
  }
})

test("a single administrator without device and codes signs in again after the operator's command (D3-SEC-06)", async () => {
  await setUpFactor(await server.as('admin'))
  expect((await enter('admin')).status).toBe(401)
  await resetSecondFactorOf(server.api.services, 'ADMIN')
  expect((await enter('admin')).status).toBe(200)
  await expect(resetSecondFactorOf(server.api.services, 'admin')).rejects.toThrow('has no second factor')
  await expect(resetSecondFactorOf(server.api.services, 'nobody')).rejects.toThrow("no account 'nobody'")
  const { rows } = await server.pool.query(sql`
    SELECT username FROM audit_log WHERE action = 'reset-factor' ORDER BY id DESC LIMIT 1`)
  expect(rows).toEqual([{ username: '__OPERATOR' }])
})

test('a locked account is told so only after password and code, and its recovery codes open nothing (D3-SEC-06, D1-Q-034)', async () => {
  const device = await setUpFactor(await server.signedIn('quanly'))
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'quanly'`)
  expect((await enter('quanly')).body.code).toBe('SECOND_FACTOR')
  expect((await enter('quanly', { code: device.code(1) })).body).toMatchObject({ code: 'FORBIDDEN' })
  expect((await enter('quanly', { code: device.recovery[0] ?? '' })).status).toBe(401)
})

test('the setting is for administrators in a confirmed session, and needs a key for secrets (D3-SEC-06, D3-SEC-07)', async () => {
  const change = async (caller: Caller, value: string) =>
    (await caller.put('/api/v1/setting/signIn.secondFactor', { value })).body.code
  expect(await change(await server.signedIn('quanly'), 'off')).toBe('FORBIDDEN')
  expect(await change(await server.unconfirmed('admin'), 'off')).toBe('REAUTH')
  const { services } = server.api
  const { secrets } = services
  delete services.secrets
  try {
    for (const value of ['required', 'everybody'])
      expect(await change(await server.signedIn('admin'), value)).toBe('VALIDATION')
  } finally {
    if (secrets) services.secrets = secrets
  }
  expect(await change(await server.signedIn('admin'), 'offered')).toBeUndefined()
})
