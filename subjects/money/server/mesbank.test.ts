/** Bank messages: access, creation, filling, decision and deletion. */
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bankTexts } from '#subjects/money/contract/lists/mesbank.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

const path = '/api/v1/mesbank'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('VD90'), ('NA120')`)
})
beforeEach(() => server.pool.query('DELETE FROM mesbank'))
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; version: number }
type Page = { values: Row[]; count: number; tongChuyenKhoan: number; tongDonChuyen: number }

const plain = { sender: 'VCB', money: 90_000, datetime: '2026-11-10T03:00:00Z', str_mes: 'chuyen tien' }
const make = async (more: object = {}): Promise<Row> => {
  const reply = await (await server.as('quanly')).post(path, { ...plain, ...more })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.data as Row
}
const page = async (username: string, query = ''): Promise<Page> =>
  (await (await server.as(username)).get(path + query)).data as Page
const put = async (username: string, row: Row, body: object): Promise<Answer> =>
  (await server.as(username)).put(`${path}/${row.id}`, body)
const headings = async (username: string): Promise<unknown[] | undefined> => {
  const { token } = await server.as(username)
  const file = await server.app.inject({
    url: `${path}/export`,
    headers: { authorization: `Bearer ${token}` },
  })
  return (await readXlsx(new Uint8Array(file.rawPayload))).sheets[0]?.rows[0]
}
const filled = { str_mes: 'ND: 0912345678 VD90' }

test('a message has its fields, and its phone and package are read from the text (D1-BANK-01 to 06, D1-BANK-37, D1-Q-054)', async () => {
  const row = await make(filled)
  expect(row).toMatchObject({
    sender: 'VCB',
    money: 90_000,
    datetime: '2026-11-10T03:00:00+00:00',
    str_mes: 'ND: 0912345678 VD90',
    is_read: 0,
    so_dien_thoai: '912345678',
    goi_cuoc: 'VD90',
    nguoi_cap_nhat: null,
    trang_thai_duyet_thong_tin: null,
    username_duyet_trang_thai_duyet_thong_tin: null,
    nhan_dang: 'cao',
    ly_do_nhan_dang: 'Số điện thoại và gói cước đứng cạnh nhau, gói có trong bảng giá',
  })
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1'])
    expect((await (await server.as(username)).post(path, plain)).status).toBe(403)
  expect(
    (await (await server.as('admin')).post(path, { ...plain, str_mes: ' ' })).body.fields,
  ).toHaveProperty('str_mes')
  // A larger amount is a typing error, and would exceed exact sums.
  const most = 1_000_000_000_000
  expect((await make({ ...filled, money: most })).money).toBe(most)
  const over = await (await server.as('admin')).post(path, { ...plain, money: most + 1 })
  expect([over.status, over.body.fields]).toEqual([
    400,
    { money: 'Số tiền lớn hơn 1,000,000,000,000 đ, là mức tối đa' },
  ])
})

test('-99 means all, as if it were not sent, for every role; any other value is refused to roles without the column (D1-BANK-13, D1-Q-056)', async () => {
  await make()
  for (const username of ['quanly', 'chinhanh1', 'sale111', 'doitac1']) {
    expect([username, (await page(username, '?is_read=-99')).count]).toEqual([username, 1])
    const status = username === 'quanly' ? 200 : 403
    expect([username, (await (await server.as(username)).get(`${path}?is_read=0`)).status]).toEqual([
      username,
      status,
    ])
  }
})

test('readings can be filtered: those to check, and the certain ones', async () => {
  await make(filled)
  await make({ str_mes: 'STK 0912345678 VD90' })
  await make({ str_mes: 'xin chao' })
  for (const [reading, text] of [
    ['cao', filled.str_mes],
    ['vua', 'STK 0912345678 VD90'],
    ['thap', 'xin chao'],
  ] as const)
    expect((await page('admin', `?nhan_dang=${reading}`)).values.map(({ str_mes }) => str_mes)).toEqual([
      text,
    ])
})

test('the list has count and both totals over the whole filter, not the page (D1-BANK-07, D1-BANK-08, D1-BANK-44, D1-BANK-45, D1-Q-056)', async () => {
  for (let n = 0; n < 5; n++) await make({ money: 1000 * (n + 1), str_mes: `Đặng Mẫu lần ${n}` })
  await make({ datetime: '2026-10-31T16:59:59Z', money: 7 })
  const november = 'startDate=01/11/2026&endDate=30/11/2026'
  const answer = await page('quanly', `?page=0&count=2&${november}`)
  expect(answer.values).toHaveLength(2)
  expect(answer).toMatchObject({ count: 5, tongChuyenKhoan: 15_000, tongDonChuyen: 5 })
  expect(await page('quanly', `?message=${encodeURIComponent('dang mau LẦN 4')}`)).toMatchObject({
    count: 1,
    tongChuyenKhoan: 5000,
    tongDonChuyen: 1,
  })
  expect(await page('quanly', '?message=khong-co')).toMatchObject({
    count: 0,
    tongChuyenKhoan: 0,
    tongDonChuyen: 0,
  })
})

test('both totals are for those who decide; others get them only for a number that they enter in full (D3-DEC-07, D1-BANK-07, D1-BANK-08)', async () => {
  await make(filled)
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    for (const query of ['', '?message=VD90', '?message=12345', '?message=091234567'])
      expect([username, await page(username, query)]).toMatchObject([
        username,
        { tongChuyenKhoan: null, tongDonChuyen: null },
      ])
    expect([username, await page(username, '?message=0987654321')]).toMatchObject([
      username,
      { tongChuyenKhoan: 0, tongDonChuyen: 0 },
    ])
  }
  expect(await page('quanly')).toMatchObject({ tongChuyenKhoan: 90_000, tongDonChuyen: 1 })
})

test('a message shows the price of its package as it is now, and none while there is none (D1-BANK-25)', async () => {
  const message = await make(filled)
  const priced = async (gia_goi: number | null): Promise<unknown> => {
    await server.pool.query(
      `UPDATE giahoantien SET gia_goi = coalesce($1, 90000),
      deleted_at = CASE WHEN $1 IS NULL THEN now() END WHERE ten_goi_cuoc = 'VD90'`,
      [gia_goi],
    )
    return (await page('sale111')).values.find(({ id }) => id === message.id)?.gia_goi
  }
  expect(await priced(null)).toBeNull()
  expect(await priced(90_000)).toBe(90_000)
  // Case of the package name does not matter, as in reported sales and on the care card.
  await server.pool.query(`UPDATE mesbank SET goi_cuoc = 'vd90' WHERE id = $1`, [message.id])
  expect(await priced(90_000)).toBe(90_000)
  expect(await priced(0)).toBeNull()
})

test('messages are filtered by days, text regardless of case and diacritics, and processed (D1-BANK-10 to 13, D1-Q-056, D1-Q-142)', async () => {
  const first = await make()
  await make({ str_mes: 'khác', datetime: '2026-10-05T03:00:00Z' })
  await (await server.as('admin')).put(`${path}/setTrangThaiXuLy/${first.id}`, { is_read: 1 })
  const counts = async (query: string) => (await page('admin', query)).count
  expect(await counts('?is_read=1')).toBe(1)
  expect(await counts('?is_read=0')).toBe(1)
  expect(await counts('?is_read=-99')).toBe(2)
  expect(await counts('?message=KHAC')).toBe(1)
  expect(await counts('?startDate=05/10/2026&endDate=05/10/2026')).toBe(1)
  expect(await counts('?startDate=06/10/2026&endDate=09/11/2026')).toBe(0)
})

test('all signed-in users see all messages; the columns of managers are hidden from the others (D1-BANK-17 to 19, D1-Q-003, D1-Q-050)', async () => {
  await make(filled)
  const ownFields = [
    'sender',
    'is_read',
    'nguoi_cap_nhat',
    'trang_thai_duyet_thong_tin',
    'username_duyet_trang_thai_duyet_thong_tin',
  ]
  for (const username of ['admin', 'quanly'])
    expect(Object.keys((await page(username)).values[0] ?? {})).toEqual(expect.arrayContaining(ownFields))
  for (const username of ['chinhanh1', 'leader21', 'sale111', 'HNIMB01', 'doitac1']) {
    const { values, count } = await page(username)
    expect([username, count]).toEqual([username, 1])
    for (const name of ownFields) expect(values[0]).not.toHaveProperty(name)
  }
})

test('priority 1 and 2 see the last 9 digits, everybody else a mask, also in the text (D1-BANK-20)', async () => {
  const { id } = await make({ str_mes: 'MBVCB.292366.0912345678VD90 va 091234567820261110' })
  expect((await page('quanly')).values[0]).toMatchObject({ so_dien_thoai: '912345678' })
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    const caller = await server.as(username)
    for (const address of [path, `${path}/${id}`, `${path}/${id}/history`, `${path}/assign`]) {
      const { text } = await caller.get(address)
      expect(text.replace(/\D/g, '')).not.toContain('12345678')
    }
    expect((await page(username)).values[0]).toMatchObject({ so_dien_thoai: '****45678' })
    expect((await page(username, '?message=091234')).count).toBe(0)
  }
})

test('above priority 2 only an empty field can be filled in, and with both filled in it is 403 (D1-BANK-16, D1-BANK-32, D1-BANK-33, D1-BANK-35, D1-BANK-40, D1-Q-051)', async () => {
  const row = await make()
  const first = await put('sale111', row, { so_dien_thoai: '0987 654 321', goi_cuoc: '' })
  expect([first.status, first.data]).toMatchObject([
    200,
    { so_dien_thoai: '****54321', goi_cuoc: null, nhan_dang: 'tay' },
  ])
  const second = await put('sale112', row, {
    so_dien_thoai: '0987654321',
    goi_cuoc: 'NA120',
  })
  expect([second.status, second.data]).toMatchObject([
    200,
    { so_dien_thoai: '****54321', goi_cuoc: 'NA120', money: 90_000 },
  ])
  expect((await page('admin')).values[0]).toMatchObject({
    so_dien_thoai: '987654321',
    nguoi_cap_nhat: 'sale112',
  })
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    const third = await put(username, row, { goi_cuoc: 'VD90' })
    expect([username, third.status, third.body.msg]).toEqual([username, 403, bankTexts.bothFilled])
  }
})

test('another value for a filled field is refused with its name, and an empty one is ignored (D1-Q-050, D1-Q-051)', async () => {
  const row = await make({ str_mes: '0912345678 chuyen tien' })
  for (const more of [{}, { goi_cuoc: 'VD90' }]) {
    const other = await put('sale111', row, { so_dien_thoai: '0987654321', ...more })
    expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([403, ['so_dien_thoai']])
  }
  expect((await put('sale111', row, { so_dien_thoai: '0912345678' })).data).toMatchObject({
    version: row.version,
  })
  expect((await put('admin', row, { so_dien_thoai: '', goi_cuoc: ' ' })).data).toMatchObject({
    so_dien_thoai: '912345678',
  })
  expect((await put('sale111', row, { goi_cuoc: 'x'.repeat(65) })).status).toBe(400)
  expect((await put('sale111', row, { so_dien_thoai: '12' })).body.fields).toHaveProperty('so_dien_thoai')
  expect((await page('admin')).values[0]).toMatchObject({ nguoi_cap_nhat: null, version: row.version })
})

test('priority 1 and 2 change both at any time; a change of text, amount or time is refused with its name (D1-BANK-34, D1-BANK-40)', async () => {
  const row = await make(filled)
  const typedFields = { so_dien_thoai: '84987654321', goi_cuoc: 'NA120', version: row.version }
  const foreign = await put('quanly', row, { ...typedFields, nguoi_cap_nhat: 'admin' })
  expect([foreign.status, Object.keys(foreign.body.fields ?? {})]).toEqual([400, ['nguoi_cap_nhat']])
  const more = await put('quanly', row, { ...typedFields, str_mes: 'x', money: 1 })
  expect([more.status, Object.keys(more.body.fields ?? {}).toSorted()]).toEqual([400, ['money', 'str_mes']])
  // Unchanged values are no change.
  const reply = await put('quanly', row, { ...typedFields, money: 90_000, str_mes: filled.str_mes })
  expect(reply.data).toMatchObject({
    so_dien_thoai: '987654321',
    goi_cuoc: 'NA120',
    money: 90_000,
    str_mes: filled.str_mes,
    nguoi_cap_nhat: 'quanly',
  })
  expect((await put('quanly', row, { goi_cuoc: 'VD90', version: row.version })).body.msg).toBe(refusals.stale)
  const trail = (await (await server.as('admin')).get(`${path}/${row.id}/history`)).text
  expect(trail).toContain('NA120')
})

test('of two people who fill in the same empty field at once one value is stored (D1-Q-051)', async () => {
  const row = await make()
  const replies = await Promise.all(
    ['sale111', 'sale112', 'sale211', 'leader11'].map((username, n) =>
      put(username, row, { so_dien_thoai: `098765432${n}` }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403])
})

test("'processed' is set and cleared by priority below 3 only, to 0 or 1 (D1-BANK-21, D1-BANK-22, D1-BANK-41, D1-Q-053)", async () => {
  const row = await make()
  const set = async (username: string, is_read: unknown) =>
    (await server.as(username)).put(`${path}/setTrangThaiXuLy/${row.id}`, { is_read })
  expect((await set('quanly', 1)).data).toMatchObject({ is_read: 1 })
  expect((await set('admin', '0')).data).toMatchObject({ is_read: 0 })
  for (const bad of [2, -1, '1.0', null, true, undefined])
    expect([bad, (await set('admin', bad)).status]).toEqual([bad, 400])
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1'])
    expect((await set(username, 1)).status).toBe(403)
  expect((await (await server.as('admin')).put(`${path}/setTrangThaiXuLy/x`, { is_read: 1 })).status).toBe(
    404,
  )
})

test('import takes 200 rows, counts a duplicate as saved and stores it once (D1-BANK-38, D1-BANK-39, D1-Q-054)', async () => {
  const admin = await server.as('admin')
  const data = [plain, { ...plain, str_mes: 'khac' }, plain, { ...plain, money: 'x' }]
  const first = await admin.post(`${path}/import`, { data })
  expect(first.data).toMatchObject({ saved: 3, inserted: 2, errors: [{ row: 4 }] })
  expect((await admin.post(`${path}/import`, { data })).data).toMatchObject({ saved: 3, inserted: 0 })
  expect((await page('admin')).count).toBe(2)
  expect((await make()).id).toBe((await page('admin', '?message=chuyen')).values[0]?.id)
  const many = Array.from({ length: 201 }, () => plain)
  expect((await admin.post(`${path}/import`, { data: many })).body.msg).toBe(refusals.chunkTooLarge)
  expect((await (await server.as('chinhanh1')).post(`${path}/import`, { data })).status).toBe(403)
})

test('the export is YCHT.xlsx, refused to priority 5 and 7 in every form (D1-BANK-36, D1-BANK-50, D1-Q-057, D1-Q-155)', async () => {
  await make(filled)
  const sheet = await (await server.as('leader11')).get(`${path}/export`)
  expect([sheet.status, sheet.headers['x-total-count']]).toEqual([200, '1'])
  expect(sheet.headers['content-disposition']).toContain('YCHT.xlsx')
  // Refund requests have the same file name; the headings distinguish the two.
  expect(await headings('admin')).toEqual([
    'Kênh',
    'Số tiền',
    'Thời gian',
    'Nội dung',
    'Số điện thoại',
    'Gói cước',
    'Mã giao dịch',
    'Trạng thái xử lý',
    'Người cập nhật',
    'Duyệt thông tin',
    'Người duyệt',
  ])
  expect(await headings('leader11')).toEqual([
    'Số tiền',
    'Thời gian',
    'Nội dung',
    'Số điện thoại',
    'Gói cước',
  ])
  for (const username of ['sale111', 'doitac1']) {
    for (const query of ['/export', '?page=0&count=9999999999', '?getAll=1']) {
      const reply = await (await server.as(username)).get(path + query)
      expect([username, query, reply.status, reply.body.msg]).toEqual([
        username,
        query,
        403,
        refusals.noExport,
      ])
    }
  }
  expect((await page('admin', '?count=9999999999')).count).toBe(1)
})

test('a message is deleted by priority below 3 and may then be entered again (D1-BANK-49, D1-Q-055)', async () => {
  const row = await make()
  for (const username of ['chinhanh1', 'sale111'])
    expect((await (await server.as(username)).delete(`${path}/${row.id}`)).status).toBe(403)
  const admin = await server.as('admin')
  expect((await admin.delete(`${path}/${row.id}`)).status).toBe(200)
  expect((await admin.delete(`${path}/${row.id}`)).status).toBe(404)
  expect((await admin.get(`${path}/approve/${row.id}`)).status).toBe(404)
  expect((await put('admin', row, { goi_cuoc: 'VD90' })).status).toBe(404)
  expect((await page('admin')).count).toBe(0)
  expect((await make()).id).not.toBe(row.id)
})

test('messages are assigned to people of the scope, and stay visible to all (D1-BANK-46 to 48, D1-Q-138)', async () => {
  for (let n = 0; n < 4; n++) await make({ str_mes: `lần ${n}` })
  const leader = await server.as('leader11')
  expect((await leader.get(`${path}/count-assign`)).data).toEqual({ total: 4 })
  expect((await leader.post(`${path}/assign`, [{ user: 'sale111', count: 3 }])).data).toEqual({ saved: 3 })
  expect((await leader.get(`${path}/count-assign`)).data).toEqual({ total: 1 })
  expect(((await leader.get(`${path}/assign`)).data as Page).count).toBe(1)
  expect((await leader.post(`${path}/assign`, [{ user: 'sale211', count: 1 }])).status).toBe(403)
  expect(
    (await (await server.as('sale111')).post(`${path}/assign`, [{ user: 'sale111', count: 1 }])).status,
  ).toBe(403)
  expect((await page('sale211')).count).toBe(4)
})

test('the history hides from priority 3 and above the columns that they do not see (D1-BANK-17 to 19)', async () => {
  const row = await make({ str_mes: 'VD90' })
  const quanly = await server.as('quanly')
  await put('sale111', row, { so_dien_thoai: '0912345678' })
  await put('quanly', row, { goi_cuoc: 'NA120' })
  await quanly.put(`${path}/setTrangThaiXuLy/${row.id}`, { is_read: 1 })
  await quanly.get(`${path}/approve/${row.id}`)
  const historyOf = async (username: string) =>
    (await (await server.as(username)).get(`${path}/${row.id}/history`)).data as {
      values: { username: string; fullname: string | null; action: string }[]
    }
  const all = (await historyOf('admin')).values
  expect(all.map(({ username }) => username)).toContain('sale111')
  expect(all.map(({ action }) => action)).toContain('approve')
  for (const username of ['chinhanh1', 'sale111']) {
    const { values } = await historyOf(username)
    expect(values.length).toBeGreaterThan(1)
    expect(values.filter(({ username, fullname }) => username !== '' || fullname !== null)).toEqual([])
    expect(values.map(({ action }) => action)).not.toContain('approve')
  }
})
