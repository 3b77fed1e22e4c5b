/** What the dashboard says beside the figures that are compared (D3-ONE-02). */
import { expect, test } from 'vitest'
import type { Dashboard } from '#subjects/overview/contract/calls/dashboard.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { CareFunnel } from './care-funnel.tsx'
import { KpiRow } from './kpi-row.tsx'

const period = { start: '2026-11-01', end: '2026-11-23' }
const compared = { start: '2026-10-01', end: '2026-10-23' }
const calls = { received: 300, called: 240, reached: 120, agreed: 30, registered: 12 }
const data: Dashboard = {
  at: '2026-11-23T03:00:00.000Z',
  period,
  compared,
  doanhThu: 1_100_000,
  month: { revenue: 1_100_000, packages: 12, before: { revenue: 1_000_000, packages: 16 }, compared },
  today: { revenue: 90_000, packages: 1 },
  days: [{ day: period.start, revenue: 1_100_000, before: null }],
  care: { ...calls, before: null },
  appointments: null,
  waiting: [],
  ranking: null,
  ownRank: null,
  files: null,
}

const head = (month: Dashboard['month']): string => read(<KpiRow data={{ ...data, month }} team="" />).text
const funnel = (before: NonNullable<Dashboard['care']>['before']): string =>
  read(<CareFunnel care={{ ...calls, before }} period={period} chosen="month" team="" />).text

test('D3-ONE-02: revenue and packages of the month are compared with the same days before, which are named', () => {
  expect(head(data.month)).toMatch(/^Doanh thu tháng 11 so với 01–23\/10 1,100,000 \+10% 12 gói −25% /)
})

test('D3-ONE-02: before the first data only the packages are shown, without earlier days', () => {
  const text = head({ revenue: 5, packages: 12, before: { revenue: 0, packages: 0 }, compared: null })
  expect(text).toMatch(/^Doanh thu tháng 11 5 12 gói Doanh thu hôm nay /)
})

test('D3-ONE-02: each step of the calls has its share of the previous step and its change against the same days before, which are named', () => {
  const text = funnel({ ...compared, received: 200, called: 240, reached: 160, agreed: 0, registered: 10 })
  expect(text).toContain('Chăm sóc tháng này, so với 01–23/10 so với bước trước ')
  for (const line of [
    'Nhận 300 +50%',
    'Gọi 240 80% +0%',
    'Gặp 120 50% −25%',
    'Đồng ý 30 25% Đăng ký',
    'Đăng ký 12 40% +20%',
  ])
    expect(text).toContain(line)
})

test('D3-ONE-02: calls without an earlier period name no days and no change', () => {
  const text = funnel(null)
  expect(text).toContain('Chăm sóc tháng này so với bước trước Nhận 300 Gọi')
  expect(text).not.toMatch(/so với \d|[+−]\d/)
})
