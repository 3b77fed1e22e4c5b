/** Parts add up: person, leader, branch and company, and the same money in every report. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '#kit/contract/call.ts'
import { reportbranchrevenue } from '#subjects/pay/contract/reports/reportbranchrevenue.ts'
import { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import { revenueTotals } from '#subjects/pay/contract/reports/revenue-sums.ts'
import type { monthResult, ResultItem } from '#subjects/pay/contract/calls/month-result.ts'
import { addMonth, addPrices, seededRandom } from '#test/payroll-books.ts'
import { payrollCalls } from '#test/payroll-calls.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addPrices(server.pool)
})
afterAll(() => server.close())

const leaders = { chinhanh1: ['leader11', 'leader12'], chinhanh2: ['leader21'] }
const people = ['sale111', 'sale112', 'sale121', 'sale122', 'sale211', 'leader11', 'leader12', 'leader21']

type Row = Record<string, number> & { username_nv: string }
type Listed = Record<string, number> & { values: Row[] }
const figures = Object.values(revenueTotals).map(({ sum }) => sum)
const sumOf = (rows: readonly Record<string, unknown>[], figure: string): number =>
  rows.reduce((total, row) => total + Number(row[figure]), 0)
const sums = (rows: readonly Row[]) =>
  Object.fromEntries(figures.map((figure) => [figure, sumOf(rows, figure)]))
const none = sums([])

/** Random changes: a person moves to another leader and branch, lines change owner and fail, a refund is refused. */
async function unsettle(n: number): Promise<void> {
  const pick = seededRandom(n + 70)
  const one = (table: string) => `(SELECT id FROM ${table} ORDER BY version, id OFFSET ${pick(20)} LIMIT 1)`
  const to = leaders.chinhanh1.concat(leaders.chinhanh2)[pick(3)]
  await server.pool.query(`
    UPDATE users SET group_id = l.id, brand_id = l.brand_id FROM users l
    WHERE l.username = '${to}' AND users.username = '${['sale112', 'sale211'][pick(2)]}'`)
  for (let change = 0; change < 4; change += 1) {
    await server.pool.query(
      `UPDATE revenue_line SET username_nv = '${people[pick(people.length)]}' WHERE id = ${one('revenue_line')}`,
    )
    await server.pool.query(
      `UPDATE revenue_line SET status = '${['FAILD', 'SUCCESS'][pick(2)]}' WHERE id = ${one('revenue_line')}`,
    )
  }
  await server.pool.query(
    `UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = -10000 WHERE id = ${one('requestrefund')}`,
  )
}

test('D2-REVF-34, D2-REVF-43, D2-SREV-02, D3-PAY-13: person, leader, branch and company add up, and payroll and monthly result show the same amounts', async () => {
  let explainedRows = 0
  const admin = await server.as('admin')
  const calls = payrollCalls(server)
  for (let n = 0; n < rounds(3, 24); n += 1) {
    const [year, number] = [2017 + Math.floor(n / 12), String((n % 12) + 1).padStart(2, '0')]
    const month = `${number}/${year}`
    await addMonth(server.pool, seededRandom(n + 900), `${year}-${number}`, people)
    await unsettle(n)
    const last = new Date(Date.UTC(year, (n % 12) + 1, 0)).getUTCDate()
    const range = `count=200&startDate=01/${month}&endDate=${last}/${month}`
    const read = async ({ path }: { path: string }, more = ''): Promise<Listed> =>
      (await admin.get(`/api/v1/${path}?${range}${more}`)).data as Listed
    const staff = await read(reportstaffrevenue)
    const branches = await read(reportbranchrevenue)
    // Rows add up to the total, branches to the company.
    const all = Object.fromEntries(Object.entries(revenueTotals).map(([name, { sum }]) => [sum, staff[name]]))
    expect({ month, ...all }).toEqual({ month, ...sums(staff.values) })
    expect({ month, ...sums(branches.values) }).toEqual({ month, ...all })
    for (const [branch, ofBranch] of Object.entries(leaders)) {
      const row = branches.values.find(({ username_nv: name }) => name === branch)
      const whole = row ? sums([row]) : none
      const inBranch = await read(reportstaffrevenue, `&team=${branch}`)
      expect({ month, branch, ...sums(inBranch.values) }).toEqual({ month, branch, ...whole })
      const groups: Row[] = []
      for (const leader of ofBranch)
        groups.push(...(await read(reportstaffrevenue, `&team=${leader}`)).values)
      expect({ month, branch, ...sums(groups) }).toEqual({ month, branch, ...whole })
    }
    // The payroll has the same revenue per person as the report by staff.
    const payroll = await calls.list('admin', month)
    for (const row of staff.values) {
      const paid = payroll.values.find(({ username }) => username === row.username_nv)
      expect({ month, ...paid }).toMatchObject({
        username: row.username_nv,
        tongDoanhThuGiaGoc: row.doanhThu,
        doanhThu: row.doanhThu,
        doanhThuTamTinh: row.doanh_thu_tam_tinh,
        doanhThuThucTe: row.doanh_thu_thuc_te,
      })
      explainedRows += 1
    }
    for (const figure of ['tongLuongThang', 'tongKhauTru', 'luongThucNhan', 'dieuChinh', 'chiTra'])
      expect([month, figure, payroll[`cong_${figure}`]]).toEqual([
        month,
        figure,
        sumOf(payroll.values, figure),
      ])
    // The month's result of the operation.
    const { khoan } = (await admin.get(`/api/v1/ketquathang?startDate=${month}`)).data as AnswerOf<
      typeof monthResult
    >
    const result = Object.fromEntries(khoan.map(({ ma, nay }) => [ma, nay])) as Record<ResultItem, number>
    const cost =
      sumOf(payroll.values, 'tongLuongThang') -
      sumOf(payroll.values, 'tongCheTai') -
      sumOf(payroll.values, 'truyThuSauChietKhau') +
      sumOf(payroll.values, 'dieuChinh')
    expect({ month, ...result }).toMatchObject({
      month,
      doanh_thu: all.doanhThu,
      hoan_tien: all.tong_hoan_tien,
      doanh_thu_thuc_te: all.doanh_thu_thuc_te,
      luong: cost,
      ket_qua: (all.doanh_thu_thuc_te ?? 0) - cost,
    })
  }
  expect(explainedRows).toBeGreaterThan(rounds(3, 24) * 4)
}, 240_000)
