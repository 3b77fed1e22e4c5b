/** What a claim on a customer is judged by, and what readers of masked numbers learn of it. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskEvidence, DeskMessage } from '#subjects/money/contract/calls/desk.ts'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { makePool } from '#test/pool.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

const phone = '912004321'
let server: TestServer
let file: string
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000)`,
  )
  file = await makePool(server.pool, { rows: 1 })
  const one = (of: string, rank: number, number: string, username: string) =>
    server.pool.query(`
      BEGIN; SELECT set_config('vas.movement', 'assign', true);
      INSERT INTO customer (file_id, phone, package, rank) VALUES ('${file}', '${number}', '${of}', ${rank});
      UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = '${username}'), status = 'ASSIGNED'
        WHERE phone = '${number}' AND package = '${of}';
      COMMIT`)
  await one('VD90', 10, phone, 'sale111')
  await one('VD120', 11, phone, 'sale211')
  // Another customer's calls and holder never appear.
  await one('VD90', 12, '912004322', 'sale121')
  await called('sale121', 1, 'Số khác', '912004322')
})
beforeEach(async () => {
  await server.pool.query(
    sql`TRUNCATE khr, baodo, mesbank, transfer_use, requestrefund, revenue_line CASCADE`,
  )
  await server.pool.query(sql`DELETE FROM care_history WHERE phone = ${phone}`)
})
afterAll(() => server.close())

const called = (username: string, daysAgo: number, note: string, number = phone) =>
  server.pool.query(sql`
    INSERT INTO care_history (customer_id, user_id, username, brand_id, group_id, phone, package, status, note, created_at)
    SELECT c.id, u.id, u.username, u.brand_id, u.group_id, c.phone, c.package, 'REJECTED', ${note}, now() - ${`${daysAgo} days`}::interval
    FROM users u, (SELECT * FROM customer WHERE phone = ${number} ORDER BY rank LIMIT 1) c WHERE u.username = ${username}`)
const idOf = async (statement: ReturnType<typeof sql>): Promise<string> =>
  (await server.pool.query<{ id: string }>(statement)).rows[0]?.id ?? ''
const claim = (untold = false) =>
  idOf(sql`INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, untold)
    VALUES (${phone}, '2026-11-01', 'sale111', '', ${untold}) RETURNING id`)
const ask = async (username: string, kind: string, id: string): Promise<Answer> =>
  (await server.as(username)).get(`/api/v1/banduyet/${kind}/${id}`)
const callsOf = async (username: string, kind: string, id: string): Promise<DeskEvidence['calls']> =>
  ((await ask(username, kind, id)).data as DeskEvidence).calls
const allow = (username: string, code: string) =>
  server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = ${username} AND p.code = ${code}`)
const fullnameOf = async (username: string): Promise<string> =>
  (
    await server.pool.query<{ fullname: string }>(
      sql`SELECT fullname FROM users WHERE username = ${username}`,
    )
  ).rows[0]?.fullname ?? ''

test('a private customer and a reported sale are shown with the five newest calls to the number, how many there were in 30 days, and who holds it (D3-APR-02)', async () => {
  for (const [days, note] of [
    [2, 'hai'],
    [1, 'một'],
    [29.9, 'gần hết hạn'],
    [3, 'ba'],
    [30.1, 'quá hạn'],
    [40, 'cũ'],
  ] as const)
    await called('sale111', days, note)
  const [own, other] = [await fullnameOf('sale111'), await fullnameOf('sale211')]
  const id = await claim()
  const found = await callsOf('quanly', 'khach-hang-rieng', id)
  expect(found?.last.map(({ note }) => note)).toEqual(['một', 'hai', 'ba', 'gần hết hạn', 'quá hạn'])
  expect(found?.last[0]).toMatchObject({ username: 'sale111', fullname: own, result: 'REJECTED' })
  expect(found?.month).toBe(4)
  const holders = [
    { username: 'sale111', fullname: own },
    { username: 'sale211', fullname: other },
  ]
  expect(found?.holders.toSorted((a, b) => (a.username < b.username ? -1 : 1))).toEqual(holders)
  const sale = await idOf(sql`
    INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh)
    VALUES (${phone}, '2026-11-01', 'sale111', '', 'VD90', '9084 (3)') RETURNING id`)
  expect(await callsOf('quanly', 'bao-do', sale)).toEqual(found)
})

test('rows that are no claim on a customer say nothing of calls (D3-APR-02)', async () => {
  const refund = await idOf(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price)
    VALUES ('sale111', '', ${phone}, 'VD90', 1, 12000) RETURNING id`)
  expect(await callsOf('quanly', 'hoan-goi', refund)).toBeNull()
  expect(waitingKinds.map(({ name }) => name)).toEqual(expect.arrayContaining(['khach-hang-rieng', 'bao-do']))
})

test('a leader learns of calls and holders what the page of the number shows: own people, masked notes, and no whole number anywhere (D3-APR-02)', async () => {
  await called('sale111', 1, `Gọi lại 0${phone} sau 18 giờ`)
  await called('sale211', 2, 'Của đơn vị khác')
  const id = await claim()
  const { data, text } = await ask('leader11', 'khach-hang-rieng', id)
  const { calls } = data as DeskEvidence
  const found = await server.as('leader11')
  const key = server.api.services.secrets?.conceal('khachhang360', phone) ?? ''
  const page = (await found.get(`/api/v1/khachhang360/${key}/cuocgoi`)).data as {
    values: { id: string; note: string; username?: string }[]
  }
  expect(calls?.last.map((call) => [call.id, call.note])).toEqual(
    page.values.map((row) => [row.id, row.note]),
  )
  expect(calls?.last.map((call) => call.username ?? undefined)).toEqual(
    page.values.map((row) => row.username),
  )
  expect(calls?.last).toHaveLength(1)
  expect(calls?.month).toBe(1)
  expect(calls?.holders.map(({ username }) => username)).toEqual(['sale111'])
  expect(calls?.last[0]?.note).toMatch(/^Gọi lại \*+04321 sau 18 giờ$/)
  expect(text).not.toContain(phone)
})

test('a salesperson who decides by permission learns of the own calls without names, as the care log shows them (D3-APR-02)', async () => {
  await called('sale111', 1, 'của mình')
  await called('sale112', 2, 'của người khác')
  const id = await idOf(sql`
    INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh)
    VALUES (${phone}, '2026-11-01', 'sale111', '', 'VD90', '9084 (3)') RETURNING id`)
  await allow('sale111', 'desk.decide')
  await expect.poll(async () => (await ask('sale111', 'bao-do', id)).status).toBe(200)
  expect((await callsOf('sale111', 'bao-do', id))?.last).toMatchObject([
    { username: null, fullname: null, note: 'của mình' },
  ])
})

test('a row created beyond the daily searches of its author says nothing of calls to readers of masked numbers (D3-SEC-05)', async () => {
  await called('sale111', 1, 'x')
  const id = await claim(true)
  expect(await callsOf('leader11', 'khach-hang-rieng', id)).toBeNull()
  expect((await callsOf('quanly', 'khach-hang-rieng', id))?.last).toHaveLength(1)
})

test('the server compares the number of the message with that of the row, for readers of masked numbers too, who get no more digits by it (D3-APR-02)', async () => {
  // Both numbers end alike, so that what is shown of them masked is the same.
  const alike = '917004321'
  const top = await idOf(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price)
    VALUES ('sale111', '', ${phone}, 'VD90', 5, 90000) RETURNING id`)
  const message = (number: string) =>
    idOf(sql`INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
      VALUES ('TCB', 90000, now(), ${`CT 0${number} VD90`}, ${number}, 'VD90', 'cao') RETURNING id`)
  const shown = async (username: string): Promise<[DeskMessage | undefined, string]> => {
    const { data, text } = await ask(username, 'nap-tien', top)
    return [(data as DeskEvidence).messages.find(({ own }) => own), text]
  }
  await allow('sale111', 'requestrefund.duyet-don-chuyen-khoan')
  await expect.poll(async () => (await ask('sale111', 'nap-tien', top)).status).toBe(200)
  const [same, other] = [await message(phone), await message(alike)]
  for (const [id, samePhone] of [
    [same, true],
    [other, false],
  ] as const) {
    await server.pool.query(sql`DELETE FROM transfer_use`)
    await server.pool
      .query(sql`INSERT INTO transfer_use (message_id, order_id, kind, chenh_lech, chenh_lech_truoc, username, phai_thu)
      VALUES (${id}, ${top}, 'nap', 0, 0, 'quanly', 90000)`)
    expect((await shown('quanly'))[0]).toMatchObject({ id, samePhone })
    const [masked, text] = await shown('sale111')
    expect(masked).toMatchObject({ id, samePhone, phone: '****04321' })
    for (const digits of [phone, alike]) expect(text).not.toContain(digits)
    expect(masked?.text).toMatch(/^CT \*+04321 VD90$/)
  }
})
