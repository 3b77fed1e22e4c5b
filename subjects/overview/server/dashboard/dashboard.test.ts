/** Every dashboard figure equals the rows of its link, in the viewer's scope. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays, dayStart, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import type { Dashboard, Hour } from '#subjects/overview/contract/calls/dashboard.ts'
import type { DeskCount, DeskRow } from '#subjects/money/contract/calls/desk.ts'
import { workday } from '#platform/app/server/seed/demo-days.ts'
import { demoDatabase } from '#test/organisation.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { spansOf } from './spans.ts'

type Captured = { values: { da_nhan_so: number; so_tra_ket_qua: number; chap_nhan: number }[] }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, undefined, demoDatabase)
})
afterAll(() => server.close())

const query = (values: Record<string, string>): string => `?${new URLSearchParams(values).toString()}`

async function read<T>(user: string, path: string, values: Record<string, string> = {}): Promise<T> {
  const answer = await (await server.as(user)).get(`/api/v1/${path}${query(values)}`)
  if (answer.status !== 200) throw new Error(`${user} ${path}: ${answer.text}`)
  return answer.data as T
}
/** The dashboard of a seller or leader, with all parts present. */
type Whole = Dashboard & {
  [name in 'doanhThu' | 'month' | 'today' | 'care' | 'appointments']: NonNullable<Dashboard[name]>
}
const look = (user: string, values: Record<string, string> = {}): Promise<Whole> =>
  read<Whole>(user, 'dashboard', values)

type List = { values: Record<string, unknown>[]; count: number }
const countOf = async (user: string, path: string, values: Record<string, string>): Promise<number> =>
  (await read<List>(user, path, { ...values, count: '1' })).count

/** All rows of a list, page by page as a screen does. */
async function rowsOf(user: string, path: string, values: Record<string, string>): Promise<List['values']> {
  const rows: List['values'] = []
  for (let page = 0; ; page += 1) {
    const { values: more, count } = await read<List>(user, path, {
      ...values,
      page: String(page),
      count: '50',
    })
    rows.push(...more)
    if (rows.length >= count || more.length === 0) return rows
  }
}

const days = (
  start: string,
  end: string,
  [from, to]: [string, string] = ['startDate', 'endDate'],
): Record<string, string> => ({
  [from]: toFilterDate(start),
  [to]: toFilterDate(end),
})
const priceOf = (rows: List['values']): number =>
  rows.reduce((sum, { doanh_thu: price }) => sum + Number(price), 0)
const registered = (user: string, start: string, end: string, more: Record<string, string> = {}) =>
  rowsOf(user, 'report90849332', { ...days(start, end), status: 'SUCCESS', ...more })

const viewers = ['admin', 'chinhanh1', 'leader11', 'sale111', 'doitac1']
const periods = ['today', 'week', 'month'] as const

describe.each(viewers)('as %s', (user) => {
  test.each(periods)(
    'the funnel of the period "%s" equals its lists, as does that of the same days before (D1-HOME-02, D1-Q-146, D3-ONE-02)',
    async (period) => {
      const { care, period: shownPeriod } = await look(user, { period })
      const listed = async (start: string, end: string) => {
        const range = days(start, end)
        const capture = await read<Captured>(user, 'tilebatso', { ...range, count: '50' })
        return {
          received: capture.values.reduce((sum, row) => sum + row.da_nhan_so, 0),
          called: await countOf(user, 'care/history', range),
          reached: await countOf(user, 'care/history', { ...range, gap_khach: '1' }),
          agreed: await countOf(user, 'care/history', { ...range, status: 'APPROVED' }),
          registered: await countOf(user, 'report90849332', { ...range, status: 'SUCCESS' }),
        }
      }
      const { before, ...now } = care
      expect(now).toEqual(await listed(shownPeriod.start, shownPeriod.end))
      const { before: former } = spansOf(period)
      const counts = await listed(former.start, former.end)
      expect(before).toEqual(
        Object.values(counts).some((count) => count > 0) ? { ...former, ...counts } : null,
      )
    },
  )

  test('revenue of month and today equals the successful lines, and is compared with the same days (D1-HOME-02, D1-Q-146, D3-ONE-01, D3-ONE-02)', async () => {
    const { month, today, days: byDay, doanhThu, compared } = await look(user)
    const {
      month: { start: monthStart },
      lastMonth,
      today: day,
      lastMonthStart,
    } = spansOf('month')
    expect([doanhThu, compared, month.compared]).toEqual([month.revenue, lastMonth, lastMonth])
    const former = await registered(user, lastMonth.start, lastMonth.end)
    expect(month.before).toEqual({ revenue: priceOf(former), packages: former.length })
    const rows = await registered(user, monthStart, day)
    expect([month.revenue, month.packages]).toEqual([priceOf(rows), rows.length])
    const list = { ...days(monthStart, day), count: '1' }
    expect(await read(user, 'report90849332', list)).toMatchObject({ doanhThu: month.revenue })
    const now = await registered(user, day, day)
    expect(today).toEqual({ revenue: priceOf(now), packages: now.length })
    expect(byDay.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(month.revenue)
    const first = await registered(user, monthStart, monthStart)
    expect(byDay[0]).toMatchObject({ day: monthStart, revenue: priceOf(first) })
    const firstBefore = await registered(user, lastMonthStart, lastMonthStart)
    expect(byDay[0]?.before).toBe(priceOf(firstBefore))
  })

  test('late appointments and those of today match the care log (D1-HOME-02)', async () => {
    const { appointments } = await look(user)
    const names: [string, string] = ['startDateHen', 'endDateHen']
    const today = todayVn()
    expect(appointments).toMatchObject({
      late: await countOf(user, 'care/history', {
        ...days(appointments.since, today, names),
        lich_hen: 'tre',
      }),
      today: await countOf(user, 'care/history', days(today, today, names)),
    })
  })
})

test('every figure of a manager has data in the demo (D1-HOME-02)', async () => {
  const { month, care, appointments, waiting, ranking, files } = await look('admin')
  const { compared: _, before, ...earned } = month
  const { before: callsBefore, ...calls } = care
  const { lastMonth } = spansOf('month')
  // On the first of a month the same days are one day, and the demo has no calls on Sundays.
  const rested = workday(lastMonth.start) > lastMonth.end
  expect(callsBefore === null).toBe(rested)
  expect({ ...lastMonth, ...callsBefore }).toMatchObject(lastMonth)
  expect(Object.values(before).every((figure) => figure > 0)).toBe(!rested)
  for (const part of [earned, calls, { today: appointments.today }])
    for (const figure of Object.values(part)) expect(figure).toBeGreaterThan(0)
  expect(waiting.filter(({ count }) => count === 0)).toEqual([])
  expect(ranking?.rows.length).toBeGreaterThan(2)
  expect(files?.length).toBeGreaterThan(2)
})

test('a late appointment counts until its call is made (D1-HOME-02)', async () => {
  const before = (await look('sale112')).appointments.late
  const { rows } = await server.pool.query<{ id: string; customer_id: string }>(`
    UPDATE care_history h SET appointment_at = date_trunc('second', now() - interval '3 minutes')
    WHERE id = (SELECT id FROM care_history WHERE username = 'sale112' AND status = 'APPROVED'
      AND customer_id IN (SELECT id FROM customer WHERE stage = 'called' AND appointment_at IS NULL) LIMIT 1)
    RETURNING id, customer_id`)
  const customer = rows[0]?.customer_id
  await server.pool.query(
    `UPDATE customer SET appointment_at = date_trunc('second', now() - interval '3 minutes') WHERE id = $1`,
    [customer],
  )
  await server.pool.query(
    `UPDATE care_history h SET appointment_at = c.appointment_at FROM customer c WHERE c.id = $1 AND h.id = $2`,
    [customer, rows[0]?.id],
  )
  expect((await look('sale112')).appointments.late).toBe(before + 1)
  await server.pool.query('UPDATE customer SET appointment_at = NULL WHERE id = $1', [customer])
  expect((await look('sale112')).appointments.late).toBe(before)
})

const waitingOf = async (user: string): Promise<Record<string, number>> =>
  Object.fromEntries((await look(user)).waiting.map(({ kind, count }) => [kind, count]))

test('waiting rows are shown to those who decide them, and match the lists (D1-HOME-02, D3-DEC-07)', async () => {
  const admin = await waitingOf('admin')
  expect(admin['tin-ngan-hang']).toBe(await countOf('admin', 'mesbank', { cho_duyet: '1', da_dung: '0' }))
  for (const user of ['admin', 'chinhanh1', 'leader11'])
    expect((await waitingOf(user))['khach-hang-rieng']).toBe(await countOf(user, 'khr', { trang_thai: '0' }))
  expect(admin['bao-do']).toBe(await countOf('admin', 'baodo', { trang_thai_duyet: '0' }))
  expect(admin['tin-chua-doc']).toBe(await countOf('admin', 'mesbank', { chua_doc: '1', da_dung: '0' }))
  expect(Object.keys(await waitingOf('leader11'))).toEqual(['khach-hang-rieng'])
  expect([(await look('sale111')).waiting, (await look('doitac1')).waiting]).toEqual([[], []])
})

test.each(['admin', 'quanly', 'chinhanh1', 'leader11', 'sale111'])(
  'as %s dashboard, desk, menu and bell count the same of each kind, and the desk lists that many rows (D3-ONE-03)',
  async (user) => {
    const waiting = await waitingOf(user)
    if (Object.keys(waiting).length === 0) return
    // Menu and bell request the counts without warnings.
    for (const input of [{}, { warned: '0' }]) {
      const { values } = await read<{ values: DeskCount[] }>(user, 'banduyet/dem', input)
      expect(Object.fromEntries(values.map(({ kind, count }) => [kind, count]))).toEqual(waiting)
    }
    const listed: Record<string, number> = {}
    for (let after: string | null = ''; after !== null;) {
      const page: { values: DeskRow[]; after: string | null } = await read(user, 'banduyet', { after })
      for (const { kind } of page.values) listed[kind] = (listed[kind] ?? 0) + 1
      after = page.after
    }
    expect(listed).toEqual(Object.fromEntries(Object.entries(waiting).filter(([, count]) => count > 0)))
  },
)

test('the dashboard uses one connection at a time, also with all kinds of the desk (D1-HOME-02)', async () => {
  const admin = await server.as('admin')
  const connects = vi.spyOn(server.api.services.pool, 'connect')
  const waitsOf = async (path: string): Promise<number> => {
    connects.mockClear()
    expect((await admin.get(`/api/v1/${path}`)).status).toBe(200)
    return connects.mock.calls.length
  }
  // The first request also looks up the session.
  await waitsOf('dashboard')
  // As often as a list, which uses one statement.
  expect(await waitsOf('dashboard')).toBe(await waitsOf('giahoantien'))
  connects.mockRestore()
})

test('a request counts as old after half an hour (D1-HOME-02)', async () => {
  const claims = async () => (await look('admin')).waiting.find(({ kind }) => kind === 'khach-hang-rieng')
  const before = await claims()
  await server.pool
    .query(`INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, "createdAt") VALUES
    ('912555001', current_date, 'sale111', 'Nguyễn Hồng Nhung', now() - interval '31 minutes'),
    ('912555002', current_date, 'sale111', 'Nguyễn Hồng Nhung', now() - interval '29 minutes')`)
  expect(await claims()).toMatchObject({ count: (before?.count ?? 0) + 2, old: (before?.old ?? 0) + 1 })
})

test('the ranking shows the level below the viewer, and each unit matches its rows (D1-HOME-02, D1-Q-003)', async () => {
  const units = async (user: string, more: Record<string, string> = {}) => (await look(user, more)).ranking
  const { start: monthStart, end: today } = spansOf('month').month
  const branches = await units('admin')
  expect(branches?.level).toBe('branch')
  expect(branches?.rows.map(({ username }) => username).toSorted()).toEqual([
    'HNIMB',
    'QCMB',
    'chinhanh1',
    'chinhanh2',
  ])
  for (const { username, revenue } of branches?.rows ?? []) {
    expect(revenue).toBe(priceOf(await registered('admin', monthStart, today, { team: username })))
  }
  const leaders = await units('chinhanh1')
  expect([leaders?.level, leaders?.rows.map(({ username }) => username).toSorted()]).toEqual([
    'leader',
    ['leader11', 'leader12'],
  ])
  expect((await units('admin', { team: 'chinhanh1' }))?.rows).toEqual(leaders?.rows)
  const staff = await units('leader11')
  expect(staff?.level).toBe('staff')
  for (const { username, revenue } of staff?.rows ?? []) {
    expect(revenue).toBe(priceOf(await registered('leader11', monthStart, today, { username })))
  }
})

test("a branch's own sales stand beside its leaders and open its own rows, not those of the whole branch (D1-HOME-02, D1-Q-003)", async () => {
  const { start: monthStart, end: today } = spansOf('month').month
  await server.pool.query(`
    UPDATE revenue_line SET username_nv = 'chinhanh2' WHERE id = (
      SELECT id FROM revenue_line WHERE "doanhThu" > 0 AND username_nv = 'sale211'
        AND ngay_thanh_cong >= date_trunc('month', now() AT TIME ZONE 'Asia/Ho_Chi_Minh') AT TIME ZONE 'Asia/Ho_Chi_Minh' LIMIT 1)`)
  for (const [user, more] of [
    ['chinhanh2', {}],
    ['admin', { team: 'chinhanh2' }],
  ] as const) {
    const units = (await look(user, more)).ranking?.rows ?? []
    expect(units.map(({ username, alone }) => [username, alone])).toEqual([
      ['leader21', false],
      ['chinhanh2', true],
    ])
    for (const { username, revenue, alone } of units) {
      const rows = await registered(user, monthStart, today, { [alone ? 'username' : 'team']: username })
      expect([username, priceOf(rows)]).toEqual([username, revenue])
    }
  }
})

test('a salesperson sees their own rank and nobody else’s amounts, names or files (D1-HOME-02, D1-Q-003)', async () => {
  const answer = await (await server.as('sale111')).get('/api/v1/dashboard')
  const { ranking, files, ownRank } = answer.data as Dashboard
  expect([ranking, files]).toEqual([null, null])
  expect(answer.text).not.toMatch(/sale112|sale113|leader11/)
  const staff =
    (await look('leader11')).ranking?.rows.filter(({ username }) => username.startsWith('sale')) ?? []
  const ownRevenue = staff.find(({ username }) => username === 'sale111')?.revenue ?? 0
  expect(ownRank).toEqual({
    rank: 1 + staff.filter(({ revenue }) => revenue > ownRevenue).length,
    of: staff.length,
  })
})

test('the figures of a branch and its people equal what a manager sees of it; only managers choose a branch (D1-HOME-02, D1-Q-003)', async () => {
  const ownUnit = await look('chinhanh1')
  const chosen = await look('admin', { team: 'chinhanh1' })
  for (const part of ['month', 'today', 'days', 'care', 'appointments', 'files'] as const) {
    expect([part, chosen[part]]).toEqual([part, ownUnit[part]])
  }
  const range = days(chosen.period.start, chosen.period.end)
  expect(await countOf('admin', 'care/history', { ...range, team: 'chinhanh1' })).toBe(chosen.care.called)
  const capture = await read<Captured>('admin', 'tilebatso', { ...range, count: '50', team: 'chinhanh1' })
  expect(capture.values.reduce((sum, row) => sum + row.da_nhan_so, 0)).toBe(chosen.care.received)
  for (const user of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    for (const path of ['dashboard', 'dashboard/hours']) {
      const answer = await (await server.as(user)).get(`/api/v1/${path}?team=chinhanh2`)
      expect([user, answer.status]).toEqual([user, 403])
    }
  }
  expect((await (await server.as('admin')).get('/api/v1/dashboard?team=sale111')).status).toBe(404)
  expect((await (await server.as('admin')).get('/api/v1/dashboard?period=year')).status).toBe(400)
})

test('a team filter never reaches beyond the scope (D1-Q-003)', async () => {
  const range = days(addDays(todayVn(), -60), todayVn())
  for (const user of ['chinhanh1', 'leader11']) {
    for (const path of ['care/history', 'customer-message-9084', 'tilebatso']) {
      expect([user, path, await countOf(user, path, { ...range, team: 'chinhanh2' })]).toEqual([
        user,
        path,
        0,
      ])
    }
  }
})

test('files show what is left, in total or for the people in scope (D1-HOME-02)', async () => {
  const all = (await look('admin')).files ?? []
  for (const { FileName, received, left } of all) {
    const answer = await (
      await server.as('admin')
    ).post('/api/v1/uploadchiadata/getInfoByFileName', { FileName })
    expect(answer.data).toMatchObject({ tong: received, left })
  }
  for (const { id, received, left } of (await look('leader11')).files ?? []) {
    const { rows } = await server.pool.query(
      `SELECT count(*)::int AS received, (count(*) FILTER (WHERE stage = 'left'))::int AS left FROM customer
       WHERE file_id = $1 AND stage <> 'gone' AND holder_id IN (
         SELECT id FROM users WHERE username = 'leader11'
           OR group_id = (SELECT id FROM users WHERE username = 'leader11'))`,
      [id],
    )
    expect(rows[0]).toEqual({ received, left })
  }
  expect((await look('doitac1')).files).not.toBeNull()
})

test('the heat map counts every call of four weeks once (D1-HOME-02)', async () => {
  for (const user of ['admin', 'leader11', 'sale111']) {
    const { start, end, values } = await read<{ start: string; end: string; values: Hour[] }>(
      user,
      'dashboard/hours',
    )
    const sum = (name: 'calls' | 'reached') => values.reduce((total, hour) => total + hour[name], 0)
    const range = days(start, end)
    expect([sum('calls'), sum('reached')]).toEqual([
      await countOf(user, 'care/history', range),
      await countOf(user, 'care/history', { ...range, gap_khach: '1' }),
    ])
    expect(Date.parse(end) - Date.parse(start)).toBe(27 * 86_400_000)
  }
})

test('a period is compared with the same days of the previous one, as whole days (D1-HOME-02, D3-ONE-02)', () => {
  const dateOf = (text: string) => new Date(text)
  const november = spansOf('month', dateOf('2026-11-20T05:00:00Z'))
  expect([november.days, november.before]).toEqual([
    { start: '2026-11-01', end: '2026-11-20' },
    { start: '2026-10-01', end: '2026-10-20' },
  ])
  expect(spansOf('month', dateOf('2026-03-30T05:00:00Z')).before.end).toBe('2026-02-28')
  expect(spansOf('week', dateOf('2026-11-20T05:00:00Z'))).toMatchObject({
    days: { start: '2026-11-16', end: '2026-11-20' },
    before: { start: '2026-11-09', end: '2026-11-13' },
    lastMonth: november.before,
  })
  expect(spansOf('today', dateOf('2026-11-30T17:30:00Z'))).toMatchObject({
    today: '2026-12-01',
    before: { start: '2026-11-30', end: '2026-11-30' },
    month: { start: '2026-12-01', end: '2026-12-01' },
  })
})

test('before the first revenue line nothing is compared, and no earlier day counts as 0 (D3-ONE-02)', async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    `SELECT id FROM revenue_line WHERE deleted_at IS NULL AND ngay_thanh_cong < $1`,
    [dayStart(spansOf('month').month.start)],
  )
  expect((await look('admin')).days[0]?.before).not.toBeNull()
  await server.pool.query(`ALTER TABLE revenue_line DISABLE TRIGGER USER`)
  await server.pool.query(`UPDATE revenue_line SET deleted_at = now() WHERE id = ANY ($1)`, [
    rows.map(({ id }) => id),
  ])
  const { compared, month, days: byDay } = await look('admin')
  expect([compared, month.compared]).toEqual([null, null])
  expect(byDay.map(({ before }) => before)).toEqual(byDay.map(() => null))
  await server.pool.query(`UPDATE revenue_line SET deleted_at = NULL WHERE id = ANY ($1)`, [
    rows.map(({ id }) => id),
  ])
  await server.pool.query(`ALTER TABLE revenue_line ENABLE TRIGGER USER`)
})
