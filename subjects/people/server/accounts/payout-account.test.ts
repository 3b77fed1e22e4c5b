/** The bank account to which a person's pay is sent (D3-ACC-04). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE (u.username, p.code) IN (('leader21', 'pay.manage'), ('leader12', 'user.edit'))`)
})
afterAll(() => server.close())

const number = '1903 6688.1101'
const path = async (of: string) => `/api/v1/users/${await userId(server.pool, of)}/bank-account`
const put = async (as: string, of: string, ngan_hang = 'vietcombank', so_tai_khoan = number, more = {}) =>
  (await server.as(as)).put(await path(of), { ngan_hang, so_tai_khoan, ...more })
const numberSeen = async (as: string, of: string) => {
  const reply = await (await server.as(as)).get(await path(of))
  return [reply.status, (reply.data as { so_tai_khoan?: string } | undefined)?.so_tai_khoan]
}

test('D3-ACC-04: an account number is shown in full to its person and those who manage pay, and its last four characters to others', async () => {
  expect((await put('sale111', 'sale111')).data).toMatchObject({
    ngan_hang: 'Vietcombank',
    so_tai_khoan: '190366881101',
    changed_by: 'sale111',
  })
  expect(await numberSeen('sale111', 'sale111')).toEqual([200, '190366881101'])
  expect(await numberSeen('admin', 'sale111')).toEqual([200, '190366881101'])
  // Of another unit, by the permission alone.
  expect(await numberSeen('leader21', 'sale111')).toEqual([200, '190366881101'])
  expect(await numberSeen('chinhanh1', 'sale111')).toEqual([200, '****1101'])
  expect(await numberSeen('sale112', 'sale111')).toEqual([403, undefined])
  const whole = '190366881101'
  for (const username of ['chinhanh1', 'leader11']) {
    const caller = await server.as(username)
    const id = await userId(server.pool, 'sale111')
    for (const address of [
      'users?count=1000',
      `users/${id}`,
      `users/${id}/history`,
      'users/findByUsername/sale111',
    ]) {
      const { text } = await caller.get(`/api/v1/${address}`)
      expect([username, address, text.includes(whole)]).toEqual([username, address, false])
    }
  }
  const { text } = await (
    await server.as('admin')
  ).get(`/api/v1/users/${await userId(server.pool, 'sale111')}/history`)
  expect(text).toContain(whole)
})

test('D3-SEC-07: a bank account, also a first one, is changed only after the password was entered again', async () => {
  const plain = await server.unconfirmed('sale122')
  const sent = { ngan_hang: 'ACB', so_tai_khoan: '55556666' }
  const refused = await plain.put(await path('sale122'), sent)
  expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH'])
  expect(await numberSeen('sale122', 'sale122')).toEqual([200, null])
})

test('D3-ACC-04: only the person, editors of the account and those who manage pay change it', async () => {
  expect((await put('sale112', 'sale113')).status).toBe(403)
  expect((await put('chinhanh2', 'sale111')).status).toBe(403)
  expect((await put('leader12', 'sale111')).status).toBe(404)
  expect((await put('leader12', 'sale122', 'SHB')).data).toMatchObject({
    ngan_hang: 'SHB',
    so_tai_khoan: '****1101',
  })
  expect((await put('leader21', 'sale113', 'BIDV')).data).toMatchObject({
    ngan_hang: 'BIDV',
    changed_by: 'leader21',
  })
  const stale = await put('sale113', 'sale113', 'ACB', '12345678', { version: 0 })
  expect([stale.status, stale.body.current]).toMatchObject([409, { ngan_hang: 'BIDV' }])
})

test('D3-ACC-04: with the right to edit accounts alone nobody changes the bank account of an equal or higher person', async () => {
  const priorityOf = async (username: string, priority: number): Promise<unknown> =>
    server.pool.query(sql`
      UPDATE users SET role_id = (SELECT id FROM roles WHERE priority = ${priority} ORDER BY name LIMIT 1)
      WHERE username = ${username}`)
  const { pool } = server
  const stored = async () =>
    (await pool.query(sql`SELECT ngan_hang, so_tai_khoan FROM users WHERE username = 'sale122'`)).rows
  const before = await stored()
  // An account of the same group with the leader's priority, or a higher one.
  for (const priority of [4, 3]) {
    await priorityOf('sale122', priority)
    const refused = await put('leader12', 'sale122', 'ACB', '12345678')
    expect([priority, refused.status, refused.body.msg]).toEqual([
      priority,
      403,
      'Chỉ đổi tài khoản ngân hàng của người có cấp thấp hơn bạn',
    ])
  }
  expect(await stored()).toEqual(before)
  await priorityOf('sale122', 5)
  expect((await put('leader12', 'sale122', 'SHB')).status).toBe(200)
})

test('D3-ACC-04: bank and number must be valid, and both or neither given', async () => {
  const faults = async (bank: string, account: string) => {
    const reply = await put('sale121', 'sale121', bank, account)
    return [reply.status, reply.body.fields]
  }
  expect(await faults('', '12345678')).toEqual([400, { ngan_hang: 'Chưa nhập ngân hàng' }])
  expect(await faults('Ngân hàng TMCP Ngoại thương', '')).toEqual([
    400,
    { so_tai_khoan: 'Chưa nhập số tài khoản' },
  ])
  expect(await faults('Ngân hàng Trái Đất', '12345678')).toEqual([
    400,
    { ngan_hang: 'Chưa có ngân hàng này trong danh sách' },
  ])
  expect(await faults('MB', '****1101')).toMatchObject([
    400,
    { so_tai_khoan: expect.stringContaining('đã che') },
  ])
  expect(await faults('MB', '12345')).toMatchObject([
    400,
    { so_tai_khoan: expect.stringContaining('6 đến 19') },
  ])
  expect((await put('sale121', 'sale121', 'tcb', '12345678')).data).toMatchObject({
    ngan_hang: 'Techcombank',
  })
  expect((await put('sale121', 'sale121', '', '')).data).toMatchObject({
    ngan_hang: null,
    so_tai_khoan: null,
  })
})

test('D3-FILE-07: a call reads account numbers like a file does, and refuses JSON numbers, which lose zeros and digits', async () => {
  const sent = async (account: unknown) => {
    const reply = await (
      await server.as('sale121')
    ).put(await path('sale121'), { ngan_hang: 'MB', so_tai_khoan: account })
    return reply.status === 200 ? (reply.data as { so_tai_khoan: string }).so_tai_khoan : reply.status
  }
  expect(await sent('19034567890.0')).toBe('19034567890')
  expect(await sent('0079990001341')).toBe('0079990001341')
  for (const refused of [
    '12345678.5',
    '-79990001341',
    '1.90346E+16',
    79990001341,
    12_345_678_901_234_568,
    -79990001341,
    1234567.5,
  ])
    expect([refused, await sent(refused)]).toEqual([refused, 400])
  const made = await (
    await server.as('admin')
  ).post('/api/v1/users', {
    username: 'tk.so.le',
    fullname: 'Số Lẻ',
    email: 'so.le@congty.example',
    password: 'mat khau rat dai 1',
    role_id: '',
    ngan_hang: 'MB',
    so_tai_khoan: '12345678.5',
  })
  expect(made.body.fields).toMatchObject({ so_tai_khoan: 'Số tài khoản có phần lẻ, cần ghi liền các chữ số' })
  expect(await numberSeen('sale121', 'sale121')).toEqual([200, '0079990001341'])
})

test('D3-ACC-04, D3-BELL-01: the person and those who manage pay are notified of a change, without the whole number', async () => {
  await server.pool.query(sql`DELETE FROM bell_notices`)
  await put('admin', 'sale122', 'ACB', '77778888')
  await put('admin', 'sale122', 'ACB', '77778888')
  await put('sale122', 'sale122', 'MB', '77779999')
  const { rows } = await server.pool.query<{ username: string; about: { text: string } }>(sql`
    SELECT username, about FROM bell_notices WHERE kind LIKE 'payout%' ORDER BY at, username`)
  const notices = rows.map(({ username, about }) => [username, about.text])
  expect(notices).toContainEqual(['leader21', 'ACB ****8888'])
  // Also for an own change, so that nobody makes it unseen with a stolen session.
  expect(notices.filter(([username]) => username === 'sale122')).toEqual([
    ['sale122', 'ACB ****8888'],
    ['sale122', 'MB ****9999'],
  ])
  expect(notices.filter(([username]) => username === 'sale121' || username === 'chinhanh1')).toEqual([])
})

test("D3-PAY-15: the account holder is a field of the bank data, in the banks' spelling, and part of the notice", async () => {
  const holder = async (chu_tai_khoan: string) =>
    put('sale112', 'sale112', 'ACB', '12345678', { chu_tai_khoan })
  expect((await holder('Đỗ Thị Ngọc Ánh')).data).toMatchObject({ chu_tai_khoan: 'DO THI NGOC ANH' })
  for (const wrong of ['123 456', 'A'.repeat(101)])
    expect((await holder(wrong)).body.fields).toEqual({
      chu_tai_khoan: 'Tên chủ tài khoản phải có chữ, dài nhất 100 ký tự',
    })
  // A holder without bank and number is refused.
  const alone = await put('sale112', 'sale112', '', '', { chu_tai_khoan: 'DO THI ANH' })
  expect(Object.keys(alone.body.fields ?? {})).toEqual(['ngan_hang', 'so_tai_khoan'])
  expect((await holder('')).data).toMatchObject({ chu_tai_khoan: null })
  const { rows } = await server.pool.query<{ name: string | null }>(sql`
    SELECT after ->> 'chu_tai_khoan' AS name FROM audit_log
    WHERE resource = 'users' AND resource_id = (SELECT id::text FROM users WHERE username = 'sale112') AND after ? 'chu_tai_khoan'
    ORDER BY id`)
  expect(rows.map(({ name }) => name)).toEqual(['DO THI NGOC ANH', null])
})

test('D3-ACC-04: a new account can include its bank account', async () => {
  const admin = await server.as('admin')
  const { rows } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM roles WHERE priority = 2 LIMIT 1`,
  )
  const made = await admin.post('/api/v1/users', {
    username: 'ketoan9',
    password: 'Ngan@hang2026',
    fullname: 'Vũ Thu Hằng',
    email: 'hang@example.vn',
    role_id: rows[0]?.id,
    ngan_hang: 'Ngân hàng TMCP Á Châu',
    so_tai_khoan: '8811 2290',
  })
  expect(made.data).toMatchObject({ ngan_hang: 'ACB', so_tai_khoan: '88112290' })
})
