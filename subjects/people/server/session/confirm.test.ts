/** Calls that require a confirmed session: how long it lasts, what confirms it and what ends it (D3-SEC-07). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { confirmSession } from '#platform/contract/calls/confirm-session.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type Caller, type TestServer } from '#test/server.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { hashToken } from '#kit/server/sessions.ts'

let server: TestServer
const role = '/api/v1/role'

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.pool.query('TRUNCATE login_failures, settings'))
afterAll(() => server.close())

let number = 0
const create = (caller: Caller, headers?: Record<string, string>) =>
  caller.post(role, { name: `Vai trò ${(number += 1)}`, priority: 5, permissions: [] }, headers)
const confirm = (caller: Caller, body: object = { password: demoPassword }) =>
  caller.post('/api/v1/session/confirm', body)
const ownSession = ({ token }: Caller) => sql`token_hash = decode(${hashToken(token)}, 'hex')`

test('signing in does not confirm a session; the password does for ten minutes, in its session only (D3-SEC-07)', async () => {
  const [here, elsewhere] = [await server.unconfirmed('admin'), await server.unconfirmed('admin')]
  const key = { 'idempotency-key': 'create-a-role-once' }
  const body = { name: 'Một lần', priority: 5, permissions: [] }
  const refused = await here.post(role, body, key)
  expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH'])
  const confirmed = await confirm(here)
  expect([confirmed.status, confirmed.data]).toEqual([200, { expires_in: 600 }])
  // The same call with the same idempotency key: the refusal was not stored as its answer.
  expect((await here.post(role, body, key)).status).toBe(200)
  expect((await create(elsewhere)).body.code).toBe('REAUTH')
  await server.pool.query(sql`
    UPDATE sessions SET confirmed_until = confirmed_until - interval '601 seconds' WHERE ${ownSession(here)}`)
  expect((await create(here)).body.code).toBe('REAUTH')
})

const renew = async (caller: Caller): Promise<{ next: Caller; seconds: number }> => {
  const { data } = await confirm(caller, { password: demoPassword, renew: true })
  const { renewed } = data as AnswerOf<typeof confirmSession>
  return { next: server.by(renewed?.access_token ?? ''), seconds: renewed?.expires_in ?? 0 }
}
const isIn = async (caller: Caller): Promise<boolean> => (await caller.get('/api/v1/auth/me')).status === 200
const endsWithin = async (caller: Caller): Promise<number> => {
  const { rows } = await server.pool.query<{ rest: number }>(sql`
    SELECT extract(epoch FROM expires_at - now())::int AS rest FROM sessions WHERE ${ownSession(caller)}`)
  return rows[0]?.rest ?? 0
}

test('a confirmation gives the session a new token; the former one is not confirmed and ends within a minute (ASVS 7.2.4)', async () => {
  const former = await server.unconfirmed('admin')
  expect((await confirm(former)).status).toBe(200)
  const { next, seconds } = await renew(former)
  expect(seconds).toBeGreaterThan(3500)
  expect(next.token).not.toBe(former.token)
  expect((await create(next)).status).toBe(200)
  // Requests started with the former token finish, but without the confirmation.
  expect((await create(former)).body.code).toBe('REAUTH')
  expect(await endsWithin(former)).toBeLessThanOrEqual(60)
  const list = await next.get('/api/v1/session/own')
  expect(JSON.stringify(list.data)).not.toContain(hashToken(former.token))
  await server.pool.query(sql`UPDATE sessions SET expires_at = now() WHERE ${ownSession(former)}`)
  await expect.poll(() => isIn(former)).toBe(false)
  expect(await isIn(next)).toBe(true)
})

test('a confirmation whose answer was lost is repeated with the former token; the unreceived token ends, the session keeps its end (ASVS 7.2.4)', async () => {
  const former = await server.unconfirmed('admin')
  const lost = await renew(former)
  const { next, seconds } = await renew(former)
  expect(seconds).toBeGreaterThan(3500)
  await expect.poll(() => isIn(lost.next)).toBe(false)
  expect((await create(next)).status).toBe(200)
  // Also for concurrent renewals: one token remains.
  const [one, other] = await Promise.all([renew(next), renew(next)])
  await expect.poll(async () => Number(await isIn(one.next)) + Number(await isIn(other.next))).toBe(1)
  expect(Math.max(await endsWithin(one.next), await endsWithin(other.next))).toBeGreaterThan(3500)
})

test('signing out, here or from another device, ends the former and the new token (ASVS 7.2.4)', async () => {
  const former = await server.unconfirmed('admin')
  const { next } = await renew(former)
  await next.post('/api/v1/auth/logout', { accessToken: former.token })
  await expect.poll(async () => [await isIn(former), await isIn(next)]).toEqual([false, false])
  const other = await server.unconfirmed('admin')
  const renewed = await renew(other)
  const by = await server.signedIn('admin')
  await by.delete(`/api/v1/session/own/${hashToken(renewed.next.token)}`)
  await expect.poll(async () => [await isIn(other), await isIn(renewed.next)]).toEqual([false, false])
})

test('ending all other sessions at the moment of a token renewal also ends its new token (ASVS 7.2.4)', async () => {
  const [former, other] = [await server.unconfirmed('admin'), await server.signedIn('admin')]
  const waiting = (n: number) =>
    vi.waitFor(
      async () => {
        const { rowCount } = await server.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        expect(rowCount).toBe(n)
      },
      { timeout: 20_000, interval: 20 },
    )
  const holder = await server.pool.connect()
  await holder.query('BEGIN; LOCK TABLE audit_log IN EXCLUSIVE MODE')
  // It has renewed the token, and waits to write the audit entry.
  const renewing = renew(former)
  await waiting(1)
  const ending = other.delete('/api/v1/session/own')
  await waiting(2)
  await holder.query('ROLLBACK')
  holder.release()
  const { next } = await renewing
  expect((await ending).status).toBe(200)
  await expect.poll(async () => [await isIn(former), await isIn(next)]).toEqual([false, false])
})

test('a time code confirms like the password, once; a wrong one is reported under its own field (D3-SEC-07, D3-SEC-06)', async () => {
  const device = await setUpFactor(await server.as('quanly'))
  const caller = await server.unconfirmed('quanly')
  expect((await confirm(caller, {})).body).toMatchObject({ code: 'VALIDATION' })
  const wrong = await confirm(caller, { code: '000000' })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { code: 'Mã xác thực không đúng hoặc đã dùng' }])
  expect((await create(caller)).body.code).toBe('REAUTH')
  expect((await confirm(caller, { code: device.code(0) })).status).toBe(200)
  expect((await create(caller)).status).toBe(200)
  const other = await server.unconfirmed('quanly')
  expect((await confirm(other, { code: device.code(0) })).status).toBe(400)
  // Recovery codes only work at sign-in.
  expect((await confirm(other, { code: device.recovery[0] })).status).toBe(400)
  await server.pool.query('DELETE FROM second_factors')
})

test('wrong tries are counted by account and session, also eight at once; the owner continues in another session (D3-SEC-07, threats C5)', async () => {
  const stolen = await server.unconfirmed('admin')
  const guess = () => confirm(stolen, { password: 'sai' })
  const first = await Promise.all(Array.from({ length: 8 }, guess))
  expect(first.map(({ status }) => status)).toEqual(Array<number>(8).fill(400))
  const more = await Promise.all(Array.from({ length: 8 }, guess))
  expect(more.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    400,
    400,
    ...Array<number>(6).fill(429),
  ])
  const right = await confirm(stolen)
  expect([right.status, right.headers['retry-after']]).toEqual([429, '900'])
  expect((await create(stolen)).body.code).toBe('REAUTH')
  expect((await confirm(await server.unconfirmed('admin'))).status).toBe(200)
  expect((await confirm(await server.unconfirmed('quanly'))).status).toBe(200)
})

test('a confirmation ends with its session, with a new password and with changed rights (D3-SEC-07)', async () => {
  const reveals = async (caller: Caller) =>
    (await caller.get('/api/v1/systemaccount/018f0000-0000-7000-8000-00000000dead')).body.code
  const changes = [
    `UPDATE users SET password_hash = password_hash || 'x' WHERE username = 'quanly'`,
    `DELETE FROM role_permissions USING permissions p WHERE permission_id = p.id AND p.code = 'user.delete'`,
    `INSERT INTO user_permissions (user_id, permission_id)
     SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'quanly' AND p.code = 'user.delete'`,
    `UPDATE users SET role_id = (SELECT id FROM roles WHERE priority = 1 LIMIT 1) WHERE username = 'quanly'`,
  ]
  for (const change of changes) {
    const caller = await server.signedIn('quanly')
    expect(await reveals(caller)).toBe('NOT_FOUND')
    await server.pool.query(change)
    expect([change, await reveals(caller)]).toEqual([change, 'REAUTH'])
  }
  const leaving = await server.signedIn('quanly')
  await leaving.post('/api/v1/auth/logout', { accessToken: leaving.token })
  await server.pool.query(
    sql`UPDATE sessions SET confirmed_until = now() + interval '1 hour' WHERE ${ownSession(leaving)}`,
  )
  await expect.poll(() => reveals(leaving)).toBe('UNAUTHENTICATED')
})

test('an export above the row limit asks for confirmation, in every way to get all rows; a page never does (D3-SEC-07)', async () => {
  await setSettings(server.pool, { 'export.confirmRows': 2 })
  const caller = await server.unconfirmed('admin')
  const add = async (n: number) => caller.post('/api/v1/blacklist', { phone_number: `91234567${n}` })
  await add(1)
  await add(2)
  expect((await caller.get('/api/v1/blacklist?page=0&count=5000')).status).toBe(200)
  await add(3)
  expect((await caller.get('/api/v1/blacklist?page=0&count=5000')).body.code).toBe('REAUTH')
  expect((await caller.get('/api/v1/blacklist?page=0&count=20')).status).toBe(200)
  await confirm(caller)
  expect((await caller.get('/api/v1/blacklist?page=0&count=5000')).status).toBe(200)
})

test('a bulk call stops at the first row that needs a confirmation, and repeating it continues after that (D3-SEC-07)', async () => {
  const caller = await server.unconfirmed('admin')
  const made = await Promise.all([1, 2].map(async () => create(await server.as('admin'))))
  const ids = made.map(({ data }) => (data as { id: string }).id)
  const bulk = () =>
    caller.post(
      '/api/v1/bulk',
      { method: 'DELETE', path: '/api/v1/role/:id', ids, input: {}, versions: {} },
      { 'idempotency-key': 'delete-two-roles' },
    )
  expect((await bulk()).body.code).toBe('REAUTH')
  await confirm(caller)
  expect((await bulk()).data).toMatchObject({ done: 2, refused: [] })
})

test('security-relevant settings need a confirmation too (D3-SEC-07)', async () => {
  const caller = await server.unconfirmed('admin')
  for (const [key, value] of Object.entries({
    'export.confirmRows': 1_000_000,
    'signIn.secondFactor': 'off',
    'vietqr.account': '0123456789',
    'signIn.tries': 100,
    'signIn.minutes': 1,
    'session.hours': 72,
    'desk.ownRequests': 1,
    'desk.onlyByPermission': 0,
  }))
    expect([key, (await caller.put(`/api/v1/setting/${key}`, { value })).body.code]).toEqual([key, 'REAUTH'])
  expect((await caller.put('/api/v1/setting/lookup.perHour', { value: 61 })).status).toBe(200)
})

test('passwords, roles and rights are given, and accounts that manage or pay created, only in a confirmed session (D3-SEC-07)', async () => {
  const caller = await server.unconfirmed('admin')
  const { rows } = await server.pool.query<{ id: string; priority: number }>('SELECT id, priority FROM roles')
  const roleOf = (priority: number) => rows.find((one) => one.priority === priority)?.id
  const make = (username: string, priority: number, by = caller) =>
    by.post('/api/v1/users', {
      username,
      password: 'Mat-khau-tam-8!',
      fullname: 'Người mới',
      email: 'moi@vnptexample.vn',
      role_id: roleOf(priority),
    })
  expect((await make('quanly9', 2)).body.code).toBe('REAUTH')
  const branch = (await make('chinhanh9', 3)).data as { id: string }
  expect((await server.pool.query(`SELECT FROM users WHERE username = 'quanly9'`)).rowCount).toBe(0)
  const path = `/api/v1/users/${branch.id}`
  const profile = { fullname: 'Người mới', email: 'moi@vnptexample.vn' }
  expect((await caller.put(path, { ...profile, role_id: roleOf(2) })).body.code).toBe('REAUTH')
  const pay = await server.pool.query<{ id: string }>(`SELECT id FROM permissions WHERE code = 'pay.manage'`)
  expect((await caller.put(path, { permissions: [pay.rows[0]?.id] })).body.code).toBe('REAUTH')
  const otp = await server.pool.query<{ id: string }>(`SELECT id FROM permissions WHERE code = 'care.otp'`)
  expect((await caller.put(path, { permissions: [otp.rows[0]?.id] })).body.code).toBe('REAUTH')
  expect((await caller.put(path, { ...profile, role_id: roleOf(3) })).status).toBe(200)
  const passwords = { password: 'Mat-khau-tam-9!', rePassword: 'Mat-khau-tam-9!' }
  expect((await caller.post(`${path}/reset-password`, passwords)).body.code).toBe('REAUTH')
  const manager = (await make('quanly8', 2, await server.signedIn('admin'))).data as { id: string }
  const reset = () => caller.post(`/api/v1/users/${manager.id}/reset-password`, passwords)
  expect((await reset()).body.code).toBe('REAUTH')
  await confirm(caller)
  expect((await reset()).status).toBe(200)
})
