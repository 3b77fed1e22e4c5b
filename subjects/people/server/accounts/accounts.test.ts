/** Accounts over the wire: shape, rights, authority, place in the tree, lock and password. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Caller
const roleIds = new Map<number, string>()
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const { rows } = await server.pool.query<{ id: string; priority: number }>('SELECT id, priority FROM roles')
  for (const { id, priority } of rows) roleIds.set(priority, id)
  // One branch may manage its accounts; managers lack one permission of the administrators.
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'chinhanh1' AND p.code IN ('user.add', 'user.edit')`)
  await server.pool.query(`
    DELETE FROM role_permissions rp USING roles r, permissions p
    WHERE r.id = rp.role_id AND p.id = rp.permission_id AND r.priority = 2 AND p.code = 'care.otp'`)
})
afterAll(() => server.close())

const role = (priority: number): string => roleIds.get(priority)!
const account = (answer: Answer): Account => answer.data as Account
const page = (answer: Answer): Account[] => (answer.data as { values: Account[] }).values
const find = async (username: string): Promise<Account> =>
  account(await admin.get(`/api/v1/users/findByUsername/${username}`))
const idOf = async (username: string): Promise<string> => {
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [
    username,
  ])
  return rows[0]!.id
}
let made = 0
const body = (priority: number, more: object = {}) => ({
  username: `nv${++made}`,
  password: 'matkhau1',
  fullname: 'Nguyễn Văn Thử',
  email: 'thu@congty.vn',
  role_id: role(priority),
  ...more,
})
const code = async (name: string): Promise<string> => {
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM permissions WHERE code = $1', [
    name,
  ])
  return rows[0]!.id
}
test('the list finds people by any part of their name ignoring diacritics, and shows each last sign-in (D3-WORD-01)', async () => {
  const named = async (text: string) =>
    page(await admin.get(`/api/v1/users?username=${encodeURIComponent(text)}`)).map((row) => row.username)
  expect(await named('hong nhung')).toEqual(['sale111'])
  expect(await named('HỒNG NHUNG')).toEqual(['sale111'])
  const signedIn = async () => account(await admin.get(`/api/v1/users/${await idOf('sale212')}`)).signed_in_at
  expect(await signedIn()).toBeNull()
  const login = { username: 'sale212', password: demoPassword }
  expect((await server.outsider.post('/api/v1/auth/login', login)).status).toBe(200)
  expect(Date.parse(String(await signedIn()))).toBeGreaterThan(Date.now() - 60_000)
})

test('an account carries its role, branch, leader, state and permissions (D1-ACC-01 to D1-ACC-07, D1-ACC-46, D1-SHELL-03)', async () => {
  const answer = await admin.get(`/api/v1/users/${await idOf('sale111')}`)
  const [brand, group] = [await idOf('chinhanh1'), await idOf('leader11')]
  expect(account(answer)).toMatchObject({
    username: 'sale111',
    fullname: 'Nguyễn Hồng Nhung',
    full_name: 'Nguyễn Hồng Nhung',
    email: 'sale111@vasdesk.example',
    phone: null,
    avatar: null,
    role: { name: 'Nhân viên', priority: 5 },
    role_id: role(5),
    role_name: 'Nhân viên',
    role_priority: 5,
    brand_id: brand,
    brand: { id: brand, username: 'chinhanh1' },
    group_id: group,
    is_deleted: false,
    permissions: [],
  })
})

test('the list is paged, searched by user name and never shows a hash (D1-ACC-15, D1-ACC-19, D1-ACC-45)', async () => {
  const all = await admin.get('/api/v1/users?page=0&count=1000')
  expect(all.text).not.toMatch(/argon2|password/i)
  const count = (all.data as { count: number }).count
  expect(page(all)).toHaveLength(count)
  const second = await admin.get('/api/v1/users?page=1&count=5')
  expect(page(second).map((row) => row.username)).toEqual(
    page(all)
      .slice(5, 10)
      .map((row) => row.username),
  )
  const found = page(await admin.get('/api/v1/users?username=%20SALE11%20'))
  expect(found.map((row) => row.username)).toEqual(['sale111', 'sale112', 'sale113'])
  expect(page(await admin.get('/api/v1/users?username=%25'))).toEqual([])
  expect(page(await admin.get('/api/v1/users?page=-1&count=abc'))).toHaveLength(Math.min(count, 20))
})

test('the list is in the order of the hierarchy and limited to the scope (D1-Q-003, D1-LIST-24)', async () => {
  const branch = page(await (await server.as('chinhanh1')).get('/api/v1/users?count=100'))
  expect(branch.map((row) => row.username)).toEqual([
    'chinhanh1',
    'leader11',
    'sale111',
    'sale112',
    'sale113',
    'leader12',
    'sale121',
    'sale122',
  ])
  const outside = await (await server.as('chinhanh1')).get(`/api/v1/users/${await idOf('sale211')}`)
  const unknown = await (
    await server.as('chinhanh1')
  ).get('/api/v1/users/018f0000-0000-7000-8000-000000000000')
  expect(outside.status).toBe(404)
  expect(outside.body).toEqual(unknown.body)
})

test('each call needs its permission code on the server (D1-ACC-62 to D1-ACC-65, D1-Q-037)', async () => {
  const sale = await server.as('sale112')
  const branch = await server.as('chinhanh2')
  const id = await idOf('sale211')
  expect((await sale.get('/api/v1/users')).status).toBe(403)
  expect((await sale.get(`/api/v1/users/${id}`)).status).toBe(403)
  expect((await branch.get('/api/v1/users')).status).toBe(200)
  expect((await branch.post('/api/v1/users', body(5))).status).toBe(403)
  expect((await branch.put(`/api/v1/users/${id}`, {})).status).toBe(403)
  expect((await branch.delete(`/api/v1/users/${id}`)).status).toBe(403)
  for (const verb of ['lock', 'unlock', 'reset-password']) {
    expect((await branch.post(`/api/v1/users/${id}/${verb}`, {})).status).toBe(403)
  }
  expect((await server.outsider.get('/api/v1/users')).status).toBe(401)
})

test('a created account can sign in and its audit trail has no password hash (D1-ACC-48, D1-ACC-66)', async () => {
  const place = { brand_id: await idOf('chinhanh1'), group_id: await idOf('leader11') }
  const sent = body(5, { ...place, phone: '0912345678' })
  const answer = await admin.post('/api/v1/users', sent)
  expect(answer.status).toBe(200)
  expect(answer.body.msg).toBe('Tạo nhân viên thành công')
  expect(account(answer)).toMatchObject({ username: sent.username, ...place })
  expect(answer.text).not.toMatch(/argon2|matkhau1/)
  const login = await server.outsider.post('/api/v1/auth/login', {
    username: sent.username,
    password: 'matkhau1',
  })
  expect(login.status).toBe(200)
  const { rows } = await server.pool.query<{ entry: string }>(
    `SELECT a::text AS entry FROM audit_log a WHERE resource = 'users' AND resource_id = $1`,
    [account(answer).id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.entry).not.toMatch(/argon2|matkhau1/)
  expect(server.published).toContain('users')
})

test.each(['fullname', 'username', 'password', 'email', 'role_id'])(
  'an account without %s is refused with the field named (D1-ACC-24 to D1-ACC-28)',
  async (name) => {
    const answer = await admin.post(
      '/api/v1/users',
      body(2, { [name]: ' '.repeat(name === 'password' ? 0 : 1) }),
    )
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toBe('Có trường bắt buộc chưa được nhập hoặc chưa được chọn')
    expect(answer.body.fields).toHaveProperty(name)
  },
)

test.each(['fullname', 'email', 'role_id'])(
  'an edit without %s is refused with the field named (D1-ACC-29 to D1-ACC-31)',
  async (name) => {
    const sent: Record<string, string> = { fullname: 'Đỗ A', email: 'a@b.vn', role_id: role(4) }
    delete sent[name]
    const answer = await admin.put(`/api/v1/users/${await idOf('leader21')}`, sent)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty(name)
  },
)

test('a password has at least six characters (D1-Q-040)', async () => {
  expect((await admin.post('/api/v1/users', body(2, { password: '12345' }))).body.fields).toHaveProperty(
    'password',
  )
  const reset = { password: '12345', rePassword: '12345' }
  expect((await admin.post(`/api/v1/users/${await idOf('sale122')}/reset-password`, reset)).status).toBe(400)
})

test("a longer minimum password length applies at once to a new account, a reset and a user's own new password (D1-Q-040, D1-Q-031, D1-Q-018)", async () => {
  await setSettings(server.pool, { 'password.length': 10 })
  const nine = 'chin-kytu'
  const sale = await server.as('sale122')
  const ownPassword = { oldPassword: demoPassword, newPassword: nine, confirmNewPassword: nine }
  const answers = [
    await admin.post('/api/v1/users', body(2, { password: nine })),
    await admin.post(`/api/v1/users/${await idOf('sale122')}/reset-password`, {
      password: nine,
      rePassword: nine,
    }),
    await sale.post('/api/v1/auth/changePassword', ownPassword),
    await sale.post('/api/v1/auth/saveProfile', { fullname: 'A', email: 'a@b.vn', ...ownPassword }),
  ]
  await setSettings(server.pool, { 'password.length': 6 })
  expect(answers.map(({ status, body: { msg } }) => [status, msg])).toEqual([
    [400, 'Mật khẩu phải có ít nhất 10 ký tự'],
    [400, 'Mật khẩu phải có ít nhất 10 ký tự'],
    [400, 'Mật khẩu mới phải có ít nhất 10 ký tự'],
    [400, 'Mật khẩu mới phải có ít nhất 10 ký tự'],
  ])
  expect((await admin.put('/api/v1/setting/password.length', { value: 5 })).status).toBe(400)
})

test('a user name is unique regardless of case and width, and cannot be changed (D1-Q-040, threats B8)', async () => {
  for (const username of ['SALE111', 'ｓａｌｅ111', ' hnimb ']) {
    const answer = await admin.post('/api/v1/users', body(2, { username }))
    expect([answer.status, answer.body.msg]).toEqual([409, 'Tên đăng nhập đã tồn tại'])
  }
  // 'НNIMB' starts with a Cyrillic letter.
  expect((await admin.post('/api/v1/users', body(2, { username: 'НNIMBx' }))).status).toBe(400)
  const quanly = await find('quanly')
  const renamed = { username: 'HNIMB9', fullname: 'X', email: 'x@y.vn', role_id: role(2) }
  expect((await admin.put(`/api/v1/users/${quanly.id}`, renamed)).body.msg).toBe(
    'Không thể đổi tên đăng nhập',
  )
})

test('only managers give a user name with a prefix that decides rights, or one that looks like it (D3-ORG-09)', async () => {
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'chinhanh1' AND p.code = 'user.add'
    ON CONFLICT DO NOTHING`)
  const branch = await server.as('chinhanh1')
  const place = { brand_id: await idOf('chinhanh1'), group_id: await idOf('leader11') }
  await expect
    .poll(async () => (await branch.post('/api/v1/users', body(5, place))).status, { timeout: 2000 })
    .toBe(200)
  for (const username of ['HNIMB7', 'hn1mb7', 'ＨＮｌＭＢ7', 'QCMB7', 'qcrnb7']) {
    const refused = await branch.post('/api/v1/users', body(5, { ...place, username }))
    expect([username, refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
      username,
      403,
      ['username'],
    ])
  }
  await setSettings(server.pool, { noRefundPrefixes: ['CTV'] })
  expect((await branch.post('/api/v1/users', body(5, { ...place, username: 'ctv1' }))).status).toBe(403)
  await setSettings(server.pool, { noRefundPrefixes: ['HNIMB'] })
  expect((await admin.post('/api/v1/users', body(5, { ...place, username: 'HNIMB7' }))).status).toBe(200)
  const manager = await server.as('quanly')
  expect((await manager.post('/api/v1/users', body(5, { ...place, username: 'QCMB7' }))).status).toBe(200)
})

test('a salesperson needs branch and leader, a leader a branch, a partner neither (D1-ACC-32, D1-ACC-33, D1-Q-039)', async () => {
  const [brand_id, other, group_id] = [
    await idOf('chinhanh1'),
    await idOf('chinhanh2'),
    await idOf('leader11'),
  ]
  expect((await admin.post('/api/v1/users', body(5, { brand_id }))).body.fields).toHaveProperty('group_id')
  expect((await admin.post('/api/v1/users', body(5, { group_id }))).body.fields).toHaveProperty('brand_id')
  expect((await admin.post('/api/v1/users', body(4))).body.fields).toHaveProperty('brand_id')
  const crossed = await admin.post('/api/v1/users', body(5, { brand_id: other, group_id }))
  expect(crossed.body.msg).toBe('Leader không thuộc chi nhánh đã chọn')
  const noBranch = await admin.post('/api/v1/users', body(4, { brand_id: group_id }))
  expect(noBranch.body.msg).toBe('Chi nhánh không hợp lệ')
  expect((await admin.post('/api/v1/users', body(7))).status).toBe(200)
  expect(account(await admin.post('/api/v1/users', body(7, { brand_id }))).brand?.username).toBe('chinhanh1')
  expect(account(await admin.post('/api/v1/users', body(4, { brand_id }))).group_id).toBeNull()
})

test('an edit saves the profile, confirms it, and refuses a stale version (D1-ACC-49, D1-ACC-68)', async () => {
  const before = await find('sale212')
  const sent = {
    fullname: 'Trịnh Ngọc Ánh 2',
    email: 'anh@congty.vn',
    role_id: role(5),
    version: before.version,
  }
  const answer = await admin.put(`/api/v1/users/${before.id}`, sent)
  expect(answer.body.msg).toBe('Cập nhật nhân viên thành công')
  expect(account(answer)).toMatchObject({
    fullname: 'Trịnh Ngọc Ánh 2',
    group_id: before.group_id,
    version: before.version + 1,
  })
  const stale = await admin.put(`/api/v1/users/${before.id}`, sent)
  expect(stale.status).toBe(409)
  expect(stale.body.current).toMatchObject({ fullname: 'Trịnh Ngọc Ánh 2' })
})

test('nobody creates, edits, promotes, locks or resets accounts above themselves (D1-Q-035, D1-Q-040, threats B7)', async () => {
  const quanly = await server.as('quanly')
  const top = await idOf('admin')
  const profile = { fullname: 'A', email: 'a@b.vn', role_id: role(2) }
  const pair = { password: 'matkhau9', rePassword: 'matkhau9' }
  expect((await quanly.post('/api/v1/users', body(1))).status).toBe(403)
  expect((await quanly.put(`/api/v1/users/${top}`, profile)).status).toBe(403)
  expect((await quanly.post(`/api/v1/users/${top}/lock`)).status).toBe(403)
  expect((await quanly.delete(`/api/v1/users/${top}`)).status).toBe(403)
  expect((await quanly.post(`/api/v1/users/${top}/reset-password`, pair)).status).toBe(403)
  const ownId = await idOf('quanly')
  expect((await quanly.put(`/api/v1/users/${ownId}`, { ...profile, role_id: role(1) })).status).toBe(403)
})

test('a branch creates accounts below itself only (threats B2)', async () => {
  const branch = await server.as('chinhanh1')
  const [mine, other] = [await idOf('chinhanh1'), await idOf('chinhanh2')]
  expect((await branch.post('/api/v1/users', body(4, { brand_id: mine }))).status).toBe(200)
  const foreign = await branch.post('/api/v1/users', body(4, { brand_id: other }))
  expect([foreign.status, foreign.body.msg]).toEqual([403, 'Tài khoản phải thuộc phạm vi bạn quản lý'])
  expect((await branch.post('/api/v1/users', body(3))).status).toBe(403)
  expect((await branch.post('/api/v1/users', body(7))).status).toBe(403)
  const away = {
    fullname: 'A',
    email: 'a@b.vn',
    role_id: role(5),
    brand_id: other,
    group_id: await idOf('leader21'),
  }
  expect((await branch.put(`/api/v1/users/${await idOf('sale113')}`, away)).status).toBe(403)
  const perm = { permissions: [{ id: await code('user.get') }] }
  expect((await branch.put(`/api/v1/users/${await idOf('sale113')}`, perm)).status).toBe(403)
})

test('an account with people below it cannot be moved', async () => {
  const leader = await find('leader12')
  const moved = {
    fullname: leader.fullname,
    email: leader.email,
    role_id: role(4),
    brand_id: await idOf('chinhanh2'),
  }
  expect((await admin.put(`/api/v1/users/${leader.id}`, moved)).status).toBe(409)
})

test('permissions are granted below priority 3, to accounts above 1, and only those that the granter has (D1-ACC-38, D1-ACC-39, D1-Q-036)', async () => {
  const quanly = await server.as('quanly')
  const [ownRight, missing] = [await code('user.get'), await code('care.otp')]
  const sale = await find('sale121')
  const granted = await quanly.put(`/api/v1/users/${sale.id}`, { permissions: [{ id: ownRight }] })
  expect(account(granted).permissions).toEqual([{ id: ownRight }])
  const signedIn = await server.as('sale121')
  expect((await signedIn.get('/api/v1/users')).status).toBe(200)
  const beyond = await quanly.put(`/api/v1/users/${sale.id}`, {
    permissions: [ownRight, missing],
  })
  expect([beyond.status, beyond.body.msg]).toEqual([403, 'Bạn chỉ được cấp những quyền mà bạn đang có'])
  const top = await admin.put(`/api/v1/users/${await idOf('admin')}`, { permissions: [{ id: ownRight }] })
  expect(top.status).toBe(403)
  expect((await admin.put(`/api/v1/users/${sale.id}`, { permissions: ['no-such-id'] })).status).toBe(400)
  expect(account(await admin.put(`/api/v1/users/${sale.id}`, { permissions: [] })).permissions).toEqual([])
})

test('a reset needs two equal passwords and ends the sessions of the account (D1-ACC-34, D1-ACC-36, D1-ACC-51, D1-Q-033, D1-Q-032)', async () => {
  const id = await idOf('sale122')
  const path = `/api/v1/users/${id}/reset-password`
  const unequal = await admin.post(path, { password: 'matkhau1', rePassword: 'matkhau2' })
  expect([unequal.status, unequal.body.msg]).toEqual([400, 'Mật khẩu nhập lại không khớp'])
  expect((await admin.post(path, { password: 'matkhau1' })).status).toBe(400)
  const victim = await server.as('sale122')
  expect((await victim.get('/api/v1/auth/me')).status).toBe(200)
  const answer = await admin.post(path, { password: 'matkhau1', rePassword: 'matkhau1' })
  expect([answer.status, answer.body.msg, answer.data]).toEqual([200, 'Cấp mật khẩu mới thành công.', null])
  await expect.poll(async () => (await victim.get('/api/v1/auth/me')).status, { timeout: 1000 }).toBe(401)
  const login = (password: string) =>
    server.outsider.post('/api/v1/auth/login', { username: 'sale122', password })
  expect((await login(demoPassword)).status).toBe(401)
  expect((await login('matkhau1')).status).toBe(200)
})

test('a change of role ends the sessions of the account (threats C2)', async () => {
  const partner = account(await admin.post('/api/v1/users', body(7)))
  const live = await server.as(partner.username)
  expect((await live.get('/api/v1/auth/me')).status).toBe(200)
  await admin.put(`/api/v1/users/${partner.id}`, { fullname: 'A', email: 'a@b.vn', role_id: role(3) })
  await expect.poll(async () => (await live.get('/api/v1/auth/me')).status, { timeout: 1000 }).toBe(401)
})
