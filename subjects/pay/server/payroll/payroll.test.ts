/** The payroll over HTTP: list, permissions, typed amounts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tinhluong, type PayColumn } from '#subjects/pay/contract/reports/tinhluong.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { addLine, addPrices, addRequest, nextPhone, vn } from '#test/payroll-books.ts'
import { nothingTyped, payrollCalls, type List, type PayrollCalls, type Row } from '#test/payroll-calls.ts'
import { trailOf } from '#test/trail.ts'
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'

let server: ImportServer
let calls: PayrollCalls
beforeAll(async () => {
  server = await startImportServer()
  calls = payrollCalls(server)
  await addPrices(server.pool)
})
afterAll(() => server.close())

const get: PayrollCalls['get'] = (...args) => calls.get(...args)
const post: PayrollCalls['post'] = (...args) => calls.post(...args)
const put: PayrollCalls['put'] = (...args) => calls.put(...args)
const rowOf: PayrollCalls['rowOf'] = (...args) => calls.rowOf(...args)
const list: PayrollCalls['list'] = (...args) => calls.list(...args)
const path = '/api/v1/tinhluong'

test('the list has the 30 columns of a person and month, totals over all pages, the current month by default (D2-PAY-04, D2-PAY-09, D2-PAY-11, D2-PAY-12, D2-PAY-19, D2-PAY-20, D2-PAY-44, D2-API-07, D2-FMT-08, D2-PAYF-01 to D2-PAYF-03, D2-PAYF-31, D2-PAYF-32, D2-Q-163)', async () => {
  const phone = await addLine(server.pool, { at: vn('2026-02-03 10:00'), owner: 'sale111', price: 90_000 })
  await addLine(server.pool, {
    at: vn('2026-02-03 10:00'),
    owner: 'sale112',
    price: 120_000,
    status: 'FAILD',
  })
  await addRequest(server.pool, { phone, staff: 'sale111', at: vn('2026-02-04 10:00'), type: 1 })
  const answer = (await get('admin', '?startDate=02/2026&count=2')).data as List
  const staff = demoAccounts.filter(({ priority }) => priority >= 3).length
  expect(answer).toMatchObject({
    count: staff,
    tongDoanhThuTamTinh: 210_000,
    tongDoanhThuThucTe: 90_000 - 12_345,
    cong_tongDoanhThuVasTinhLuong: 90_000 - 12_345,
  })
  expect(answer.values).toHaveLength(2)
  const columns =
    `username fullname thangTinhLuong ngayCongThucTe luongCoBan luongTheoNgayCong luongHocViec chuyenCan
    tongLuongCoBan tongDoanhThuVasTinhLuong tongDoanhThuGiaGoc binhQuanDoanhThuTheoNgay hoaHongPhanTram hoaHongThucTinh
    hoaHongDichVu hoaHongSim thiDuaThang thuongKhuyenKhich thuongLeTet hoTroBaoHiemXaHoi nhanKhac tongThuongPhuCap
    tongLuongThang baoHiemXaHoi phiCongDoan tongCheTai truyThuSauChietKhau kyQuyTamUng tongKhauTru luongThucNhan`
      .split(/\s+/)
      .filter(Boolean)
  expect(columns).toHaveLength(30)
  const row = await rowOf('sale111', '02/2026')
  expect(row).toMatchObject({
    id: 'sale111:02-2026',
    fullname: 'Nguyễn Hồng Nhung',
    thangTinhLuong: '02/2026',
  })
  expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(columns))
  const now = new Date(Date.now() + 7 * 3_600_000)
  const month = `${String(now.getUTCMonth() + 1).padStart(2, '0')}/${now.getUTCFullYear()}`
  expect(((await get('admin', '')).data as List).values[0]?.thangTinhLuong).toBe(month)
  for (const wrong of ['13/2026', '2/2026', '2026-02', '02/26', "'"])
    expect([(await get('admin', `?startDate=${encodeURIComponent(wrong)}`)).body.msg, wrong]).toEqual([
      'Tháng không hợp lệ, viết MM/YYYY',
      wrong,
    ])
})

test('the register of salary revenue does not change the pay, so nothing counts twice (D2-Q-191)', async () => {
  await server.pool.query(`
    INSERT INTO doanhthutinhluong (username_nv, goi_cuoc, gia_goi_cuoc, doanh_thu_tinh_luong, ngay_dang_ky)
    VALUES ('sale111', 'VD90', 90000, 90000, '2026-03-03 10:00+07')`)
  expect(await rowOf('sale111', '03/2026')).toMatchObject({
    tongDoanhThuVasTinhLuong: 0,
    tongDoanhThuGiaGoc: 0,
    hoaHongThucTinh: 0,
  })
})

test('message searches user name and full name, ignoring diacritics (D2-Q-165)', async () => {
  const names = async (text: string) =>
    (await list('admin', '02/2026', `&message=${encodeURIComponent(text)}`)).values.map(
      ({ username }) => username,
    )
  expect(await names('hong nhung')).toEqual(['sale111'])
  expect(await names('SALE11')).toEqual(['sale111', 'sale112', 'sale113'])
  expect(await names('%')).toEqual([])
})

test('everybody sees the rows of their own people; priority 5 and partners their own row, and priority 5 exports nothing (D3-ACC-06, D2-Q-04, D2-Q-12, D2-Q-151, D2-MAP-79, D2-PAY-45)', async () => {
  const peopleSeenBy = async (username: string) =>
    (await list(username, '02/2026')).values.map(({ username }) => username).toSorted()
  const people = (test: (account: (typeof demoAccounts)[number]) => boolean) =>
    demoAccounts
      .filter((account) => account.priority >= 3 && test(account))
      .map(({ username }) => username)
      .toSorted()
  expect(await peopleSeenBy('quanly')).toEqual(people(() => true))
  expect(await peopleSeenBy('chinhanh1')).toEqual(
    people(({ username, brand }) => username === 'chinhanh1' || brand === 'chinhanh1'),
  )
  expect(await peopleSeenBy('leader11')).toEqual(
    people(({ username, group }) => username === 'leader11' || group === 'leader11'),
  )
  expect(await peopleSeenBy('sale111')).toEqual(['sale111'])
  // A partner of a branch reads only its own pay, in every call (D3-ACC-06).
  expect(await peopleSeenBy('doitac1')).toEqual(['doitac1'])
  const branch = (await server.pool.query(`SELECT b.username FROM users u JOIN users b ON b.id = u.brand_id
    WHERE u.username = 'doitac1'`)) as { rows: { username: string }[] }
  expect(branch.rows).toHaveLength(1)
  for (const path of [
    `/giaithich?startDate=02/2026&cot=tongLuongThang&username=${branch.rows[0]?.username}`,
    `/sosanh?startDate=02/2026&username=${branch.rows[0]?.username}`,
    `/${branch.rows[0]?.username}:02-2026/history`,
  ])
    expect([path, (await get('doitac1', path)).status]).toEqual([path, 404])
  expect(
    (await get('chinhanh1', '/giaithich?startDate=02/2026&cot=tongLuongThang&username=sale111')).status,
  ).toBe(200)
  // Totals cover the reader's scope.
  expect((await list('sale112', '02/2026')).tongDoanhThuTamTinh).toBe(120_000)
  expect((await get('sale111', '/listExport?startDate=02/2026')).status).toBe(403)
  expect((await get('sale111', '/export?startDate=02/2026')).status).toBe(403)
  expect((await get('sale111', '?startDate=02/2026&username=sale112')).data).toMatchObject({
    values: [],
    count: 0,
  })
  expect(((await get('leader11', '/listExport?startDate=02/2026')).data as List).values).toHaveLength(4)
})

test('the exported sheet is named after its month and has the columns of the list (D2-Q-34, D2-PAY-15)', async () => {
  const file = await server.download('admin', `${path}/export?startDate=02/2026&username=sale111`)
  expect(file.name).toBe('Bang-luong-02-2026.xlsx')
  const [head = [], row = []] = file.rows.map(({ cells }) => cells)
  const cell = (name: string) => row[tinhluong.list.indexOf(name as PayColumn)]
  expect(head).toEqual(tinhluong.list.map((name) => tinhluong.fields[name].label))
  expect(head).toContain('Phí công đoàn (1%, tối đa 150k)')
  expect(head.slice(-3)).toEqual(['Lương thực nhận', 'Điều chỉnh tháng đã chốt', 'Chi trả'])
  expect(['username', 'tongDoanhThuGiaGoc', 'tongDoanhThuVasTinhLuong', 'luongThucNhan'].map(cell)).toEqual([
    'sale111',
    90_000,
    77_655,
    3_844,
  ])
})

test('every row has its person, so none can be assigned (D2-PAY-46 to D2-PAY-48, D2-Q-16)', async () => {
  expect((await get('leader11', '/assign')).data).toEqual({ values: [], count: 0 })
  expect((await get('leader11', '/count-assign')).data).toEqual({ total: 0 })
  expect((await post('leader11', '/assign', { data: [{ user: 'sale111', count: 1 }] })).data).toEqual({
    saved: 0,
  })
  expect((await post('sale111', '/assign', { data: [] })).status).toBe(403)
})

test('the dialog reads and writes the editable fields; all are required; the answer is the recomputed row (D2-PAY-21 to D2-PAY-23, D2-PAY-34, D2-PAY-39, D2-PAY-40, D2-Q-27, D2-Q-157, D2-Q-158, D2-Q-167)', async () => {
  const whose = { username: 'sale112', thangTinhLuong: '03/2026' }
  const found = await post('chinhanh1', '/findTinhLuong', whose)
  expect(found.data).toMatchObject({
    ...whose,
    ...nothingTyped,
    canCuCheTai: null,
    ngayCongDaSua: false,
    version: 0,
  })
  const body = {
    ...whose,
    ...nothingTyped,
    ngayCongThucTe: 20.5,
    thiDuaThang: '300,000',
    cheTaiKhac: 100_000,
    version: 0,
  }
  const saved = await put('chinhanh1', body)
  expect([saved.status, saved.body.msg]).toEqual([200, 'Đã cập nhật sale112 trong bảng lương tháng 03/2026'])
  expect(saved.data).toMatchObject({
    ngayCongThucTe: 20.5,
    luongTheoNgayCong: 3_942_308,
    tongThuongPhuCap: 300_000,
    tongCheTai: 100_000,
    thieuCanCu: 1,
  })
  expect(saved.data).toEqual(await rowOf('sale112', '03/2026'))
  const { thiDuaThang: _, ...without } = body
  const missing = await put('chinhanh1', without)
  expect([missing.status, Object.keys(missing.body.fields as object)]).toEqual([400, ['thiDuaThang']])
  const wrong = await put('admin', { ...body, nhanKhac: -5, ngayCongThucTe: 32 })
  expect(wrong.body.fields).toEqual({
    nhanKhac: 'Nhận khác không được âm',
    ngayCongThucTe: 'Ngày công thực tế lớn hơn 31',
  })
  expect((await put('admin', { ...body, thangTinhLuong: '3/2026' })).body.fields).toHaveProperty(
    'thangTinhLuong',
  )
  // A concurrent change was faster.
  const late = await put('admin', body)
  expect([late.status, late.body.current]).toEqual([
    409,
    expect.objectContaining({ version: 1, thiDuaThang: 300_000 }),
  ])
  const { values } = (await get('sale112', '/sale112:03-2026/history')).data as {
    values: { username: string; changes: object[] }[]
  }
  expect(values).toMatchObject([{ username: 'chinhanh1' }])
  expect(values[0]?.changes).toContainEqual({
    field: 'thiDuaThang',
    label: 'Thi đua tháng',
    before: null,
    after: 300_000,
  })
})

test('editing is for priority below 4, a branch edits its own people; imports are for managers (D2-PAY-13, D2-PAY-14, D2-PAY-37, D2-PAY-38, D2-PAY-41 to D2-PAY-43, D2-PAY-49, D2-ROLE-26, D2-Q-03, D2-Q-152)', async () => {
  const whose = { username: 'sale211', thangTinhLuong: '03/2026' }
  const status = async (username: string) => {
    const caller = await server.as(username)
    const answers = [
      await put(username, { ...whose, ...nothingTyped }),
      await post(username, '', { ...whose, nhanKhac: 1 }),
      await post(username, '/import', { thangTinhLuong: '03/2026', data: [] }),
      await post(username, '/saveFileChamCong', { data: [] }),
      await post(username, '/saveFileDuLieuNhapTay', { data: [] }),
      await post(username, '/updateUser', whose),
      await caller.delete(`${path}/sale211:03-2026`),
    ]
    return answers.map((answer) => answer.status)
  }
  expect(await status('sale211')).toEqual(Array.from({ length: 7 }, () => 403))
  expect(await status('leader21')).toEqual(Array.from({ length: 7 }, () => 403))
  // A person of another branch is as unknown as a name that does not exist.
  expect(await status('chinhanh1')).toEqual([404, 403, 403, 403, 403, 403, 403])
  expect(await status('chinhanh2')).toEqual([200, 403, 403, 403, 403, 403, 403])
  expect(await status('quanly')).toEqual([200, 200, 200, 200, 200, 200, 200])
  for (const uploaded of ['chamcong', 'dulieunhaptay'])
    expect((await server.upload('chinhanh1', uploaded, 'a.csv', Buffer.from('x'))).status).toBe(403)
})

test('POST and import write like the manual file does, DELETE clears the typed values (D2-Q-165, D2-Q-156, D2-PAY-28)', async () => {
  const made = await post('quanly', '', { username: 'sale121', thangTinhLuong: '03/2026', nhanKhac: 50_000 })
  expect(made.data).toMatchObject({ nhanKhac: 50_000, luongThucNhan: 49_500 })
  const body = {
    thangTinhLuong: '03/2026',
    data: [
      { username: ' SALE121 ', thiDuaThang: '1.000.000', nhanKhac: '' },
      { username: 'sale999', nhanKhac: 5 },
      { username: 'sale122', nhanKhac: 'năm' },
    ],
  }
  expect((await post('quanly', '/import', body)).data).toMatchObject({
    saved: 1,
    errors: [
      { row: 2, msg: `Không có tài khoản 'sale999'` },
      { row: 3, msg: 'Nhận khác không phải số tiền' },
    ],
  })
  // A blank amount is 0: the row replaces what was there.
  expect(await rowOf('sale121', '03/2026')).toMatchObject({ thiDuaThang: 1_000_000, nhanKhac: 0 })
  expect(
    (await post('quanly', '/updateUser', { username: 'sale121', thangTinhLuong: '03/2026' })).data,
  ).toEqual(await rowOf('sale121', '03/2026'))
  const manager = await server.as('quanly')
  expect((await manager.delete(`${path}/sale121:03-2026`)).status).toBe(200)
  expect(await rowOf('sale121', '03/2026')).toMatchObject({ thiDuaThang: 0 })
  expect((await trailOf(server.pool, 'tinhluong', 'sale121:03-2026')).at(-1)).toBe('quanly remove')
  for (const id of ['sale121', 'sale999:03-2026', 'sale121:13-2026', 'sale121:3-2026'])
    expect([id, (await manager.delete(`${path}/${id}`)).status]).toEqual([id, id.includes('13-') ? 400 : 404])
})

test('high deductions, and sanctions without a basis, are marked but not refused (D3-PAY-11)', async () => {
  const marks = async (more: object) => {
    const whose = { username: 'sale212', thangTinhLuong: '11/2025' }
    const { data } = await put('quanly', { ...whose, ...nothingTyped, nhanKhac: 1_000_000, ...more })
    const { khauTruCao, thieuCanCu } = data as Row
    return [khauTruCao, thieuCanCu]
  }
  expect(await marks({ kyQuyTamUng: 290_000 })).toEqual([0, 0])
  expect(await marks({ kyQuyTamUng: 290_001 })).toEqual([1, 0])
  expect(await marks({ cheTaiKhac: 1_000 })).toEqual([0, 1])
  expect(await marks({ cheTaiKhac: 1_000, canCuCheTai: 'Điều 12 nội quy' })).toEqual([0, 0])
  // A file without the column keeps the basis; one with it replaces it (column 16).
  const file = (row: object) =>
    post('quanly', '/saveFileDuLieuNhapTay', {
      thangTinhLuong: '11/2025',
      data: [{ username: 'sale212', ...row }],
    })
  await file({ cheTaiKhac: 5_000 })
  expect((await rowOf('sale212', '11/2025'))?.canCuCheTai).toBe('Điều 12 nội quy')
  await file({ cheTaiKhac: 5_000, canCuCheTai: 'Biên bản 7' })
  expect((await rowOf('sale212', '11/2025'))?.canCuCheTai).toBe('Biên bản 7')
  // A month with a deduction only.
  const { data } = await put('quanly', {
    username: 'sale212',
    thangTinhLuong: '12/2025',
    ...nothingTyped,
    kyQuyTamUng: 1,
  })
  expect((data as Row).khauTruCao).toBe(1)
})

test('an unknown phone is hidden from a masked role everywhere: the explanation masks like the lists', async () => {
  const phone = nextPhone()
  await addLine(server.pool, { phone, at: vn('2025-12-03 10:00'), owner: 'sale121', price: 90_000 })
  const of = async (username: string) =>
    (await get(username, '/giaithich?username=sale121&startDate=12/2025&cot=tongDoanhThuGiaGoc')).text
  expect(await of('admin')).toContain(`0${phone} VD90`)
  for (const username of ['chinhanh1', 'leader12', 'sale121']) {
    expect(await of(username)).toContain(`****${phone.slice(-5)}`)
    expect(await of(username)).not.toContain(phone)
  }
  expect((await get('sale122', '/giaithich?username=sale121&cot=luongThucNhan')).status).toBe(404)
})
