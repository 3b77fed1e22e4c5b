/** Sums and links of the capture report. */
import { expect, test } from 'vitest'
import { captureShare } from '../../../contract/workflows/capture.ts'
import { callsBehind, stepsOf, totalOf } from './capture-figures.ts'

const counts = {
  da_nhan_so: 5,
  so_tra_ket_qua: 4,
  hen: 1,
  chap_nhan: 1,
  tu_choi: 0,
  khong_nghe_may: 1,
  khong_lien_lac_duoc: 1,
  dung_lai_goi_cu: 0,
  da_dang_ky_lai: 0,
}

test('the funnel counts who was reached over all rows', () => {
  expect(stepsOf(totalOf([counts, counts])).map(({ count }) => count)).toEqual([10, 8, 4, 2])
})

test('each result is shown as count and share of the results returned (D2-CAP-15, D2-CAP-16)', () => {
  expect(captureShare(1, 4)).toBe('1 (25%)')
  expect(captureShare(1, 3)).toBe('1 (33.3%)')
  expect(captureShare(0, 0)).toBe('0 (0%)')
})

test('a figure opens the calls behind it with the filters of the report', () => {
  const filters = { startDate: '01/11/2026', endDate: '20/11/2026' }
  expect(callsBehind(filters, 'KLLĐ', 'sale111')).toBe(
    '/app/care-history?startDate=01%2F11%2F2026&endDate=20%2F11%2F2026&username=sale111&status=KLL%C4%90',
  )
})
