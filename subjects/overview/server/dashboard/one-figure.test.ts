/** A figure shown on two screens is equal for each reader; without permission it is on neither (D3-ONE-07). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toFilterDate } from '#kit/contract/dates.ts'
import type { Dashboard } from '#subjects/overview/contract/calls/dashboard.ts'
import { demoDatabase } from '#test/organisation.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { spansOf } from './spans.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, undefined, demoDatabase)
})
afterAll(() => server.close())

async function read<T>(username: string, path: string, values: Record<string, string> = {}): Promise<T> {
  const query = new URLSearchParams(values).toString()
  const answer = await (await server.as(username)).get(`/api/v1/${path}?${query}`)
  if (answer.status !== 200) throw new Error(`${username} ${path}: ${answer.text}`)
  return answer.data as T
}
/** The dashboard of a viewer with access to revenue. */
type Whole = Dashboard & { month: NonNullable<Dashboard['month']> }
const look = (username: string): Promise<Whole> => read<Whole>(username, 'dashboard')
const countOf = async (username: string, path: string, values: Record<string, string>): Promise<number> =>
  (await read<{ count: number }>(username, path, { ...values, count: '1' })).count
const days = (start: string, end: string) => ({ startDate: toFilterDate(start), endDate: toFilterDate(end) })

type RevenueReport = {
  doanhThu: number
  soGoi: number
  tongGoi: number
  values: { username_nv: string; tong_nv_chi_nhanh: number; doanh_thu_binh_quan: number; doanhThu: number }[]
}

test.each(['admin', 'chinhanh1', 'leader11', 'sale111', 'ketoan'])(
  'as %s revenue and its number of packages are the same in dashboard, lists and reports (D3-ONE-07)',
  async (username) => {
    const { month, period } = await look(username)
    const range = days(period.start, period.end)
    const figures = { doanhThu: month.revenue, soGoi: month.packages }
    const successes = await countOf(username, 'report90849332', { ...range, status: 'SUCCESS' })
    expect([username, month.packages]).toEqual([username, successes])
    const all = await countOf(username, 'report90849332', range)
    expect(all).toBeGreaterThanOrEqual(successes)
    // On the first of a month all registrations of the day may be successful so far; those since the month before are not.
    const longer = days(spansOf('month').lastMonthStart, period.end)
    expect(await countOf(username, 'report90849332', longer)).toBeGreaterThan(
      await countOf(username, 'report90849332', { ...longer, status: 'SUCCESS' }),
    )
    for (const path of ['report90849332', 'dsdttinhluong', 'reportstaffrevenue'])
      expect([path, await read(username, path, range)]).toEqual([
        path,
        expect.objectContaining({ ...figures, tongGoi: all }),
      ])
  },
)

test.each(['admin', 'ketoan'])(
  'as %s a branch has the same number of people and the same average in dashboard and report (D3-ONE-07)',
  async (username) => {
    // An account without numbers, and a locked one: both screens use the same rule.
    await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale211'`)
    const { ranking, period } = await look(username)
    const report = await read<RevenueReport>(username, 'reportbranchrevenue', days(period.start, period.end))
    const reported = report.values.filter((row) => row.tong_nv_chi_nhanh > 0)
    expect(ranking?.level).toBe('branch')
    const ranked = ranking?.rows.filter(({ staff }) => staff > 0) ?? []
    expect(
      new Set(
        ranked.map(
          ({ username, staff, revenue }) => `${username} ${staff} ${revenue} ${Math.round(revenue / staff)}`,
        ),
      ),
    ).toEqual(
      new Set(
        reported.map((row) =>
          [row.username_nv, row.tong_nv_chi_nhanh, row.doanhThu, row.doanh_thu_binh_quan].join(' '),
        ),
      ),
    )
    expect(reported.length).toBeGreaterThan(1)
    await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'sale211'`)
  },
)

test.each(['admin', 'chinhanh1', 'leader11', 'sale111', 'ketoan'])(
  "as %s a sold package has the same amount in 'Khách hàng 360', list and report (D3-ONE-07)",
  async (username) => {
    const { rows } = await server.pool.query<{ phone: string; day: string; sum: number }>(`
      SELECT so_dien_thoai_cs::text AS phone, "doanhThu"::int AS sum,
        (ngay_thanh_cong AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::text AS day
      FROM revenue_line l WHERE line_id = id AND deleted_at IS NULL AND username_nv = 'sale111' AND "doanhThu" > 1
        AND (SELECT count(*) FROM revenue_line o WHERE o.line_id = o.id AND o.username_nv = 'sale111'
          AND (o.ngay_thanh_cong AT TIME ZONE 'Asia/Ho_Chi_Minh')::date = (l.ngay_thanh_cong AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) = 1
      ORDER BY ngay_thanh_cong DESC LIMIT 1`)
    const { phone = '', day = '', sum = 0 } = rows[0] ?? {}
    const key = server.api.services.secrets?.conceal('khachhang360', phone) ?? ''
    const block = await read<{ values: { doanhThu: number; ngay_thanh_cong: string }[] }>(
      username,
      `khachhang360/${key}/doanhthu`,
    )
    const ownRows = block.values.filter((row) => row.doanhThu === sum)
    expect([sum > 0, ownRows.length]).toEqual([true, 1])
    const list = await read<{ doanhThu: number }>(username, 'report90849332', {
      message: phone,
      ...days(day, day),
    })
    const report = await read<{ doanhThu: number }>(username, 'reportstaffrevenue', {
      username: 'sale111',
      ...days(day, day),
    })
    expect([list.doanhThu, report.doanhThu]).toEqual([sum, sum])
  },
)

test('figures without a right are left out instead of 0: calls for the accountant, also revenue for an office account without pay.manage (D3-ONE-07)', async () => {
  const accountant = await read<Dashboard>('ketoan', 'dashboard')
  const { month, doanhThu } = await look('admin')
  expect(accountant).toMatchObject({ care: null, appointments: null, files: null, doanhThu, month })
  await server.pool.query(`
    INSERT INTO roles (name, priority) VALUES ('Thư ký', 6);
    UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'Thư ký') WHERE username = 'ketoan'`)
  const clerk = await server.as('ketoan')
  // Sessions are notified of the change by the database.
  await expect
    .poll(async () => (await clerk.get('/api/v1/dashboard')).data)
    .toMatchObject({
      care: null,
      appointments: null,
      doanhThu: null,
      compared: null,
      month: null,
      today: null,
      days: [],
      ranking: null,
    })
  for (const path of ['dashboard/hours', 'tilebatso', 'tilebatso/export'])
    expect([path, (await clerk.get(`/api/v1/${path}`)).status]).toEqual([path, 403])
  expect((await (await server.as('sale111')).get('/api/v1/tilebatso')).status).toBe(200)
})
