/** What no account may do to itself, whatever its rights (D3-SEC-12). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('nobody unlocks or promotes themselves, or resets their own password without the current one (D3-SEC-12)', async () => {
  const { rows } = await server.pool.query<{
    id: string
    role_id: string
    admin: string
    permission: string
  }>(sql`
    SELECT u.id, u.role_id, (SELECT role_id FROM users WHERE username = 'admin') AS admin,
      (SELECT id FROM permissions WHERE code = 'chiphiquanly.get') AS permission
    FROM users u WHERE u.username = 'quanly'`)
  const [ownAccount] = rows
  if (!ownAccount) throw new Error('no manager')
  // May do all of this to other accounts, and lacks one permission.
  await server.pool.query(sql`DELETE FROM role_permissions WHERE permission_id = ${ownAccount.permission}`)
  await server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id) SELECT ${ownAccount.id}, id FROM permissions
    WHERE code IN ('user.edit', 'user.delete', 'role.edit') ON CONFLICT DO NOTHING`)
  const me = await server.signedIn('quanly')
  const account = `/api/v1/users/${ownAccount.id}`
  const now = (await me.get(account)).data as Record<string, unknown>
  const password = 'mưa rào tháng sáu'
  const ways = [
    me.post(`${account}/unlock`),
    me.post(`${account}/lock`),
    me.delete(account),
    me.put(account, { ...now, role_id: ownAccount.admin, permissions: undefined }),
    me.put(account, { permissions: [ownAccount.permission] }),
    me.put(`/api/v1/role/${ownAccount.role_id}`, { priority: 1 }),
    me.put(`/api/v1/role/${ownAccount.role_id}`, { permissions: [ownAccount.permission] }),
    me.post(`${account}/reset-password`, { password, rePassword: password }),
  ]
  expect((await Promise.all(ways)).map(({ status }) => status)).toEqual(ways.map(() => 403))
  const changed = await me.post('/api/v1/auth/changePassword', {
    oldPassword: 'không phải',
    newPassword: password,
    confirmNewPassword: password,
  })
  expect(Object.keys(changed.body.fields ?? {})).toEqual(['oldPassword'])
})
