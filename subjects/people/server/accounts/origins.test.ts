/** Creating, unlocking, raising and password-setting of accounts is recorded and notified on every path (D3-ACC-07). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BellNotice } from '#platform/contract/calls/bell.ts'
import { bellOf, quietBell, titlesOf } from '#test/bell.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import { originsOf } from '#test/origins.ts'
import { resetPasswordOf, vouchFor } from '#platform/app/server/running/operator.ts'
import { makePasswords } from './one-time-passwords.ts'

let server: ImportServer
let roles: Record<number, string> = {}
const codes: Record<string, string> = {}
beforeAll(async () => {
  server = await startImportServer()
  const { rows } = await server.pool.query<{ id: string; priority: number }>('SELECT id, priority FROM roles')
  roles = Object.fromEntries(rows.map(({ id, priority }) => [priority, id]))
  const all = await server.pool.query<{ id: string; code: string }>('SELECT id, code FROM permissions')
  for (const { id, code } of all.rows) codes[code] = id
  await server.pool.query(`
    INSERT INTO users (username, fullname, email, role_id, password_hash)
    SELECT 'admin2', 'Quản trị 2', 'a2@b.vn', id, 'x' FROM roles WHERE priority = 1 LIMIT 1`)
})
beforeEach(() => quietBell(server))
afterAll(() => server.close())

const password = 'Ngay-Nang-Dep-2026'
const idOf = async (username: string): Promise<string> =>
  (await server.pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [username])).rows[0]!
    .id
const create = async (username: string, priority: number, more: object = {}, by = 'admin') => {
  const answer = await (
    await server.as(by)
  ).post('/api/v1/users', {
    username,
    fullname: username,
    email: `${username}@b.vn`,
    role_id: roles[priority],
    password,
    ...more,
  })
  if (answer.status !== 200) throw new Error(answer.text)
}
const origins = (username: string) => originsOf(server.pool, username)
/** Notifications that the account reads itself once it has an own password. */
async function ownTitles(username: string): Promise<string[]> {
  await server.pool.query('UPDATE users SET must_change_password = false WHERE username = $1', [username])
  const { data } = await (await server.signedIn(username)).get('/api/v1/thongbao')
  return (data as { values: BellNotice[] }).values.map(({ title }) => title)
}
const bellTexts = async (username: string) =>
  (await bellOf(server, username)).map(({ title, detail }) => `${title}; ${detail}`)

test('D3-ACC-07: a new account is recorded with its creator; priority 1 and the account itself are notified of one that manages', async () => {
  await create('moi2', 2, {}, 'quanly')
  expect(await origins('moi2')).toEqual([['made', 'quanly']])
  for (const username of ['admin', 'admin2'])
    expect(await bellTexts(username)).toEqual([
      'moi2 là tài khoản mới; Tài khoản moi2; Vai trò Quản lý; Trần Quốc Bảo',
    ])
  expect(await ownTitles('moi2')).toEqual(['Tài khoản của bạn vừa được tạo'])
  expect(await titlesOf(server, 'quanly')).toEqual([])
  await quietBell(server)
  const branch = await idOf('chinhanh1')
  await create('moi5', 5, { brand_id: branch, group_id: await idOf('leader11') })
  expect(await origins('moi5')).toEqual([['made', 'admin']])
  expect(await titlesOf(server, 'admin2')).toEqual([])
  // The actor is notified too, so that nobody creates accounts unseen with a stolen session.
  await create('moi1', 1)
  expect(await bellTexts('admin')).toEqual([
    'moi1 là tài khoản mới; Tài khoản moi1; Vai trò Quản trị; Phạm Minh Châu',
  ])
})

test('D3-ACC-07: seeded accounts have no creator', async () => {
  for (const seeded of ['admin', 'quanly', 'ketoan', 'sale111']) expect(await origins(seeded)).toEqual([])
})

test("D3-ACC-07: a password reset, by screen or operator, is recorded and notified; a user's own change is neither", async () => {
  const admin = await server.as('admin')
  const reset = await admin.post(`/api/v1/users/${await idOf('ketoan')}/reset-password`, {
    password,
    rePassword: password,
  })
  expect(reset.status).toBe(200)
  expect(await origins('ketoan')).toEqual([['password', 'admin']])
  expect(await titlesOf(server, 'admin2')).toEqual(['Nguyễn Thị Thanh Mai được cấp mật khẩu mới'])
  const signedIn = await server.outsider.post('/api/v1/auth/login', { username: 'ketoan', password })
  const ownSession = server.by((signedIn.data as { access_token: string }).access_token)
  const changed = await ownSession.post('/api/v1/auth/changePassword', {
    oldPassword: password,
    newPassword: `${password}!`,
    confirmNewPassword: `${password}!`,
  })
  expect(changed.status).toBe(200)
  expect(await ownTitles('ketoan')).toEqual(['Mật khẩu của bạn vừa được cấp lại'])
  expect(await origins('ketoan')).toEqual([['password', 'admin']])
  await quietBell(server)
  await resetPasswordOf(server.api.services, 'moi2')
  expect((await origins('moi2')).at(-1)).toEqual(['password', '__OPERATOR'])
  expect(await bellTexts('admin')).toEqual([
    'moi2 được cấp mật khẩu mới; Tài khoản moi2; Vai trò Quản lý; Người vận hành',
  ])
  expect(await ownTitles('moi2')).toEqual(['Mật khẩu của bạn vừa được cấp lại'])
  await admin.post(`/api/v1/users/${await idOf('sale211')}/reset-password`, {
    password,
    rePassword: password,
  })
  expect([await origins('sale211'), await ownTitles('sale211')]).toEqual([[['password', 'admin']], []])
})

test('D3-ACC-07: unlocking and a change of role are recorded; a higher role counts as a promotion, a lower one does not', async () => {
  const admin = await server.as('admin')
  const url = `/api/v1/users/${await idOf('moi2')}`
  await admin.post(`${url}/lock`)
  await admin.post(`${url}/unlock`)
  const role = (priority: number) =>
    admin.put(url, { fullname: 'moi2', email: 'a@b.vn', role_id: roles[priority] })
  expect((await role(1)).status).toBe(200)
  expect((await role(2)).status).toBe(200)
  expect(await origins('moi2')).toEqual([
    ['made', 'quanly'],
    ['password', '__OPERATOR'],
    ['unlocked', 'admin'],
    ['raised', 'admin'],
    ['moved', 'admin'],
  ])
  expect((await titlesOf(server, 'admin2')).toReversed()).toEqual([
    'moi2 được mở khoá',
    'moi2 có vai trò hoặc quyền cao hơn',
    'moi2 đổi vai trò',
  ])
  expect((await ownTitles('moi2')).toReversed()).toEqual([
    'Tài khoản của bạn được mở khoá',
    'Quyền của bạn đã đổi',
    'Quyền của bạn đã đổi',
  ])
})

test('D3-ACC-07: a role with a permission over money counts as a promotion, whatever its priority', async () => {
  const moved = await (
    await server.as('admin')
  ).put(`/api/v1/users/${await idOf('sale212')}`, {
    fullname: 'sale212',
    email: 'a@b.vn',
    role_id: roles[6],
  })
  expect([moved.status, await origins('sale212')]).toEqual([200, [['raised', 'admin']]])
  expect(await titlesOf(server, 'admin2')).toEqual(['sale212 có vai trò hoặc quyền cao hơn'])
})

test('D3-ACC-07: a permission over money promotes those who newly get it, also by an edit of the role, and they are notified', async () => {
  const admin = await server.as('admin')
  const give = async (username: string, ids: string[]) =>
    admin.put(`/api/v1/users/${await idOf(username)}`, { permissions: ids })
  expect((await give('sale111', [codes['desk.decide']!])).status).toBe(200)
  expect(await origins('sale111')).toEqual([['raised', 'admin']])
  expect(await titlesOf(server, 'admin2')).toEqual(['Nguyễn Hồng Nhung có vai trò hoặc quyền cao hơn'])
  expect(await ownTitles('sale111')).toEqual(['Quyền của bạn đã đổi'])
  // Another permission does not count as raising.
  await give('sale112', [codes['care.otp']!])
  expect(await origins('sale112')).toEqual([])
  await quietBell(server)
  const { data } = await admin.get(`/api/v1/role/${roles[5]}`)
  const { permissions } = data as { permissions: { id: string }[] }
  const all = [...permissions.map(({ id }) => id), codes['desk.decide']!]
  expect((await admin.put(`/api/v1/role/${roles[5]}`, { permissions: all })).status).toBe(200)
  // An account that already had the right is not raised.
  expect([await origins('sale111'), await origins('sale112')]).toEqual([
    [['raised', 'admin']],
    [['raised', 'admin']],
  ])
  expect(await ownTitles('sale112')).toEqual(['Quyền của bạn đã đổi'])
  expect((await titlesOf(server, 'admin2'))[0]).toMatch(/^\d+ thay đổi ở tài khoản quản lý hoặc giữ tiền$/)
  await admin.put(`/api/v1/role/${roles[5]}`, { permissions: permissions.map(({ id }) => id) })
  await quietBell(server)
  // A higher priority of a role raises all its accounts.
  const made = await admin.post('/api/v1/role', { name: 'Phụ tá', priority: 6 })
  const helpers = (made.data as { id: string }).id
  await create('phuta', 6, { role_id: helpers })
  expect((await admin.put(`/api/v1/role/${helpers}`, { priority: 2, affected: 1 })).status).toBe(200)
  expect(await origins('phuta')).toEqual([
    ['made', 'admin'],
    ['raised', 'admin'],
  ])
  expect(await titlesOf(server, 'admin2')).toEqual(['phuta có vai trò hoặc quyền cao hơn'])
})

test('D3-ACC-07: a staff file creates accounts, and the person who downloads its passwords counts as their giver', async () => {
  const heads = [
    'Tên đăng nhập',
    'Họ tên',
    'Vai trò',
    'Chi nhánh',
    'Leader',
    'SĐT',
    'Email',
    'Ngân hàng',
    'Số TK',
  ]
  const bytes = csv([heads, ['file2', 'file2', 'Quản lý', '', '', '', 'f2@b.vn', '', '']])
  const summary = await server.ready('quanly', 'users', 'nhan-su.csv', bytes)
  expect(await origins('file2')).toEqual([])
  await server.save('quanly', summary.id)
  expect(await origins('file2')).toEqual([['made', 'quanly']])
  expect(await titlesOf(server, 'admin2')).toEqual(['file2 là tài khoản mới'])
  await makePasswords(server.api.services, summary.id, new AbortController().signal)
  await quietBell(server)
  await server.download('admin', `/api/v1/imports/${summary.id}/matkhau`, 'POST')
  expect(await origins('file2')).toEqual([
    ['made', 'quanly'],
    ['password', 'admin'],
  ])
  expect(await titlesOf(server, 'admin2')).toEqual(['file2 được cấp mật khẩu mới'])
  expect(await ownTitles('file2')).toEqual(['Mật khẩu của bạn vừa được cấp lại'])
})

test('D3-ACC-07: the operator vouches for an account, which is recorded and notified', async () => {
  await vouchFor(server.api.services, 'MOI2')
  expect((await origins('moi2')).at(-1)).toEqual(['vouched', '__OPERATOR'])
  const { rows } = await server.pool.query(
    `SELECT username, action FROM audit_log WHERE resource = 'users' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ username: '__OPERATOR', action: 'vouch' }])
  expect(await titlesOf(server, 'admin')).toEqual(['moi2 được người vận hành bảo đảm'])
  await expect(vouchFor(server.api.services, 'nobody')).rejects.toThrow("no account 'nobody'")
})

test('D3-ACC-07: recorded origins cannot be changed', async () => {
  for (const statement of [`UPDATE account_origins SET by_username = 'x'`, 'DELETE FROM account_origins'])
    await expect(server.pool.query(statement)).rejects.toThrow('append-only')
})
