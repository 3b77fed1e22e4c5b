/** The ladder of roles, every level against every other: which accounts one may manage, and what one may grant to an equal. */
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs, startTestServer, type Caller, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // All roles hold every permission of a unit, so that only levels and scopes differ (office.test.ts covers the rest).
  await server.pool.query(`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p
    WHERE r.priority < 3 OR p.code NOT IN ('pay.manage', 'desk.decide') ON CONFLICT DO NOTHING;
    INSERT INTO users (username, fullname, email, role_id, brand_id, password_hash)
    SELECT v.name, 'Hai', 'hai@congty.vn', r.id, (SELECT id FROM users WHERE username = v.brand), 'x'
    FROM (VALUES ('admin2', 1, NULL), ('quanly2', 2, NULL), ('doitac2', 7, 'chinhanh2')) AS v(name, priority, brand)
      JOIN roles r ON r.priority = v.priority`)
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
  first('SELECT id AS value FROM roles WHERE priority = $1', priority)

const pair = { password: 'matkhau1', rePassword: 'matkhau1' }
/** Every call that manages an account; afterwards the account is restored, except for its password. */
const managing: Record<string, (by: Caller, url: string, role_id: string) => Promise<{ status: number }>> = {
  edit: (by, url, role_id) => by.put(url, { fullname: 'Tên Mới', email: 'a@b.vn', role_id }),
  lock: (by, url) => by.post(`${url}/lock`),
  unlock: (by, url) => by.post(`${url}/unlock`),
  stop: (by, url) => by.delete(url),
  start: (by, url) => by.delete(url),
  reset: (by, url) => by.post(`${url}/reset-password`, pair),
}

test.each([
  ['admin', 'admin2', 200],
  ['admin', 'quanly2', 200],
  ['quanly', 'admin2', 403],
  ['quanly', 'quanly2', 200],
  ['quanly', 'QCMB', 200],
  ['chinhanh1', 'leader12', 200],
  ['chinhanh1', 'quanly2', 404],
  ['chinhanh1', 'leader21', 404],
  ['leader11', 'sale112', 200],
  ['leader11', 'leader12', 404],
  ['leader11', 'chinhanh1', 404],
  ['sale111', 'sale112', 404],
  ['doitac1', 'chinhanh2', 403],
  ['doitac1', 'sale211', 403],
  ['doitac1', 'doitac2', 200],
])(
  'every call of %s that manages %s answers %i (D1-Q-035, D1-Q-003, threats B7)',
  async (username, whom, expected) => {
    const by = await server.as(username)
    const url = `/api/v1/users/${await idOf(whom)}`
    const role = await first<string>('SELECT role_id AS value FROM users WHERE username = $1', whom)
    for (const [verb, run] of Object.entries(managing))
      expect([verb, (await run(by, url, role)).status]).toEqual([verb, expected])
  },
)

test.each([
  ['admin', [1, 2, 3, 4, 5, 7]],
  ['quanly', [2, 3, 4, 5, 7]],
  ['chinhanh2', [4, 5, 7]],
  ['leader21', [5]],
  ['doitac1', [7]],
])(
  '%s creates accounts of the priorities %j: none above its own, none outside its people (D1-Q-040, threats B2, B7)',
  async (username, allowed) => {
    const by = await server.as(username)
    const place = { brand_id: await idOf('chinhanh2'), group_id: await idOf('leader21') }
    for (const level of [1, 2, 3, 4, 5, 7]) {
      const sent = {
        fullname: 'A',
        email: 'a@b.vn',
        password: 'matkhau1',
        username: `${username}.${level}`,
        ...(level > 3 && { brand_id: place.brand_id }),
        ...(level === 5 && { group_id: place.group_id }),
      }
      const made = await by.post('/api/v1/users', { ...sent, role_id: await roleOf(level) })
      expect([level, made.status]).toEqual([level, allowed.includes(level) ? 200 : 403])
    }
  },
)

test('a user below managers creates accounts in their own branch only, whatever they send (threats B2)', async () => {
  const place = { brand_id: await idOf('chinhanh1'), group_id: await idOf('leader11') }
  const sent = { fullname: 'A', email: 'a@b.vn', password: 'matkhau1', username: 'xa' }
  for (const [username, level] of [
    ['chinhanh2', 5],
    ['leader21', 5],
    ['doitac1', 7],
  ] as const) {
    const made = await (
      await server.as(username)
    ).post('/api/v1/users', { ...sent, ...place, role_id: await roleOf(level) })
    expect([username, made.status, made.body.msg]).toEqual([
      username,
      403,
      'Tài khoản phải thuộc phạm vi bạn quản lý',
    ])
  }
})

test('a user who creates accounts of their own priority assigns no role with more permissions than their own (D1-Q-036, D1-Q-040, threats B7)', async () => {
  const by = await server.as('quanly')
  const { rows } = await server.pool.query<{ id: string }>(`
    INSERT INTO roles (name, priority) VALUES ('Quản lý thêm', 2), ('Cấp dưới thêm', 5) RETURNING id`)
  const [more, below] = rows.map(({ id }) => id)
  await server.pool.query(
    `INSERT INTO role_permissions (role_id, permission_id)
     SELECT r.id, p.id FROM roles r, permissions p WHERE r.id = ANY($1::uuid[]) AND p.code = 'care.otp'`,
    [[more, below]],
  )
  await server.pool.query(`
    DELETE FROM role_permissions rp USING roles r, permissions p
    WHERE r.id = rp.role_id AND p.id = rp.permission_id AND r.name = 'Quản lý' AND p.code = 'care.otp'`)
  const profile = { fullname: 'A', email: 'a@b.vn', role_id: more }
  const giveRole = async (whom: string, role_id = more) =>
    by.put(`/api/v1/users/${await idOf(whom)}`, { ...profile, role_id })
  const words = 'Bạn chỉ được cấp những quyền mà bạn đang có'
  await expect.poll(async () => (await giveRole('quanly2')).body.msg, { timeout: 2000 }).toBe(words)
  expect((await giveRole('quanly')).status).toBe(403)
  const made = await by.post('/api/v1/users', { ...profile, username: 'quanly3', password: 'matkhau1' })
  expect([made.status, made.body.msg]).toEqual([403, words])
  const brand_id = await idOf('chinhanh1')
  const place = { brand_id, group_id: await idOf('leader11') }
  const lower = await by.post('/api/v1/users', {
    ...profile,
    ...place,
    role_id: below,
    username: 'sale1',
    password: 'matkhau1',
  })
  expect(lower.status).toBe(200)
})

/** Waits until both requests wait for the lock of a row or of the accounts. */
async function bothWait(): Promise<void> {
  const waiting = (): Promise<number> =>
    first(`
      SELECT count(DISTINCT pid)::int AS value FROM pg_locks
      WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`)
  await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
}

async function inRollback<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await server.pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

test('of two administrators who lock each other at the same moment one stays active each time (D1-Q-037, D3-SEC-12, threats B7)', async () => {
  await server.pool.query(`
    UPDATE users SET is_deleted = username NOT IN ('admin', 'admin2') WHERE role_id IN (SELECT id FROM roles WHERE priority = 1)`)
  const urls = [await idOf('admin2'), await idOf('admin')].map((id) => `/api/v1/users/${id}/lock`)
  for (let round = 0; round < 5; round++) {
    await server.pool.query(
      `UPDATE users SET is_deleted = false, must_change_password = false WHERE username IN ('admin', 'admin2')`,
    )
    const tokens = [await signInAs(server.pool, 'admin'), await signInAs(server.pool, 'admin2')]
    const answers = await inRollback(async (client) => {
      await client.query(`BEGIN; SELECT FROM users WHERE username IN ('admin', 'admin2') FOR UPDATE`)
      const requests = tokens.map((token, index) =>
        server.app.inject({
          method: 'POST',
          url: urls[index] ?? '',
          headers: { authorization: `Bearer ${token}` },
        }),
      )
      await bothWait()
      await client.query('COMMIT')
      return Promise.all(requests)
    })
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]))
    expect(
      await first(`
        SELECT count(*)::int AS value FROM users u JOIN roles r ON r.id = u.role_id
        WHERE r.priority = 1 AND NOT u.is_deleted`),
    ).toBe(1)
  }
})

test('a lock ends the sessions for good: unlocking does not restore them (D1-Q-033, threats C1)', async () => {
  const manager = await server.as('quanly')
  const url = `/api/v1/users/${await idOf('sale122')}`
  const token = await signInAs(server.pool, 'sale122')
  const me = async (with_ = token): Promise<number> =>
    (
      await server.app.inject({
        method: 'GET',
        url: '/api/v1/auth/me',
        headers: { authorization: `Bearer ${with_}` },
      })
    ).statusCode
  expect(await me()).toBe(200)
  expect((await manager.post(`${url}/lock`)).status).toBe(200)
  await expect.poll(() => me(), { timeout: 1000 }).toBe(401)
  expect((await manager.post(`${url}/unlock`)).status).toBe(200)
  expect(await me(await signInAs(server.pool, 'sale122'))).toBe(200)
  expect(await me()).toBe(401)
})

test('an account of equal priority with more permissions gets no new password from those with fewer (D1-Q-035, threats B7)', async () => {
  await server.pool.query(`
    DELETE FROM user_permissions; DELETE FROM role_permissions WHERE role_id IN (SELECT id FROM roles WHERE name = 'Quản lý')
      AND permission_id IN (SELECT id FROM permissions WHERE code = 'role.edit');
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'quanly2' AND p.code = 'role.edit'`)
  const quanly = await server.signedIn('quanly')
  const reset = async (whom: string) =>
    quanly.post(`/api/v1/users/${await idOf(whom)}/reset-password`, {
      password: 'matkhau1',
      rePassword: 'matkhau1',
    })
  await expect.poll(async () => (await reset('quanly2')).status, { timeout: 2000 }).toBe(403)
  expect((await reset('quanly2')).body.msg).toContain('có quyền mà bạn không có')
  // Locking an equal grants nothing; accounts below may be given a new password.
  expect((await quanly.post(`/api/v1/users/${await idOf('quanly2')}/lock`)).status).toBe(200)
  expect((await quanly.post(`/api/v1/users/${await idOf('quanly2')}/unlock`)).status).toBe(200)
  expect((await reset('chinhanh1')).status).toBe(200)
})
