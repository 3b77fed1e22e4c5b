/** The payroll over HTTP: who sees and writes what, typed amounts, timekeeping with odd rows, parameters from a day on. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest, expected, sample, startImportServer, type ImportServer } from '../../../test/imports.ts'
import { addLine, addPrices, addRequest, nextPhone, vn } from '../../../test/payroll-books.ts'
import type { Clocking } from '../../../contract/workflows/payroll.ts'
import { demoAccounts } from '../../seed/organisation.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
  await addPrices(server.pool)
})
afterAll(() => server.close())

const path = '/api/v1/tinhluong'
type Row = Record<string, unknown> & { username: string }
type List = { values: Row[]; count: number } & Record<string, number>

const get = async (who: string, query: string) => (await server.as(who)).get(`${path}${query}`)
const post = async (who: string, name: string, body: unknown) =>
  (await server.as(who)).post(`${path}${name}`, body)
const put = async (who: string, body: unknown) => (await server.as(who)).put(`${path}/updateTinhLuong`, body)
const list = async (who: string, month: string, more = ''): Promise<List> =>
  (await get(who, `?startDate=${month}&count=200${more}`)).data as List
const rowOf = async (username: string, month: string): Promise<Row | undefined> =>
  (await list('admin', month, `&username=${username}`)).values[0]

const nothing = {
  ngayCongThucTe: 0,
  luongHocViec: 0,
  hoaHongDichVu: 0,
  hoaHongSim: 0,
  thiDuaThang: 0,
  thuongKhuyenKhich: 0,
  thuongLeTet: 0,
  hoTroBaoHiemXaHoi: 0,
  nhanKhac: 0,
  baoHiemXaHoi: 0,
  cheTaiSaiNoiQuyCongTy: 0,
  cheTaiSaiNghiepVu: 0,
  cheTaiKhieuNai: 0,
  cheTaiKhac: 0,
  kyQuyTamUng: 0,
}

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

test('message searches username and full name, blind to marks (D2-Q-165)', async () => {
  const names = async (text: string) =>
    (await list('admin', '02/2026', `&message=${encodeURIComponent(text)}`)).values.map(
      ({ username }) => username,
    )
  expect(await names('hong nhung')).toEqual(['sale111'])
  expect(await names('SALE11')).toEqual(['sale111', 'sale112', 'sale113'])
  expect(await names('%')).toEqual([])
})

test('everybody sees the rows of the own people; priority 5 the own one, and exports nothing (D2-Q-151, D2-Q-04, D2-Q-12, D2-MAP-79, D2-PAY-45)', async () => {
  const seen = async (who: string) =>
    (await list(who, '02/2026')).values.map(({ username }) => username).toSorted()
  const people = (test: (account: (typeof demoAccounts)[number]) => boolean) =>
    demoAccounts
      .filter((account) => account.priority >= 3 && test(account))
      .map(({ username }) => username)
      .toSorted()
  expect(await seen('quanly')).toEqual(people(() => true))
  expect(await seen('chinhanh1')).toEqual(
    people(({ username, brand }) => username === 'chinhanh1' || brand === 'chinhanh1'),
  )
  expect(await seen('leader11')).toEqual(
    people(({ username, group }) => username === 'leader11' || group === 'leader11'),
  )
  expect(await seen('sale111')).toEqual(['sale111'])
  // Totals are those of the scope.
  expect((await list('sale112', '02/2026')).tongDoanhThuTamTinh).toBe(120_000)
  expect((await get('sale111', '/listExport?startDate=02/2026')).status).toBe(403)
  expect((await get('sale111', '/export?startDate=02/2026')).status).toBe(403)
  expect((await get('sale111', '?startDate=02/2026&username=sale112')).data).toMatchObject({
    values: [],
    count: 0,
  })
  expect(((await get('leader11', '/listExport?startDate=02/2026')).data as List).values).toHaveLength(4)
})

test('the sheet is called after its month and has the columns of the list (D2-Q-34, D2-PAY-06, D2-PAY-15)', async () => {
  const file = await server.download('admin', `${path}/export?startDate=02/2026&username=sale111`)
  expect(file.name).toBe('Bang-luong-02-2026.xlsx')
  const [head = [], row = []] = file.rows.map(({ cells }) => cells)
  expect([head.length, head[0], head[24], head[29]]).toEqual([
    30,
    'Tài khoản',
    'Phí công đoàn (1%, tối đa 150k)',
    'Lương thực nhận',
  ])
  expect([row[0], row[9], row[29]]).toEqual(['sale111', 77_655, 3_844])
})

test('rows have their people: none is to be handed out (D2-PAY-46 to D2-PAY-48, D2-Q-16)', async () => {
  expect((await get('leader11', '/assign')).data).toEqual({ values: [], count: 0 })
  expect((await get('leader11', '/count-assign')).data).toEqual({ total: 0 })
  expect((await post('leader11', '/assign', { data: [{ user: 'sale111', count: 1 }] })).data).toEqual({
    saved: 0,
  })
  expect((await post('sale111', '/assign', { data: [] })).status).toBe(403)
})

test('the dialog reads and writes the editable fields; all are required; the answer is the recomputed row (D2-PAY-21 to D2-PAY-23, D2-PAY-34, D2-PAY-39, D2-PAY-40, D2-Q-157, D2-Q-158, D2-Q-167, D2-Q-27)', async () => {
  const whose = { username: 'sale112', thangTinhLuong: '03/2026' }
  const found = await post('chinhanh1', '/findTinhLuong', whose)
  expect(found.data).toMatchObject({
    ...whose,
    ...nothing,
    canCuCheTai: null,
    ngayCongDaSua: false,
    version: 0,
  })
  const body = {
    ...whose,
    ...nothing,
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
  // Somebody was faster.
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

test('editing is for priority below 4, a branch edits its own people; the imports are for managers (D2-PAY-13, D2-PAY-14, D2-PAY-37, D2-PAY-38, D2-PAY-41 to D2-PAY-43, D2-PAY-49, D2-ROLE-26, D2-Q-152, D2-Q-03)', async () => {
  const whose = { username: 'sale211', thangTinhLuong: '03/2026' }
  const status = async (who: string) => {
    const caller = await server.as(who)
    const answers = [
      await put(who, { ...whose, ...nothing }),
      await post(who, '', { ...whose, nhanKhac: 1 }),
      await post(who, '/import', { thangTinhLuong: '03/2026', data: [] }),
      await post(who, '/saveFileChamCong', { data: [] }),
      await post(who, '/saveFileDuLieuNhapTay', { data: [] }),
      await post(who, '/updateUser', whose),
      await caller.delete(`${path}/sale211:03-2026`),
    ]
    return answers.map((answer) => answer.status)
  }
  expect(await status('sale211')).toEqual(Array.from({ length: 7 }, () => 403))
  expect(await status('leader21')).toEqual(Array.from({ length: 7 }, () => 403))
  // Another branch's person is as unknown as nobody.
  expect(await status('chinhanh1')).toEqual([404, 403, 403, 403, 403, 403, 403])
  expect(await status('chinhanh2')).toEqual([200, 403, 403, 403, 403, 403, 403])
  expect(await status('quanly')).toEqual([200, 200, 200, 200, 200, 200, 200])
  for (const uploaded of ['chamcong', 'dulieunhaptay'])
    expect((await server.upload('chinhanh1', uploaded, 'a.csv', Buffer.from('x'))).status).toBe(403)
})

test('POST and import write as the manual file does, DELETE clears what was typed (D2-Q-165, D2-Q-156, D2-PAY-28)', async () => {
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
  for (const id of ['sale121', 'sale999:03-2026', 'sale121:13-2026', 'sale121:3-2026'])
    expect([id, (await manager.delete(`${path}/${id}`)).status]).toEqual([id, id.includes('13-') ? 400 : 404])
})

test('timekeeping rows: forms of time, the chunks of one import add, another import replaces, each chunk counts once (D2-PAY-26, D2-PAY-37, D2-Q-153, D2-Q-154)', async () => {
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
    saved: 1,
    errors: [
      { row: 1, msg: `Giờ vào '8 giờ' không phải giờ` },
      { row: 2, msg: 'Giờ ra trước giờ vào' },
      { row: 3, msg: 'Ngày 31-03-2026 không thuộc tháng 04/2026' },
      { row: 4, msg: `Không có tài khoản 'sale999'` },
    ],
  })
  expect(await days()).toBe(1)
  const many = Array.from({ length: 201 }, () => row('08:00', '17:00'))
  expect((await send(0, many, randomUUID())).body.msg).toBe('Mỗi lần tải tối đa 200 bản ghi')
  // Without a month it is that of the day.
  await post('quanly', '/saveFileChamCong', [row('05/01/2024 08:00', '05/01/2024 17:00')])
  expect((await rowOf('sale111', '01/2024'))?.ngayCongThucTe).toBe(1)
})

test('typed days stand above timekeeping until the next import; days as they are freeze nothing (D2-Q-155, D2-PAYF-04)', async () => {
  const send = (gioRa: string) =>
    post('quanly', '/saveFileChamCong', {
      thangTinhLuong: '05/2026',
      data: [{ username: 'sale113', gioVao: '01/05/2026 08:00', gioRa }],
    })
  const whose = { username: 'sale113', thangTinhLuong: '05/2026' }
  const now = async () => (await rowOf('sale113', '05/2026'))?.ngayCongThucTe
  await send('17:00')
  await put('quanly', { ...whose, ...nothing, ngayCongThucTe: 1, nhanKhac: 5 })
  await send('12:00')
  expect(await now()).toBe(0.5)
  await put('quanly', { ...whose, ...nothing, ngayCongThucTe: 22 })
  expect(await now()).toBe(22)
  await post('quanly', '/saveFileDuLieuNhapTay', {
    thangTinhLuong: '05/2026',
    data: [{ username: 'sale113', nhanKhac: 7 }],
  })
  expect(await now()).toBe(22)
  await send('17:00')
  expect(await now()).toBe(1)
  expect((await rowOf('sale113', '05/2026'))?.nhanKhac).toBe(7)
})

test('odd rows are listed and decided with one click, by those who may edit the person (D3-PAY-14)', async () => {
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
  const odd = async (who = 'quanly') =>
    ((await get(who, '/batthuong?startDate=06/2026')).data as { values: Clocking[] }).values
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
    who: string,
    test: (row: Clocking) => boolean,
    quyet_dinh: string | null,
    username?: string,
  ) =>
    post(who, '/batthuong', {
      dong: (await odd()).filter(test).map(({ id, version }) => ({ id, version })),
      quyet_dinh,
      ...(username && { username }),
    })
  const on = (n: number) => (row: Clocking) => row.ngay === `2026-06-0${n}`
  expect((await odd('chinhanh1')).map(({ username }) => username)).not.toContain('sale999')
  expect((await get('leader12', '/batthuong?startDate=06/2026')).status).toBe(403)
  expect((await decide('chinhanh2', on(1), 'ca_ngay')).status).toBe(409)
  const told = await decide('chinhanh1', on(1), 'nua_ngay')
  expect([told.body.msg, await worked()]).toEqual(['Đã quyết định 1 dòng chấm công', 1.5])
  await decide('quanly', on(2), 'theo_gio')
  expect(await worked()).toBe(2.5)
  await decide('quanly', on(3), 'bo')
  await decide('quanly', on(4), 'ca_ngay')
  expect(await worked()).toBe(3.5)
  // A row of nobody is given to somebody by a manager, and is judged anew.
  expect((await decide('chinhanh1', on(6), null, 'sale122')).status).toBe(403)
  expect((await decide('quanly', on(6), null, 'nobody')).status).toBe(400)
  expect((await decide('quanly', on(6), null, 'sale122')).status).toBe(200)
  expect(await worked()).toBe(4.5)
  // Decided by two at once: the second is told.
  const [first] = await odd()
  const twice = { dong: [{ id: first?.id, version: (first?.version ?? 0) - 1 }], quyet_dinh: 'bo' }
  expect((await post('quanly', '/batthuong', twice)).status).toBe(409)
  // The same file again keeps what was decided of rows that did not change.
  await send()
  expect(await worked()).toBe(3.5)
  await decide('quanly', on(4), null)
  expect(await worked()).toBe(2.5)
})

test('the sample files give what their makers expect (D2-PAY-27, D2-PAY-28, D2-Q-153, D2-Q-156, D2-IMP-07)', async () => {
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
  // Two rows of nobody are kept as odd ones and told in the preview.
  expect(times.saved).toBe((expected['cham-cong-2026-10.xlsx']?.saved ?? 0) + 2)
  const { values } = await server.rows('admin', times.read.id, '?verdict=repaired')
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

test('parameters apply from a day on; a month takes what is in force on its last day; each change has who, when and why (D3-PAY-02, D2-CFG-13 to D2-CFG-19, D2-Q-159 to D2-Q-161)', async () => {
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
  // What is in force today is answered, what comes later stands beside it; no day means today.
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
  const own = (value: unknown) =>
    admin.put('/api/v1/setting/tinh_luong_luong_co_ban_nv', { value, tu_ngay: '01/07/2026' })
  expect((await own({ sale999: 1 })).body.msg).toBe(`Không có tài khoản 'sale999'`)
  expect((await own('sale111: 6,500,000\nsale112: 1.000.000')).data).toMatchObject({
    dates: [{ value: { sale111: 6_500_000, sale112: 1_000_000 } }],
  })
  expect([await base('06/2026'), await base('08/2026')]).toEqual([5_000_000, 6_500_000])
  await server.pool.query(`DELETE FROM dated_setting WHERE key LIKE 'tinh_luong_luong%'`)
})

test('high deductions and sanctions without a basis are marked, not refused (D3-PAY-11)', async () => {
  const marks = async (more: object) => {
    const whose = { username: 'sale212', thangTinhLuong: '11/2025' }
    const { data } = await put('quanly', { ...whose, ...nothing, nhanKhac: 1_000_000, ...more })
    const { khauTruCao, thieuCanCu } = data as Row
    return [khauTruCao, thieuCanCu]
  }
  expect(await marks({ kyQuyTamUng: 290_000 })).toEqual([0, 0])
  expect(await marks({ kyQuyTamUng: 290_001 })).toEqual([1, 0])
  expect(await marks({ cheTaiKhac: 1_000 })).toEqual([0, 1])
  expect(await marks({ cheTaiKhac: 1_000, canCuCheTai: 'Điều 12 nội quy' })).toEqual([0, 0])
  // A file without the column leaves the basis; one that has it replaces it (column 16).
  const file = (row: object) =>
    post('quanly', '/saveFileDuLieuNhapTay', {
      thangTinhLuong: '11/2025',
      data: [{ username: 'sale212', ...row }],
    })
  await file({ cheTaiKhac: 5_000 })
  expect((await rowOf('sale212', '11/2025'))?.canCuCheTai).toBe('Điều 12 nội quy')
  await file({ cheTaiKhac: 5_000, canCuCheTai: 'Biên bản 7' })
  expect((await rowOf('sale212', '11/2025'))?.canCuCheTai).toBe('Biên bản 7')
  // A month of nothing but a deduction.
  const { data } = await put('quanly', {
    username: 'sale212',
    thangTinhLuong: '12/2025',
    ...nothing,
    kyQuyTamUng: 1,
  })
  expect((data as Row).khauTruCao).toBe(1)
})

test('an unknown phone is nowhere told to a masked role: the explanation masks as the lists do', async () => {
  const phone = nextPhone()
  await addLine(server.pool, { phone, at: vn('2025-12-03 10:00'), owner: 'sale121', price: 90_000 })
  const of = async (who: string) =>
    (await get(who, '/giaithich?username=sale121&startDate=12/2025&cot=tongDoanhThuGiaGoc')).text
  expect(await of('admin')).toContain(`0${phone} VD90`)
  for (const who of ['chinhanh1', 'leader12', 'sale121']) {
    expect(await of(who)).toContain(`****${phone.slice(-5)}`)
    expect(await of(who)).not.toContain(phone)
  }
  expect((await get('sale122', '/giaithich?username=sale121&cot=luongThucNhan')).status).toBe(404)
})
