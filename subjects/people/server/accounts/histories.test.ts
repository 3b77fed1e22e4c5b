/** Histories of rows outside resources: accounts, roles, subscriber files, customer lists. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { makePool, userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function history(username: string, path: string): Promise<HistoryEntry[]> {
  const reply = await (await server.as(username)).get(`/api/v1/${path}/history`)
  expect([path, reply.status]).toEqual([path, 200])
  return (reply.data as { values: HistoryEntry[] }).values
}
const refused = async (username: string, path: string): Promise<number> =>
  (await (await server.as(username)).get(`/api/v1/${path}/history`)).status

test('the history of an account shows who changed what, newest first, and never its password', async () => {
  const admin = await server.as('admin')
  const id = await userId(server.pool, 'sale111')
  const account = (await admin.get(`/api/v1/users/${id}`)).data as object
  const sent = { ...account, permissions: undefined, fullname: 'Lê Thị Tiên', phone: '0912345678' }
  expect((await admin.put(`/api/v1/users/${id}`, sent)).status).toBe(200)
  const secret = { password: 'Moi@20262026', rePassword: 'Moi@20262026' }
  await admin.post(`/api/v1/users/${id}/reset-password`, secret)
  await admin.post(`/api/v1/users/${id}/lock`)
  const [lock, password, update] = await history('admin', `users/${id}`)
  expect(lock).toMatchObject({ action: 'lock', username: 'admin' })
  expect(lock?.changes).toEqual([
    { field: 'is_deleted', label: 'Trạng thái', before: 'false', after: 'true' },
  ])
  expect(password).toMatchObject({ action: 'reset-password', changes: [] })
  expect(update?.changes.map(({ field, after }) => [field, after])).toEqual([
    ['fullname', 'Lê Thị Tiên'],
    ['phone', '0912345678'],
  ])
  expect(JSON.stringify(await history('admin', `users/${id}`))).not.toContain('Moi@2026')
})

test('a branch reads the histories of its own people only, with masked phones (D1-MASK-02, D1-Q-003)', async () => {
  const ownHistory = await history('chinhanh1', `users/${await userId(server.pool, 'sale111')}`)
  expect(ownHistory.flatMap(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ field: 'phone', after: '****45678' }),
  )
  expect(await refused('chinhanh1', `users/${await userId(server.pool, 'sale211')}`)).toBe(404)
  expect(await refused('sale121', `users/${await userId(server.pool, 'sale112')}`)).toBe(403)
})

test('the history of an account shows its channels to priority 1 and 2 only (D1-CHAN-02, D1-CHAN-03, D1-CHAN-10, D1-Q-049)', async () => {
  const admin = await server.as('admin')
  const path = `users/${await userId(server.pool, 'sale122')}`
  const set = (verb: string, accountUsername: string, channelText: string) =>
    admin.post(`/api/v1/userkenhmoigoi/${verb}`, { accountUsername, channelText })
  await set('chonKenh', 'SALE122', 'd1')
  await set('chonKenh', 'sale122', 'd1')
  await set('chonKenh', 'sale121', 'd9')
  await set('huyChonKenh', 'sale122', 'd1')
  const entries = (await history('quanly', path)).map(({ username, action, changes }) => [
    username,
    action,
    changes,
  ])
  const change = { field: 'kenh', label: 'Kênh' }
  expect(entries).toEqual([
    ['admin', 'unchoose', [{ ...change, before: 'd1', after: null }]],
    ['admin', 'choose', [{ ...change, before: null, after: 'd1' }]],
  ])
  expect(await history('chinhanh1', path)).toEqual([])
})

test('a change of rights is described in Vietnamese: what was granted and removed, by whom (D1-Q-036, D2-Q-27)', async () => {
  const admin = await server.as('admin')
  const { rows } = await server.pool.query<{ id: string }>(
    `SELECT id FROM permissions WHERE code IN ('role.get', 'care.otp', 'doanhthutinhluong.column.kenh') ORDER BY code`,
  )
  const [otp, column, role] = rows.map((row) => row.id)
  const made = await admin.post('/api/v1/role', { name: 'Kế toán nhánh', priority: 4 })
  const { id } = made.data as { id: string }
  await admin.put(`/api/v1/role/${id}`, { permissions: [role, otp] })
  await admin.put(`/api/v1/role/${id}`, { permissions: [role, column] })
  const [second, first, create] = await history('admin', `role/${id}`)
  const given = { field: 'rightsGiven', label: 'Quyền được thêm', before: null }
  const taken = { field: 'rightsTaken', label: 'Quyền bị bớt', after: null }
  expect(first?.changes).toEqual([{ ...given, after: 'Xem vai trò (Vai trò), Mã xác nhận 1 (Mời gói)' }])
  expect(second).toMatchObject({ username: 'admin', fullname: 'Phạm Minh Châu' })
  expect(second?.changes).toEqual([
    { ...taken, before: 'Mã xác nhận 1 (Mời gói)' },
    { ...given, after: 'Kênh (Cột doanh thu tính lương)' },
  ])
  expect(create?.action).toBe('create')
  expect(await refused('chinhanh1', `role/${id}`)).toBe(403)
  const sale = `users/${await userId(server.pool, 'sale113')}`
  await admin.put(`/api/v1/${sale}`, { permissions: [otp] })
  expect((await history('admin', sale))[0]?.changes).toEqual([{ ...given, after: 'Mã xác nhận 1 (Mời gói)' }])
})

test('the history of a file is for users who see files, that of a list for its scope', async () => {
  const admin = await server.as('admin')
  const id = await makePool(server.pool, { rows: 1 })
  const { rows } = await server.pool.query<{ name: string }>(
    `SELECT "FileName" AS name FROM data_files WHERE id = $1`,
    [id],
  )
  await admin.post('/api/v1/uploadchiadata/activeOrDeactive', { FileName: rows[0]?.name, is_activated: 0 })
  expect((await history('doitac1', `uploadchiadata/${id}`))[0]).toMatchObject({
    action: 'stop',
    changes: [{ field: 'is_activated', before: 1, after: 0 }],
  })
  expect(await refused('sale121', `uploadchiadata/${id}`)).toBe(403)
  const list = (await (await server.as('chinhanh1')).post('/api/v1/upload', { filename: 'Hội chợ' }))
    .data as {
    id: string
  }
  expect((await history('chinhanh1', `upload/${list.id}`))[0]?.changes).toEqual([
    { field: 'filename', label: 'Tên danh sách', before: null, after: 'Hội chợ' },
  ])
  expect(await refused('chinhanh2', `upload/${list.id}`)).toBe(404)
  expect(await refused('chinhanh1', `uploadchiadata/${list.id}`)).toBe(404)
})
