/** Roles and permissions over the wire. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission, Role } from '../../../contract/workflows/roles.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from '../../../test/server.ts'

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
const code = (name: string): { id: string } => ({ id: permissions.find((known) => known.code === name)!.id })
const byPriority = async (priority: number): Promise<Role> =>
  values<Role>(await admin.get('/api/v1/role?count=100')).find((known) => known.priority === priority)!

test('roles come by name, ten a page, searched without marks (D1-ROLE-01, D1-ROLE-08, D1-ROLE-11, D1-ROLE-14, D1-Q-042)', async () => {
  for (let n = 1; n <= 8; n++) await admin.post('/api/v1/role', { name: `Tổng đài ${n}`, permissions: [] })
  const first = await admin.get('/api/v1/role')
  expect(values(first)).toHaveLength(10)
  expect(first.data).toMatchObject({ count: 14 })
  expect(values<Role>(first)[0]).toMatchObject({
    name: 'Chi nhánh',
    priority: 3,
    permissions: [{ id: code('user.get').id }],
  })
  expect(values(await admin.get('/api/v1/role?page=2&count=5'))).toHaveLength(4)
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
  expect(server.published.filter(({ resource }) => resource === 'role').length).toBeGreaterThanOrEqual(4)
})

test('a role needs a name of its own (D1-ROLE-12)', async () => {
  expect((await admin.post('/api/v1/role', { name: '  ' })).body.fields).toHaveProperty('name')
  expect((await admin.post('/api/v1/role', {})).status).toBe(400)
  const twice = await admin.post('/api/v1/role', { name: 'LEADER' })
  expect([twice.status, twice.body.msg]).toEqual([409, 'Tên vai trò đã tồn tại'])
  const leader = await byPriority(4)
  expect((await admin.put(`/api/v1/role/${leader.id}`, { name: 'nhân viên' })).status).toBe(409)
})

test.each([0, -1, 6, 8, 2.5, '2', null, true])(
  'priority %j is refused (D1-Q-041, threats B7)',
  async (priority) => {
    const answer = await admin.post('/api/v1/role', { name: `Cấp ${priority}`, priority })
    expect([answer.status, answer.body.msg]).toEqual([400, 'Cấp của vai trò phải là 1, 2, 3, 4, 5 hoặc 7'])
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

test('roles of higher authority and permissions one lacks are out of reach (D1-Q-041, threats B7)', async () => {
  const quanly = await server.as('quanly')
  const top = await byPriority(1)
  expect((await quanly.post('/api/v1/role', { name: 'Trên', priority: 1 })).status).toBe(403)
  expect((await quanly.put(`/api/v1/role/${top.id}`, { name: 'Khác' })).status).toBe(403)
  expect((await quanly.delete(`/api/v1/role/${top.id}`)).status).toBe(403)
  const own = await byPriority(2)
  expect((await quanly.put(`/api/v1/role/${own.id}`, { priority: 1 })).status).toBe(403)
  const more = await quanly.put(`/api/v1/role/${own.id}`, {
    permissions: [...own.permissions, code('care.otp')],
  })
  expect([more.status, more.body.msg]).toEqual([403, 'Bạn chỉ được cấp những quyền mà bạn đang có'])
  expect((await quanly.post('/api/v1/role', { name: 'OTP', permissions: [code('care.otp')] })).status).toBe(
    403,
  )
  const wrong = await quanly.post('/api/v1/role', { name: 'Sai', permissions: [{ id: 'x' }] })
  expect(wrong.status).toBe(400)
})

test('a role whose accounts lack a branch does not become one that needs it (D1-Q-039)', async () => {
  const branch = await byPriority(3)
  expect((await admin.put(`/api/v1/role/${branch.id}`, { priority: 4 })).status).toBe(409)
})

test('each role call needs its code on the server (D1-ROLE-19 to D1-ROLE-22, D1-Q-037)', async () => {
  const leader = await server.as('leader11')
  const url = `/api/v1/role/${(await byPriority(5)).id}`
  expect((await leader.get('/api/v1/role')).status).toBe(403)
  expect((await leader.get(url)).status).toBe(403)
  expect((await leader.get('/api/v1/permission')).status).toBe(403)
  expect((await leader.post('/api/v1/role', { name: 'A' })).status).toBe(403)
  expect((await leader.put(url, { name: 'A' })).status).toBe(403)
  expect((await leader.delete(url)).status).toBe(403)
})

test('permissions come by category, ten a page, or all for the dialogs (D1-PERM-01, D1-PERM-07 to D1-PERM-09, D1-Q-046)', async () => {
  expect(values(await admin.get('/api/v1/permission'))).toHaveLength(10)
  const hundred = await admin.get('/api/v1/permission?page=0&count=100')
  expect(values(hundred)).toHaveLength((hundred.data as { count: number }).count)
  expect(values<Permission>(hundred)).toEqual(permissions)
  expect(permissions[0]).toEqual({
    id: expect.any(String) as string,
    name: expect.any(String) as string,
    category: expect.any(String) as string,
    code: expect.any(String) as string,
  })
  const categories = permissions.map(({ category }) => category)
  expect(categories).toEqual(categories.toSorted((a, b) => categories.indexOf(a) - categories.indexOf(b)))
  const found = values<Permission>(await admin.get('/api/v1/permission?name=hoan%20tien'))
  expect(found.map((known) => known.code)).toContain('chiphihoantien.get')
})

test('the codes of document 1 can be granted (D1-PERM-10 to D1-PERM-12)', () => {
  const codes = permissions.map((known) => known.code)
  const costs = ['chiphihoantien', 'chiphiquanly', 'chiphihotro', 'chiphikhac', 'doanhthutinhluong']
  const verbs = ['get', 'edit', 'add', 'delete']
  expect(codes).toEqual(expect.arrayContaining(costs.map((name) => `${name}.get`)))
  expect(codes).toEqual(expect.arrayContaining(verbs.flatMap((verb) => [`user.${verb}`, `role.${verb}`])))
})
