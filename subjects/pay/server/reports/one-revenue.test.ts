/** One revenue: all screens show the same for the same people and days, over random sales, units and ranges. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayStart, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { earlierDays, monthDays, type Days } from '#kit/contract/earlier.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { addMonths, readMonth, thisMonth } from '#kit/contract/month.ts'
import type { Dashboard, DashboardPeriod } from '#subjects/overview/contract/calls/dashboard.ts'
import type { monthResult } from '#subjects/pay/contract/calls/month-result.ts'
import type { PayToday } from '#subjects/pay/contract/calls/pay-today.ts'
import type { Slip } from '#subjects/pay/contract/calls/payslip.ts'
import { addLine, nextPhone, seededRandom, type Pick } from '#test/payroll-books.ts'
import { payrollCalls } from '#test/payroll-calls.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Accounts that existed last month have a payslip of it.
  await server.pool.query(`UPDATE users SET "createdAt" = '2024-01-01'`)
})
afterAll(() => server.close())

const sellers = ['sale111', 'sale112', 'sale121', 'sale211', 'leader11', 'chinhanh2', 'HNIMB01', 'doitac1']
const viewers = [
  'admin',
  'chinhanh1',
  'leader11',
  'sale111',
  'ketoan',
  'chinhanh2',
  'doitac1',
  'leader21',
] as const
const periods: DashboardPeriod[] = ['month', 'week', 'today']
const thisMonthDays = (): Days => monthDays(readMonth(thisMonth()) ?? '')
const lastMonthDays = (): Days => monthDays(readMonth(addMonths(thisMonth(), -1)) ?? '')

/** A line from one of the sources: reconciliation file, one-time code, carrier; with or without a seller. */
async function sell(pick: Pick, phone: string, instant: Date): Promise<void> {
  const owner = pick(6) === 0 ? 'quanly' : (sellers[pick(sellers.length)] ?? '')
  const price = pick(5) === 0 ? 0 : 1 + pick(900_000)
  const { pool } = server
  if (pick(3) === 0)
    await pool.query(sql`
      INSERT INTO invitation_history (source, msisdn, "packCode", "packPrice", status, "genDate", username_nv)
      VALUES ('9084', ${phone}, 'VD90', ${price}, ${pick(5) === 0 ? 'FAILD' : 'SUCCESS'}, ${instant}, ${owner})`)
  else if (pick(2) === 0)
    await pool.query(sql`
      INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status", "Result", username_nv)
      VALUES ('d1', ${phone}, 'VD90', ${price}, ${instant}, ${pick(4) === 0 ? 0 : 1}, '', ${pick(4) === 0 ? null : owner})
      ON CONFLICT DO NOTHING`)
  else
    await addLine(pool, {
      phone,
      at: instant,
      owner,
      price,
      status: ['SUCCESS', 'FAILD', 'khac'][pick(3)] ?? '',
    })
}

/** Two months of sales up to now, also at the edges of days; people move, lines are deleted and change owner. */
async function writeBooks(n: number): Promise<void> {
  const pick = seededRandom(n + 4_000)
  const { pool } = server
  await pool.query('DELETE FROM revenue_line')
  const [first, now] = [Date.parse(dayStart(lastMonthDays().start)), Date.now()]
  let phone = nextPhone()
  for (let line = 0; line < 24; line += 1) {
    const days = Math.floor((now - first) / 86_400_000)
    // Half of them in the last days, for the shorter periods.
    const day = first + (pick(2) === 0 ? days - pick(10) : pick(days + 1)) * 86_400_000
    const soldAt = new Date(Math.min(now, day + ([0, 1, 86_399_999][pick(4)] ?? pick(86_400_000))))
    if (pick(4) > 0) phone = nextPhone()
    await sell(pick, phone, soldAt)
  }
  const one = sql`(SELECT id FROM revenue_line ORDER BY track1 OFFSET ${pick(8)} LIMIT 1)`
  await pool.query(sql`UPDATE revenue_line SET deleted_at = now(), deleted_by = 'admin' WHERE id = ${one}`)
  await pool.query(sql`UPDATE revenue_line SET username_nv = ${sellers[pick(8)]} WHERE id = ${one}`)
  const leader = ['leader11', 'leader12', 'leader21'][pick(3)]
  await pool.query(sql`
    UPDATE users SET group_id = l.id, brand_id = l.brand_id FROM users l
    WHERE l.username = ${leader} AND users.username = ${['sale112', 'sale211'][pick(2)]}`)
}

type Line = {
  username: string | null
  brand: string | null
  leader: string | null
  day: string
  price: number
}

/** The successful lines from the raw rows, without the product's own sums. */
async function successes(): Promise<Line[]> {
  const { rows } = await server.pool.query<Line>(`
    SELECT username_nv AS username, (SELECT username FROM users WHERE id = l.brand_id) AS brand,
      (SELECT username FROM users WHERE id = l.group_id) AS leader, doanh_thu::int AS price,
      to_char(ngay_thanh_cong AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') AS day
    FROM revenue_line l WHERE line_id = id AND deleted_at IS NULL AND status = 'SUCCESS'`)
  return rows
}

const sumOf = (lines: readonly Line[], { start, end }: Days, matches: (line: Line) => boolean): number =>
  lines.reduce(
    (sum, line) => (line.day >= start && line.day <= end && matches(line) ? sum + line.price : sum),
    0,
  )

/** Lines that a viewer sees: those of the own unit, and the own ones. */
const seenBy =
  (viewer: string) =>
  ({ username, brand, leader }: Line): boolean => {
    if (viewer === 'admin' || viewer === 'ketoan') return true
    // A partner is a seller of a branch and sees all its sales.
    const unit = viewer.startsWith('leader') ? leader : viewer.startsWith('sale') ? null : brand
    return username === viewer || unit === (viewer === 'doitac1' ? 'chinhanh2' : viewer)
  }

async function read<T>(username: string, path: string, values: Record<string, string> = {}): Promise<T> {
  const query = new URLSearchParams(values).toString()
  const answer = await (await server.as(username)).get(`/api/v1/${path}?${query}`)
  if (answer.status !== 200) throw new Error(`${username} ${path}: ${answer.text}`)
  return answer.data as T
}

type Sums = { doanhThu: number; doanhThuNgoaiChiNhanh: number; values: { doanhThu: number }[] }
const total = (rows: readonly { doanhThu: number }[]): number =>
  rows.reduce((sum, { doanhThu }) => sum + doanhThu, 0)

/** Revenue in every list and report of a range, for a viewer. */
async function lists(viewer: string, days: Days): Promise<Record<string, number>> {
  const filter = { startDate: toFilterDate(days.start), endDate: toFilterDate(days.end), count: '100' }
  const [detailed, reconciled, staff, branches, none] = [
    await read<Sums>(viewer, 'report90849332', filter),
    await read<Sums>(viewer, 'dsdttinhluong', filter),
    await read<Sums>(viewer, 'reportstaffrevenue', filter),
    await read<Sums>(viewer === 'ketoan' ? viewer : 'admin', 'reportbranchrevenue', filter),
    await read<Sums>('admin', 'report90849332', { ...filter, team: '__NO_BRANCH' }),
  ]
  expect(none.doanhThu).toBe(branches.doanhThuNgoaiChiNhanh)
  return {
    detailed: detailed.doanhThu,
    'rows of the detailed': total(detailed.values),
    reconciled: reconciled.doanhThu,
    staff: staff.doanhThu,
    'rows of the staff': total(staff.values),
    ...((viewer === 'admin' || viewer === 'ketoan') && {
      branches: branches.doanhThu + branches.doanhThuNgoaiChiNhanh,
      'rows of the branches': total(branches.values) + branches.doanhThuNgoaiChiNhanh,
    }),
  }
}

type PaySums = Record<
  | 'doanhThu'
  | 'doanhThuChuaRoNhanVien'
  | 'doanhThuDonViKhac'
  | 'doanhThuChuaCoDonVi'
  | 'doanhThuNguoiNgoai'
  | 'doanhThuDoiSauChot'
  | 'doanhThuTheoBaoCao',
  number
> & { values: { username: string }[] }

/** Compares payroll and reports of a reader, with the difference computed naively; returns whether there is one. */
async function besidePay(viewer: string, month: string, lines: readonly Line[]): Promise<boolean> {
  const days = monthDays(readMonth(month) ?? '')
  const pay = await read<PaySums>(viewer, 'tinhluong', { startDate: month, count: '1000' })
  const people = new Set(pay.values.map(({ username }) => username))
  const paid = ({ username }: Line): boolean => username !== null && people.has(username)
  // A partner's payroll covers its own pay only (D3-ACC-06), whatever its reports show of the branch.
  const visible = viewer === 'doitac1' ? ({ username }: Line) => username === viewer : seenBy(viewer)
  const sum = (matches: (line: Line) => boolean): number => sumOf(lines, days, matches)
  const { values: _, ...sums } = pay
  expect({ viewer, month, ...sums }).toMatchObject({
    viewer,
    month,
    doanhThu: sum(paid),
    doanhThuChuaRoNhanVien: sum((line) => visible(line) && line.username === null),
    doanhThuDonViKhac: sum((line) => paid(line) && !visible(line) && (line.brand ?? line.leader) !== null),
    doanhThuChuaCoDonVi: sum((line) => paid(line) && !visible(line) && (line.brand ?? line.leader) === null),
    doanhThuNguoiNgoai: sum((line) => visible(line) && line.username !== null && !paid(line)),
    doanhThuDoiSauChot: 0,
    doanhThuTheoBaoCao: sum(visible),
  })
  const added = pay.doanhThuNguoiNgoai + pay.doanhThuChuaRoNhanVien + pay.doanhThuDoiSauChot
  const taken = pay.doanhThuDonViKhac + pay.doanhThuChuaCoDonVi
  expect(pay.doanhThu - taken + added).toBe(pay.doanhThuTheoBaoCao)
  const filter = { startDate: toFilterDate(days.start), endDate: toFilterDate(days.end), count: '100' }
  const staff = await read<Sums>(viewer, 'reportstaffrevenue', filter)
  expect([viewer, staff.doanhThu]).toEqual([viewer, sum(seenBy(viewer))])
  return taken + pay.doanhThuNguoiNgoai > 0
}

/** Checks the dashboard of a period: period, month, today, units and previous days. */
async function dashboard(viewer: string, period: DashboardPeriod, lines: readonly Line[]): Promise<Days> {
  const answer = await read<Dashboard>(viewer, 'dashboard', { period })
  const { days, ranking } = answer
  const [month, today] = [answer.month!, answer.today!]
  const visible = seenBy(viewer)
  const [day, first] = [todayVn(), lines.map((line) => line.day).toSorted()[0] ?? '']
  const before = earlierDays(thisMonthDays()) ?? lastMonthDays()
  expect({
    viewer,
    period: answer.doanhThu,
    month: month.revenue,
    today: today.revenue,
    days: days.reduce((sum, { revenue }) => sum + revenue, 0),
    before: month.before.revenue,
    units: ranking && ranking.rows.reduce((sum, { revenue }) => sum + revenue, ranking.outside),
  }).toEqual({
    viewer,
    period: sumOf(lines, answer.period, visible),
    month: sumOf(lines, thisMonthDays(), visible),
    today: sumOf(lines, { start: day, end: day }, visible),
    days: sumOf(lines, thisMonthDays(), visible),
    before: sumOf(lines, before, visible),
    units: viewer.startsWith('sale') ? null : sumOf(lines, answer.period, visible),
  })
  expect(month.compared).toEqual(before.end >= first ? before : month.compared)
  return answer.period
}

/** Checks payroll, payslip, today's pay and result of a month. */
async function pay(month: string, days: Days, lines: readonly Line[]): Promise<void> {
  const { values, doanhThu, doanhThuChuaRoNhanVien = 0 } = await payrollCalls(server).list('admin', month)
  const ofPerson = (name: string): number => sumOf(lines, days, ({ username }) => username === name)
  expect(values.map(({ username, doanhThu: revenue }) => [username, revenue])).toEqual(
    values.map(({ username }) => [username, ofPerson(username)]),
  )
  const all = sumOf(lines, days, () => true)
  expect([month, doanhThu, Number(doanhThu) + doanhThuChuaRoNhanVien]).toEqual([
    month,
    sumOf(lines, days, ({ username }) => username !== null),
    all,
  ])
  const slip = await read<Slip>('sale111', 'phieuluong', { startDate: month })
  expect(slip.hang.doanhThu).toBe(ofPerson('sale111'))
  const today = await read<PayToday>('sale111', 'tinhluong/tamtinh')
  expect(month === thisMonth() ? today.doanhThu : ofPerson('sale111')).toBe(ofPerson('sale111'))
  const { khoan } = await read<AnswerOf<typeof monthResult>>('admin', 'ketquathang', { startDate: month })
  const [revenue] = khoan
  expect([revenue?.ma, revenue?.nay]).toEqual(['doanh_thu', all])
  const before = earlierDays(days)
  // Null for a month without a comparison.
  expect([null, before && sumOf(lines, before, () => true)]).toContain(revenue?.truoc)
}

test('dashboard, lists, reports, payroll, payslip, today’s pay and monthly result show the same revenue for the same people and days, and name the difference after a move (D3-ONE-01, D3-ONE-02, D3-ONE-07)', async () => {
  let [compared, parted] = [0, 0]
  for (let n = 0; n < rounds(24, 240); n += 1) {
    await writeBooks(n)
    const lines = await successes()
    const viewer = viewers[n % viewers.length] ?? 'admin'
    const shownDays = await dashboard(viewer, periods[n % 3] ?? 'month', lines)
    const start = addDays(lastMonthDays().start, n % 40)
    for (const days of [shownDays, { start, end: addDays(start, n % 17) }]) {
      const expected = sumOf(lines, days, seenBy(viewer))
      const sums = await lists(viewer, days)
      expect({ n, viewer, days, ...sums }).toEqual({
        n,
        viewer,
        days,
        ...Object.fromEntries(Object.keys(sums).map((name) => [name, expected])),
      })
      compared += Number(expected > 0)
    }
    const month = n % 2 === 0 ? thisMonth() : addMonths(thisMonth(), -1)
    for (const one of [viewer, ['chinhanh1', 'leader11', 'leader21'][n % 3] ?? ''])
      parted += Number(await besidePay(one, month, lines))
    await pay(month, n % 2 === 0 ? thisMonthDays() : lastMonthDays(), lines)
  }
  expect(compared).toBeGreaterThan(rounds(24, 240) / 2)
  // At least some people moved, so that person and unit differ.
  expect(parted).toBeGreaterThan(rounds(24, 240) / 4)
}, 600_000)
