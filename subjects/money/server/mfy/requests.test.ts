/** Mfy requests: create, read, update, hand-over, import, export. */
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionStates, mfyStates, requestStates, saleTiers } from '#subjects/money/contract/mfy.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { defaultOf } from '#platform/contract/settings/catalogue.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { addMfyPrices, nextPhone, request, storedRequest } from '#test/mfy.ts'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addMfyPrices(server.pool)
})
afterAll(() => server.close())

const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.msg]
const put = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/mfy/${path}`, body)
const post = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).post(`/api/v1/mfy${path}`, body)
const list = async (by: string, query: string) =>
  (await (await server.as(by)).get(`/api/v1/mfy?${query}`)).data as {
    values: Record<string, unknown>[]
    count: number
  }

test('a salesperson makes an own request: priced, unpaid, waiting for approval; fields of managers are ignored (D2-MFY-38, D2-MFY-69, D2-MFY-31, D2-Q-101, D2-Q-109, D2-Q-110, D2-MAP-60, D2-ROLE-21, D2-ROLE-22)', async () => {
  const row = await request(server, 'sale111', {
    so_dien_thoai: '+84 912 345 678',
    ma_goi: ' vd90 ',
    gia_ban_goi: '2',
    note: 'Khách hẹn chiều',
    cty: 'Đối tác 1',
    so_dien_thoai_chu: '0987654321',
    username_nv: 'sale211',
  })
  expect(row).toEqual({
    id: expect.any(String),
    ly_do_tu_choi: null,
    so_dien_thoai: '****45678',
    username_nv: 'sale111',
    ten_nv: 'Nguyễn Hồng Nhung',
    ma_goi: 'VD90',
    trang_thai: 'dang_cho_duyet',
    trang_thai_yeu_cau: 'dang_cho_xu_ly',
    username_thay_doi_trang_thai: null,
    thoi_diem_thay_doi_trang_thai: null,
    trang_thai_thu_tien: 'chua_thu_tien',
    username_thay_doi_trang_thai_thu_tien: null,
    thoi_diem_thay_doi_trang_thai_thu_tien: null,
    trang_thai_duyet_thong_tin: 'dang_cho_duyet',
    username_duyet_trang_thai_duyet_thong_tin: null,
    thoi_diem_duyet_thong_tin: null,
    gia_ban_goi: 2,
    doanh_thu: 54_000,
    chenh_lech: 0,
    doanh_thu_tinh_luong: 0,
    ti_le_doanh_thu: 100,
    truy_thu: 0,
    note: 'Khách hẹn chiều',
    created_at: expect.any(String),
    version: 1,
  })
  const seen = await (await server.as('quanly')).get(`/api/v1/mfy/${row.id}`)
  expect(seen.data).toMatchObject({ so_dien_thoai: '912345678', cty: null, so_dien_thoai_chu: null })
  expect(await storedRequest(server.pool, row.id)).toMatchObject({ phi_thu_hoi: 30_000 })
})

test('a manager names person, company and owner; those who approve are notified of a new request (D2-MFY-14, D2-MFY-15, D2-MFY-30, D2-Q-110)', async () => {
  server.announced.length = 0
  const row = await request(server, 'quanly', {
    cty: 'Đối tác 3',
    so_dien_thoai_chu: '84987654321',
    username_nv: 'sale211',
  })
  expect(row).toMatchObject({
    cty: 'Đối tác 3',
    so_dien_thoai_chu: '987654321',
    username_nv: 'sale211',
  })
  expect(server.announced).toContainEqual({ to: { username: 'admin' }, content: 'Có đơn Mfy cần duyệt' })
  expect(server.announced.map(({ to }) => to)).not.toContainEqual({ username: 'quanly' })
})

test('missing or unknown values are named with their field (D2-Q-31, D2-CFG-08, D2-Q-110, D2-Q-112)', async () => {
  const good = { so_dien_thoai: nextPhone(), ma_goi: 'VD90', gia_ban_goi: 1 }
  for (const [change, field, msg] of [
    [{ so_dien_thoai: '' }, 'so_dien_thoai', messages.missingField],
    [{ ma_goi: '' }, 'ma_goi', messages.missingField],
    [{ gia_ban_goi: null }, 'gia_ban_goi', messages.missingField],
    [{ gia_ban_goi: 4 }, 'gia_ban_goi', 'Giá bán gói không có trong danh sách'],
    [{ ma_goi: 'KHONGCO' }, 'ma_goi', 'Không tìm thấy gói cước'],
    [{ cty: 'Đối tác 9' }, 'cty', 'Đối tác không có trong danh sách'],
  ] as const) {
    const answer = await post('quanly', '', { ...good, ...change })
    expect(outcomeOf(answer)).toEqual([400, msg])
    expect(Object.keys(answer.body.fields as object)).toEqual([field])
  }
  const foreign = await post('admin', '', { ...good, username_nv: 'nobody' })
  expect(outcomeOf(foreign)).toEqual([400, 'Nhân viên không có trong phạm vi của bạn'])
})

test('the companies come from the setting, eight by default; the ratio is stored when the request is made (D2-MFY-36, D2-Q-109, D2-CFG-08, D2-CFG-09, D3-PAY-02)', async () => {
  const { rows } = await server.pool.query('SELECT mfy_companies() AS names')
  expect(rows).toEqual([{ names: [...defaultOf('mfy_cty')] }])
  const before = await request(server, 'quanly', { cty: 'Đối tác 8' })
  await setSettings(server.pool, { mfy_cty: ['Alpha'], mfy_ti_le_doanh_thu: 35 })
  expect(outcomeOf(await put('quanly', before.id, { cty: 'Đối tác 1' }))).toEqual([
    400,
    'Đối tác không có trong danh sách',
  ])
  expect((await put('quanly', before.id, { note: 'Tên cũ vẫn giữ' })).data).toMatchObject({
    cty: 'Đối tác 8',
    ti_le_doanh_thu: 100,
  })
  expect(await request(server, 'quanly', { cty: 'Alpha' })).toMatchObject({
    cty: 'Alpha',
    ti_le_doanh_thu: 35,
  })
  await server.pool.query(`DELETE FROM settings WHERE key IN ('mfy_cty', 'mfy_ti_le_doanh_thu')`)
})

test('the setters are for managers, write one field each and update the stored price (D2-MFY-78 to 81, D2-MFY-37, D2-MFY-39, D2-Q-27, D2-CONST-21, D2-Q-109)', async () => {
  const { id } = await request(server, 'sale111')
  for (const [path, body] of [
    ['updatePackageCode', { package_code: 'BIG70' }],
    ['updateGiaBanGoi', { gia_ban_goi: 3 }],
    ['updateSoDienThoaiChu', { so_dien_thoai_chu: '0987000111' }],
    ['updateChenhLech', { chenh_lech: -5000 }],
  ] as const) {
    expect((await post('chinhanh1', `/${path}`, { id, ...body })).status).toBe(403)
    const { status, body: answer } = await post('quanly', `/${path}`, { id, ...body })
    expect([status, answer.result, answer.mes]).toEqual([200, 'success', 'Cập nhật thành công'])
  }
  expect(await storedRequest(server.pool, id)).toMatchObject({
    ma_goi: 'BIG70',
    gia_ban_goi: 3,
    doanh_thu: 49_001,
    phi_thu_hoi: 25_000,
    so_dien_thoai_chu: '987000111',
    chenh_lech: -5_000,
  })
  // An empty value is no difference (D3-ACC-09); an empty owner is refused, and the screen does not send it.
  expect((await post('quanly', '/updateChenhLech', { id, chenh_lech: '' })).status).toBe(400)
  expect(await storedRequest(server.pool, id)).toMatchObject({ chenh_lech: -5_000 })
  expect((await post('quanly', '/updateSoDienThoaiChu', { id, so_dien_thoai_chu: '' })).status).toBe(400)
  expect(outcomeOf(await post('quanly', '/updatePackageCode', { id, package_code: 'X1' }))).toEqual([
    400,
    'Không tìm thấy gói cước',
  ])
  const history = (await (await server.as('quanly')).get(`/api/v1/mfy/${id}/history`)).data as {
    values: { changes: { field: string }[] }[]
  }
  expect(history.values.flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual(
    expect.arrayContaining(['ma_goi', 'gia_ban_goi', 'doanh_thu', 'so_dien_thoai_chu', 'chenh_lech']),
  )
})

test('the collection is set below priority 5 in the own scope, never to cash; who and when are recorded (D2-MFY-41, D2-MFY-52 to 54, D2-MFY-85, D2-Q-10, D2-Q-114, D2-ROLE-27)', async () => {
  expect(collectionStates.map(({ value, label }) => [value, label])).toEqual([
    ['da_chuyen_khoan', 'Đã chuyển khoản'],
    ['da_thu_tien_mat', 'Đã thu tiền mặt'],
    ['chua_thu_tien', 'Chưa thu tiền'],
    ['yeu_cau_thu_hoi', 'Yêu cầu thu hồi'],
  ])
  const { id } = await request(server, 'sale111')
  const to = { trang_thai_thu_tien: 'da_chuyen_khoan' }
  const set = (by: string, body: object) => put(by, `setTrangThaiThuTien/${id}`, body)
  expect((await set('sale111', to)).status).toBe(403)
  expect((await set('doitac1', to)).status).toBe(403)
  expect((await set('chinhanh2', to)).status).toBe(404)
  expect((await set('leader11', { trang_thai_thu_tien: 'da_thu_tien_mat' })).status).toBe(400)
  const done = await set('leader11', to)
  expect([done.status, done.body.result, done.body.mes]).toEqual([200, 'success', 'Đã thay đổi trạng thái'])
  const row = await storedRequest(server.pool, id)
  expect(row).toMatchObject({ ...to, username_thay_doi_trang_thai_thu_tien: 'leader11' })
  await set('quanly', to)
  // Setting the same state by another user is no change.
  expect(await storedRequest(server.pool, id)).toMatchObject({
    username_thay_doi_trang_thai_thu_tien: 'leader11',
    thoi_diem_thay_doi_trang_thai_thu_tien: row.thoi_diem_thay_doi_trang_thai_thu_tien,
  })
})

test('the information is approved or rejected once, by a manager (D2-MFY-42, D2-MFY-55, D2-MFY-87, D2-Q-115)', async () => {
  const { id } = await request(server, 'sale111')
  const decide = (by: string, to: string) =>
    put(by, `setTrangThaiDuyetThongTin/${id}`, { trang_thai_duyet_thong_tin: to })
  expect((await decide('leader11', 'da_duyet')).status).toBe(403)
  expect((await decide('quanly', 'da_duyet')).status).toBe(200)
  expect(await storedRequest(server.pool, id)).toMatchObject({
    trang_thai_duyet_thong_tin: 'da_duyet',
    username_duyet_trang_thai_duyet_thong_tin: 'quanly',
    thoi_diem_duyet_thong_tin: expect.any(Date),
  })
  expect(outcomeOf(await decide('admin', 'tu_choi'))).toEqual([
    409,
    expect.stringMatching(/^Đơn này đã được .+ duyệt lúc /),
  ])
})

test('the update dialog sets company, note and person; without company and note it is refused (D2-MFY-33, D2-MFY-61 to 63, D2-MFY-88, D2-MFY-90, D2-Q-10, D2-Q-113)', async () => {
  const { id, version } = await request(server, 'sale111')
  expect(outcomeOf(await put('quanly', '/update', { note: 'x' }))).toEqual([400, 'Thiếu id cập nhật'])
  expect(
    outcomeOf(await put('quanly', `${id}/update`, { cty: ' ', note: '', username_nv: 'sale211' })),
  ).toEqual([400, 'Chưa nhập thông tin cập nhật'])
  expect((await put('leader11', `${id}/update`, { note: 'x' })).status).toBe(403)
  const done = await put('quanly', `${id}/update`, {
    cty: 'Đối tác 2',
    note: 'Gọi lại',
    username_nv: 'sale112',
    ten_nv: 'Ai đó',
    version,
  })
  expect([done.status, done.body.result, done.body.mes]).toEqual([200, 'success', 'Cập nhật thành công'])
  expect(done.data).toMatchObject({ cty: 'Đối tác 2', note: 'Gọi lại', username_nv: 'sale112' })
  expect((done.data as { ten_nv: string }).ten_nv).not.toBe('Ai đó')
  const late = await put('admin', `${id}/update`, { note: 'Cũ', version })
  expect(outcomeOf(late)).toEqual([409, refusals.stale])
  // Without a person in the body the person stays.
  expect((await put('quanly', `${id}/update`, { note: 'Không đổi người' })).data).toMatchObject({
    username_nv: 'sale112',
    cty: 'Đối tác 2',
  })
})

test('only managers use PUT and DELETE; deleted requests disappear from every read (D2-MFY-71, D2-MFY-77, D2-MFY-74, D2-MAP-74, D2-Q-26)', async () => {
  const { id } = await request(server, 'sale111')
  for (const by of ['sale111', 'leader11', 'chinhanh1']) {
    expect((await put(by, id, { note: 'x' })).status).toBe(403)
    expect((await (await server.as(by)).delete(`/api/v1/mfy/${id}`)).status).toBe(403)
  }
  expect((await put('quanly', id, { note: 'Sửa', so_dien_thoai: '0911000222' })).data).toMatchObject({
    note: 'Sửa',
    so_dien_thoai: '911000222',
  })
  const admin = await server.as('admin')
  expect((await admin.delete(`/api/v1/mfy/${id}`)).status).toBe(200)
  expect((await admin.delete(`/api/v1/mfy/${id}`)).status).toBe(404)
  expect((await admin.get(`/api/v1/mfy/${id}`)).status).toBe(404)
})

test('the list is filtered by phone, the three states and day, newest first, in the own scope (D2-MFY-06 to 11, D2-MFY-72, D2-Q-04, D2-Q-08, D2-Q-21, D2-Q-28)', async () => {
  const [one, two] = [await request(server, 'sale121'), await request(server, 'sale122')]
  const phones = await Promise.all(
    [one, two].map(async ({ id }) => String((await storedRequest(server.pool, id)).so_dien_thoai)),
  )
  await server.pool.query(
    `UPDATE mfy SET created_at = '2026-03-05T16:59:59Z' WHERE id = '${one.id}';
     UPDATE mfy SET created_at = '2026-03-05T17:00:00Z', trang_thai_thu_tien = 'da_thu_tien_mat' WHERE id = '${two.id}'`,
  )
  const ids = async (by: string, query: string) => (await list(by, query)).values.map(({ id }) => id)
  const march = 'startDate=01/03/2026&endDate=31/03/2026'
  expect(await ids('leader12', march)).toEqual([two.id, one.id])
  expect(await ids('sale121', march)).toEqual([one.id])
  expect(await ids('chinhanh2', march)).toEqual([])
  expect(await ids('quanly', 'startDate=05/03/2026&endDate=05/03/2026')).toEqual([one.id])
  expect(await ids('quanly', `${march}&phone=0${phones[1]}`)).toEqual([two.id])
  expect(await ids('leader12', `${march}&phone=84${phones[1]}`)).toEqual([two.id])
  expect(await ids('leader12', `${march}&trang_thai_thu_tien=da_thu_tien_mat`)).toEqual([two.id])
  expect(await ids('leader12', `${march}&trang_thai=duyet`)).toEqual([])
  expect(
    await ids('leader12', `${march}&trang_thai=dang_cho_duyet&trang_thai_yeu_cau=dang_cho_xu_ly`),
  ).toHaveLength(2)
  expect((await (await server.as('quanly')).get('/api/v1/mfy?startDate=01/03/2026')).body.msg).toBe(
    messages.bothDates,
  )
  expect((await list('quanly', `${march}&page=1&count=1`)).values.map(({ id }) => id)).toEqual([one.id])
})

test('the assign calls answer as in other lists; every request already has its person (D2-MFY-73, D2-MFY-75, D2-MFY-76, D2-Q-16)', async () => {
  const leader = await server.as('leader11')
  expect((await leader.get('/api/v1/mfy/assign')).data).toEqual({ values: [], count: 0 })
  expect((await leader.get('/api/v1/mfy/count-assign')).data).toEqual({ total: 0 })
  expect((await leader.post('/api/v1/mfy/assign', [{ user: 'sale111', count: 1 }])).data).toEqual({
    saved: 0,
  })
  expect((await (await server.as('sale111')).get('/api/v1/mfy/count-assign')).status).toBe(403)
})

test("a manager's import saves the valid rows and names the others (D2-MFY-70, D2-Q-14, D2-IMP-02, D2-IMP-10)", async () => {
  const row = (more: object = {}) => ({
    so_dien_thoai: nextPhone(),
    ma_goi: 'vd90',
    gia_ban_goi: 'T2',
    ...more,
  })
  const rows = [
    row({ username_nv: 'sale112' }),
    row({ so_dien_thoai: '12' }),
    row({ ma_goi: 'LẠ' }),
    row({ cty: 'Lạ' }),
    row({ username_nv: 'nobody' }),
    row(),
  ]
  expect((await post('chinhanh1', '/import', { data: rows })).status).toBe(403)
  const { data } = await post('quanly', '/import', { data: rows })
  expect(data).toEqual({
    saved: 2,
    inserted: 2,
    errors: [
      { row: 2, msg: expect.stringContaining('Thuê bao') },
      { row: 3, msg: 'Không tìm thấy gói cước' },
      { row: 4, msg: 'Đối tác không có trong danh sách' },
      { row: 5, msg: 'Nhân viên không có trong phạm vi của bạn' },
    ],
  })
  const { rows: saved } = await server.pool.query(
    `SELECT username_nv, doanh_thu::int, gia_ban_goi FROM mfy ORDER BY created_at DESC, id LIMIT 2`,
  )
  expect(saved).toEqual([
    { username_nv: 'sale112', doanh_thu: 54_000, gia_ban_goi: 2 },
    { username_nv: 'quanly', doanh_thu: 54_000, gia_ban_goi: 2 },
  ])
  const many = Array.from({ length: 201 }, () => row())
  expect(outcomeOf(await post('quanly', '/import', { data: many }))).toEqual([400, refusals.chunkTooLarge])
})

test('the export is Mfy.xlsx with the columns visible to its reader; restricted priorities have none (D2-MFY-05, D2-Q-118, D2-EXP-01, D2-EXP-02, D2-EXP-05, D2-ROLE-28, D2-ROLE-30)', async () => {
  await request(server, 'sale111', { note: '=1+1' })
  for (const by of ['sale111', 'doitac1'])
    expect(outcomeOf(await (await server.as(by)).get('/api/v1/mfy/export'))).toEqual([403, refusals.noExport])
  const sheet = async (by: string) => {
    const caller = await server.as(by)
    const response = await server.app.inject({
      url: '/api/v1/mfy/export',
      headers: { authorization: `Bearer ${caller.token}` },
    })
    expect(response.headers['content-disposition']).toContain('Mfy.xlsx')
    const book = await readXlsx(response.rawPayload)
    expect(book.sheets.map(({ name }) => name)).toEqual(['Sheet 1'])
    return book.sheets[0]?.rows[0]
  }
  const heads = await sheet('quanly')
  expect(heads).toContain('Công ty đối tác')
  expect(heads).toContain('Thuê bao chủ')
  const masked = await sheet('leader11')
  expect(masked).not.toContain('Công ty đối tác')
  expect(masked).not.toContain('Thuê bao chủ')
  expect(masked).toContain('Trạng thái yêu cầu')
})

test('states, requests and tiers have their values and texts (D2-MFY-43, D2-MFY-49, D2-MFY-39, D2-Q-105, D2-MAP-60 to 67)', () => {
  const words = (options: readonly { value: string; label: string }[]) =>
    options.map(({ value, label }) => `${value} ${label}`)
  expect(words(mfyStates)).toEqual([
    'dang_cho_duyet Đang chờ duyệt',
    'duyet Duyệt lần 1',
    'da_soan_y_lan_1 Đã soạn Y lần 1',
    'duyet_lan_2 Duyệt lần 2',
    'dang_ky_thanh_cong Đăng ký thành công',
    'thu_hoi Thu hồi',
    'huy_qua_han Hủy quá hạn',
    'huy_qua_han_lan_2 Hủy quá hạn lần 2',
  ])
  expect(words(requestStates)).toEqual([
    'dang_cho_xu_ly Đang chờ xử lý',
    'cho_soan_y Chờ soạn Y',
    'da_soan_y_lan_1 Đã soạn Y lần 1',
    'cho_soan_y_lan_2 Chờ soạn Y lần 2',
    'thanh_cong Thành công',
    'thu_hoi Thu hồi',
    'qua_han Quá hạn',
    'qua_han_lan_2 Quá hạn lần 2',
  ])
  expect(words(saleTiers)).toEqual(['1 T1', '2 T2', '3 T3'])
  expect(mfy.exportAs.file).toBe('Mfy.xlsx')
})

test('clearing the staff member is refused: the request stays with its person (D2-MFY-71, D2-MFY-88)', async () => {
  const { id } = await request(server, 'sale111')
  const manager = await server.as('quanly')
  for (const username_nv of ['', null]) {
    const answer = await manager.put(`/api/v1/mfy/${id}`, { username_nv })
    expect([answer.status, answer.body.fields]).toEqual([400, { username_nv: 'Chưa nhập nhân viên' }])
  }
  expect(await storedRequest(server.pool, id)).toMatchObject({ username_nv: 'sale111' })
})
