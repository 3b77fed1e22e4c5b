/** 'Kết quả tháng': the sum of its parts, hidden costs, comparison with the previous month (D3-PAY-13). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { earlierDays, monthDays } from '#kit/contract/earlier.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import {
  registers,
  type LargeCost,
  type MonthFigures,
  type monthResult,
  type ResultItem,
} from '#subjects/pay/contract/calls/month-result.ts'
import type { Comparison } from '#subjects/pay/contract/calls/payroll.ts'
import { addMonths, readMonth, thisMonth } from '#kit/contract/month.ts'
import { addLine, addPrices, addRequest, nextPhone, vn } from '#test/payroll-books.ts'
import { closeMonth, payrollCalls } from '#test/payroll-calls.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addPrices(server.pool)
})
afterAll(() => server.close())

const ask = async (username: string, month: string) =>
  (await server.as(username)).get(`/api/v1/ketquathang?startDate=${month}`)
const items = async (
  username: string,
  month: string,
): Promise<Partial<Record<ResultItem, [number, number | null]>>> => {
  const { khoan } = (await ask(username, month)).data as AnswerOf<typeof monthResult>
  return Object.fromEntries(khoan.map(({ ma, nay, truoc }) => [ma, [nay, truoc]]))
}
const forbid = (role: number, codes: readonly string[]) =>
  server.pool.query(sql`
    DELETE FROM role_permissions WHERE role_id = (SELECT id FROM roles WHERE priority = ${role})
      AND permission_id IN (SELECT id FROM permissions WHERE code = ANY (${codes}))`)

test('D3-PAY-13: revenue − refunds − pay − costs is the result, shown beside last month; the register of refund costs is compared, not deducted', async () => {
  const { pool } = server
  const phone = await addLine(pool, { at: vn('2026-03-31 23:59'), owner: 'sale111', price: 20_000_000 })
  await addLine(pool, { at: vn('2026-03-02 10:00'), owner: 'sale112', price: 700_000, status: 'FAILD' })
  await addLine(pool, { at: vn('2026-04-01 00:00'), owner: 'sale111', price: 3_000_000 })
  await addRequest(pool, { phone, staff: 'sale111', at: vn('2026-03-05 10:00'), type: 1, first: 'truy_thu' })
  await addRequest(pool, { phone, staff: 'sale111', at: vn('2026-03-06 10:00'), type: 1, status: -10_000 })
  await pool.query(`
    INSERT INTO payroll_input (username, thang, ngay_cong, "baoHiemXaHoi", "cheTaiKhac", "kyQuyTamUng", updated_by)
    VALUES ('sale111', '2026-03-01', 10, 525000, 40000, 300000, 'admin')`)
  for (const [table, day, amount] of [
    ['chiphiquanly', '2026-03-01', 1_000_000],
    ['chiphiquanly', '2026-03-31', 500_000],
    ['chiphihotro', '2026-03-15', 70_000],
    ['chiphikhac', '2026-03-15', 8_000],
    ['chiphikhac', '2026-02-28', 9_000],
  ])
    await pool.query(
      `INSERT INTO ${table} (nguoi_thuc_hien, ngay_nhap, noi_dung, don_gia, so_luong) VALUES ('A', $1, 'B', $2, 1)`,
      [day, amount],
    )
  await pool.query(sql`
    INSERT INTO chiphihoantien (thoi_gian_yeu_cau, so_tien_hoan_hoac_nap, so_tien_hoan_them)
    VALUES (${vn('2026-03-31 23:00')}, 12000, 300), (${vn('2026-03-01 00:00')}, NULL, NULL)`)
  // The register also contains records that are no effective refunds, and are not compared: a top-up, one paid back.
  await pool.query(sql`
    INSERT INTO chiphihoantien (thoi_gian_yeu_cau, yeu_cau_hinh_thuc, trang_thai, so_tien_hoan_hoac_nap)
    VALUES (${vn('2026-03-05 10:00')}, 'NẠP TIỀN', 'Hoàn thành', 50000), (${vn('2026-03-05 10:00')}, ' nạp  tiền chiết khấu', 'Hoàn thành', 60000), (${vn('2026-03-05 10:00')}, 'Hoàn trước', 'Đơn bị từ chối (trùng)', 8000), (${vn('2026-03-05 10:00')}, 'Hoàn trước - Gia hạn', 'Hoàn tiền', 7000),
      (${vn('2026-03-05 10:00')}, 'Hoàn sau - Nâng cấp G2', 'Hoàn thành', 40), (${vn('2026-04-05 10:00')}, 'Hoàn sau', NULL, 900)`)
  await addRequest(pool, { phone, staff: 'sale111', at: vn('2026-03-06 10:00'), type: 5 })
  const now = await items('admin', '03/2026')
  const pay = (await payrollCalls(server).list('admin', '03/2026')).cong_tongLuongThang ?? 0
  expect(pay).toBeGreaterThan(3_000_000)
  const cost = pay - 40_000 - 10_802
  expect(now).toEqual({
    doanh_thu: [20_000_000, 0],
    hoan_tien: [12_345, 0],
    doanh_thu_thuc_te: [20_000_000 - 12_345, 0],
    luong: [cost, 0],
    tong_luong_thang: [pay, 0],
    che_tai: [40_000, 0],
    truy_thu: [10_802, 0],
    dieu_chinh: [0, 0],
    chiphiquanly: [1_500_000, 0],
    chiphihotro: [70_000, 0],
    chiphikhac: [8_000, 9_000],
    ket_qua: [20_000_000 - 12_345 - cost - 1_578_000, -9_000],
    chiphihoantien: [12_340, 0],
    lech_hoan_tien: [12_340 - 12_345, 0],
  })
  const behind = await (
    await server.as('admin')
  ).get('/api/v1/chiphihoantien?hieu_luc=1&startDate=01/03/2026&endDate=31/03/2026')
  expect(behind.data).toMatchObject({
    count: 3,
    tong_so_tien_hoan_hoac_nap: 12_040,
    tong_so_tien_hoan_them: 300,
  })
  // The next month is compared with this one.
  expect((await items('admin', '04/2026')).ket_qua?.[1]).toBe(now.ket_qua?.[0])
  expect((await ask('admin', '13/2026')).status).toBe(400)
})

const months = async (username: string, month: string) =>
  (
    (await (await server.as(username)).get(`/api/v1/ketquathang/cacthang?startDate=${month}`)).data as {
      values: MonthFigures[]
    }
  ).values
const largestOf = async (username: string, only = '') =>
  (await (await server.as(username)).get(`/api/v1/ketquathang/chiphilon?startDate=03/2026${only}`)).data as {
    values: LargeCost[]
    so: number
    tong: number
  }

test('D3-PAY-13, D3-ONE-01, D3-ONE-02: the previous months show their own results, and none before the first data', async () => {
  const results = await months('admin', '04/2026')
  expect(results.map(({ thang }) => thang)).toEqual(['02/2026', '03/2026', '04/2026'])
  for (const { thang, doanh_thu, chi_phi, ket_qua } of results) {
    const ownItems = await items('admin', thang)
    expect({ thang, doanh_thu, ket_qua }).toEqual({
      thang,
      doanh_thu: ownItems.doanh_thu?.[0],
      ket_qua: ownItems.ket_qua?.[0],
    })
    expect(chi_phi).toBe(doanh_thu - (ket_qua ?? 0))
  }
  expect((await (await server.as('chinhanh1')).get('/api/v1/ketquathang/cacthang')).status).toBe(403)
})

test('D3-ONE-02: everybody gets the first month with data, so that no earlier month is offered', async () => {
  for (const username of ['admin', 'sale111'])
    expect((await (await server.as(username)).get('/api/v1/tinhluong/thangdau')).data).toEqual({
      thang: '02/2026',
    })
  const compared = await (
    await server.as('admin')
  ).get('/api/v1/tinhluong/sosanh?username=sale111&startDate=02/2026')
  expect(compared.data as Comparison).toMatchObject({ truoc: null, buoc: [] })
})

test('D3-ONE-02: a month without data before it is not compared', async () => {
  const { so_voi, khoan } = (await ask('admin', '02/2026')).data as AnswerOf<typeof monthResult>
  expect([so_voi, ...new Set(khoan.map(({ truoc }) => truoc))]).toEqual([null, null])
})

test('D3-ONE-02: a running month is provisional: figures by day are compared with the same days, pay and result only once it is over', async () => {
  const { pool } = server
  const today = todayVn()
  const month = monthDays(readMonth(thisMonth()) ?? '')
  const days = earlierDays(month) ?? month
  const after = addDays(days.end, 1)
  for (const [day, price] of [
    [today, 1_000],
    [days.start, 200],
    [days.end, 30],
    // In the previous month, but outside the compared days, if it has such days.
    [after, 4],
  ] as const)
    await addLine(pool, { at: vn(`${day} 00:00`), owner: 'sale111', price })
  const cost = after.slice(0, 7) === today.slice(0, 7) ? 1_004 : 1_000
  await pool.query(sql`
    INSERT INTO chiphihotro (nguoi_thuc_hien, ngay_nhap, noi_dung, don_gia, so_luong)
    VALUES ('A', ${today}, 'B', 500, 1), ('A', ${days.end}, 'B', 70, 1), ('A', ${after}, 'B', 9, 1)`)
  const answer = (await ask('admin', thisMonth())).data as AnswerOf<typeof monthResult>
  expect(answer).toMatchObject({ tam_tinh: true, so_voi: days })
  const now = await items('admin', thisMonth())
  expect(now).toMatchObject({
    doanh_thu: [cost, 230],
    hoan_tien: [0, 0],
    doanh_thu_thuc_te: [cost, 230],
    chiphihotro: [cost === 1_004 ? 509 : 500, 70],
  })
  for (const ma of ['luong', 'tong_luong_thang', 'che_tai', 'truy_thu', 'dieu_chinh', 'ket_qua'] as const)
    expect([ma, now[ma]?.[1]]).toEqual([ma, null])
  expect((await months('admin', thisMonth())).at(-1)).toMatchObject({ thang: thisMonth(), tam_tinh: true })
  // A finished month is compared as a whole with the whole previous month.
  const last = addMonths(thisMonth(), -1)
  const over = (await ask('admin', last)).data as AnswerOf<typeof monthResult>
  expect(over).toMatchObject({
    tam_tinh: false,
    so_voi: monthDays(readMonth(addMonths(last, -1)) ?? ''),
  })
  expect(over.khoan.every(({ truoc }) => truoc !== null)).toBe(true)
})

test('D3-PAY-13: the largest costs of the month come first, with the total of all beside them', async () => {
  const { values, so, tong } = await largestOf('admin')
  expect(values.map(({ ma, thanh_tien }) => [ma, thanh_tien])).toEqual([
    ['chiphiquanly', 1_000_000],
    ['chiphiquanly', 500_000],
    ['chiphihotro', 70_000],
    ['chiphikhac', 8_000],
  ])
  expect([so, tong]).toEqual([4, 1_578_000])
  const support = await largestOf('admin', '&ma=chiphihotro')
  expect([support.values.map(({ ma }) => ma), support.so, support.tong]).toEqual([['chiphihotro'], 1, 70_000])
  expect((await (await server.as('admin')).get('/api/v1/ketquathang/chiphilon?ma=luong')).status).toBe(400)
  expect((await (await server.as('chinhanh1')).get('/api/v1/ketquathang/chiphilon')).status).toBe(403)
})

test('D3-PAY-13: pay includes the signed adjustments of closed months, and so does the result', async () => {
  const { pool } = server
  await addLine(pool, { at: vn('2021-03-03 10:00'), owner: 'sale111', price: 20_000_000 })
  expect((await closeMonth(server, 'admin', '03/2021', { ly_do: 'Đã xem' })).status).toBe(200)
  // Late changes: a sale of one, a recovery of the other.
  await addLine(pool, { at: vn('2021-03-04 10:00'), owner: 'sale111', price: 5_000_000 })
  const owes = { staff: 'sale112', type: 1, first: 'truy_thu' }
  await addRequest(pool, { ...owes, phone: nextPhone(), at: vn('2021-03-05 10:00') })
  await addRequest(pool, { ...owes, phone: nextPhone(), at: vn('2021-04-05 10:00') })
  await addLine(pool, { at: vn('2021-04-03 10:00'), owner: 'sale112', price: 7_000_000 })
  await pool.query(`
    INSERT INTO payroll_input (username, thang, ngay_cong, "cheTaiKhac", updated_by) VALUES ('sale112', '2021-04-01', 10, 40000, 'admin')`)
  const { rowOf } = payrollCalls(server)
  const more = Number((await rowOf('sale111', '04/2021'))?.dieuChinh)
  expect([more > 0, (await rowOf('sale112', '04/2021'))?.dieuChinh]).toEqual([true, -10_802])
  const sums = await items('admin', '04/2021')
  const pay = sums.tong_luong_thang?.[0] ?? 0
  const cost = pay - 40_000 - 10_802 + (more - 10_802)
  expect(sums).toMatchObject({
    che_tai: [40_000, 0],
    truy_thu: [10_802, 0],
    dieu_chinh: [more - 10_802, 0],
    luong: [cost, expect.any(Number)],
    ket_qua: [7_000_000 - 12_345 - cost, expect.any(Number)],
  })
})

test('D3-PAY-13: without the right to a cost neither it nor the result is sent; the register of refund costs alone does not hide the result', async () => {
  for (const username of ['chinhanh1', 'sale111']) expect((await ask(username, '03/2026')).status).toBe(403)
  const names = async () => Object.keys(await items('quanly', '03/2026'))
  const all = await names()
  expect(all.filter((name) => name.startsWith('chiphi'))).toEqual(registers)
  // The session notices the change of rights by itself.
  await forbid(2, ['chiphihoantien.get'])
  const hidden = all.filter((name) => !['chiphihoantien', 'lech_hoan_tien'].includes(name))
  await expect.poll(names).toEqual(hidden)
  await forbid(2, ['chiphihotro.get'])
  await expect.poll(names).toEqual(hidden.filter((name) => !['chiphihotro', 'ket_qua'].includes(name)))
  // Neither the chart nor the largest records reveal it.
  for (const { chi_phi, ket_qua } of await months('quanly', '03/2026'))
    expect([chi_phi, ket_qua]).toEqual([null, null])
  const { values, so, tong } = await largestOf('quanly')
  expect([values.map(({ ma }) => ma), so, tong]).toEqual([
    ['chiphiquanly', 'chiphiquanly', 'chiphikhac'],
    3,
    1_508_000,
  ])
})
