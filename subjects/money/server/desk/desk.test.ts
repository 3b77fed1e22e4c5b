/** The approval desk: which rows wait for whom, their order, and the evidence. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import type { DeskCount, DeskEvidence, DeskRow } from '#subjects/money/contract/calls/desk.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap_g1, gia_goi)
      VALUES ('VD90', 12000, 20000, 90000), ('VD150', 15000, 25000, 150000);
    INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 30000, 45000, 54000, 62500)`)
  await setSettings(server.pool, { ti_le_chiet_khau: 7 })
})
beforeEach(() =>
  server.pool.query(
    `TRUNCATE mesbank, transfer_use, khr, baodo, requestrefund, revenue_line, mfy, mfy_wait, mfy_success, mfy_invite, provider_orders CASCADE`,
  ),
)
afterAll(() => server.close())

type Page = { values: DeskRow[]; after: string | null }
const ask = async (username: string, query = ''): Promise<Answer> =>
  (await server.as(username)).get(`/api/v1/banduyet${query}`)
const page = async (username: string, query = ''): Promise<Page> => (await ask(username, query)).data as Page
const kindsSeen = ({ values }: Page): string[] => [...new Set(values.map(({ kind }) => kind))].sort()
const only = async (kind: string, username = 'quanly'): Promise<DeskRow> => {
  const { values } = await page(username, `?kinds=${kind}`)
  expect(values).toHaveLength(1)
  return values[0] as DeskRow
}
const warnings = async (kind: string, id: string, username = 'quanly'): Promise<string[]> =>
  (await page(username, `?kinds=${kind}`)).values.find((row) => row.id === id)?.warnings ?? []
const evidence = async (kind: string, id: string, username = 'quanly'): Promise<DeskEvidence> =>
  (await ask(username, `/${kind}/${id}`)).data as DeskEvidence

const idOf = async (statement: ReturnType<typeof sql>): Promise<string> =>
  (await server.pool.query<{ id: string }>(statement)).rows[0]?.id ?? ''

/** Minutes ago. */
type Refund = { phone?: string; type?: number; by?: string; ago?: number; package?: string; amount?: number }
const request = ({ phone = '917000845', type = 5, by = 'sale111', ago = 10, ...more }: Refund = {}) =>
  idOf(sql`INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
    VALUES (${by}, '', ${phone}, ${more.package ?? 'VD150'}, ${type}, ${more.amount ?? 150000}, now() - make_interval(mins => ${ago}))
    RETURNING id`)
const message = (phone: string | null, money: number, ago = 10, code: string | null = 'VD150') =>
  idOf(sql`INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    VALUES ('TCB', ${money}, now() - make_interval(mins => ${ago}), ${`MBVCB.471920.0${phone} ${code} ${money} ${ago}`}, ${phone}, ${code}, 'cao')
    RETURNING id`)
const claim = (by: string, phone: string, ago = 10) =>
  idOf(sql`INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, "createdAt")
    VALUES (${phone}, '2026-11-01', ${by}, ${by}, now() - make_interval(mins => ${ago})) RETURNING id`)
const sale = (by: string, phone: string, ago = 10) =>
  idOf(sql`INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh, "createdAt")
    VALUES (${phone}, '2026-11-01', ${by}, ${by}, 'VD90', '9084 (3)', now() - make_interval(mins => ${ago})) RETURNING id`)
const mfy = (by: string, phone: string, ago = 10, code = 'VD90') =>
  idOf(sql`INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi, created_at)
    VALUES (${phone}, ${by}, '', ${code}, 1, now() - make_interval(mins => ${ago})) RETURNING id`)
let phones = 917_500_000
const nextPhone = (): string => String((phones += 1))
const put = async (username: string, path: string, body: object = {}): Promise<Answer> =>
  (await server.as(username)).put(`/api/v1/${path}`, body)

/** Replaces the account's own permissions by this one. */
async function grant(username: string, code: string | null): Promise<void> {
  await server.pool.query(
    sql`DELETE FROM user_permissions WHERE user_id = (SELECT id FROM users WHERE username = ${username})`,
  )
  await server.pool.query(sql`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = ${username} AND p.code = ${code}`)
  await expect.poll(async () => (await ask(username)).status).toBe(code ? 200 : 403)
}

/** Inserts one row of every kind; the Mfy request counts in two. */
async function oneOfEach(): Promise<void> {
  await message('912000001', 90_000, 60)
  await message(null, 50_000, 70, null)
  await claim('sale111', '912000002', 50)
  await sale('sale111', '912000003', 40)
  await request({ ago: 30 })
  await request({ type: 1, ago: 20, phone: '912000005', package: 'VD90' })
  await mfy('sale111', '912000006', 10)
  const composed = await mfy('sale111', '912000007', 15)
  await server.pool.query(sql`UPDATE mfy SET trang_thai = 'da_soan_y_lan_1' WHERE id = ${composed}`)
  const corrected = await request({ ago: 5, phone: '912000009' })
  await set(corrected, `approver = 'quanly', status_duyet_don = 1`)
  await set(corrected, `doi_tac_sua = 'x', doi_tac_sua_luc = now(), doi_tac_sua_xem = 0`)
}

const set = (row: string, values: string) =>
  server.pool.query(`UPDATE requestrefund SET ${values} WHERE id = '${row}'`)

test('the desk lists all that waits for the viewer in their scope, oldest first, by kind (D3-APR-01, D1-Q-016, D2-MFY-87)', async () => {
  await oneOfEach()
  const all = await page('quanly')
  expect(kindsSeen(all)).toEqual(waitingKinds.map(({ name }) => name).sort())
  const since = all.values.map((row) => row.since)
  expect(since).toEqual([...since].sort())
  expect(kindsSeen(await page('quanly', '?kinds=tin-ngan-hang,khach-hang-rieng'))).toEqual([
    'khach-hang-rieng',
    'tin-ngan-hang',
  ])
  // Branches and leaders only decide on private customers, of their own people.
  await claim('sale211', '912000008')
  for (const username of ['chinhanh1', 'leader11']) {
    const seen = await page(username)
    expect(seen.values.map(({ kind, username }) => [kind, username])).toEqual([
      ['khach-hang-rieng', 'sale111'],
    ])
    expect(seen.values[0]?.fields.so_dien_thoai).toBe('****00002')
    expect((await ask(username, '?kinds=nap-tien')).status).toBe(403)
  }
  for (const username of ['sale111', 'doitac1', 'HNIMB01']) expect((await ask(username)).status).toBe(403)
  // Top-ups are decided with the permission code, whatever the priority.
  await grant('sale111', 'requestrefund.duyet-don-chuyen-khoan')
  expect(kindsSeen(await page('sale111'))).toEqual(['nap-tien'])
  await grant('sale111', null)
})

test('a decided row no longer waits, and the counts show it (D3-APR-01)', async () => {
  await oneOfEach()
  const counts = async () =>
    Object.fromEntries(
      ((await ask('quanly', '/dem')).data as { values: DeskCount[] }).values.map(({ kind, ...rest }) => [
        kind,
        rest,
      ]),
    )
  expect((await counts())['nap-tien']).toEqual({ count: 1, sum: 150_000, warned: 0 })
  expect((await counts())['tin-chua-doc']).toMatchObject({ count: 1, sum: 50_000 })
  expect((await counts())['khach-hang-rieng']).toMatchObject({ count: 1, sum: null })
  const { id } = await only('nap-tien')
  const rejected = { status_duyet_don: 2, ly_do_tu_choi: 'Sai gói' }
  expect((await put('admin', `requestrefund/approve/${id}`, rejected)).status).toBe(200)
  // Two concurrent decisions: the slower one is refused.
  expect((await put('quanly', `requestrefund/approve/${id}`, rejected)).body.msg).toMatch(
    /^Đơn này đã được .+ từ chối lúc /,
  )
  const { id: package_ } = await only('hoan-goi')
  expect(
    (
      await put('admin', `requestrefund/setTrangThaiDuyetHoanGoiStatus/${package_}`, {
        trang_thai_duyet_hoan_goi: 1,
      })
    ).status,
  ).toBe(200)
  expect((await page('quanly', '?kinds=hoan-goi')).values).toEqual([])
  expect((await counts())['hoan-goi']).toEqual({ count: 0, sum: 0, warned: 0 })
})

test('pages follow each other without a gap or a repeated row, also when rows of two kinds began at the same moment (D3-APR-01)', async () => {
  await server.pool.query(`
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi, created_at)
    SELECT 912100000 + n, 'sale111', '', 'VD90', 1, '2026-11-02T03:00:00.123456Z'::timestamptz + (n % 3) * interval '1 microsecond'
    FROM generate_series(1, 60) n`)
  const listedIds: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const next: Page = await page('quanly', `?after=${encodeURIComponent(after)}`)
    listedIds.push(...next.values.map(({ kind, id }) => `${kind} ${id}`))
    after = next.after
  }
  expect([listedIds.length, new Set(listedIds).size]).toEqual([120, 120])
  expect((await ask('quanly', '?after=xyz')).status).toBe(400)
})

test('the key A on a Mfy request moves on from the state shown, once; its information is a kind of its own (D3-APR-01, D2-Q-115)', async () => {
  const id = await mfy('sale111', '912000006')
  const [first, second] = await Promise.all([
    put('quanly', `mfy/duyet/${id}`),
    put('admin', `mfy/duyet/${id}`),
  ])
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
  expect((await put('quanly', `mfy/duyetLan2/${id}`)).status).toBe(409)
  await server.pool.query(sql`UPDATE mfy SET trang_thai = 'da_soan_y_lan_1' WHERE id = ${id}`)
  expect(kindsSeen(await page('quanly'))).toEqual(['mfy-da-soan-y', 'mfy-thong-tin'])
  expect((await put('quanly', `mfy/duyetLan2/${id}`)).status).toBe(200)
  expect((await put('sale111', `mfy/duyet/${id}`)).status).toBe(403)
  const { rows } = await server.pool.query(
    sql`SELECT trang_thai, username_thay_doi_trang_thai AS by FROM mfy WHERE id = ${id}`,
  )
  expect(rows[0]?.trang_thai).toBe('duyet_lan_2')
  expect(server.announced.map(({ content }) => content)).toContain('Thuê bao ****00006 đang chờ soạn Y lần 2')
  expect(
    (
      await put('quanly', `mfy/setTrangThaiDuyetThongTin/${id}`, {
        trang_thai_duyet_thong_tin: 'tu_choi',
        ly_do_tu_choi: 'Sai số chủ',
      })
    ).status,
  ).toBe(200)
  expect((await page('quanly')).values).toEqual([])
  const reason = await server.pool.query(sql`SELECT ly_do_tu_choi FROM mfy WHERE id = ${id}`)
  expect(reason.rows).toEqual([{ ly_do_tu_choi: 'Sai số chủ' }])
})

test('every deciding call accepts a reason and works without one (D3-APR-04)', async () => {
  await oneOfEach()
  const without = waitingKinds.filter(({ rejecting }) => rejecting?.step.reason?.field !== 'ly_do_tu_choi')
  expect(without.map(({ name, rejecting }) => [name, rejecting])).toEqual([
    ['mfy-cho-duyet', null],
    ['mfy-da-soan-y', null],
    ['doi-tac-sua', null],
  ])
  expect(waitingKinds.filter(({ rejecting }) => rejecting?.step.reason?.required)).toEqual([])
  const wait = async (kind: string) => (await only(kind)).id
  const calls = [
    [`khr/approve/${await wait('khach-hang-rieng')}`, { trang_thai: '2' }],
    [`baodo/approve/${await wait('bao-do')}`, { trang_thai_duyet: '2' }],
    [`requestrefund/approve/${await wait('nap-tien')}`, { status_duyet_don: 2 }],
  ] as const
  for (const [path, body] of calls)
    expect([path, (await put('quanly', path, body)).status]).toEqual([path, 200])
})

test('a top-up whose transfer differs is warned about until the difference is noted (D3-APR-03)', async () => {
  const id = await request()
  expect(await warnings('nap-tien', id)).toEqual([])
  await message('917000845', 135_000)
  expect(await warnings('nap-tien', id)).toEqual([
    'Khách chuyển thiếu 4,500: đơn cần 139,500, tin ngân hàng báo 135,000',
  ])
  await set(id, 'chenh_lech = -4500')
  expect(await warnings('nap-tien', id)).toEqual([])
  await set(id, `package_code = 'LA99'`)
  expect(await warnings('nap-tien', id)).toEqual(['Gói "LA99" không có trong bảng giá'])
})

test('an earlier refund, a second claim and a used message are warned about, with names for managers only (D3-APR-03)', async () => {
  const before = await request({ ago: 18 * 24 * 60 + 30 })
  await set(before, `status_duyet_don = 1, approver = 'quanly'`)
  const id = await request({ ago: 30 })
  const [day] = (
    await server.pool.query<{ day: string }>(
      sql`SELECT day_text(created_time) AS day FROM requestrefund WHERE id = ${before}`,
    )
  ).rows
  expect(await warnings('nap-tien', id)).toEqual([
    `Số này đã được nạp 150,000 ngày ${day?.day}, cách 18 ngày, cùng gói VD150`,
  ])
  // Beyond a cycle it is the next cycle's refund.
  await set(before, `status_duyet_don = NULL, approver = NULL, quyet_dinh = '0'`)
  await server.pool.query(sql`DELETE FROM requestrefund WHERE id = ${before}`)
  await message('917000845', 139_500, 40)
  const other = await request({ by: 'sale121', ago: 35 })
  expect((await warnings('nap-tien', id)).map((text) => text.replace(/\d\d-\d\d-\d{4}/, '…'))).toEqual([
    `Cũng có đơn nạp của ${await nameOf('sale121')} (sale121) ngày … đang chờ duyệt`,
  ])
  await set(other, 'is_transfer = 1')
  expect(
    (await warnings('nap-tien', id)).map((text) =>
      text.replace(/\d\d:\d\d \d\d-\d\d-\d{4}|\d\d-\d\d-\d{4}/g, '…'),
    ),
  ).toEqual([
    `Tin ngân hàng 139,500 đ lúc … đã dùng cho đơn nạp VD150 của ${await nameOf('sale121')} (sale121) ngày …`,
    `Cũng có đơn nạp của ${await nameOf('sale121')} (sale121) ngày … đang chờ duyệt`,
  ])
  await grant('sale111', 'requestrefund.duyet-don-chuyen-khoan')
  const texts = await warnings('nap-tien', id, 'sale111')
  expect(texts).toHaveLength(2)
  for (const text of texts) expect(text).not.toContain('sale121')
  await grant('sale111', null)
})

test('a refund without its registration is warned about; a refund requested in advance only after its window, a top-up never (D3-APR-03)', async () => {
  const none = 'Không thấy đăng ký VD90 của số này trong 31 ngày trước và sau đơn'
  const behind = await request({ type: 2, phone: '912000011', package: 'VD90' })
  const ahead = await request({ type: 1, phone: '912000012', package: 'VD90' })
  const late = await request({ type: 1, phone: '912000013', package: 'VD90', ago: 32 * 24 * 60 })
  const top = await request({ phone: '912000014', package: 'VD90' })
  expect(await warnings('hoan-goi', behind)).toEqual([none])
  expect(await warnings('hoan-goi', ahead)).toEqual([])
  expect(await warnings('hoan-goi', late)).toEqual([none])
  expect(await warnings('nap-tien', top)).toEqual([])
  await server.pool
    .query(`INSERT INTO revenue_line (line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong)
    VALUES (uuidv7(), '9084', 'x', 912000011, 'VD90', 90000, now())`)
  expect(await warnings('hoan-goi', behind)).toEqual([])
  await server.pool.query(`UPDATE giahoantien SET gia_gia_han = 13000 WHERE ten_goi_cuoc = 'VD90'`)
  expect(await warnings('hoan-goi', ahead)).toEqual([
    'Tiền hoàn lệch 1,000: đơn ghi 12,000, bảng giá nay là 13,000',
  ])
  await server.pool.query(`UPDATE giahoantien SET gia_gia_han = 12000 WHERE ten_goi_cuoc = 'VD90'`)
})

test('a Mfy request is warned about for its transfer, another request of the number and an unknown package (D3-APR-03)', async () => {
  const id = await mfy('sale111', '912000021')
  expect(await warnings('mfy-cho-duyet', id)).toEqual([])
  await message('912000021', 40_000, 5, 'VD90')
  await mfy('sale121', '912000021', 3)
  const texts = await warnings('mfy-cho-duyet', id)
  expect(texts[0]).toBe('Khách chuyển thiếu 5,000: đơn cần 45,000, tin ngân hàng báo 40,000')
  expect(texts[1]).toContain('Số này cũng có đơn Mfy VD90 của ')
  await server.pool.query(`UPDATE giagoimfy SET deleted_at = now()`)
  expect(await warnings('mfy-cho-duyet', id)).toContain('Gói "VD90" không có trong bảng giá Mfy')
  await server.pool.query(`UPDATE giagoimfy SET deleted_at = NULL`)
  expect((await page('quanly', '?kinds=mfy-cho-duyet&warned=1')).values).toHaveLength(2)
})

test('a reported sale of a package without a price is warned about, and left out of a bulk approval (D3-APR-03, D3-APR-05)', async () => {
  const [usual, odd] = [await sale('sale111', '912000041'), await sale('sale111', '912000042')]
  await server.pool.query(sql`UPDATE baodo SET ten_goi_cuoc = 'LA99' WHERE id = ${odd}`)
  expect(await warnings('bao-do', usual)).toEqual([])
  expect(await warnings('bao-do', odd)).toEqual(['Gói "LA99" không có trong bảng giá'])
  const call = { method: 'PUT', path: '/api/v1/baodo/approve/:id', input: { trang_thai_duyet: '1' } }
  const manager = await server.as('quanly')
  expect((await manager.post('/api/v1/bulk', { ...call, ids: [usual, odd] })).data).toMatchObject({
    done: 1,
    refused: [{ id: odd }],
  })
})

test('a row shows its transfers, price, registrations, earlier requests and how often its requester asks (D3-APR-02)', async () => {
  const earlier = await request({ ago: 40 * 24 * 60, amount: 100_000 })
  await set(earlier, `status_duyet_don = 1, approver = 'quanly'`)
  const before = await request({ type: 1, ago: 45 * 24 * 60, package: 'VD90' })
  await server.pool.query(sql`UPDATE requestrefund SET other_refund = 3000 WHERE id = ${before}`)
  const paidMessage = await message('917000845', 139_500, 8)
  await message('917000845', 90_000, 4, 'VD90')
  const id = await request()
  await server.pool
    .query(`INSERT INTO revenue_line (line_id, track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username)
    VALUES (uuidv7(), '9084', 'y', '9084 (3)', 917000845, 'VD150', 150000, now(), 'sale111')`)
  const found = await evidence('nap-tien', id)
  expect(found.messages.map((row) => [row.id === paidMessage, row.own, row.money])).toEqual([
    [true, true, 139_500],
    [false, false, 90_000],
  ])
  expect([found.price, found.due]).toEqual([150_000, 139_500])
  expect(found.lines).toMatchObject([
    { channel: '9084 (3)', package: 'VD150', amount: 150_000, username: 'sale111' },
  ])
  expect(found.past).toMatchObject([
    { amount: 100_000, decision: '1', decidedBy: 'quanly', request_type: 5, returned: false },
    { amount: 12_000 + 3_000, decision: '0', request_type: 1, package: 'VD90' },
  ])
  await set(earlier, 'ma_trang_thai_giao_dich_doi_tac = -10000')
  // A refused request has paid nothing.
  const refused = await request({ ago: 41 * 24 * 60 })
  await set(refused, `status_duyet_don = 2, approver = 'quanly', ma_trang_thai_giao_dich_doi_tac = -10001`)
  const { past } = await evidence('nap-tien', id)
  expect(past.map(({ decision, returned }) => `${decision} ${returned}`)).toEqual([
    '1 true',
    '2 false',
    '0 false',
  ])
  // Below priority 2 numbers are masked in every text, and rows of other units are not found.
  await grant('sale211', 'requestrefund.duyet-don-chuyen-khoan')
  expect((await ask('sale211', `/nap-tien/${id}`)).status).toBe(404)
  await grant('sale111', 'requestrefund.duyet-don-chuyen-khoan')
  const { text } = await ask('sale111', `/nap-tien/${id}`)
  expect(text).not.toContain('917000845')
  for (const username of ['sale111', 'sale211']) await grant(username, null)
  expect((await ask('quanly', `/nap-tien/${paidMessage}`)).status).toBe(404)
})

test('the requester is shown with their requests of the kind and month, including decided ones (D3-APR-02)', async () => {
  const edge = `date_trunc('month', now(), 'Asia/Ho_Chi_Minh')`
  const setCreated = (id: string, when: string) => set(id, `created_time = ${when}`)
  const make = async (when: string, more: Refund = {}): Promise<string> => {
    const id = await request({ phone: nextPhone(), ...more })
    await setCreated(id, when)
    return id
  }
  const id = await make('now()')
  const [approved, rejected] = [await make(edge), await make('now()')]
  await make(`${edge} - interval '1 second'`)
  await make('now()', { by: 'sale112' })
  await make('now()', { type: 1, package: 'VD90' })
  await set(approved, `status_duyet_don = 1, approver = 'quanly'`)
  await set(rejected, `status_duyet_don = 2, approver = 'quanly'`)
  const { month } = await evidence('nap-tien', id)
  expect(month).toEqual({ asked: 3, approved: 1, rejected: 1 })
})

test('values typed into a message by a person are marked apart from what its text says (D3-APR-02)', async () => {
  const texts = await message('917000846', 150_000, 3)
  const typed = await idOf(sql`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    VALUES ('TCB', 150000, now(), '0917000846 chuyen tien', '917000846', 'VD150', 'tay') RETURNING id`)
  const ownMessage = async (id: string) =>
    (await evidence('tin-ngan-hang', id)).messages.find((row) => row.own)
  expect(await ownMessage(texts)).toMatchObject({ phoneTyped: false, packageTyped: false })
  expect(await ownMessage(typed)).toMatchObject({ phoneTyped: false, packageTyped: true })
  await server.pool.query(sql`UPDATE mesbank SET so_dien_thoai = '917000847' WHERE id = ${typed}`)
  expect(await ownMessage(typed)).toMatchObject({ phoneTyped: true, packageTyped: true })
})

const nameOf = async (username: string): Promise<string> =>
  (
    await server.pool.query<{ fullname: string }>(
      sql`SELECT fullname FROM users WHERE username = ${username}`,
    )
  ).rows[0]?.fullname ?? ''
