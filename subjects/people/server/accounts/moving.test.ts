/** Past results of a person who changes units stay with the old unit; uncalled numbers are returned or taken along, as requested. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { texts, type Account } from '#subjects/people/contract/calls/accounts.ts'
import type { Dashboard } from '#subjects/overview/contract/calls/dashboard.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { clearPools, makePool, permitFiles, userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await clearPools(server.pool)
  await move('sale121', 'chinhanh1', 'leader12')
})
afterEach(async () => {
  const broken = Object.keys(await brokenInvariants(server.pool))
  if (broken.length > 0) throw new Error(broken.join('\n'))
})

/** Moves an account as the form does; `more` is added to the body. */
async function move(username: string, brand: string, group: string, more: object = {}) {
  const admin = await server.as('admin')
  const url = `/api/v1/users/${await userId(server.pool, username)}`
  const { permissions: _, ...account } = (await admin.get(url)).data as Account
  const place = { brand_id: await userId(server.pool, brand), group_id: await userId(server.pool, group) }
  const answer = await admin.put(url, { ...account, ...place, ...more })
  expect([answer.status, answer.text]).toMatchObject([200, expect.any(String)])
  return answer
}

async function call(username: string, note: string): Promise<void> {
  const by = await server.as(username)
  const { value } = (await by.get('/api/v1/customer/new-care')).data as { value: { id: string } | null }
  const saved = await by.post(`/api/v1/customer/${value?.id}/care`, { status: 'REJECTED', note })
  expect([note, saved.status]).toEqual([note, 200])
}

async function registered(phone: string, username: string, time = new Date()): Promise<void> {
  await server.pool.query(
    `INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", username_nv)
     VALUES ('d1', $1, 'VD90', 90000, $2, 1, $3)`,
    [phone, time, username],
  )
}

const read = async <T>(username: string, path: string): Promise<T> => {
  const answer = await (await server.as(username)).get(`/api/v1/${path}`)
  expect([username, path, answer.status]).toEqual([username, path, 200])
  return answer.data as T
}
type List = { count: number; values: Record<string, unknown>[] }
const today = toFilterDate(todayVn())
const range = `startDate=${today}&endDate=${today}`

/** All figures per unit of past results, as one account sees them. */
async function figures(username: string) {
  const capture = await read<List>(username, `tilebatso?${range}`)
  const { care, today: sold, ranking } = await read<Dashboard>(username, 'dashboard?period=today')
  return {
    capture: capture.values.map((row) => [row.username_nv, row.da_nhan_so, row.so_tra_ket_qua]),
    calls: (await read<List>(username, `care/history?${range}`)).count,
    sales: (await read<List>(username, `customer-message-9084?${range}`)).count,
    care,
    sold,
    ranking: ranking?.rows.map(({ username, revenue }) => [username, revenue]).filter(([, sum]) => sum !== 0),
  }
}

test('results, claims and revenue stay with the branch and leader in which they happened; a person still sees their own (D3-ORG-01)', async () => {
  const file = await makePool(server.pool, { rows: 9, held: { sale121: 3 } })
  for (const branch of ['chinhanh1', 'chinhanh2']) await permitFiles(server.pool, branch, [file])
  await call('sale121', 'ở chi nhánh 1')
  await registered('961000001', 'sale121')
  const units = ['admin', 'chinhanh1', 'leader12', 'chinhanh2', 'leader21', 'doitac1', 'sale121'] as const
  const before = Object.fromEntries(
    await Promise.all(units.map(async (username) => [username, await figures(username)])),
  )
  expect(before.leader12).toMatchObject({ capture: [['sale121', 1, 1]], calls: 1, sales: 1 })

  await move('sale121', 'chinhanh2', 'leader21', { numbers: 'take' })
  for (const username of units)
    expect([username, await figures(username)]).toEqual([username, before[username]])
  for (const username of ['chinhanh1', 'leader12']) {
    const [row] = (await read<List>(username, `care/history?${range}`)).values
    expect((await (await server.as(username)).get(`/api/v1/care/history/${String(row?.id)}`)).status).toBe(
      200,
    )
  }

  await call('sale121', 'ở chi nhánh 2')
  await registered('961000002', 'sale121')
  const after = Object.fromEntries(
    await Promise.all(units.map(async (username) => [username, await figures(username)])),
  )
  for (const username of ['chinhanh1', 'leader12'])
    expect([username, after[username]]).toEqual([username, before[username]])
  for (const username of ['chinhanh2', 'leader21', 'doitac1'])
    expect(after[username]).toMatchObject({
      capture: [['sale121', 1, 1]],
      calls: 1,
      sales: 1,
      sold: { revenue: 90_000 },
    })
  expect(after.sale121).toMatchObject({ capture: [['sale121', 2, 2]], calls: 2, sales: 2 })
  expect(after.admin).toMatchObject({
    capture: [['sale121', 2, 2]],
    calls: 2,
    ranking: [
      ['chinhanh1', 90_000],
      ['chinhanh2', 90_000],
    ],
  })
  for (const [team, calls] of [
    ['chinhanh1', 1],
    ['leader12', 1],
    ['chinhanh2', 1],
    ['leader11', 0],
  ] as const) {
    const { count } = await read<List>('admin', `care/history?${range}&team=${team}`)
    expect([team, count]).toEqual([team, calls])
  }
})

test('a reassigned or late registration gets the unit of its owner on its day (D3-ORG-01)', async () => {
  await move('sale121', 'chinhanh2', 'leader21')
  const day = 86_400_000
  await registered('961000003', 'sale121', new Date(Date.now() - day))
  await registered('961000004', 'sale211', new Date(Date.now() - day))
  const [row] = (
    await server.pool.query(`
    UPDATE customer_message_9084 m SET username_nv = 'sale121' WHERE "NumberPhone" = '961000004'
    RETURNING (SELECT u.username FROM users u WHERE u.id = m.brand_id) AS brand,
      (SELECT u.username FROM users u WHERE u.id = m.group_id) AS leader`)
  ).rows
  expect(row).toEqual({ brand: 'chinhanh1', leader: 'leader12' })
  const { rows } = await server.pool.query(`
    SELECT u.username FROM customer_message_9084 m JOIN users u ON u.id = m.brand_id WHERE "NumberPhone" = '961000003'`)
  expect(rows).toEqual([{ username: 'chinhanh1' }])
})

test('units are recorded with who worked where at which level, so that the staff of a past day can be counted (D3-ORG-01)', async () => {
  const id = await userId(server.pool, 'sale122')
  const admin = await server.as('admin')
  await move('sale122', 'chinhanh1', 'leader11')
  await admin.post(`/api/v1/users/${id}/lock`)
  await admin.post(`/api/v1/users/${id}/unlock`)
  const { rows } = await server.pool.query(
    `SELECT b.username AS brand, l.username AS leader, p.priority, p.works FROM user_places p
     JOIN users b ON b.id = p.brand_id JOIN users l ON l.id = p.group_id WHERE p.user_id = $1 ORDER BY p.since`,
    [id],
  )
  const place = { brand: 'chinhanh1', leader: 'leader11', priority: 5 }
  expect(rows).toEqual([
    { ...place, leader: 'leader12', works: true },
    { ...place, works: true },
    { ...place, works: false },
    { ...place, works: true },
  ])
  const branch = await server.pool.query(
    `SELECT brand_id = user_id AS own FROM user_places WHERE user_id = $1`,
    [await userId(server.pool, 'chinhanh1')],
  )
  expect(branch.rows).toEqual([{ own: true }])
})

/** Holders of a file's numbers, and the latest movements. */
async function stand(file: string): Promise<{ holders: Record<string, number>; moves: unknown[] }> {
  const { rows } = await server.pool.query<{ holder: string; n: number }>(
    `SELECT coalesce(u.username, '') AS holder, count(*)::int AS n FROM customer c LEFT JOIN users u ON u.id = c.holder_id
     WHERE c.file_id = $1 GROUP BY 1`,
    [file],
  )
  const moves = await server.pool.query(
    `SELECT m.kind, count(*)::int AS n, min(m.by_username) AS by, min(f.username) AS from, min(t.username) AS to
     FROM movements m LEFT JOIN users f ON f.id = m.from_holder LEFT JOIN users t ON t.id = m.to_holder
     WHERE m.file_id = $1 AND m.kind LIKE 'move-%' GROUP BY 1`,
    [file],
  )
  return { holders: Object.fromEntries(rows.map(({ holder, n }) => [holder, n])), moves: moves.rows }
}

test('uncalled numbers of a person who moves go back to the old leader unless chosen otherwise (D3-ORG-02)', async () => {
  const file = await makePool(server.pool, { rows: 10, held: { leader12: 2, sale121: 4 } })
  await move('sale121', 'chinhanh2', 'leader21')
  expect(await stand(file)).toEqual({
    holders: { '': 4, leader12: 6 },
    moves: [{ kind: 'move-return', n: 4, by: 'admin', from: 'sale121', to: 'leader12' }],
  })
  const quotas = await server.pool.query(
    `SELECT u.username FROM data_quotas q JOIN users u ON u.id = q.user_id WHERE q.file_id = $1`,
    [file],
  )
  expect(quotas.rows).toEqual([{ username: 'leader12' }])
  const trail = await server.pool.query(
    `SELECT after FROM audit_log WHERE action = 'move' ORDER BY id DESC LIMIT 1`,
  )
  expect(trail.rows).toEqual([{ after: { uncalled: 4, numbers: 'return' } }])
})

test('numbers taken along stay with the person, and the ledger records it (D3-ORG-02)', async () => {
  const file = await makePool(server.pool, { rows: 10, held: { leader12: 2, sale121: 4 } })
  await move('sale121', 'chinhanh2', 'leader21', { numbers: 'take' })
  expect(await stand(file)).toEqual({
    holders: { '': 4, leader12: 2, sale121: 4 },
    moves: [{ kind: 'move-take', n: 4, by: 'admin', from: 'sale121', to: 'sale121' }],
  })
})

test('the number in hand, appointments and re-invited numbers move along with the person (D3-ORG-02)', async () => {
  const file = await makePool(server.pool, { rows: 5, held: { leader12: 1, sale121: 3 } })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const by = await server.as('sale121')
  const { value } = (await by.get('/api/v1/customer/new-care')).data as { value: { id: string } }
  await by.post(`/api/v1/customer/${value.id}/care`, {
    status: 'APPOINTMENT',
    package: 'VD90',
    appointmentAt: '2099-01-05T03:00:00.000Z',
    note: 'Hẹn',
  })
  await by.get('/api/v1/customer/new-care')
  const held = await read('admin', `users/${await userId(server.pool, 'sale121')}/held`)
  expect(held).toMatchObject({ uncalled: 1, askedAgain: 0, inHand: 1, appointments: 1 })
  await move('sale121', 'chinhanh2', 'leader21')
  expect((await stand(file)).holders).toEqual({ '': 1, leader12: 2, sale121: 2 })
})

test('an edit without a change of unit moves nothing, and an unknown choice for the numbers is refused (D3-ORG-02)', async () => {
  const file = await makePool(server.pool, { rows: 2, held: { sale121: 2 } })
  await move('sale121', 'chinhanh1', 'leader12', { fullname: 'Phạm Trọng' })
  expect(await stand(file)).toEqual({ holders: { sale121: 2 }, moves: [] })
  const admin = await server.as('admin')
  const url = `/api/v1/users/${await userId(server.pool, 'sale121')}`
  expect((await admin.put(url, { numbers: 'lose' })).status).toBe(400)
})

test('a password given by somebody else ends when that giver then moves the account to another unit (D3-SETUP-02)', async () => {
  const url = `/api/v1/users/${await userId(server.pool, 'sale121')}/reset-password`
  const give = async (by: string, password: string) =>
    (await server.as(by)).post(url, { password, rePassword: password })
  const signIn = (password: string) =>
    server.outsider.post('/api/v1/auth/login', { username: 'sale121', password })
  await give('quanly', 'mot-mat-khau-1')
  expect((await move('sale121', 'chinhanh1', 'leader11')).body.msg).toBe(texts.updatedPasswordEnded)
  expect((await signIn('mot-mat-khau-1')).body.msg).toMatch(/đã hết hạn/)
  await give('admin', 'hai-mat-khau-2')
  expect((await move('sale121', 'chinhanh1', 'leader12')).body.msg).toBe(texts.updated)
  expect((await signIn('hai-mat-khau-2')).status).toBe(200)
})

test('a one-time password still in its file is known to nobody, and stays valid after a move (D3-SETUP-02)', async () => {
  const reset = `UPDATE users SET must_change_password = true, given_until = now() + interval '1 day', given_by = NULL
    WHERE username = 'sale121'`
  await server.pool.query(reset)
  expect((await move('sale121', 'chinhanh1', 'leader11')).body.msg).toBe(texts.updated)
})
