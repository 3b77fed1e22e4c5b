/** The database's payroll equals a naive second implementation of D2-PAYF: random months, and special cases. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { naivePayroll, type Clocking, type Parameters } from '#test/naive-payroll.ts'
import {
  addClockings,
  addLine,
  addMonth,
  addPrices,
  addRequest,
  aimedAt,
  asSettings,
  booksOf,
  firstParameters,
  nextPhone,
  seededRandom,
  randomParameters,
  readRows,
  vn,
} from '#test/payroll-books.ts'
import { rounds } from '#test/rounds.ts'
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await organisationDatabase()
  await addPrices(database.pool)
})
afterAll(() => database.drop())

type Row = Record<string, unknown> & { username: string }

async function payroll(
  month: string,
  parameters: Parameters = firstParameters,
  people: string[] | null = null,
): Promise<Map<string, Row>> {
  const { rows } = await database.pool.query<{ row: Row }>(sql`
    SELECT to_json(p) AS row FROM payroll(${`${month}-01`}, ${JSON.stringify(asSettings(parameters))}, ${people}) p`)
  return new Map(rows.map(({ row }) => [row.username, row]))
}
const rowOf = async (username: string, month: string, parameters?: Parameters): Promise<Row | undefined> =>
  (await payroll(month, parameters, [username])).get(username)

const everybody = demoAccounts.map(({ username }) => username)

test('D3-PAY-01: for random people and months the payroll matches the naive calculation to the đồng, for one person and for all (D2-PAYF-04 to D2-PAYF-32, D2-Q-88, D2-Q-150, D2-PAY-25)', async () => {
  const people = everybody.slice(2)
  const months = rounds(9, 60)
  let paid = 0
  let owing = 0
  let exact = 0
  let below = 0
  for (let n = 0; n < months; n += 1) {
    const pick = seededRandom(n + 1)
    const month = `${2015 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
    const drawn = randomParameters(pick, month, people)
    await addMonth(database.pool, pick, month, people)
    const rows = await readRows(database.pool)
    const rowsBy = (p: Parameters) =>
      people.map((username) => naivePayroll(username, month, p, booksOf(rows, username, month)))
    const parameters = aimedAt(pick, drawn, people, rowsBy)
    const all = await payroll(month, parameters)
    for (const username of people) {
      const row = all.get(username)
      const expected = naivePayroll(username, month, parameters, booksOf(rows, username, month))
      expect({ month, username, row }).toMatchObject({ month, username, row: expected })
      exact += Number(expected.ngayCongThucTe === parameters.standardDays)
      below += Number((expected.tongLuongThang ?? 0) < 0)
      paid += Number((row?.tongDoanhThuVasTinhLuong as number) > 0)
      owing += Number((row?.truyThuSauChietKhau as number) > 0)
    }
    // Computed alone, a person has the same row as among all.
    for (const username of people.filter(() => pick(5) === 0))
      expect(await rowOf(username, month, parameters)).toEqual(all.get(username))
  }
  // Months without activity would prove nothing.
  expect(Math.min(paid, owing)).toBeGreaterThan(months * 3)
  expect(Math.min(exact, below)).toBeGreaterThan(1)
}, 240_000)

test('the worked example of the document gives its amounts (D2-PAYF-06, D2-PAYF-13, D2-PAYF-14, D2-PAYF-25, D2-PAYF-27, D2-PAYF-32, D2-PAY-24)', async () => {
  const month = '2030-03'
  await database.pool.query(`DELETE FROM settings WHERE key = 'ti_le_chiet_khau'`)
  await database.pool.query(`INSERT INTO settings (key, value) VALUES ('ti_le_chiet_khau', '7')`)
  await addLine(database.pool, { at: vn('2030-03-02 10:00'), owner: 'sale111', price: 20_000_000 })
  await addRequest(database.pool, {
    phone: nextPhone(),
    staff: 'sale111',
    at: vn('2030-03-05 10:00'),
    type: 5,
    price: 100_000,
    first: 'truy_thu',
  })
  await database.pool.query(`
    INSERT INTO payroll_input (username, thang, ngay_cong, "hoaHongDichVu", "hoaHongSim", "thiDuaThang", "baoHiemXaHoi",
      "cheTaiKhac", "kyQuyTamUng", updated_by)
    VALUES ('sale111', '2030-03-01', 24.5, 200000, 100000, 300000, 525000, 100000, 500000, 'admin')`)
  expect(await rowOf('sale111', month)).toMatchObject({
    id: 'sale111:03-2030',
    fullname: 'Nguyễn Hồng Nhung',
    thangTinhLuong: '03/2030',
    ngayCongThucTe: 24.5,
    luongCoBan: 5_000_000,
    luongTheoNgayCong: 4_711_538,
    chuyenCan: 0,
    tongLuongCoBan: 4_711_538,
    tongDoanhThuVasTinhLuong: 20_000_000,
    binhQuanDoanhThuTheoNgay: 816_327,
    hoaHongPhanTram: 7,
    hoaHongThucTinh: 1_400_000,
    tongThuongPhuCap: 300_000,
    tongLuongThang: 6_711_538,
    phiCongDoan: 67_115,
    tongCheTai: 100_000,
    truyThuSauChietKhau: 93_000,
    tongKhauTru: 1_285_115,
    luongThucNhan: 5_426_423,
  })
})

test('no revenue, a negative result and the limits of the union fee give the right amounts (D2-PAYF-13, D2-PAYF-25, D2-PAYF-32, D2-Q-162, D2-CONST-19)', async () => {
  const month = '2030-04'
  const type = (username: string, column: string, amount: number) =>
    database.pool.query(`
      INSERT INTO payroll_input (username, thang, "${column}", updated_by) VALUES ('${username}', '2030-04-01', ${amount}, 'admin')`)
  await type('sale112', 'kyQuyTamUng', 250_000)
  await type('sale113', 'nhanKhac', 15_000_000)
  await type('sale121', 'nhanKhac', 14_999_950)
  await type('sale122', 'nhanKhac', 14_999_949)
  expect(await rowOf('sale112', month)).toMatchObject({
    binhQuanDoanhThuTheoNgay: 0,
    hoaHongPhanTram: 0,
    hoaHongThucTinh: 0,
    tongLuongThang: 0,
    phiCongDoan: 0,
    luongThucNhan: -250_000,
  })
  expect([
    (await rowOf('sale113', month))?.phiCongDoan,
    (await rowOf('sale121', month))?.phiCongDoan,
    (await rowOf('sale122', month))?.phiCongDoan,
  ]).toEqual([150_000, 150_000, 149_999])
})

test('the payroll has a row for active accounts of priority 3 and below, and for any account with data in the month (D2-Q-151, D2-PAY-20)', async () => {
  const month = '2030-05'
  const names = async () => [...(await payroll(month)).keys()].toSorted()
  const staff = demoAccounts.filter(({ priority }) => priority >= 3).map(({ username }) => username)
  expect(await names()).toEqual(staff.toSorted())
  // Joined on the 10th, locked on the 20th: work and sales in between are paid.
  await database.pool.query(`UPDATE users SET is_deleted = true WHERE username IN ('sale211', 'sale212')`)
  await addLine(database.pool, { at: vn('2030-05-12 09:00'), owner: 'sale211', price: 700_000 })
  await addClockings(
    database.pool,
    month,
    ['10', '11', '12', '19'].map((day) => ({ ...plain('sale211'), day: `${month}-${day}` })),
  )
  // A manager with a sale.
  await addLine(database.pool, { at: vn('2030-05-12 09:00'), owner: 'quanly', price: 90_000 })
  expect(await names()).toEqual([...staff.filter((name) => name !== 'sale212'), 'quanly'].toSorted())
  expect(await rowOf('sale211', month)).toMatchObject({
    ngayCongThucTe: 4,
    luongTheoNgayCong: 769_231,
    tongDoanhThuVasTinhLuong: 700_000,
    binhQuanDoanhThuTheoNgay: 175_000,
    hoaHongThucTinh: 35_000,
  })
  await database.pool.query(`UPDATE users SET is_deleted = false`)
})

test('a refund after the end of the month changes the line of its month (D2-REVF-15, D2-PAYF-10, D2-PAYF-11, D2-Q-164)', async () => {
  const phone = await addLine(database.pool, { at: vn('2030-06-30 23:59'), owner: 'sale111', price: 90_000 })
  const before = await rowOf('sale111', '2030-06')
  await addRequest(database.pool, {
    phone,
    staff: 'sale111',
    at: vn('2030-07-15 08:00'),
    type: 1,
    first: 'truy_thu',
  })
  const after = await rowOf('sale111', '2030-06')
  const refunded = 90_000 - Number(after?.tongDoanhThuVasTinhLuong)
  expect(before?.tongDoanhThuVasTinhLuong).toBe(90_000)
  expect(refunded).toBe(12_345)
  expect(after).toMatchObject({ tongDoanhThuGiaGoc: 90_000, truyThuSauChietKhau: 0 })
  // The recovery belongs to the month of its request.
  expect((await rowOf('sale111', '2030-07'))?.truyThuSauChietKhau).toBe(11_481)
})

const plain = (username: string): Clocking => ({
  username,
  day: null,
  in: 8 * 3600,
  out: 17 * 3600,
  decision: null,
})
const days = async (month: string, rows: Partial<Clocking>[], parameters?: Partial<Parameters>) => {
  await addClockings(
    database.pool,
    month,
    rows.map((row) => ({ ...plain('sale122'), ...row })),
  )
  return (await rowOf('sale122', month, { ...firstParameters, ...parameters }))?.ngayCongThucTe
}
const secondsAt = (hours: number): number => hours * 3600

test('full days, half days, split days and nights past midnight are counted (D2-Q-154, D2-PAYF-04, D3-PAY-14)', async () => {
  expect(await days('2031-01', [{ day: '2031-01-02' }])).toBe(1)
  expect(await days('2031-02', [{ in: secondsAt(8), out: secondsAt(15) }])).toBe(1)
  expect(await days('2031-03', [{ in: secondsAt(8), out: secondsAt(15) - 1 }])).toBe(0.5)
  expect(await days('2031-04', [{ in: secondsAt(8), out: secondsAt(11.5) - 1 }])).toBe(0)
  // Morning and afternoon, four hours each.
  const split = [
    { day: '2031-05-04', in: secondsAt(8), out: secondsAt(12) },
    { day: '2031-05-04', in: secondsAt(13), out: secondsAt(17) },
  ]
  expect(await days('2031-05', split)).toBe(1)
  expect(await days('2031-06', [{ day: '2031-06-30', in: secondsAt(22), out: secondsAt(30) }])).toBe(1)
  // Rows without a day count as one day each.
  expect(await days('2031-07', [{}, {}])).toBe(2)
})

test('irregular rows count 0 until they are decided; the other rows of the day count (D3-PAY-14)', async () => {
  expect(await days('2032-01', [{ day: '2032-01-05', out: null }])).toBe(0)
  const double = [
    { day: '2032-02-05', in: secondsAt(8), out: secondsAt(12) },
    { day: '2032-02-05', in: secondsAt(11), out: secondsAt(17) },
  ]
  expect(await days('2032-02', double)).toBe(0)
  expect(await days('2032-03', [{ day: '2032-03-05', in: secondsAt(1), out: secondsAt(17) + 1 }])).toBe(0)
  expect(await days('2032-04', [{ day: '2032-04-05', in: secondsAt(1), out: secondsAt(17) }])).toBe(1)
  // On a holiday an attendance must be decided; the days around it count.
  const tet = ['2033-01-31', '2033-01-30', '2033-01-29'].map((day) => ({ day }))
  expect(await days('2033-01', tet, { holidays: ['2033-01-31', '2033-01-30'] })).toBe(1)
  const half = [
    { day: '2032-05-05', in: secondsAt(8), out: secondsAt(12) },
    { day: '2032-05-05', in: secondsAt(13), out: null, decision: 'nua_ngay' },
  ]
  expect(await days('2032-05', half)).toBe(1)
  // A dropped row does not affect the other one; overlapping hours of two rows count once.
  expect(await days('2032-06', [{ day: '2032-06-05' }, { day: '2032-06-05', decision: 'bo' }])).toBe(1)
  const together = [
    { day: '2032-07-05', in: secondsAt(8), out: secondsAt(11), decision: 'theo_gio' },
    { day: '2032-07-05', in: secondsAt(9), out: secondsAt(12), decision: 'theo_gio' },
  ]
  expect(await days('2032-07', together)).toBe(0.5)
})

test('D3-PAY-17: a holiday entered twice counts once', async () => {
  const holidays = ['2034-01-01', '2034-01-01']
  const onHoliday = (decision: string, from: number): Partial<Clocking> => ({
    day: '2034-01-01',
    in: secondsAt(from),
    out: secondsAt(from + 2),
    decision,
  })
  expect(await days('2034-01', [onHoliday('nua_ngay', 8)], { holidays })).toBe(0.5)
  const { rows } = await database.pool.query<{ cho: number; so_dong: number }>(sql`
    SELECT cho, so_dong FROM timekeeping_days('2034-01-01', ${JSON.stringify(asSettings({ ...firstParameters, holidays }))}, ARRAY['sale122'])`)
  expect(rows).toEqual([{ cho: 0, so_dong: 1 }])
  // Listed twice as a holiday, the row is undecided once.
  await addClockings(database.pool, '2034-02', [{ ...plain('sale122'), day: '2034-02-01' }])
  const twice = { ...firstParameters, holidays: ['2034-02-01', '2034-02-01'] }
  expect((await rowOf('sale122', '2034-02', twice))?.chamCongCho).toBe(1)
})
