/** Payroll inputs: timekeeping with anomalies, uploads, parameters valid from a day on. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { messages } from '#platform/contract/messages.ts'
import { addMonths, thisMonth } from '#kit/contract/month.ts'
import { typedSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import type { Clocking } from '#subjects/pay/contract/calls/payroll.ts'
import { csv, digest, expected, sample, startImportServer, type ImportServer } from '#test/imports.ts'
import { addPrices } from '#test/payroll-books.ts'
import { nothingTyped, payrollCalls, type PayrollCalls } from '#test/payroll-calls.ts'
import { trailOf } from '#test/trail.ts'

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

test('timekeeping rows are read in each time format; chunks of one import are added, another import replaces, each chunk counts once (D2-PAY-26, D2-PAY-37, D2-Q-153, D2-Q-154)', async () => {
  const importId = randomUUID()
  const send = (chunk: number, data: object[], id = importId) =>
    post('quanly', '/saveFileChamCong', {
      thangTinhLuong: '04/2026',
      FileName: 'x',
      importId: id,
      chunk,
      data,
    })
  const days = async () => (await rowOf('sale111', '04/2026'))?.ngayCongThucTe
  const row = (gioVao: unknown, gioRa: unknown) => ({ username: 'sale111', gioVao, gioRa })
  const forms = [
    row('08:00', '17:00'),
    row('08:00:00', '11:30:00'),
    row(0.375, 0.75),
    row('02/04/2026 22:00', '03/04/2026 06:00'),
    row('2026-04-05T08:00:00', '17:00'),
    row('22:00', '05:00'),
  ]
  expect((await send(0, forms)).data).toEqual({ saved: 6, inserted: 6, errors: [] })
  expect(await days()).toBe(5.5)
  await send(0, forms)
  expect(await days()).toBe(5.5)
  await send(1, [row('08:00', '17:00')])
  expect(await days()).toBe(6.5)
  const wrong = await send(
    0,
    [
      row('8 giờ', ''),
      row('10/04/2026 08:00', '09/04/2026 17:00'),
      row('31/03/2026 08:00', '17:00'),
      { username: 'sale999', gioVao: '08:00', gioRa: '17:00' },
      row('08:00', '17:00'),
    ],
    randomUUID(),
  )
  expect(wrong.data).toMatchObject({
    // An end before its start is kept as an anomaly (D3-PAY-14).
    saved: 2,
    errors: [
      { row: 1, msg: `Giờ vào '8 giờ' không phải giờ` },
      { row: 3, msg: 'Ngày 31-03-2026 không thuộc tháng 04/2026' },
      { row: 4, msg: `Không có tài khoản 'sale999'` },
    ],
  })
  expect(await days()).toBe(1)
  const many = Array.from({ length: 201 }, () => row('08:00', '17:00'))
  expect((await send(0, many, randomUUID())).body.msg).toBe('Mỗi lần tải tối đa 200 bản ghi')
  // Without a month the row's day determines it.
  await post('quanly', '/saveFileChamCong', [row('05/01/2024 08:00', '05/01/2024 17:00')])
  expect((await rowOf('sale111', '01/2024'))?.ngayCongThucTe).toBe(1)
})

test('D2-PAY-37: a repeated chunk without a number, also at once, gets the same answer and adds nothing (D2-Q-153)', async () => {
  const importId = randomUUID()
  const row = (gioVao: string) => ({ username: 'sale121', gioVao, gioRa: '17:00' })
  const send = (data: object[], thangTinhLuong = '02/2026') =>
    post('quanly', '/saveFileChamCong', { thangTinhLuong, importId, data })
  const days = async (month = '02/2026') => (await rowOf('sale121', month))?.ngayCongThucTe
  const chunk = [row('08:00'), row('08:00'), row('giờ')]
  const first = await send(chunk)
  expect([first.data, await days()]).toEqual([expect.objectContaining({ saved: 2, inserted: 2 }), 2])
  expect([(await send(chunk)).data, await days()]).toEqual([first.data, 2])
  const further = [row('08:30')]
  const equal = await Promise.all([send(further), send(further), send(further)])
  expect(equal.map(({ status, data }) => [status, data])).toEqual(
    equal.map(() => [200, { saved: 1, inserted: 1, errors: [] }]),
  )
  expect(await days()).toBe(3)
  // The same rows in another month are different ones.
  await send(chunk, '01/2026')
  expect([await days('01/2026'), await days()]).toEqual([2, 3])
})

test('D2-PAY-37: months that have not begun and future days are refused with their field or row', async () => {
  const month = addMonths(thisMonth(), 1)
  const message = 'Tháng lương này chưa bắt đầu'
  const data = [{ username: 'sale111', gioVao: '08:00', gioRa: '17:00' }]
  const refused = await post('quanly', '/saveFileChamCong', { thangTinhLuong: month, data })
  expect([refused.status, refused.body.fields]).toEqual([400, { thangTinhLuong: message }])
  const file = sample('cham-cong-2026-10.xlsx')
  const uploaded = await server.upload('quanly', 'chamcong', 'cc.xlsx', file, `?thangTinhLuong=${month}`)
  expect([uploaded.status, uploaded.body.fields]).toEqual([400, { thangTinhLuong: message }])
  const day = toFilterDate(addDays(todayVn(), 1))
  const tomorrow = await post('quanly', '/saveFileChamCong', [
    { username: 'sale111', gioVao: `${day} 08:00`, gioRa: '17:00' },
  ])
  expect(tomorrow.data).toEqual({
    saved: 0,
    inserted: 0,
    errors: [{ row: 1, msg: `Ngày ${day.replaceAll('/', '-')} chưa tới` }],
  })
})

test('typed days take precedence over timekeeping until the next import; sending unchanged days does not fix them (D2-Q-155, D2-PAYF-04)', async () => {
  const send = (gioRa: string) =>
    post('quanly', '/saveFileChamCong', {
      thangTinhLuong: '05/2026',
      data: [{ username: 'sale113', gioVao: '01/05/2026 08:00', gioRa }],
    })
  const whose = { username: 'sale113', thangTinhLuong: '05/2026' }
  const now = async () => (await rowOf('sale113', '05/2026'))?.ngayCongThucTe
  await send('17:00')
  await put('quanly', { ...whose, ...nothingTyped, ngayCongThucTe: 1, nhanKhac: 5 })
  await send('12:00')
  expect(await now()).toBe(0.5)
  await put('quanly', { ...whose, ...nothingTyped, ngayCongThucTe: 22 })
  expect(await now()).toBe(22)
  await post('quanly', '/saveFileDuLieuNhapTay', {
    thangTinhLuong: '05/2026',
    data: [{ username: 'sale113', nhanKhac: 7 }],
  })
  expect(await now()).toBe(22)
  const done = () => trailOf(server.pool, 'tinhluong', 'sale113:05-2026')
  const before = await done()
  await send('17:00')
  expect(await now()).toBe(1)
  expect(await done(), 'that the import took the days back').toEqual([...before, 'quanly update'])
  expect((await rowOf('sale113', '05/2026'))?.nhanKhac).toBe(7)
})

test('irregular rows are listed and decided with one click, by those who may edit the person (D3-PAY-14)', async () => {
  const day = (n: number, from: string, to: string, username = 'sale122') => ({
    username,
    gioVao: from && `0${n}/06/2026 ${from}`,
    gioRa: to && `0${n}/06/2026 ${to}`,
  })
  const rows = [
    day(1, '08:00', ''),
    day(2, '08:00', '12:00'),
    day(2, '11:00', '17:00'),
    day(3, '01:00', '17:30'),
    day(4, '08:00', '17:00'),
    day(5, '08:00', '12:00'),
    day(5, '13:00', '17:00'),
    day(6, '08:00', '17:00', 'sale999'),
  ]
  const send = () => post('quanly', '/saveFileChamCong', { thangTinhLuong: '06/2026', data: rows })
  await send()
  await (
    await server.as('quanly')
  ).put('/api/v1/setting/tinh_luong_ngay_le', {
    value: ['04/06/2026'],
    tu_ngay: '01/06/2026',
  })
  const odd = async (user = 'quanly') =>
    ((await get(user, '/batthuong?startDate=06/2026')).data as { values: Clocking[] }).values
  const worked = async () => (await rowOf('sale122', '06/2026'))?.ngayCongThucTe
  expect(
    (await odd()).map(({ username, ngay, bat_thuong }) => [username, ngay?.slice(-1), bat_thuong]),
  ).toEqual([
    ['sale122', '1', ['thieu_ra']],
    ['sale122', '2', ['trung']],
    ['sale122', '2', ['trung']],
    ['sale122', '3', ['qua_16h']],
    ['sale122', '4', ['ngay_le']],
    ['sale999', '6', ['khong_ro']],
  ])
  expect(await worked()).toBe(1)
  expect((await rowOf('sale122', '06/2026'))?.chamCongCho).toBe(5)
  const decide = async (
    user: string,
    test: (row: Clocking) => boolean,
    quyet_dinh: string | null,
    username?: string,
  ) =>
    post(user, '/batthuong', {
      dong: (await odd()).filter(test).map(({ id, version }) => ({ id, version })),
      quyet_dinh,
      ...(username && { username }),
    })
  const on = (n: number) => (row: Clocking) => row.ngay === `2026-06-0${n}`
  expect((await odd('chinhanh1')).map(({ username }) => username)).not.toContain('sale999')
  expect((await get('leader12', '/batthuong?startDate=06/2026')).status).toBe(403)
  // An id of another branch is not found.
  const foreign = {
    dong: (await odd()).slice(0, 1).map(({ id, version }) => ({ id, version })),
    quyet_dinh: 'bo',
  }
  expect((await post('chinhanh2', '/batthuong', foreign)).status).toBe(404)
  const halved = (await odd()).find(on(1))
  const answer = await decide('chinhanh1', on(1), 'nua_ngay')
  expect([answer.body.msg, await worked()]).toEqual(['Đã quyết định 1 dòng chấm công', 1.5])
  expect(await trailOf(server.pool, 'chamcong', halved?.id ?? '')).toEqual(['chinhanh1 update'])
  await decide('quanly', on(2), 'theo_gio')
  expect(await worked()).toBe(2.5)
  await decide('quanly', on(3), 'bo')
  await decide('quanly', on(4), 'ca_ngay')
  expect(await worked()).toBe(3.5)
  // A manager assigns an unassigned row, which is checked again.
  expect((await decide('chinhanh1', on(6), null, 'sale122')).status).toBe(403)
  expect((await decide('quanly', on(6), null, 'nobody')).status).toBe(400)
  // A row decided to count must have a person.
  const lost = await decide('quanly', on(6), 'ca_ngay')
  expect([lost.status, Object.keys(lost.body.fields as object)]).toEqual([400, ['username']])
  expect((await decide('quanly', on(6), 'nghi')).body.fields).toEqual({ quyet_dinh: messages.invalidValue })
  expect((await decide('quanly', on(6), null, 'sale122')).status).toBe(200)
  expect(await worked()).toBe(4.5)
  // Decided concurrently: the second is refused.
  const [first] = await odd()
  const twice = { dong: [{ id: first?.id, version: (first?.version ?? 0) - 1 }], quyet_dinh: 'bo' }
  expect((await post('quanly', '/batthuong', twice)).status).toBe(409)
  // The same file again keeps decisions on unchanged rows.
  await send()
  expect(await worked()).toBe(3.5)
  await decide('quanly', on(4), null)
  expect(await worked()).toBe(2.5)
})

test('the sample files give the specified results (D2-PAY-27, D2-PAY-28, D2-Q-153, D2-Q-156, D2-IMP-06, D2-IMP-07, D2-COL-01, D2-COL-02)', async () => {
  const upload = async (target: string, name: string) => {
    const read = await server.ready('admin', target, name, sample(name), '?thangTinhLuong=10/2026')
    expect({ asks: read.asks, blank: read.counts.blank, total: read.total }).toEqual({
      asks: [],
      blank: expected[name]?.blank_rows,
      total: expected[name]?.data_rows,
    })
    return { read, saved: (await server.save('admin', read.id)).saved }
  }
  const times = await upload('chamcong', 'cham-cong-2026-10.xlsx')
  // Two rows of unknown people are kept as anomalies and reported in the preview.
  expect(times.saved).toBe((expected['cham-cong-2026-10.xlsx']?.saved ?? 0) + 2)
  const { values } = await server.rows('admin', times.read.id, '?verdict=odd')
  expect(values.filter(({ notes }) => 'username' in notes).map(({ row }) => row)).toEqual([249, 372])
  const { rows } = await server.pool.query<Record<string, string>>(`
    SELECT username, to_char(ngay + make_interval(secs => vao), 'YYYY-MM-DD"T"HH24:MI:SS') AS gio_vao,
      to_char(ngay + make_interval(secs => ra), 'YYYY-MM-DD"T"HH24:MI:SS') AS gio_ra
    FROM timekeeping WHERE thang = '2026-10-01' AND username <> 'sale999'`)
  expect(rows).toHaveLength(expected['cham-cong-2026-10.xlsx']?.saved ?? 0)
  const keys = rows.map(({ username, gio_vao, gio_ra }) => [
    username ?? null,
    gio_vao ?? null,
    gio_ra ?? null,
  ])
  expect(digest(keys)).toBe(expected['cham-cong-2026-10.xlsx']?.digest_of_rows)

  const typed = await upload('dulieunhaptay', 'du-lieu-nhap-tay-2026-10.xlsx')
  expect([typed.saved, typed.read.counts.bad]).toEqual([17, 1])
  const sums = await server.pool.query<{ sums: Record<string, number> }>(`
    SELECT to_json(s) AS sums FROM (SELECT sum("luongHocViec") AS "luongHocViec", sum("hoaHongDichVu") AS "hoaHongDichVu",
      sum("hoaHongSim") AS "hoaHongSim", sum("thiDuaThang") AS "thiDuaThang", sum("thuongKhuyenKhich") AS "thuongKhuyenKhich",
      sum("thuongLeTet") AS "thuongLeTet", sum("hoTroBaoHiemXaHoi") AS "hoTroBaoHiemXaHoi", sum("nhanKhac") AS "nhanKhac",
      sum("baoHiemXaHoi") AS "baoHiemXaHoi", sum("cheTaiSaiNoiQuyCongTy") AS "cheTaiSaiNoiQuyCongTy",
      sum("cheTaiSaiNghiepVu") AS "cheTaiSaiNghiepVu", sum("cheTaiKhieuNai") AS "cheTaiKhieuNai",
      sum("cheTaiKhac") AS "cheTaiKhac", sum("kyQuyTamUng") AS "kyQuyTamUng"
      FROM payroll_input WHERE thang = '2026-10-01') s`)
  expect(sums.rows[0]?.sums).toEqual(expected['du-lieu-nhap-tay-2026-10.xlsx']?.sums)
  expect(await rowOf('sale111', '10/2026')).toMatchObject({ luongHocViec: 1_500_000, hoaHongDichVu: 500_000 })
})

test('column 16 of the manual file is the basis of sanctions; a shorter file keeps the basis (D3-PAY-11)', async () => {
  const upload = async (cells: (string | number)[]) => {
    const heads = typedSheet.sheet.columns.slice(0, cells.length).map((name) => typedSheet.fields[name].label)
    const file = csv([heads, cells])
    const read = await server.ready(
      'quanly',
      typedSheet.path,
      'nhap-tay.csv',
      file,
      '?thangTinhLuong=08/2026',
    )
    return server.save('quanly', read.id)
  }
  const amounts = Array.from({ length: 14 }, () => 0)
  await upload(['sale111', ...amounts, 'Biên bản 16'])
  expect((await rowOf('sale111', '08/2026'))?.canCuCheTai).toBe('Biên bản 16')
  await upload(['sale111', ...amounts])
  expect((await rowOf('sale111', '08/2026'))?.canCuCheTai).toBe('Biên bản 16')
})

test('parameters apply from a day on; a month uses those in force on its last day; each change has who, when and why (D3-PAY-02, D2-CFG-13 to D2-CFG-19, D2-Q-159 to D2-Q-161)', async () => {
  const admin = await server.as('admin')
  const key = '/api/v1/setting/tinh_luong_luong_co_ban'
  const set = (body: object) => admin.put(key, body)
  const base = async (month: string) => (await rowOf('sale111', month))?.luongCoBan
  expect((await admin.get(key)).data).toMatchObject({ value: 5_000_000, version: 0, dates: [] })
  expect(await base('07/2026')).toBe(5_000_000)
  await set({ value: 6_000_000, tu_ngay: '31/07/2026', ly_do: 'Tăng lương tối thiểu' })
  await set({ value: 7_000_000, tu_ngay: '01/09/2026', ly_do: 'Quý 4' })
  expect([
    await base('06/2026'),
    await base('07/2026'),
    await base('08/2026'),
    await base('09/2026'),
  ]).toEqual([5_000_000, 6_000_000, 6_000_000, 7_000_000])
  // The answer has the value in force today, with later ones beside it; the default day is today.
  await set({ value: 9_000_000, tu_ngay: '01/01/2199' })
  const state = (await admin.get(key)).data as { value: number; version: number; dates: object[] }
  expect([state.value, state.version, state.dates.length]).toEqual([7_000_000, 3, 3])
  const today = await set({ value: 8_000_000, version: state.version })
  expect(today.data).toMatchObject({ value: 8_000_000, version: 4, updatedBy: 'admin' })
  expect((await set({ value: 1, version: 3 })).status).toBe(409)
  expect((await admin.post('/api/v1/setting', { key: 'tinh_luong_luong_co_ban', value: 1 })).status).toBe(409)
  const { values } = (await admin.get(`${key}/history`)).data as { values: object[] }
  expect(values.at(-1)).toMatchObject({
    username: 'admin',
    before: null,
    after: 6_000_000,
    tu_ngay: '2026-07-31',
    ly_do: 'Tăng lương tối thiểu',
  })
  for (const [body, field] of [
    [{ value: 1, tu_ngay: '31/02/2026' }, 'tu_ngay'],
    [{ value: 1, ly_do: 'x'.repeat(501) }, 'ly_do'],
    [{ value: 'nhiều' }, 'tinh_luong_luong_co_ban'],
  ] as const)
    expect([field, (await set(body)).body.fields]).toEqual([field, { [field]: expect.any(String) }])
  expect(
    (await admin.put('/api/v1/setting/lookup.perHour', { value: 5, tu_ngay: '01/01/2026' })).status,
  ).toBe(400)
  expect((await (await server.as('chinhanh1')).put(key, { value: 1 })).status).toBe(403)
  const setOwnSalary = (value: unknown) =>
    admin.put('/api/v1/setting/tinh_luong_luong_co_ban_nv', { value, tu_ngay: '01/07/2026' })
  expect((await setOwnSalary({ sale999: 1 })).body.msg).toBe(`Không có tài khoản 'sale999'`)
  expect((await setOwnSalary('sale111: 6,500,000\nsale112: 1.000.000')).data).toMatchObject({
    dates: [{ value: { sale111: 6_500_000, sale112: 1_000_000 } }],
  })
  expect([await base('06/2026'), await base('08/2026')]).toEqual([5_000_000, 6_500_000])
  await server.pool.query(`DELETE FROM dated_setting WHERE key LIKE 'tinh_luong_luong%'`)
})

test('half a working day is never longer than a whole one, on any day on which both apply (D2-CFG-17, D2-CFG-18)', async () => {
  const admin = await server.as('admin')
  const set = (key: string, value: number, tu_ngay: string) =>
    admin.put(`/api/v1/setting/tinh_luong_gio_${key}`, { value, tu_ngay })
  expect((await set('nua_cong', 7.5, '01/01/2031')).body.fields).toEqual({
    tinh_luong_gio_nua_cong: 'Giờ của nửa công không được lớn hơn giờ của một công (7 giờ)',
  })
  expect((await set('du_cong', 8, '01/02/2031')).status).toBe(200)
  expect((await set('nua_cong', 7.5, '01/02/2031')).status).toBe(200)
  expect((await set('nua_cong', 7.5, '01/01/2031')).status).toBe(400)
  // Later values are validated too: a lower whole day would equal the half day of February.
  expect((await set('du_cong', 7, '01/03/2031')).body.fields).toEqual({
    tinh_luong_gio_du_cong: 'Giờ của một công không được nhỏ hơn giờ của nửa công (7.5 giờ)',
  })
  expect((await set('du_cong', 3, '01/01/2031')).status).toBe(400)
  await server.pool.query(`DELETE FROM dated_setting WHERE key LIKE 'tinh_luong_gio%'`)
})
