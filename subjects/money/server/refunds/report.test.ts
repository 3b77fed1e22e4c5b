/** The report of requests: totals, recoveries, amounts owed; both lists over one table. */
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000)`,
  )
  await setSettings(server.pool, { ti_le_chiet_khau: 7 })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('TRUNCATE requestrefund CASCADE'))

type Row = Record<string, unknown> & { id: string; version: number }
type Listed = { values: Row[]; count: number } & Record<string, unknown>
const base = '/api/v1/requestrefundreport'

let made = 0
async function make(type = 1, by = 'sale111', more: object = {}): Promise<Row> {
  made += 1
  const body = {
    number_phone: String(912_600_000 + made),
    number_type: 1,
    package_code: 'VD90',
    ...(type === 5
      ? { refundreport_price: 100_000 }
      : { request_type: type, request_method: 1, other_refundreport: 500 }),
    ...more,
  }
  const call = type === 5 ? 'createNapTienChietKhau' : 'createHoanTienGoiCuoc'
  const answer = await (await server.as(by)).post(`${base}/${call}`, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Row
}
const put = async (path: string, body: object, by = 'quanly'): Promise<Answer> =>
  (await server.as(by)).put(`${base}/${path}`, body)
const list = async (query = '', by = 'quanly'): Promise<Listed> => {
  const answer = await (await server.as(by)).get(`${base}?${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Listed
}
const recover = (id: string, which: 'TheoGoi' | 'Them', value: unknown, by = 'quanly') =>
  put(
    `setTrangThaiTruyThuHoan${which}/${id}`,
    {
      [which === 'TheoGoi' ? 'trang_thai_truy_thu_hoan_theo_goi' : 'trang_thai_truy_thu_hoan_them']: value,
      currentOriginUrl: 'https://noi-bo.example',
    },
    by,
  )

test('totals cover the whole filter and scope; the total after discount is for managers only (D2-RFREP-30 to 34, D2-RFREP-69, D2-Q-90, D2-ROLE-17, D2-ROLE-24)', async () => {
  for (const type of [1, 2, 4, 5, 5]) await make(type)
  await make(1, 'sale211')
  expect(await list('count=1')).toMatchObject({
    count: 6,
    tongHoanTien: 36_000,
    tongHoanThem: 2_000,
    tongNapTien: 200_000,
    // 3 × round(12,500 × 0.93) + round(500 × 0.93) + 2 × 93,000
    tongTienSauChietKhau: 3 * 11_625 + 465 + 186_000,
  })
  expect(await list('don_hoan_hoac_nap=2')).toMatchObject({ count: 2, tongHoanTien: 0, tongNapTien: 200_000 })
  const ownList = await list('', 'sale111')
  expect(ownList).toMatchObject({ count: 5, tongHoanTien: 24_000 })
  expect(ownList).not.toHaveProperty('tongTienSauChietKhau')
})

test('the report has its filters (D2-RFREP-20 to 29, D2-RFREP-68, D2-Q-91)', async () => {
  const refund = await make(1)
  const topUp = await make(5, 'sale211')
  const ids = async (query: string) => (await list(query)).values.map(({ id }) => id)
  expect(await ids('don_hoan_hoac_nap=0')).toHaveLength(2)
  expect(await ids('don_hoan_hoac_nap=1')).toEqual([refund.id])
  expect(await ids('username=sale211')).toEqual([topUp.id])
  expect(await ids('is_transfer=1')).toEqual([topUp.id])
  expect(await ids('trang_thai_truy_thu_hoan_theo_goi=truy_thu')).toEqual([topUp.id])
  expect(await ids('trang_thai_truy_thu_hoan_them=binh_thuong&don_hoan_hoac_nap=1')).toEqual([refund.id])
  expect(await ids('trang_thai_giao_dich_doi_tac=hoan_thanh')).toEqual([])
  for (let n = 0; n < 12; n += 1) await make(1)
  expect(await ids('')).toHaveLength(10)
})

test('managers set each recovery from any value to any other, recorded with the user (D2-RFREP-15 to 18, D2-RFREP-40, D2-RFREP-42, D2-RFREP-46, D2-RFREP-65 to 67, D2-Q-83)', async () => {
  const { id } = await make(1)
  expect((await list()).values[0]).toMatchObject({
    trang_thai_truy_thu_hoan_theo_goi: 'binh_thuong',
    username_duyet_trang_thai_truy_thu_hoan_theo_goi: '__AUTO',
    don_hoan_hoac_nap: 1,
  })
  for (const value of ['truy_thu', 'da_truy_thu', 'binh_thuong', 'da_truy_thu', 'truy_thu']) {
    expect((await recover(id, 'TheoGoi', value)).data).toMatchObject({
      trang_thai_truy_thu_hoan_theo_goi: value,
      username_duyet_trang_thai_truy_thu_hoan_theo_goi: 'quanly',
      trang_thai_truy_thu_hoan_them: 'binh_thuong',
      username_duyet_trang_thai_truy_thu_hoan_them: '__AUTO',
    })
  }
  expect((await recover(id, 'Them', 'da_truy_thu', 'admin')).data).toMatchObject({
    trang_thai_truy_thu_hoan_theo_goi: 'truy_thu',
    trang_thai_truy_thu_hoan_them: 'da_truy_thu',
    username_duyet_trang_thai_truy_thu_hoan_them: 'admin',
  })
  for (const which of ['TheoGoi', 'Them'] as const) {
    expect((await recover(id, which, 'xong')).status).toBe(400)
    expect((await recover(id, which, 'truy_thu', 'chinhanh1')).status).toBe(403)
  }
  const topUp = await make(5)
  expect((await recover(topUp.id, 'Them', 'truy_thu')).status).toBe(400)
})

test('a recovery set by a person, even to the same value, is not changed by a transfer mark (D2-Q-84)', async () => {
  const { id } = await make(5)
  await recover(id, 'TheoGoi', 'truy_thu')
  await put(`setTransferStatus/${id}`, { is_transfer: 1 })
  expect((await list()).values[0]).toMatchObject({ trang_thai_truy_thu_hoan_theo_goi: 'truy_thu' })
})

test("an edit in the report prefers the report's field names, one in the other list uses only the plain names (D2-Q-51, D2-RFREP-55)", async () => {
  const [{ id: topUp }, { id: refund }] = [await make(5), await make(1)]
  const named = await put(topUp, { refundreport_price: 8_000, refund_price: 9_000 })
  expect(named.data).toMatchObject({ refund_price: 8_000 })
  expect((await put(refund, { other_refundreport: 700 })).data).toMatchObject({ other_refund: 700 })
  expect((await put(refund, { other_refund: 800 })).data).toMatchObject({ other_refund: 800 })
  const plain = await (
    await server.as('quanly')
  ).put(`/api/v1/requestrefund/${topUp}`, { refundreport_price: 1 })
  expect(plain.data).toMatchObject({ refund_price: 8_000 })
})

test('both lists edit the same request and share one history (D2-RFREP-47, D2-RFREP-48, D2-RFREP-55 to 58, D2-RFREP-62, D2-RFREP-63, D2-Q-27, D2-Q-49, D2-Q-92, D3-PRV-05)', async () => {
  const { id } = await make(5)
  const admin = await server.as('admin')
  server.published.length = 0
  await put(`approve/${id}`, { status_duyet_don: 1 })
  await put(`setTransferStatus/${id}`, { is_transfer: 1 })
  await put(`setTrangThaiGiaoDich/${id}`, { ma_trang_thai_giao_dich_doi_tac: -9_999 })
  await admin.put(`/api/v1/requestrefund/${id}`, { chenh_lech: -500 })
  expect(server.published.filter((resource) => resource.startsWith('requestrefund')).toSorted()).toEqual([
    ...Array<string>(4).fill('requestrefund'),
    ...Array<string>(4).fill('requestrefundreport'),
  ])
  for (const path of ['requestrefund', 'requestrefundreport'])
    expect((await admin.get(`/api/v1/${path}/${id}`)).data).toMatchObject({
      approver: 'quanly',
      is_transfer: 1,
      trang_thai_giao_dich_doi_tac: 'Hoàn thành',
      chenh_lech: -500,
    })
  const answer = (await admin.get(`${base}/history?page=0&count=20&id=${id}`)).data as {
    values: { action: string; username: string; changes: { field: string; after: unknown }[] }[]
    count: number
  }
  expect(answer.count).toBe(5)
  expect(answer.values.map(({ action, username }) => `${action} ${username}`)).toEqual([
    'update admin',
    'update quanly',
    'update quanly',
    'approve quanly',
    'create sale111',
  ])
  const approved = answer.values[3]?.changes.map(({ field, after }) => [field, after])
  expect(approved).toEqual([
    ['trang_thai_giao_dich_doi_tac', 'Đã tạo đơn không qua API'],
    ['kenh_doi_tac', 'khong_qua_api'],
    ['approver', 'quanly'],
    ['status_duyet_don', 1],
  ])
  const second = (await admin.get(`${base}/history?page=1&count=2&id=${id}`)).data as typeof answer
  expect(second.values).toEqual(answer.values.slice(2, 4))
  expect((await (await server.as('chinhanh1')).get(`${base}/history?id=${id}`)).status).toBe(403)
  for (const path of ['requestrefund', 'requestrefundreport'])
    expect(((await admin.get(`/api/v1/${path}/${id}/history`)).data as typeof answer).values).toHaveLength(5)
})

test('the debts over the filter are gross, by person, without refused and waiting requests (D2-RFREP-37, D2-RFREP-38, D2-RFREP-70, D2-Q-12, D2-Q-89, D2-REVF-02)', async () => {
  const recoveredTwice = await make(1)
  await recover(recoveredTwice.id, 'TheoGoi', 'truy_thu')
  await recover(recoveredTwice.id, 'Them', 'truy_thu')
  const extra = await make(2)
  await recover(extra.id, 'Them', 'truy_thu')
  const refused = await make(1)
  await recover(refused.id, 'TheoGoi', 'truy_thu')
  await put(`setTrangThaiGiaoDich/${refused.id}`, { ma_trang_thai_giao_dich_doi_tac: -10_000 })
  await make(5)
  const paid = await make(5, 'sale211')
  await put(`approve/${paid.id}`, { status_duyet_don: 1 })
  const done = await make(1, 'sale112')
  await recover(done.id, 'TheoGoi', 'da_truy_thu')
  const admin = await server.as('admin')
  expect((await admin.get(`${base}/xuatdstruythu`)).data).toEqual({
    values: [
      { staff_username: 'sale111', staff_fullname: 'Nguyễn Hồng Nhung', tong_truy_thu: 13_000 },
      { staff_username: 'sale211', staff_fullname: expect.any(String), tong_truy_thu: 93_000 },
    ],
    count: 2,
  })
  expect((await admin.get(`${base}/xuatdstruythu?username=sale211`)).data).toMatchObject({ count: 1 })
  expect((await (await server.as('chinhanh1')).get(`${base}/xuatdstruythu`)).data).toMatchObject({
    values: [{ staff_username: 'sale111' }],
  })
  for (const path of ['xuatdstruythu', 'xuatdstruythu/export', 'export']) {
    const answer = await (await server.as('sale111')).get(`${base}/${path}`)
    expect([answer.status, answer.body.msg]).toEqual([403, refusals.noExport])
  }
  const sheet = await server.app.inject({
    url: `${base}/xuatdstruythu/export`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(sheet.headers['content-disposition']).toMatch(/^attachment; filename="DANH-SACH-TRUY-THU.xlsx";/)
  const book = await readXlsx(sheet.rawPayload)
  expect(book.sheets[0]?.rows.slice(1).map((row) => [row[0], row[2]])).toEqual([
    ['sale111', 13_000],
    ['sale211', 93_000],
  ])
})

test("the exported report uses the screen's labels for recoveries (D2-RFREP-35, D2-RFREP-36, D2-RFREP-41, D2-Q-85)", async () => {
  const { id } = await make(5)
  await put(`setTransferStatus/${id}`, { is_transfer: 1 })
  const { token } = await server.as('quanly')
  const response = await server.app.inject({
    url: `${base}/export`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.headers['content-disposition']).toContain('BAO-CAO-YCHT.xlsx')
  const book = await readXlsx(response.rawPayload)
  expect(book.sheets.map(({ name }) => name)).toEqual(['Sheet 1'])
  const [heads = [], row = []] = book.sheets[0]?.rows ?? []
  expect(row[heads.indexOf('Truy thu hoàn theo gói')]).toBe('ĐÃ THANH TOÁN')
  expect(row[heads.indexOf('Truy thu hoàn thêm')]).toBeNull()
})

test('the form of the report has the same fields, without the question (D2-RFREP-08 to 14)', async () => {
  const sale = await server.as('sale111')
  const whole = {
    number_phone: '0912345678',
    number_type: 1,
    package_code: 'VD90',
    request_type: 1,
    request_method: 1,
  }
  for (const name of Object.keys(whole)) {
    const answer = await sale.post(`${base}/createHoanTienGoiCuoc`, { ...whole, [name]: '' })
    expect([name, answer.status, answer.body.msg]).toEqual([name, 400, messages.missingField])
    expect(Object.keys(answer.body.fields as object)).toEqual([name])
  }
  expect((await list()).count).toBe(0)
  expect((await sale.post(`${base}/createHoanTienGoiCuoc`, whole)).status).toBe(200)
})

test('import and edit work in the report as in the list (D2-RFREP-54, D2-RFREP-55, D2-MAP-71)', async () => {
  const admin = await server.as('admin')
  const data = [
    { number_phone: '0912345678', number_type: 2, package_code: 'VD90', request_type: 2, request_method: 1 },
  ]
  expect((await admin.post(`${base}/import`, { data })).data).toMatchObject({ saved: 1, errors: [] })
  const row = (await list()).values[0]
  expect((await put(String(row?.id), { request_type: 4, other_refund: '7,000' })).data).toMatchObject({
    refund_price: 0,
    other_refund: 7_000,
  })
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    const caller = await server.as(username)
    const answers = [
      await caller.post(`${base}/import`, { data }),
      await caller.put(`${base}/${String(row?.id)}`, { other_refund: 1 }),
      await caller.delete(`${base}/${String(row?.id)}`),
    ]
    expect([username, ...answers.map(({ status }) => status)]).toEqual([username, 403, 403, 403])
  }
})

test('removing an extra refund also removes its recovery (D2-REFUND-104, D2-RFREP-46)', async () => {
  const extra = 'trang_thai_truy_thu_hoan_them'
  const { id } = await make(1)
  await put(`setTrangThaiTruyThuHoanThem/${id}`, { [extra]: 'truy_thu' })
  const admin = await server.as('admin')
  await admin.put(`/api/v1/requestrefund/setYeuCau/${id}`, { request_type: 5 })
  expect((await admin.get(`${base}/${id}`)).data).toMatchObject({ request_type: 5, [extra]: 'binh_thuong' })
  await server.pool.query('ALTER TABLE requestrefund DISABLE TRIGGER requestrefund_stamped')
  await server.pool.query(`UPDATE requestrefund SET ${extra} = 'truy_thu' WHERE id = $1`, [id])
  await server.pool.query('ALTER TABLE requestrefund ENABLE TRIGGER requestrefund_stamped')
  expect((await put(`setTrangThaiTruyThuHoanThem/${id}`, { [extra]: 'da_truy_thu' })).status).toBe(400)
  expect((await put(`setTrangThaiTruyThuHoanThem/${id}`, { [extra]: 'binh_thuong' })).status).toBe(200)
})

test('a deleted request is gone from lists and reads, and a second delete gets 404 (D2-REFUND-124, D2-RFREP-64, D2-Q-26)', async () => {
  const admin = await server.as('admin')
  for (const path of ['requestrefund', 'requestrefundreport']) {
    const { id } = await make()
    expect((await admin.delete(`/api/v1/${path}/${id}`)).status).toBe(200)
    expect((await admin.get(`/api/v1/requestrefund/${id}`)).status).toBe(404)
    expect((await admin.delete(`/api/v1/${path}/${id}`)).status).toBe(404)
  }
  for (const path of ['requestrefund', 'requestrefundreport'])
    expect((await admin.get(`/api/v1/${path}`)).data).toMatchObject({ count: 0 })
})

test('every request has its staff member, so that none is left to assign (D2-REFUND-121, D2-REFUND-123, D2-REFUND-125, D2-RFREP-59 to 61, D2-Q-16)', async () => {
  await make()
  const leader = await server.as('leader11')
  for (const path of ['requestrefund', 'requestrefundreport']) {
    expect((await leader.get(`/api/v1/${path}/assign?page=0&count=20`)).data).toEqual({
      values: [],
      count: 0,
    })
    expect((await leader.get(`/api/v1/${path}/count-assign`)).data).toEqual({ total: 0 })
    expect((await leader.post(`/api/v1/${path}/assign`, [{ user: 'sale111', count: 3 }])).data).toEqual({
      saved: 0,
    })
    expect((await (await server.as('sale111')).post(`/api/v1/${path}/assign`, [])).status).toBe(403)
  }
})
