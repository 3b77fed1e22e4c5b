/** With a password set by another account the only allowed call is setting an own one. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#platform/contract/calls/session.ts'
import { openLive } from '#platform/server/live/channel.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { signInAs, startTestServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const idOf = async (username: string): Promise<string> => {
  const { rows } = await server.pool.query<{ id: string }>(sql`
    SELECT id FROM users WHERE username = ${username}`)
  return rows[0]!.id
}

const giveTo = async (username: string, password: string): Promise<Answer> =>
  (await server.as('admin')).post(`/api/v1/users/${await idOf(username)}/reset-password`, {
    password,
    rePassword: password,
  })

const login = (username: string, password: string): Promise<Answer> =>
  server.outsider.post('/api/v1/auth/login', { username, password })

/** Calls with the token of a real sign-in. */
const withToken = (token: string) => async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

const triple = (oldPassword: string, newPassword: string, confirmNewPassword = newPassword) => ({
  oldPassword,
  newPassword,
  confirmNewPassword,
})
const change = '/api/v1/auth/changePassword'

test('after a reset every call except the change of password is refused until the password is changed (D1-ACC-51, D1-Q-033, threats C7)', async () => {
  expect((await giveTo('sale111', 'cap-tam-1')).status).toBe(200)
  const signedIn = (await login('sale111', 'cap-tam-1')).data as SignedIn
  expect(signedIn.must_change_password).toBe(true)
  const call = withToken(signedIn.access_token)
  for (const { method, path, may } of server.api.policy) {
    if (may === 'public' || path === change || path === '/api/v1/auth/me') continue
    const answer = await server.app.inject({
      method,
      url: path.replace(/:\w+/g, 'x'),
      headers: { authorization: `Bearer ${signedIn.access_token}` },
    })
    expect([path, answer.statusCode, answer.json()]).toEqual([
      path,
      403,
      { code: 'PASSWORD_CHANGE', msg: 'Đổi mật khẩu trước khi tiếp tục' },
    ])
  }
  expect((await call('GET', '/api/v1/auth/me')).body.data).toMatchObject({
    must_change_password: true,
    views: null,
  })
  const done = await call('POST', change, triple('cap-tam-1', 'cua-rieng-toi'))
  expect([done.status, done.body.msg]).toEqual([200, 'Đổi mật khẩu thành công'])
  // Immediately, not only after the notification has arrived.
  expect((await call('GET', '/api/v1/customer')).status).toBe(200)
  expect((await call('GET', '/api/v1/auth/me')).body.data).toMatchObject({ must_change_password: false })
  expect((await login('sale111', 'cap-tam-1')).status).toBe(401)
  expect(((await login('sale111', 'cua-rieng-toi')).data as SignedIn).must_change_password).toBe(false)
})

test('a new account sets an own password first (D1-ACC-48, threats C7)', async () => {
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM roles WHERE priority = 2')
  const admin = await server.as('admin')
  const made = await admin.post('/api/v1/users', {
    username: 'quanly2',
    password: 'cap-lan-dau',
    fullname: 'Quản lý mới',
    email: 'quanly2@vasdesk.example',
    role_id: rows[0]!.id,
  })
  expect(made.status).toBe(200)
  const { access_token, must_change_password } = (await login('quanly2', 'cap-lan-dau')).data as SignedIn
  expect(must_change_password).toBe(true)
  expect((await withToken(access_token)('GET', '/api/v1/users')).body.code).toBe('PASSWORD_CHANGE')
})

test('the change needs the given password and two equal new ones different from it (D1-Q-031)', async () => {
  await giveTo('sale112', 'cap-tam-2')
  const { access_token } = (await login('sale112', 'cap-tam-2')).data as SignedIn
  const call = withToken(access_token)
  const refused: [object, string, string][] = [
    [{}, 'oldPassword', 'Nhập đủ mật khẩu cũ, mật khẩu mới và nhập lại mật khẩu mới'],
    [
      triple('cap-tam-2', '', ''),
      'newPassword',
      'Nhập đủ mật khẩu cũ, mật khẩu mới và nhập lại mật khẩu mới',
    ],
    [triple('cap-tam-2', 'mot-khac', 'hai-khac'), 'confirmNewPassword', 'Mật khẩu nhập lại không khớp'],
    [triple('cap-tam-2', '12345'), 'newPassword', 'Mật khẩu mới phải có ít nhất 6 ký tự'],
    [triple('cap-tam-2', 'x'.repeat(256)), 'newPassword', 'Mật khẩu mới dài tối đa 255 ký tự'],
    [triple('sai', 'mot-khac'), 'oldPassword', 'Mật khẩu cũ không đúng'],
    [triple('cap-tam-2', 'cap-tam-2'), 'newPassword', 'Mật khẩu mới phải khác mật khẩu cũ'],
  ]
  for (const [body, field, msg] of refused) {
    const answer = await call('POST', change, body)
    expect([answer.status, answer.body.msg]).toEqual([400, msg])
    expect(answer.body.fields).toHaveProperty(field)
  }
  expect((await call('GET', '/api/v1/customer')).body.code).toBe('PASSWORD_CHANGE')
})

test('a given password expires after a day, and the message says who gives another (threats C7)', async () => {
  await giveTo('sale113', 'cap-tam-3')
  await server.pool.query(`
    UPDATE users SET credentials_changed_at = now() - interval '25 hours' WHERE username = 'sale113'`)
  const late = await login('sale113', 'cap-tam-3')
  expect([late.status, late.body.msg]).toEqual([
    403,
    'Mật khẩu được cấp đã hết hạn, nhờ leader hoặc quản lý cấp lại',
  ])
  expect((await login('sale113', 'sai')).status).toBe(401)
  // An own password does not expire.
  await server.pool.query(`
    UPDATE users SET credentials_changed_at = now() - interval '2 years' WHERE username = 'sale121'`)
  expect((await login('sale121', demoPassword)).status).toBe(200)
})

test('nobody gives their own account a new password without the old one (D3-SEC-04)', async () => {
  const refused = await giveTo('admin', 'cua-chinh-toi')
  expect([refused.status, refused.body.msg]).toEqual([
    403,
    'Đổi mật khẩu của chính mình ở Hồ sơ, với mật khẩu cũ',
  ])
  const ownReset = await (
    await server.as('admin')
  ).post(`/api/v1/users/${(await idOf('admin')).toUpperCase()}/reset-password`, {
    password: 'cua-chinh-toi',
    rePassword: 'cua-chinh-toi',
  })
  expect(ownReset.status).toBe(403)
  expect((await login('admin', demoPassword)).status).toBe(200)
})

test('common passwords are refused, wherever one is set (D3-SEC-04)', async () => {
  const common = 'Mật khẩu này quá dễ đoán, chọn mật khẩu khác'
  const sale = await server.as('sale211')
  for (const password of ['123456', 'PassWord1', 'anhyeuem', 'matkhau', 'sale211', 'aaaaaaaa', 'Demo@2026']) {
    const changed = await sale.post(change, triple(demoPassword, password))
    expect([password, changed.status, changed.body.msg]).toEqual([password, 400, common])
    expect(changed.body.fields).toEqual({ newPassword: common })
    const given = await giveTo('sale211', password)
    expect([password, given.status, given.body.fields]).toEqual([password, 400, { password: common }])
  }
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM roles WHERE priority = 2')
  const admin = await server.as('admin')
  const made = await admin.post('/api/v1/users', {
    username: 'quanly3',
    password: 'qwerty123',
    fullname: 'Quản lý mới',
    email: 'quanly3@vasdesk.example',
    role_id: rows[0]!.id,
  })
  expect([made.status, made.body.msg]).toEqual([400, common])
})

test('a session has ten tries at the old password, and its owner can continue from another session (D3-SEC-04)', async () => {
  const [thief, owner] = [await signInAs(server.pool, 'QCMB01'), await signInAs(server.pool, 'QCMB01')]
  const guess = (token: string, old: string) => withToken(token)('POST', change, triple(old, 'cua-rieng-toi'))
  const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => guess(thief, `sai-${index}`)))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  const refused = await guess(thief, demoPassword)
  expect([refused.status, refused.body.msg]).toEqual([
    429,
    'Nhập sai mật khẩu cũ quá nhiều lần, thử lại sau 15 phút',
  ])
  expect((await guess(owner, 'sai')).status).toBe(400)
  expect((await guess(owner, demoPassword)).status).toBe(200)
})

test('the live channel is refused until the own password is set (threats C7, D1)', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { services, sessions } = server.api
  const live = openLive(http, {
    sessions,
    log: services.log,
    rates: server.api.rates,
  })
  const refusalOf = async (username: string): Promise<string> => {
    const token = await signInAs(server.pool, username)
    const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      transports: ['websocket'],
      reconnection: false,
      auth: { token },
    })
    try {
      return await new Promise<string>((resolve) => {
        socket.on('connect', () => resolve('connected'))
        socket.on('connect_error', (error) => resolve(error.message))
      })
    } finally {
      socket.disconnect()
    }
  }
  await server.pool.query(`UPDATE users SET must_change_password = true WHERE username = 'sale211'`)
  expect(await refusalOf('sale211')).toBe('PASSWORD_CHANGE')
  expect(await refusalOf('sale212')).toBe('connected')
  await live.close()
})

test('a password given while its owner is changing it is not overwritten (threats C7, C2)', async () => {
  const id = await idOf('sale122')
  const holder = await server.as('sale122')
  // The hash of another password, as a text that is no hash cannot be compared.
  const otherHash = (
    await server.pool.query<{ hash: string }>(
      sql`SELECT overlay(password_hash PLACING 'AAAA' FROM length(password_hash) - 10 FOR 4) AS hash FROM users WHERE id = ${id}`,
    )
  ).rows[0]?.hash
  const reset = await server.pool.connect()
  try {
    await reset.query('BEGIN')
    const holding = await reset.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await reset.query(
      sql`UPDATE users SET password_hash = ${otherHash}, must_change_password = true WHERE id = ${id}`,
    )
    const changing = holder.post(change, triple(demoPassword, 'cua-rieng-toi'))
    await expect
      .poll(async () => {
        const { rowCount } = await server.pool.query(sql`
          SELECT FROM pg_stat_activity WHERE ${holding.rows[0]?.pid}::int = ANY (pg_blocking_pids(pid))`)
        return rowCount
      })
      .toBe(1)
    await reset.query('COMMIT')
    expect((await changing).status).toBe(400)
  } finally {
    reset.release()
  }
  const { rows } = await server.pool.query(sql`
    SELECT password_hash, must_change_password FROM users WHERE id = ${id}`)
  expect(rows).toEqual([{ password_hash: otherHash, must_change_password: true }])
})
