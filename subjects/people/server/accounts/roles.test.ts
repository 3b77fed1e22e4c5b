/** Roles and permissions over the wire. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Affected, Permission, Role } from '#subjects/people/contract/calls/roles.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Caller
let permissions: Permission[]
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  permissions = values<Permission>(await admin.get('/api/v1/permission?page=0&count=1000'))
  await server.pool.query(`
    DELETE FROM role_permissions rp USING roles r, permissions p
    WHERE r.id = rp.role_id AND p.id = rp.permission_id AND r.priority = 2 AND p.code = 'care.otp'`)
})
afterAll(() => server.close())

const values = <T>(answer: Answer): T[] => (answer.data as { values: T[] }).values
const role = (answer: Answer): Role => answer.data as Role
const code = (name: string): { id: string } => ({
  id: permissions.find((permission) => permission.code === name)!.id,
})
const byPriority = async (priority: number): Promise<Role> =>
  values<Role>(await admin.get('/api/v1/role?count=100')).find((role) => role.priority === priority)!

test('roles are listed by name, ten a page, searched ignoring diacritics (D1-ROLE-01, D1-ROLE-08, D1-ROLE-11, D1-ROLE-14, D1-Q-042)', async () => {
  for (let n = 1; n <= 8; n++) await admin.post('/api/v1/role', { name: `Tổng đài ${n}`, permissions: [] })
  const first = await admin.get('/api/v1/role')
  expect(values(first)).toHaveLength(10)
  expect(first.data).toMatchObject({ count: 15 })
  expect(values<Role>(first)[0]).toMatchObject({
    name: 'Chi nhánh',
    priority: 3,
    permissions: expect.arrayContaining([{ id: code('user.get').id }, { id: code('care.otp').id }]),
  })
  expect(values(await admin.get('/api/v1/role?page=2&count=5'))).toHaveLength(5)
  expect(values(await admin.get('/api/v1/role?name=tong%20dai&page=0&count=5'))).toHaveLength(5)
  expect((await admin.get('/api/v1/role?name=TONG%20DAI%203')).data).toMatchObject({ count: 1 })
})

test('a role is created, read, changed and deleted, each on record (D1-ROLE-15 to D1-ROLE-18, D1-Q-041)', async () => {
  const created = await admin.post('/api/v1/role', { name: ' Giám sát ', permissions: [code('role.get')] })
  expect(role(created)).toMatchObject({ name: 'Giám sát', priority: 5, permissions: [code('role.get')] })
  const url = `/api/v1/role/${role(created).id}`
  expect((await admin.get(url)).data).toEqual(created.data)
  const changed = await admin.put(url, {
    name: 'Giám sát 2',
    priority: 4,
    permissions: [code('user.get').id],
    version: 1,
  })
  expect(role(changed)).toMatchObject({
    name: 'Giám sát 2',
    priority: 4,
    permissions: [code('user.get')],
    version: 2,
  })
  const stale = await admin.put(url, { name: 'Khác', version: 1 })
  expect([stale.status, stale.body.current]).toMatchObject([409, { name: 'Giám sát 2' }])
  expect(role(await admin.put(url, { name: 'Giám sát 3' })).permissions).toEqual([code('user.get')])
  expect((await admin.delete(url)).status).toBe(200)
  expect((await admin.get(url)).status).toBe(404)
  expect((await admin.delete(url)).status).toBe(404)
  const trail = await server.pool.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE resource = 'role' AND resource_id = $1 ORDER BY id`,
    [role(created).id],
  )
  expect(trail.rows.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'remove'])
  expect(server.published.filter((resource) => resource === 'role').length).toBeGreaterThanOrEqual(4)
})

test('a role needs a unique name (D1-ROLE-12)', async () => {
  expect((await admin.post('/api/v1/role', { name: '  ' })).body.fields).toHaveProperty('name')
  expect((await admin.post('/api/v1/role', {})).status).toBe(400)
  const twice = await admin.post('/api/v1/role', { name: 'LEADER' })
  expect([twice.status, twice.body.msg]).toEqual([409, 'Tên vai trò đã tồn tại'])
  const leader = await byPriority(4)
  expect((await admin.put(`/api/v1/role/${leader.id}`, { name: 'nhân viên' })).status).toBe(409)
})

test.each([0, -1, 9, 8, 2.5, '2', null, true])(
  'the priority %j is refused (D1-Q-041, threats B7)',
  async (priority) => {
    const answer = await admin.post('/api/v1/role', { name: `Cấp ${priority}`, priority })
    expect([answer.status, answer.body.msg]).toEqual([400, 'Cấp của vai trò phải là từ 1 đến 7'])
  },
)

test('a role in use cannot be deleted (D1-Q-044, threats E13)', async () => {
  const partner = await byPriority(7)
  const answer = await admin.delete(`/api/v1/role/${partner.id}`)
  expect([answer.status, answer.body.msg]).toEqual([
    409,
    'Vai trò đang được nhân viên sử dụng, không thể xoá',
  ])
  expect(answer.body.code).toBe('CONFLICT')
})

test('roles of higher authority, and permissions that one lacks, cannot be used (D1-Q-041, threats B7)', async () => {
  const quanly = await server.as('quanly')
  const top = await byPriority(1)
  expect((await quanly.post('/api/v1/role', { name: 'Trên', priority: 1 })).status).toBe(403)
  expect((await quanly.put(`/api/v1/role/${top.id}`, { name: 'Khác' })).status).toBe(403)
  expect((await quanly.delete(`/api/v1/role/${top.id}`)).status).toBe(403)
  const ownRole = await byPriority(2)
  expect((await quanly.put(`/api/v1/role/${ownRole.id}`, { priority: 1 })).status).toBe(403)
  const more = await quanly.put(`/api/v1/role/${ownRole.id}`, {
    permissions: [...ownRole.permissions, code('care.otp')],
  })
  expect([more.status, more.body.msg]).toEqual([403, 'Bạn chỉ được cấp những quyền mà bạn đang có'])
  expect((await quanly.post('/api/v1/role', { name: 'OTP', permissions: [code('care.otp')] })).status).toBe(
    403,
  )
  const wrong = await quanly.post('/api/v1/role', { name: 'Sai', permissions: [{ id: 'x' }] })
  expect(wrong.status).toBe(400)
})

test('a role whose accounts have no branch cannot get a priority that needs one (D1-Q-039)', async () => {
  const branch = await byPriority(3)
  expect((await admin.put(`/api/v1/role/${branch.id}`, { priority: 4 })).status).toBe(409)
})

test('a change of priority names the affected people, and waits for confirmation (D3-ORG-08)', async () => {
  const made = role(await admin.post('/api/v1/role', { name: 'Giám sát tạm', priority: 2 }))
  const place = (username: string) =>
    server.pool.query(
      `INSERT INTO users (username, fullname, email, role_id, password_hash) VALUES ($1, 'Giám sát', 'a@b.vn', $2, 'x')`,
      [username, made.id],
    )
  await place('giamsat1')
  await place('giamsat2')
  const url = `/api/v1/role/${made.id}`
  expect((await admin.get(`${url}/affected?priority=1`)).data).toEqual({
    count: 2,
    people: ['giamsat1', 'giamsat2'].map((username) => ({ username, fullname: 'Giám sát', problem: null })),
    gains: [expect.stringMatching(/^Trở thành quản trị/), 'Mở thêm màn hình: Bắt đầu'],
  })
  expect((await admin.get(`${url}/affected?priority=2`)).data).toEqual({ count: 0, people: [], gains: [] })
  for (const affected of [undefined, 1, 3]) {
    const refused = await admin.put(url, { priority: 1, affected })
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      expect.stringMatching(
        /^Đổi cấp sẽ đổi quyền của 2 nhân viên, hãy xác nhận: giamsat1, giamsat2\. Trở thành quản trị/,
      ),
    ])
  }
  expect((await admin.put(url, { name: 'Giám sát khác' })).status).toBe(200)
  expect(role(await admin.put(url, { priority: 1, affected: 2 })).priority).toBe(1)
  expect(role(await admin.put(url, { priority: 2, affected: 2 })).priority).toBe(2)
})

test('a priority that would leave somebody without a required unit is refused with their name (D3-ORG-08, D1-Q-039)', async () => {
  for (const [from, to, reason] of [
    [3, 4, 'chinhanh1 (chưa có chi nhánh)'],
    [3, 2, 'chinhanh1 (đang có nhân viên trực thuộc)'],
    [4, 5, 'leader11 (chưa có leader)'],
    [5, 4, 'sale111 (đang thuộc một leader)'],
    [5, 3, 'HNIMB01 (đang thuộc một chi nhánh)'],
  ] as const) {
    const { id, accounts } = await byPriority(from)
    const refused = await admin.put(`/api/v1/role/${id}`, { priority: to, affected: accounts })
    expect([from, to, refused.status]).toEqual([from, to, 409])
    expect(refused.body.msg).toContain(reason)
  }
})

test('promoting a role of salespeople to administrators describes the gains and can be reverted, including people without a leader by exception (D3-SEC-09)', async () => {
  const { id, accounts } = await byPriority(5)
  const url = `/api/v1/role/${id}`
  const places = () => server.pool.query(`SELECT username, brand_id, group_id FROM users ORDER BY 1`)
  const before = (await places()).rows
  expect(before.some(({ username, group_id }) => username === 'HNIMB01' && group_id === null)).toBe(true)
  const { gains, people } = (await admin.get(`${url}/affected?priority=1`)).data as Affected
  expect(people.filter(({ problem }) => problem !== null)).toEqual([])
  expect(gains).toEqual([
    'Thấy dữ liệu của mọi chi nhánh',
    expect.stringMatching(/^Trở thành quản trị/),
    'Thấy đầy đủ số điện thoại của khách',
    'Duyệt, từ chối, mở lại và sửa bản ghi của người khác; đổi cài đặt',
    'Sửa bảng lương trong phạm vi',
    'Tải file, chia số và bàn giao số trong phạm vi',
    'Xuất file và thấy cột nhân viên',
    expect.stringMatching(/^Mở thêm màn hình: .*Bàn duyệt.*Cài đặt/),
  ])
  expect(role(await admin.put(url, { priority: 1, affected: accounts })).priority).toBe(1)
  expect(role(await admin.put(url, { priority: 5, affected: accounts })).priority).toBe(5)
  expect((await places()).rows).toEqual(before)
  // The exception covers only them: others who lose their leader have no place, as before.
  await server.pool.query(`UPDATE users SET leaderless = false`)
  await server.pool.query(`UPDATE roles SET priority = 1 WHERE id = $1`, [id])
  const refused = await admin.put(url, { priority: 5, affected: accounts })
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    expect.stringContaining('HNIMB01 (chưa có leader)'),
  ])
  await server.pool.query(`UPDATE roles SET priority = 5 WHERE id = $1`, [id])
})

test('a change that could not be reverted for somebody is refused with their name (D3-SEC-09)', async () => {
  const made = role(await admin.post('/api/v1/role', { name: 'Nhóm lạc', priority: 4 }))
  await server.pool.query(
    `INSERT INTO users (username, fullname, email, role_id, password_hash) VALUES ('lac', 'Lạc', 'a@b.vn', $1, 'x')`,
    [made.id],
  )
  const refused = await admin.put(`/api/v1/role/${made.id}`, { priority: 1, affected: 1 })
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    expect.stringContaining('lac (không đổi lại được: chưa có chi nhánh)'),
  ])
})

test('an edit keeps branch and leader that the current role does not need (D3-ORG-08)', async () => {
  const made = role(await admin.post('/api/v1/role', { name: 'Nhóm đặc biệt', priority: 5 }))
  const leader = await server.pool.query<{ id: string; brand_id: string }>(
    `SELECT id, brand_id FROM users WHERE username = 'leader11'`,
  )
  const { id: group_id, brand_id } = leader.rows[0]!
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO users (username, fullname, email, role_id, brand_id, group_id, password_hash)
     VALUES ('dacbiet', 'Một', 'a@b.vn', $1, $2, $3, 'x') RETURNING id`,
    [made.id, brand_id, group_id],
  )
  const url = `/api/v1/role/${made.id}`
  expect((await admin.put(url, { priority: 1, affected: 1 })).status).toBe(200)
  // As the administrator's form sends it, without fields for the place.
  const sent = { fullname: 'Hai', email: 'a@b.vn', role_id: made.id, brand_id: null, group_id: null }
  const edited = await admin.put(`/api/v1/users/${rows[0]!.id}`, sent)
  expect(edited.data).toMatchObject({ fullname: 'Hai', brand_id, group_id })
  expect(role(await admin.put(url, { priority: 5, affected: 1 })).priority).toBe(5)
})

test('a branch with rights over roles changes only roles that nobody outside it has (D3-ORG-08)', async () => {
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'chinhanh2' AND p.code LIKE 'role.%'`)
  const branch = await server.as('chinhanh2')
  const sale = await byPriority(5)
  const roleSeen = async (id: string) => (await branch.get(`/api/v1/role/${id}`)).data
  await expect
    .poll(() => roleSeen(sale.id), { timeout: 2000 })
    .toMatchObject({ may: { update: false, remove: false } })
  const refused = await branch.put(`/api/v1/role/${sale.id}`, { permissions: [] })
  expect([refused.status, refused.body.msg]).toEqual([
    403,
    'Vai trò này còn được nhân viên ngoài phạm vi của bạn sử dụng',
  ])
  expect((await branch.delete(`/api/v1/role/${sale.id}`)).status).toBe(403)
  const ownRole = role(await branch.post('/api/v1/role', { name: 'Riêng của chi nhánh 2' }))
  await server.pool.query(`UPDATE users SET role_id = $1 WHERE username = 'sale211'`, [ownRole.id])
  expect((await branch.put(`/api/v1/role/${ownRole.id}`, { name: 'Riêng' })).status).toBe(200)
  await server.pool.query(`UPDATE users SET role_id = $1 WHERE username = 'sale111'`, [ownRole.id])
  expect((await branch.put(`/api/v1/role/${ownRole.id}`, { name: 'Chung' })).status).toBe(403)
})

test('each call about roles needs its code on the server (D1-ROLE-19 to D1-ROLE-22, D1-Q-037)', async () => {
  const leader = await server.as('leader11')
  const url = `/api/v1/role/${(await byPriority(5)).id}`
  expect((await leader.get('/api/v1/role')).status).toBe(403)
  expect((await leader.get(url)).status).toBe(403)
  expect((await leader.get('/api/v1/permission')).status).toBe(403)
  expect((await leader.post('/api/v1/role', { name: 'A' })).status).toBe(403)
  expect((await leader.put(url, { name: 'A' })).status).toBe(403)
  expect((await leader.delete(url)).status).toBe(403)
})

test('permissions are listed by category, ten a page, or all at once for the dialogs (D1-PERM-01, D1-PERM-07 to D1-PERM-09, D1-Q-046, D2-INVIT-68, D2-ROLE-42, D2-ROLE-43, D2-CONST-08)', async () => {
  expect(values(await admin.get('/api/v1/permission'))).toHaveLength(10)
  const hundred = await admin.get('/api/v1/permission?page=0&count=100')
  expect(values(hundred)).toHaveLength((hundred.data as { count: number }).count)
  expect(values<Permission>(hundred)).toEqual(permissions)
  expect(values<Permission>(await admin.get('/api/v1/permission?page=0&count=1000'))).toEqual(permissions)
  expect(permissions[0]).toEqual({
    id: expect.any(String) as string,
    name: expect.any(String) as string,
    category: expect.any(String) as string,
    code: expect.any(String) as string,
  })
  const categories = permissions.map(({ category }) => category)
  expect(categories).toEqual(categories.toSorted((a, b) => categories.indexOf(a) - categories.indexOf(b)))
  const found = values<Permission>(await admin.get('/api/v1/permission?name=hoan%20tien'))
  expect(found.map((permission) => permission.code)).toContain('chiphihoantien.get')
})

test('the codes of package invitation and of the refund channel can be granted (D2-ROLE-33 to 40)', () => {
  const codes = permissions.map((permission) => permission.code)
  const tabs = ['otp', 'otpnew', 'otpnew1', 'otpnew2', '9332', 'selling', 'dk']
  expect(codes).toEqual(expect.arrayContaining(tabs.map((tab) => `care.${tab}`)))
  expect(codes).toContain('requestrefund.doi-kenh-hoan-tien')
})

test('the codes of document 1 can be granted (D1-PERM-10 to D1-PERM-12)', () => {
  const codes = permissions.map((permission) => permission.code)
  const costs = ['chiphihoantien', 'chiphiquanly', 'chiphihotro', 'chiphikhac', 'doanhthutinhluong']
  const verbs = ['get', 'edit', 'add', 'delete']
  expect(codes).toEqual(expect.arrayContaining(costs.map((name) => `${name}.get`)))
  expect(codes).toEqual(expect.arrayContaining(verbs.flatMap((verb) => [`user.${verb}`, `role.${verb}`])))
})
