/** Links of the closing checklist open the rows that its items count (D3-PAY-05). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Clocking } from '#subjects/pay/contract/calls/payroll.ts'
import { closeWork, type CloseState, type CloseWork } from '#subjects/pay/contract/calls/payroll-close.ts'
import { workRows } from '#subjects/pay/contract/calls/payroll-work.ts'
import { addClockings, addLine, addPrices, addRequest, nextPhone, vn } from '#test/payroll-books.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addPrices(server.pool)
})
afterAll(() => server.close())

const show = async (month: string): Promise<CloseState> =>
  (await (await server.as('quanly')).get(`/api/v1/chotluong?startDate=${month}`)).data as CloseState
const work = async (month: string) =>
  Object.fromEntries((await show(month)).viec.map(({ ma, ...item }) => [ma, item]))

/** Number of rows that an item's link opens, and the number of open rows in the item (of all rows when none is open). */
async function linked(month: string, ma: CloseWork): Promise<[opened: number, counted: number]> {
  const item = (await show(month)).viec.find((one) => one.ma === ma)
  if (!item) throw new Error(ma)
  const { screen, filters } = workRows(item, month)
  const admin = await server.as('quanly')
  const query = new URLSearchParams(filters).toString()
  const counted = ma === 'don_cho_duyet' || item.xong === item.tong ? item.tong : item.tong - item.xong
  if (ma === 'bat_thuong') {
    const { values } = (await admin.get(`/api/v1/tinhluong/batthuong?${query}`)).data as {
      values: Clocking[]
    }
    return [values.filter(({ cho }) => cho || item.xong === item.tong).length, counted]
  }
  if (screen !== 'desk')
    return [((await admin.get(`/api/v1/${screen}?${query}`)).data as { count: number }).count, counted]
  const { values } = (await admin.get(`/api/v1/banduyet?${query}`)).data as { values: unknown[] }
  const sums = (await admin.get(`/api/v1/banduyet/dem?${query}`)).data as {
    values: { kind: string; count: number }[]
  }
  const kinds = filters.kinds?.split(',') ?? []
  expect(
    sums.values.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { count }) => sum + count, 0),
  ).toBe(values.length)
  return [values.length, counted]
}

test('the link of each checklist item opens exactly the rows that it counts (D3-PAY-05)', async () => {
  const tenOn = (day: number) => vn(`2020-02-${String(day).padStart(2, '0')} 10:00`)
  const named = await addLine(server.pool, { at: tenOn(3), owner: 'sale111', price: 90_000 })
  await addLine(server.pool, { at: tenOn(4), owner: 'sale112', price: 90_000 })
  await addLine(server.pool, { at: tenOn(5), owner: 'sale112', price: 90_000 })
  await server.pool.query(sql`UPDATE revenue_line SET doi_soat_luc = now() WHERE so_dien_thoai_cs = ${named}`)
  await addClockings(server.pool, '2020-02', [
    { username: 'sale111', day: '2020-02-03', in: 28_800, out: null, decision: null },
    { username: 'sale112', day: '2020-02-03', in: 28_800, out: 61_200, decision: null },
  ])
  // Requested in the month and in the next one; decided and undecided; one returned by the partner.
  for (const when of [tenOn(6), tenOn(7), vn('2020-03-01 00:00')])
    await server.pool.query(sql`
      INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
      VALUES ('sale111', '', ${nextPhone()}, 'VD90', 2, 12345, ${when})`)
  const owed = (status?: number) =>
    addRequest(server.pool, {
      phone: nextPhone(),
      staff: 'sale112',
      at: tenOn(8),
      type: 5,
      price: 50_000,
      first: 'truy_thu',
      ...(status !== undefined && { status }),
    })
  const ids = [await owed(), await owed(), await owed(), await owed(-10_000)]
  const auto = (row: string | undefined) =>
    server.pool.query(sql`
      UPDATE requestrefund SET username_duyet_trang_thai_truy_thu_hoan_theo_goi = '__AUTO' WHERE id = ${row ?? ''}`)
  for (const row of [ids[0], ids[1], ids[3]]) await auto(row)
  const linkedCounts = async () => {
    const pairs = Object.keys(closeWork).filter((ma) => ma !== 'tham_so') as CloseWork[]
    const counts: [string, number][] = []
    for (const ma of pairs) {
      const [opened, counted] = await linked('02/2020', ma)
      expect([ma, opened]).toEqual([ma, counted])
      counts.push([ma, counted])
    }
    return Object.fromEntries(counts)
  }
  const people = (await work('02/2020')).cham_cong?.tong ?? 0
  // The two automatic top-ups wait for approval, too.
  expect(await linkedCounts()).toEqual({
    cham_cong: people - 2,
    bat_thuong: 1,
    doi_soat: 2,
    don_cho_duyet: expect.any(Number),
    truy_thu: 2,
  })
  await server.pool.query(sql`
    UPDATE requestrefund SET username_duyet_trang_thai_truy_thu_hoan_theo_goi = 'quanly' WHERE id = ANY (${ids})`)
  await server.pool.query(`UPDATE revenue_line SET doi_soat_luc = now() WHERE ngay_thanh_cong < '2020-03-01'`)
  expect(await linkedCounts()).toMatchObject({ doi_soat: 3, truy_thu: 3 })
})
