/** Lock, unlock and DELETE: sessions end, the number in hand is returned, the last administrator stays. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = async (username: string, verb = ''): Promise<string> => {
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [
    username,
  ])
  return `/api/v1/users/${rows[0]!.id}${verb}`
}

test('a locked account is signed out within a second, cannot sign in, and can be unlocked (D1-ACC-40, D1-ACC-41, D1-ACC-52, D1-ACC-53, threats C1)', async () => {
  const admin = await server.as('admin')
  const sale = await server.as('sale211')
  expect((await sale.get('/api/v1/auth/me')).status).toBe(200)
  const locked = await admin.post(await path('sale211', '/lock'))
  expect([locked.status, locked.body.msg]).toEqual([200, 'Khoá nhân viên thành công'])
  expect(locked.data).toMatchObject({ is_deleted: true })
  await expect.poll(async () => (await sale.get('/api/v1/auth/me')).status, { timeout: 1000 }).toBe(401)
  const login = () =>
    server.outsider.post('/api/v1/auth/login', { username: 'sale211', password: 'Demo@2026' })
  expect((await login()).body.msg).toBe('Tài khoản đã bị khoá')
  const unlocked = await admin.post(await path('sale211', '/unlock'))
  expect([unlocked.body.msg, unlocked.data]).toMatchObject([
    'Mở khoá nhân viên thành công',
    { is_deleted: false },
  ])
  expect((await login()).status).toBe(200)
})

test('DELETE locks an active account and unlocks a locked one; nothing is removed (D1-ACC-42, D1-ACC-50, D1-Q-034)', async () => {
  const admin = await server.as('admin')
  const target = await path('sale212')
  expect((await admin.delete(target)).data).toMatchObject({ is_deleted: true })
  expect((await admin.get(target)).data).toMatchObject({ username: 'sale212', is_deleted: true })
  expect((await admin.delete(target)).data).toMatchObject({ is_deleted: false })
  const trail = await server.pool.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE resource = 'users' AND after ->> 'username' = 'sale212' ORDER BY id`,
  )
  expect(trail.rows.map(({ action }) => action)).toEqual(['lock', 'unlock'])
})

test('nobody locks their own account (D1-Q-035)', async () => {
  const quanly = await server.as('quanly')
  const lock = await quanly.post(await path('quanly', '/lock'))
  expect([lock.status, lock.body.msg]).toEqual([403, 'Không tự khoá hay mở khoá tài khoản của chính mình'])
  expect((await quanly.delete(await path('quanly'))).status).toBe(403)
})

test('the last administrator keeps its account, its role and its rights (D1-Q-037, threats B7)', async () => {
  const admin = await server.as('admin')
  const { rows } = await server.pool.query<{ id: string; priority: number }>('SELECT id, priority FROM roles')
  const roleId = (priority: number): string => rows.find((role) => role.priority === priority)!.id
  const profile = { fullname: 'A', email: 'a@b.vn' }
  const demoted = await admin.put(await path('admin'), { ...profile, role_id: roleId(2) })
  expect(demoted.status).toBe(409)
  expect((await admin.put(`/api/v1/role/${roleId(1)}`, { permissions: [] })).status).toBe(409)
  expect((await admin.put(`/api/v1/role/${roleId(1)}`, { priority: 2 })).status).toBe(409)

  const second = { ...profile, username: 'admin2', password: 'matkhau1', role_id: roleId(1) }
  expect((await admin.post('/api/v1/users', second)).status).toBe(200)
  await server.pool.query(`UPDATE users SET must_change_password = false WHERE username = 'admin2'`)
  const other = await server.as('admin2')
  const answers = await Promise.all([
    admin.post(await path('admin2', '/lock')),
    other.post(await path('admin', '/lock')),
  ])
  // The loser is refused, or is already locked and signed out.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rowCount } = await server.pool.query(`
    SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority = 1 AND NOT u.is_deleted`)
  expect(rowCount).toBe(1)
})

/** Inserts a customer of `file` in the hand of `username`. */
async function inHand(file: string, username: string, phone: string): Promise<string> {
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO customer (file_id, phone, rank, holder_id, stage, status, claimed_at)
     SELECT f.id, $3, 1, u.id, 'open', 'TAKECARE', now() FROM data_files f, users u
     WHERE f."FileName" = $1 AND u.username = $2 RETURNING id`,
    [file, username, phone],
  )
  return rows[0]!.id
}

const whereIs = async (id: string) => {
  const { rows } = await server.pool.query(
    `SELECT c.stage, c.status, c.claimed_at, u.username AS holder, m.kind, m.by_username AS by
     FROM customer c LEFT JOIN users u ON u.id = c.holder_id
     JOIN LATERAL (SELECT * FROM movements WHERE customer_id = c.id ORDER BY id DESC LIMIT 1) m ON true
     WHERE c.id = $1`,
    [id],
  )
  return rows[0]
}

test('the number in the hand of a locked account returns to the level above, on record (threats E13, Inv 11)', async () => {
  await server.pool.query(`
    INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id)
    SELECT k.kind, k.name, 'admin', u.id FROM users u,
      (VALUES ('pool', 'branch pool'), ('pool', 'open pool'), ('list', 'list')) AS k(kind, name)
    WHERE u.username = 'admin'`)
  await server.pool.query(`
    INSERT INTO data_quotas (file_id, user_id, quantity)
    SELECT f.id, u.id, 5 FROM data_files f, users u WHERE f."FileName" = 'branch pool' AND u.username = 'chinhanh1'`)
  const branchPool = await inHand('branch pool', 'sale111', '911000001')
  const openPool = await inHand('open pool', 'sale112', '911000002')
  const list = await inHand('list', 'sale113', '911000003')
  const quanly = await server.as('quanly')
  for (const username of ['sale111', 'sale112', 'sale113']) await quanly.post(await path(username, '/lock'))
  const back = { stage: 'left', claimed_at: null, kind: 'recall', by: 'quanly' }
  // The leader has no quantity of the file and would keep the number for good; the branch has one.
  expect(await whereIs(branchPool)).toEqual({ ...back, status: 'ASSIGNED', holder: 'chinhanh1' })
  expect(await whereIs(openPool)).toEqual({ ...back, status: 'NORMAL', holder: null })
  expect(await whereIs(list)).toEqual({ ...back, status: 'ASSIGNED', holder: 'leader11' })
  const kept = await server.pool.query(`
    SELECT FROM customer c JOIN users u ON u.id = c.holder_id WHERE c.stage = 'open' AND u.is_deleted`)
  expect(kept.rowCount).toBe(0)
})
