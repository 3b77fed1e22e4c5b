/** 'Lương tạm tính': the month's pay with and without the last sale, and the revenue missing for the next tier (D3-PAY-10). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, thisMonth } from '#kit/contract/month.ts'
import type { PayToday } from '#subjects/pay/contract/calls/pay-today.ts'
import { addLine, vn } from '#test/payroll-books.ts'
import { closeMonth, payrollCalls } from '#test/payroll-calls.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const month = thisMonth().split('/').toReversed().join('-')
const timeAt = (clock: string): Date => vn(`${month}-01 ${clock}`)
const today = async (username: string): Promise<PayToday | null> =>
  (await (await server.as(username)).get('/api/v1/tinhluong/tamtinh')).data as PayToday | null
const net = async (): Promise<number> =>
  Number((await payrollCalls(server).rowOf('sale111', thisMonth()))?.luongThucNhan)
const sell = (clock: string, price: number, status?: string): Promise<string> =>
  addLine(server.pool, { at: timeAt(clock), owner: 'sale111', price, ...(status && { status }) })

test('D3-PAY-10, D3-PAY-01, D3-ONE-01: a salesperson sees the pay of the list, what the last sale changed in it, and the missing revenue to the đồng', async () => {
  expect(await today('admin')).toBeNull()
  expect(await today('sale111')).toMatchObject({
    luong: 0,
    don_cuoi: null,
    bac_toi: { tu: 500_000, phan_tram: 7, con_thieu: null },
  })
  await server.pool.query(
    `INSERT INTO payroll_input (username, thang, ngay_cong, updated_by) VALUES ('sale111', '${month}-01', 10, 'admin')`,
  )
  await sell('00:01', 4_000_000)
  const before = await net()
  const phone = await sell('00:02', 1_500_000)
  // A failed line is no sale.
  await sell('00:03', 9_000_000, 'FAILD')
  const now = await today('sale111')
  expect(now).toMatchObject({
    thang: thisMonth(),
    luong: await net(),
    ngay_cong: 10,
    doanhThu: 5_500_000,
    doanh_thu: 5_500_000,
    binh_quan: 550_000,
    phan_tram: 7,
    don_cuoi: {
      nhan: `****${phone.slice(-5)} VD90`,
      doanh_thu: 1_500_000,
      thay_doi: (await net()) - before,
      phan_tram: 7,
      phan_tram_truoc: 5,
    },
    bac_toi: { tu: 1_000_000, phan_tram: 9, con_thieu: 4_499_995 },
  })
  expect((await net()) - before).toBe(185_000 - 1_850)
  // One đồng short.
  await sell('00:04', 4_499_994)
  expect(await today('sale111')).toMatchObject({ phan_tram: 7, bac_toi: { tu: 1_000_000, con_thieu: 1 } })
  await sell('00:05', 1)
  expect(await today('sale111')).toMatchObject({ phan_tram: 9, bac_toi: { tu: 1_500_000 } })
  await sell('00:06', 90_000_000)
  expect(await today('sale111')).toMatchObject({ phan_tram: 13, bac_toi: null })
  // Everybody reads only the own pay.
  expect(await today('sale112')).toMatchObject({ doanh_thu: 0 })
})

test('D3-PAY-10: provisional pay names the adjustment of a closed month, so that it equals what the payroll pays', async () => {
  const last = addMonths(thisMonth(), -1)
  const day = `${last.split('/').toReversed().join('-')}-02`
  await addLine(server.pool, { at: vn(`${day} 09:00`), owner: 'sale121', price: 2_000_000 })
  expect((await closeMonth(server, 'quanly', last, { ly_do: 'x' })).status).toBe(200)
  expect(await today('sale121')).toMatchObject({ dieu_chinh: 0, chi_tra: 0 })
  // A sale that became known after the closing: 5 % of it, minus the fee.
  await addLine(server.pool, { at: vn(`${day} 10:00`), owner: 'sale121', price: 1_000_000 })
  const row = await payrollCalls(server).rowOf('sale121', thisMonth())
  expect(row).toMatchObject({ luongThucNhan: 0, dieuChinh: 49_500, chiTra: 49_500 })
  expect(await today('sale121')).toMatchObject({ luong: 0, dieu_chinh: 49_500, chi_tra: 49_500 })
})
