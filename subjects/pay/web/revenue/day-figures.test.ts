/** Bars of the revenue chart. */
import { expect, test } from 'vitest'
import { barsOf } from './day-figures.ts'

const day = (ngay: string, n: number) => ({
  ngay,
  so_goi: n,
  doanhThu: n * 1_000,
  // What failed is no revenue.
  doanh_thu: n * 7_000,
  tien_hoan: n * 100,
  doanh_thu_tinh_luong: n * 900,
})

test('a day without a line is a gap in the chart, not left out (D2-RECON-12)', () => {
  const bars = barsOf([day('2026-02-27', 1), day('2026-03-02', 2)])
  expect(bars.map(({ name, revenue }) => [name, revenue])).toEqual([
    ['27', 1_000],
    ['28', 0],
    ['01', 0],
    ['02', 2_000],
  ])
  expect(bars[1]).toMatchObject({ from: '28/02/2026', to: '28/02/2026', packages: 0, refund: 0 })
  expect(barsOf([])).toEqual([])
})

test('more than two months are summed by month, and no đồng is lost', () => {
  const days = ['2026-01-05', '2026-01-31', '2026-03-20', '2026-04-01'].map(day)
  const bars = barsOf(days)
  expect(bars.map(({ name, packages }) => [name, packages])).toEqual([
    ['01/2026', 1],
    ['03/2026', 2],
    ['04/2026', 3],
  ])
  expect(bars[0]).toMatchObject({ from: '05/01/2026', to: '31/01/2026', fullName: 'Tháng 01/2026' })
  expect(bars.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(6_000)
})
