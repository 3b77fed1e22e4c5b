/** Sums and links of the capture report. */
import { expect, test } from 'vitest'
import { captureShare, tilebatso } from '#subjects/registrations/contract/reports/tilebatso.ts'
import { addressBehind } from '#kit/web/report/behind.ts'
import { stepsOf } from './capture-figures.ts'

const sums = {
  da_nhan_so: 10,
  so_tra_ket_qua: 8,
  hen: 2,
  chap_nhan: 2,
  tu_choi: 0,
  khong_nghe_may: 2,
  khong_lien_lac_duoc: 2,
  dung_lai_goi_cu: 0,
  da_dang_ky_lai: 0,
}

test('the funnel sums the reached customers over all rows', () => {
  expect(stepsOf(sums).map(({ count }) => count)).toEqual([10, 8, 4, 2])
})

test('each result is shown as count and share of the results returned (D2-CAP-15, D2-CAP-16)', () => {
  expect(captureShare(1, 4)).toBe('1 (25%)')
  expect(captureShare(1, 3)).toBe('1 (33.3%)')
  expect(captureShare(0, 0)).toBe('0 (0%)')
})

test('a figure opens the calls behind it with the filters of the report', () => {
  const filters = { startDate: '01/11/2026', endDate: '20/11/2026' }
  expect(
    addressBehind(tilebatso, tilebatso.behind.khong_lien_lac_duoc, filters, { username_nv: 'sale111' }),
  ).toBe(
    '/app/care-history?startDate=01%2F11%2F2026&endDate=20%2F11%2F2026&username=sale111&status=KLL%C4%90',
  )
})
