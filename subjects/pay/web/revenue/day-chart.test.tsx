/** Revenue by day. */
import { beforeEach, expect, test } from 'vitest'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import { revenueByDay } from '#subjects/pay/contract/calls/revenue.ts'
import { queryClient } from '#kit/web/query.ts'
import { answered, read } from '#platform/app/web/shell/reading.fixture.tsx'
import { DayChart } from './day-chart.tsx'

const day = (ngay: string, so_goi: number) => ({
  ngay,
  so_goi,
  doanhThu: so_goi * 90_000,
  doanh_thu: 0,
  tien_hoan: so_goi * 10_000,
  doanh_thu_tinh_luong: 0,
})

beforeEach(() => queryClient.clear())

test('D2-RECON-12: each day with packages links to its rows with the filters of the list', () => {
  const filters = { username: 'sale111' }
  answered(dsdttinhluong.path, revenueByDay, filters, {
    values: [day('2026-11-01', 2), day('2026-11-03', 1)],
  })
  const { html, text } = read(<DayChart filters={filters} />)
  expect(text).toContain('cao nhất 180,000 đ')
  const links = [...html.matchAll(/<a [^>]*>/g)].map(([link]) => link.replaceAll('&amp;', '&'))
  expect(links).toHaveLength(2)
  expect(links[0]).toContain('aria-label="01/11/2026: 2 gói, doanh thu 180,000 đồng, hoàn 20,000 đồng"')
  expect(decodeURIComponent(links[1] ?? '')).toMatch(
    /username=sale111.*startDate=03\/11\/2026&endDate=03\/11\/2026/,
  )
})
