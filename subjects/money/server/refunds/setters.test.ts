/** Setters of a request, its lists, history, imports and sheet. */
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusals } from '#platform/contract/refusals.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool
    .query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_nang_cap_g1, gia_goi)
    VALUES ('VD90', 12000, 20000, 33000, 90000), ('VD120', 15000, 25000, 44000, 120000)`)
  await setSettings(server.pool, { ti_le_chiet_khau: 7, ti_le_chiet_khau_tra_sau: 5 })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('TRUNCATE requestrefund CASCADE'))

type Row = Record<string, unknown> & { id: string; version: number }
type Listed = { values: Row[]; count: number } & Record<string, unknown>
const refused = ({ status, body }: Answer): unknown[] => [status, body.msg]

let made = 0
async function make(type = 1, more: object = {}, by = 'sale111'): Promise<Row> {
  made += 1
  const body = {
    millisecond_created_at: 1_795_200_000_000 + made,
    number_phone: String(912_500_000 + made),
    number_type: 1,
    package_code: 'VD90',
    cho_len_don: 0,
    ...(type === 5
      ? { refund_price: 100_000 }
      : { request_type: type, request_method: 1, other_refund: 500 }),
    ...more,
  }
  const call = type === 5 ? 'createNapTienChietKhau' : 'createHoanTienGoiCuoc'
  const answer = await (await server.as(by)).post(`/api/v1/requestrefund/${call}`, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Row
}
const put = async (path: string, body: object, by = 'quanly'): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/requestrefund/${path}`, body)
const post = async (path: string, body: object, by = 'quanly'): Promise<Answer> =>
  (await server.as(by)).post(`/api/v1/requestrefund/${path}`, body)
const list = async (query = '', by = 'quanly', path = 'requestrefund'): Promise<Listed> => {
  const answer = await (await server.as(by)).get(`/api/v1/${path}?${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Listed
}

test('the requester can be changed to another known user, with the full name; an unknown one is refused (D2-REFUND-15, D2-REFUND-126)', async () => {
  const { id } = await make()
  const answer = await post('updateUser', { id, username: 'sale211' })
  const row = answer.data as Row
  expect([row.staff_username, row.staff_fullname]).toEqual(['sale211', expect.stringMatching(/ /)])
  expect(row.staff_fullname).not.toBe('Nguyễn Hồng Nhung')
  expect((await post('updateUser', { id, username: 'khong-co' })).status).toBe(400)
  expect((await post('updateUser', { id, username: '' })).status).toBe(400)
})

test('a request cannot be given to an account that may not see requests (D2-Q-78, D2-Q-100)', async () => {
  const { id } = await make()
  const answer = await post('updateUser', { id, username: 'HNIMB01' })
  expect([answer.status, answer.body.fields]).toEqual([400, { username: refundTexts.outsider }])
  expect((await list()).values.find((row) => row.id === id)?.staff_username).toBe('sale111')
  const { body } = await post('import', {
    data: [
      {
        staff_username: 'HNIMB01',
        number_phone: '0912345671',
        number_type: 1,
        package_code: 'VD90',
        request_type: 5,
        refund_price: 1,
      },
    ],
  })
  expect(body.data).toMatchObject({ saved: 0, errors: [{ row: 1, msg: refundTexts.outsider }] })
})

test('the time of a request lies between 2015 and now (D2-REFUND-119, D2-Q-53)', async () => {
  const { id } = await make()
  for (const [created_time, message] of [
    ['01-01-1900 00:00:00', 'Thời gian không được trước năm 2015'],
    ['01-01-2099 00:00:00', 'Thời gian không được sau lúc này'],
  ])
    expect(refused(await put(`setCreatedTime/${id}`, { created_time }))).toEqual([400, message])
})

test('a change of package, method or type reprices a refund, a new price list does not (D2-REFUND-16 to 18, D2-REFUND-87, D2-REFUND-117, D2-REFUND-118, D2-REFUND-122, D2-REFUND-127, D2-REFUND-128, D2-Q-57)', async () => {
  const { id } = await make()
  expect((await post('updatePackageCode', { id, package_code: 'vd120' })).data).toMatchObject({
    package_code: 'VD120',
    refund_price: 15_000,
    // round(15,500 × 93 / 100)
    tien_hoan_sau_chiet_khau: 14_415,
  })
  expect((await put(`setHinhThuc/${id}`, { request_method: 10 })).data).toMatchObject({
    refund_price: 44_000,
  })
  expect((await put(`setYeuCau/${id}`, { request_type: 4 })).data).toMatchObject({
    refund_price: 0,
    request_method: 10,
  })
  expect((await put(`setYeuCau/${id}`, { request_type: 2 })).data).toMatchObject({ refund_price: 44_000 })
  await server.pool.query(`UPDATE giahoantien SET gia_nang_cap_g1 = 1 WHERE ten_goi_cuoc = 'VD120'`)
  expect((await post('updateTienHoanThem', { id, other_refund: '2,000' })).data).toMatchObject({
    refund_price: 44_000,
    other_refund: 2_000,
  })
  const read = await (await server.as('sale111')).get(`/api/v1/requestrefund/${id}`)
  expect(read.data).toMatchObject({ id, other_refund: 2_000 })
  expect(refused(await post('updatePackageCode', { id, package_code: 'LẠ' }))).toEqual([
    400,
    'Không tìm thấy gói cước',
  ])
  for (const request_method of [0, 13, 'x'])
    expect((await put(`setHinhThuc/${id}`, { request_method })).status).toBe(400)
  for (const request_type of [3, 9]) expect((await put(`setYeuCau/${id}`, { request_type })).status).toBe(400)
})

test('undo restores a pasted package although its price has changed meanwhile, and names the amount that stays (D3-GRID-04)', async () => {
  const { id, version } = await make()
  const pasted = await post('dan', { rows: [{ id, version, values: { package_code: 'VD120' } }] })
  expect(pasted.data).toEqual({ saved: 1, refused: [] })
  await server.pool.query(`UPDATE giahoantien SET gia_gia_han = 13000 WHERE ten_goi_cuoc = 'VD90'`)
  const back = await post('hoantac', {})
  await server.pool.query(`UPDATE giahoantien SET gia_gia_han = 12000 WHERE ten_goi_cuoc = 'VD90'`)
  expect(back.data).toMatchObject({
    undone: 1,
    stayed: [{ field: 'Tiền hoàn / nạp', msg: 'Chỉ sửa được số tiền của đơn nạp tiền' }],
  })
  const [row] = (await list()).values
  expect(row).toMatchObject({ package_code: 'VD90', refund_price: 13_000 })
})

test('a refund can be changed to a top-up and back (D2-Q-98)', async () => {
  const { id } = await make()
  expect((await put(`setYeuCau/${id}`, { request_type: 5 })).data).toMatchObject({
    request_method: null,
    refund_price: 12_000,
    ti_le_chiet_khau: 7,
    ti_le_chiet_khau_hoan_tien: 0,
    transfer_final_amount: 11_160,
    tien_trinh_nap: '0/12000',
    approver: null,
  })
  expect(refused(await put(`setHinhThuc/${id}`, { request_method: 2 }))).toEqual([
    400,
    'Đơn nạp tiền không có hình thức',
  ])
  expect((await post('updateTienHoan', { id, refund_price: '99,999' })).data).toMatchObject({
    transfer_final_amount: 92_999,
  })
  expect((await put(`setYeuCau/${id}`, { request_type: 1 })).data).toMatchObject({
    request_method: 1,
    refund_price: 12_000,
    transfer_final_amount: 0,
    tien_trinh_nap: '',
  })
})

test('amounts of refunds come from the price table; those of top-ups are typed and required (D2-REFUND-19, D2-REFUND-88, D2-REFUND-129, D2-Q-61)', async () => {
  const refund = await make()
  expect(refused(await post('updateTienHoan', { id: refund.id, refund_price: 1 }))).toEqual([
    400,
    'Chỉ sửa được số tiền của đơn nạp tiền',
  ])
  expect((await put(refund.id, { refund_price: 1 })).status).toBe(400)
  expect((await put(refund.id, { refund_price: 12_000, other_reason: 'x' })).status).toBe(200)
  const topUp = await make(5)
  for (const refund_price of ['-1', 'abc', '', 0])
    expect((await post('updateTienHoan', { id: topUp.id, refund_price })).status).toBe(400)
})

test('the difference has a sign and stores who changed it last (D2-REFUND-21, D2-REFUND-69, D2-REFUND-130, D2-Q-68)', async () => {
  const { id } = await make(5)
  expect((await post('updateTienChenhLech', { id, chenh_lech: '-1,500' })).data).toMatchObject({
    chenh_lech: -1_500,
    username_cap_nhat_chenh_lech: 'quanly',
    transfer_final_amount: 93_000,
  })
  expect((await put(id, { chenh_lech: -1_500, other_reason: 'x' }, 'admin')).data).toMatchObject({
    username_cap_nhat_chenh_lech: 'quanly',
  })
  const stamped = await put(id, { chenh_lech: 0, username_cap_nhat_chenh_lech: 'sale111' }, 'admin')
  expect([stamped.status, Object.keys(stamped.body.fields ?? {})]).toEqual([
    400,
    ['username_cap_nhat_chenh_lech'],
  ])
  // The sender of an unchanged value counts as the author of the change.
  expect(
    (await put(id, { chenh_lech: 0, username_cap_nhat_chenh_lech: 'quanly' }, 'admin')).data,
  ).toMatchObject({ chenh_lech: 0, username_cap_nhat_chenh_lech: 'admin' })
})

test('an empty amount keeps the stored one, and 0 is a value (D2-REFUND-112, D2-RFREP-55, D2-Q-68, D2-Q-80)', async () => {
  const path = '/api/v1/requestrefundreport'
  const manager = await server.as('quanly')
  const { id } = await make(1, { other_refund: 9_000 })
  const save = (values: object) => manager.put(`${path}/${id}`, values)
  await save({ chenh_lech: -500 })
  for (const empty of [null, '', '  ']) {
    const answer = await save({ other_refund: empty, chenh_lech: empty, other_reason: 'x' })
    expect([answer.status, answer.data]).toMatchObject([200, { other_refund: 9_000, chenh_lech: -500 }])
    expect(refused(await post('updateTienChenhLech', { id, chenh_lech: empty }))).toEqual([
      400,
      'Chưa nhập chênh lệch',
    ])
    expect(refused(await post('updateTienHoanThem', { id, other_refund: empty }))).toEqual([
      400,
      'Chưa nhập hoàn thêm',
    ])
  }
  const zero = await save({ other_refund: 0, chenh_lech: '0' })
  expect(zero.data).toMatchObject({ other_refund: 0, chenh_lech: 0 })
})

test('managers set whether a top-up is paid, recorded with the user; its recoveries follow (D2-REFUND-23, D2-REFUND-70, D2-REFUND-71, D2-REFUND-115, D2-Q-77, D2-Q-84)', async () => {
  const { id } = await make(5)
  const report = async () => (await list('', 'quanly', 'requestrefundreport')).values[0]
  expect(await report()).toMatchObject({ trang_thai_truy_thu_hoan_theo_goi: 'truy_thu' })
  expect((await put(`setTransferStatus/${id}`, { is_transfer: 1 })).data).toMatchObject({
    is_transfer: 1,
    username_duyet_trang_thai_chuyen_khoan: 'quanly',
  })
  expect(await report()).toMatchObject({ trang_thai_truy_thu_hoan_theo_goi: 'binh_thuong' })
  expect((await put(`setTransferStatus/${id}`, { is_transfer: 2 })).status).toBe(400)
  const refund = await make()
  for (const is_transfer of [0, 1])
    expect(refused(await put(`setTransferStatus/${refund.id}`, { is_transfer }))).toEqual([
      400,
      'Chỉ đơn nạp tiền có trạng thái chuyển khoản',
    ])
})

test("the partner status is set by its code; 'being processed' only for postpaid subscribers (D2-REFUND-24, D2-REFUND-94 to 97, D2-REFUND-116, D2-Q-70, D2-MAP-50 to 56)", async () => {
  const prepaid = await make(5)
  expect(
    (await put(`setTrangThaiGiaoDich/${prepaid.id}`, { ma_trang_thai_giao_dich_doi_tac: -10_002 })).status,
  ).toBe(400)
  expect(
    (await put(`setTrangThaiGiaoDich/${prepaid.id}`, { ma_trang_thai_giao_dich_doi_tac: -10_003 })).status,
  ).toBe(400)
  expect(
    (await put(`setTrangThaiGiaoDich/${prepaid.id}`, { ma_trang_thai_giao_dich_doi_tac: -9_999 })).data,
  ).toMatchObject({
    trang_thai_giao_dich_doi_tac: 'Hoàn thành',
    tien_trinh_nap: '100000/100000',
  })
  const postpaid = await make(4, { number_type: 2 })
  for (const [code, text] of [
    [-10_002, 'Đang xử lý'],
    [-10_000, 'Hoàn tiền'],
    [-9_999, 'Hoàn thành'],
  ] as const)
    expect(
      (await put(`setTrangThaiGiaoDich/${postpaid.id}`, { ma_trang_thai_giao_dich_doi_tac: code })).data,
    ).toMatchObject({
      trang_thai_giao_dich_doi_tac: text,
      ma_trang_thai_giao_dich_doi_tac: code,
    })
})

test('the time of any request can be set, in either format (D2-REFUND-22, D2-REFUND-106, D2-REFUND-119, D2-Q-79)', async () => {
  const { id } = await make(5)
  const setCreated = async (created_time: unknown) => put(`setCreatedTime/${id}`, { created_time })
  expect(((await setCreated('20-11-2025 14:32:08')).data as Row).created_time).toMatch(
    /^2025-11-20T(07:32:08|14:32:08\+07)/,
  )
  expect(((await setCreated('2025-11-01T03:00:00.000Z')).data as Row).created_time).toMatch(/^2025-11-01T/)
  for (const wrong of ['32-11-2026 14:32:08', 'hôm qua', '', '20-11-2025', '2025-11-20'])
    expect((await setCreated(wrong)).status).toBe(400)
})

test('every setter is for managers only (D2-REFUND-112, D2-ROLE-18, D2-ROLE-44, D2-Q-03)', async () => {
  const { id } = await make(5)
  for (const by of ['chinhanh1', 'leader11', 'sale111', 'doitac1', 'HNIMB01']) {
    const answers = [
      await put(id, { other_reason: 'x' }, by),
      await put(`setTransferStatus/${id}`, { is_transfer: 1 }, by),
      await put(`setTrangThaiGiaoDich/${id}`, { ma_trang_thai_giao_dich_doi_tac: -9_999 }, by),
      await put(`setHinhThuc/${id}`, { request_method: 1 }, by),
      await put(`setYeuCau/${id}`, { request_type: 1 }, by),
      await put(`setCreatedTime/${id}`, { created_time: '20-11-2025 14:32:08' }, by),
      await put(`setTrangThaiDuyetHoanGoiStatus/${id}`, { trang_thai_duyet_hoan_goi: 1 }, by),
      await put(`approve/${id}`, { status_duyet_don: 1 }, by),
      await post('updateUser', { id, username: 'sale112' }, by),
      await post('updatePackageCode', { id, package_code: 'VD120' }, by),
      await post('updateTienHoan', { id, refund_price: 1 }, by),
      await post('updateTienHoanThem', { id, other_refund: 1 }, by),
      await post('updateTienChenhLech', { id, chenh_lech: 1 }, by),
      await post('import', { data: [] }, by),
      await (await server.as(by)).delete(`/api/v1/requestrefund/${id}`),
    ]
    expect([by, ...answers.map(({ status }) => status)]).toEqual([by, ...answers.map(() => 403)])
  }
})

test('the list is filtered by phone, status key, transfer and days, newest first (D2-REFUND-05 to 09, D2-REFUND-120, D2-Q-08, D2-Q-28, D2-Q-77)', async () => {
  const one = await make(5)
  const two = await make(5)
  const three = await make(1)
  await put(`setTransferStatus/${two.id}`, { is_transfer: 1 })
  await put(`setTrangThaiGiaoDich/${three.id}`, { ma_trang_thai_giao_dich_doi_tac: -10_000 })
  await put(`setCreatedTime/${one.id}`, { created_time: '01-02-2026 23:59:59' })
  const ids = async (query: string) => (await list(query)).values.map(({ id }) => id)
  expect(await ids('page=0&count=20')).toEqual([three.id, two.id, one.id])
  expect(await ids('is_transfer=0')).toHaveLength(3)
  expect(await ids('is_transfer=1')).toEqual([one.id])
  expect(await ids('is_transfer=2')).toEqual([two.id])
  expect(await ids('trang_thai_giao_dich_doi_tac=hoan_tien')).toEqual([three.id])
  expect(await ids('trang_thai_giao_dich_doi_tac=dang_cho_duyet')).toEqual([two.id, one.id])
  expect(await ids('startDate=01/02/2026&endDate=01/02/2026')).toEqual([one.id])
  const phone = String((await list()).values[0]?.number_phone)
  expect(await ids(`message=0${phone}`)).toEqual([three.id])
  expect(await ids(`message=%2B84${phone}`)).toEqual([three.id])
})

test('each reader sees the requests of their own people, with masked numbers and without amounts after discount (D2-REFUND-26 to 28, D2-REFUND-34, D2-MAP-70, D2-Q-04)', async () => {
  for (const by of ['sale111', 'sale112', 'sale211', 'leader11']) await make(1, {}, by)
  const staffSeenBy = async (by: string) =>
    (await list('', by)).values.map((row) => String(row.staff_username)).toSorted()
  expect(await staffSeenBy('admin')).toEqual(['leader11', 'sale111', 'sale112', 'sale211'])
  expect(await staffSeenBy('chinhanh1')).toEqual(['leader11', 'sale111', 'sale112'])
  expect(await staffSeenBy('leader11')).toEqual(['leader11', 'sale111', 'sale112'])
  expect(await staffSeenBy('sale111')).toEqual(['sale111'])
  for (const row of (await list('', 'chinhanh1')).values) {
    expect(row.number_phone).toMatch(/^\*{4}\d{5}$/)
    for (const name of ['kenh_doi_tac', 'tien_hoan_sau_chiet_khau', 'ti_le_chiet_khau_hoan_tien'])
      expect(row).not.toHaveProperty(name)
  }
  expect(await list('', 'chinhanh1')).not.toHaveProperty('tongTienSauChietKhau')
})

test('the export has its name, headings, labels of all methods, and no hidden columns (D2-REFUND-11, D2-REFUND-89, D2-REFUND-134, D2-EXP-02, D2-EXP-05, D2-Q-05, D2-Q-60)', async () => {
  await make(1, { request_method: 12, number_phone: '0912345678', other_reason: '=1+1' })
  await make(5)
  const answer = async (by: string) => (await server.as(by)).get('/api/v1/requestrefund/export')
  for (const by of ['sale111', 'doitac1']) expect(refused(await answer(by))).toEqual([403, refusals.noExport])
  const sheetOf = async (by: string) => {
    const { token } = await server.as(by)
    const response = await server.app.inject({
      url: '/api/v1/requestrefund/export',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers['content-disposition']).toContain('YCHT.xlsx')
    const book = await readXlsx(response.rawPayload)
    expect(book.sheets.map(({ name }) => name)).toEqual(['Sheet 1'])
    return book.sheets[0]?.rows ?? []
  }
  const rows = await sheetOf('quanly')
  const column = (name: string) => rows.map((row) => row[(rows[0] ?? []).indexOf(name)])
  expect(column('Hình thức').slice(1)).toEqual([null, 'Nâng cấp G3'])
  expect(column('Yêu cầu').slice(1)).toEqual(['Nạp tiền', 'Hoàn trước'])
  expect(column('Chuyển khoản').slice(1)).toEqual(['Chưa CK', null])
  expect(column('Số điện thoại')[2]).toBe('0912345678')
  expect(column('Lý do hoàn thêm')[2]).toBe('=1+1')
  expect(rows[0]).toContain('Sau chiết khấu')
  const masked = await sheetOf('chinhanh1')
  expect(masked[0]).not.toContain('Sau chiết khấu')
  expect(masked[0]).not.toContain('Kênh đối tác')
  expect(masked.flat()).toContain('****45678')
})

test('an import takes field names, at most 200 rows, and refuses rows by number and reason (D2-REFUND-111, D2-IMP-10, D2-Q-14, D2-Q-58)', async () => {
  const row = (more: object = {}) => ({
    number_phone: '0912345678',
    number_type: 1,
    package_code: 'VD90',
    request_type: 1,
    request_method: 2,
    ...more,
  })
  const answer = await post('import', {
    data: [
      row({ staff_username: 'sale211', created_time: '05-10-2025 08:00:00' }),
      row({ package_code: 'LẠ' }),
      row({ request_type: 5 }),
      row({ number_phone: '123' }),
      row({ request_type: 3 }),
      row({ request_type: 5, refund_price: '50,000' }),
      row({ staff_username: 'sale211', package_code: 'v d\u200b90' }),
      row({ staff_username: 'khong-co' }),
    ],
  })
  const { saved, errors } = answer.data as { saved: number; errors: { row: number; msg: string }[] }
  expect([saved, errors.map(({ row: n }) => n)]).toEqual([4, [2, 3, 4, 8]])
  expect(errors[0]?.msg).toBe('Không tìm thấy gói cước')
  const stored = (await list('count=20')).values
  expect(
    stored.map((one) => [one.staff_username, one.request_type, one.refund_price].join(' ')).toSorted(),
  ).toEqual(['quanly 3 0', 'quanly 5 50000', 'sale211 1 20000', 'sale211 1 20000'])
  const many = await post('import', { data: Array.from({ length: 201 }, () => row()) })
  expect(refused(many)).toEqual([400, refusals.chunkTooLarge])
})
