/** The office, level 6, and granting of rights over all units (D3-ACC-01, D3-ACC-02). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doanhthutinhluong } from '#subjects/pay/contract/lists/doanhthutinhluong.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const first = async <T>(query: string, ...values: unknown[]): Promise<T> => {
  const { rows } = await server.pool.query<{ value: T }>(query, values)
  expect(rows).toHaveLength(1)
  return rows[0]!.value
}
const idOf = (username: string): Promise<string> =>
  first('SELECT id AS value FROM users WHERE username = $1', username)
const roleOf = (priority: number): Promise<string> =>
  first('SELECT id AS value FROM roles WHERE priority = $1 ORDER BY name LIMIT 1', priority)
const permissionOf = (code: string): Promise<string> =>
  first('SELECT id AS value FROM permissions WHERE code = $1', code)
const names = ({ data }: Answer): string[] =>
  (data as { values: { username: string }[] }).values.map(({ username }) => username)
const pair = { password: 'matkhau1', rePassword: 'matkhau1' }
const profile = { fullname: 'Nguyễn Văn Mới', email: 'moi@congty.vn', ...pair }

test('an office account has no unit, sees its own rows, is in no picker or report of branches, leaders and sellers, and may export (D3-ACC-01)', async () => {
  const role = (await admin.post('/api/v1/role', { name: 'Thư ký', priority: 6, permissions: [] })).data as {
    id: string
  }
  const brand_id = await idOf('chinhanh1')
  const placed = await admin.post('/api/v1/users', {
    ...profile,
    username: 'thuky1',
    role_id: role.id,
    brand_id,
  })
  expect([placed.status, placed.body.fields]).toEqual([
    400,
    expect.objectContaining({ brand_id: expect.any(String) }),
  ])
  expect(
    (await admin.post('/api/v1/users', { ...profile, username: 'thuky1', role_id: role.id })).status,
  ).toBe(200)
  await server.pool.query(`UPDATE users SET must_change_password = false WHERE username = 'thuky1'`)
  const clerk = await server.as('thuky1')
  for (const list of ['findAllBranchNoLimit', 'findAllLeaderNoLimit', 'findAllSaleNoLimit', 'saleman']) {
    const picked = await admin.get(`/api/v1/users/${list}`)
    if (picked.status === 404) continue
    expect(names(picked).filter((name) => ['thuky1', 'ketoan'].includes(name))).toEqual([])
  }
  for (const report of ['reportstaffrevenue', 'reportbranchrevenue', 'tilebatso']) {
    const { values } = (await admin.get(`/api/v1/${report}?count=50`)).data as {
      values: { username_nv: string }[]
    }
    expect(values.filter(({ username_nv }) => ['thuky1', 'ketoan'].includes(username_nv))).toEqual([])
  }
  expect(names(await clerk.get('/api/v1/users/findAllNoLimit?page=0&count=9'))).toEqual(['thuky1'])
  expect(((await clerk.get('/api/v1/auth/me')).data as { restricted: boolean }).restricted).toBe(false)
  expect((await clerk.get('/api/v1/requestrefund/export')).status).toBe(200)
  for (const path of ['banduyet', 'chotluong', 'ketquathang', 'radatruythu', 'users', 'role'])
    expect([path, (await clerk.get(`/api/v1/${path}`)).status]).toEqual([path, 403])
  // It is paid like everybody, and reads its own pay.
  const pay = (await clerk.get('/api/v1/tinhluong')).data as { values: { username: string }[] }
  expect(pay.values.map(({ username }) => username)).toEqual(['thuky1'])
})

test('a user who manages pay can choose people of all units (D3-ACC-01)', async () => {
  const accountant = await server.as('ketoan')
  expect(names(await accountant.get('/api/v1/users/findAllNoLimit?page=0&count=9'))).toEqual(
    names(await (await server.as('quanly')).get('/api/v1/users/findAllNoLimit?page=0&count=9')),
  )
  expect((await accountant.get('/api/v1/users')).status).toBe(403)
})

test('a role with people of a unit cannot become an office role; an office role can be changed back (D3-ACC-01, D3-SEC-09)', async () => {
  const role = (await admin.post('/api/v1/role', { name: 'Bán thử', priority: 5, permissions: [] })).data as {
    id: string
  }
  const [brand_id, group_id] = [await idOf('chinhanh1'), await idOf('leader11')]
  await admin.post('/api/v1/users', { ...profile, username: 'banthu1', role_id: role.id, brand_id, group_id })
  const refused = await admin.put(`/api/v1/role/${role.id}`, { priority: 6, affected: 1 })
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    expect.stringContaining('đang thuộc một chi nhánh'),
  ])
  // Only the person moves there, and leaves the unit.
  const office = (await admin.post('/api/v1/role', { name: 'Trực máy', priority: 6, permissions: [] }))
    .data as { id: string }
  const moved = await admin.put(`/api/v1/users/${await idOf('banthu1')}`, { ...profile, role_id: office.id })
  expect(moved.status).toBe(200)
  expect(await first('SELECT brand_id AS value FROM users WHERE username = $1', 'banthu1')).toBeNull()
  expect((await admin.put(`/api/v1/role/${office.id}`, { priority: 2, affected: 1 })).status).toBe(200)
  expect((await admin.put(`/api/v1/role/${office.id}`, { priority: 6, affected: 1 })).status).toBe(200)
})

test('rights over all units are granted only by managers who have them, through any call (D3-ACC-01, D3-ACC-02)', async () => {
  // All levels of the tree manage accounts and roles; a branch even holds the code itself.
  await server.pool.query(`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p
    WHERE r.priority BETWEEN 2 AND 4 AND (p.code LIKE 'user.%' OR p.code LIKE 'role.%') ON CONFLICT DO NOTHING;
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'chinhanh1' AND p.code = 'pay.manage';
    DELETE FROM role_permissions rp USING permissions p, roles r
    WHERE p.id = rp.permission_id AND r.id = rp.role_id AND p.code = 'desk.decide' AND r.priority = 2`)
  const code = await permissionOf('pay.manage')
  const desk = await permissionOf('desk.decide')
  // Signed in again: a change of rights ends the confirmation of a session (D3-SEC-07).
  const branch = await server.signedIn('chinhanh1')
  const manager = await server.signedIn('quanly')
  await expect.poll(async () => (await branch.get('/api/v1/role')).status).toBe(200)
  // A new role, the caller's own role, an account.
  const named = (name: string, permissions: string[]) => ({ name, priority: 5, permissions })
  expect((await branch.post('/api/v1/role', named('Kế toán nhánh', [code]))).status).toBe(403)
  expect((await manager.post('/api/v1/role', named('Duyệt thử', [desk]))).status).toBe(403)
  const kept = await manager.post('/api/v1/role', named('Kế toán thử', [code]))
  expect([kept.status, kept.body.code]).toEqual([200, undefined])
  const role_id = (kept.data as { id: string }).id
  const person = { ...profile, brand_id: await idOf('chinhanh1'), group_id: await idOf('leader11') }
  const assigned = await branch.post('/api/v1/users', { ...person, username: 'nhanh1', role_id })
  expect([assigned.status, assigned.body.msg]).toEqual([403, expect.stringContaining('mọi đơn vị')])
  const given = await branch.put(`/api/v1/users/${await idOf('sale111')}`, { ...person, role_id })
  expect(given.status).toBe(403)
  // The accountant's role holds desk.decide, which this manager lacks: it can neither be granted nor taken over by a new password.
  const seeded = await roleOf(6)
  const accountants = await first<string>(`SELECT role_id AS value FROM users WHERE username = 'ketoan'`)
  expect(
    (await manager.post('/api/v1/users', { ...profile, username: 'ketoan2', role_id: accountants })).status,
  ).toBe(403)
  const reset = await manager.post(`/api/v1/users/${await idOf('ketoan')}/reset-password`, pair)
  expect([reset.status, reset.body.msg]).toEqual([403, expect.stringContaining('quyền trên mọi đơn vị')])
  expect(seeded).toBeTruthy()
  // An administrator holds both.
  expect(
    (await admin.post('/api/v1/users', { ...profile, username: 'ketoan2', role_id: accountants })).status,
  ).toBe(200)
  expect((await admin.post(`/api/v1/users/${await idOf('ketoan2')}/reset-password`, pair)).status).toBe(200)
})

test('the seeded accountant has pay.manage, desk.decide, the registers of costs and the revenue columns, and no other code (D3-ACC-01)', async () => {
  const { rows } = await server.pool.query<{ code: string }>(`
    SELECT p.code FROM role_permissions rp JOIN permissions p ON p.id = rp.permission_id
    JOIN users u ON u.role_id = rp.role_id WHERE u.username = 'ketoan' ORDER BY 1`)
  const codes = rows.map(({ code }) => code)
  const columns = doanhthutinhluong.list.map((name) => `doanhthutinhluong.column.${name}`)
  const costs = ['chiphihoantien', 'chiphihotro', 'chiphikhac', 'chiphiquanly', 'doanhthutinhluong']
  expect(codes.filter((code) => !code.includes('.column.'))).toEqual(
    [...costs.map((path) => `${path}.get`), 'desk.decide', 'pay.manage'].toSorted(),
  )
  expect(codes.filter((code) => code.includes('.column.'))).toEqual(columns.toSorted())
})

test('an older installation gets codes and role once; an existing role of the same name stays unchanged (D3-ACC-01)', async () => {
  const roles = (): Promise<number> =>
    first(`SELECT count(*)::int AS value FROM roles WHERE name = 'Kế toán'`)
  const codes = `SELECT count(*)::int AS value FROM role_permissions rp JOIN roles r ON r.id = rp.role_id WHERE r.name = 'Kế toán'`
  await seedBase(server.pool)
  expect(await roles()).toBe(1)
  const before = await first<number>(codes)
  const permissionId = `(SELECT id FROM permissions WHERE code = 'pay.manage')`
  const forget = `DELETE FROM role_permissions WHERE permission_id IN ${permissionId}; DELETE FROM user_permissions
    WHERE permission_id IN ${permissionId}; DELETE FROM permissions WHERE code = 'pay.manage'`
  await server.pool.query(`
    UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'Thư ký') WHERE username IN ('ketoan', 'ketoan2');
    DELETE FROM roles WHERE name = 'Kế toán';
    ${forget}`)
  await seedBase(server.pool)
  expect([await roles(), await first(codes)]).toEqual([1, before])
  const admins = `SELECT count(*)::int AS value FROM role_permissions rp JOIN roles r ON r.id = rp.role_id
    JOIN permissions p ON p.id = rp.permission_id WHERE r.priority = 1 AND p.code = 'pay.manage'`
  expect(await first(admins)).toBe(1)
  await server.pool.query(`
    ${forget};
    DELETE FROM role_permissions WHERE role_id = (SELECT id FROM roles WHERE name = 'Kế toán')`)
  await seedBase(server.pool)
  expect([await roles(), await first(codes)]).toEqual([1, 0])
})
