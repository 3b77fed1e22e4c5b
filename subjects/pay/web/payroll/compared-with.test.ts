import { expect, test } from 'vitest'
import { comparedWith } from './compared-with.ts'

test('D3-ONE-02: a running month names the days of its comparison and says that pay and result follow; a past month is compared with the month before', () => {
  const days = { start: '2026-10-01', end: '2026-10-23' }
  expect(comparedWith({ thang: '11/2026', tam_tinh: true, so_voi: days })).toBe(
    'so với 01–23/10, lương và kết quả so khi hết tháng',
  )
  const month = { start: '2026-09-01', end: '2026-09-30' }
  expect(comparedWith({ thang: '10/2026', tam_tinh: false, so_voi: month })).toBe(
    'tháng 10/2026, so với tháng 09/2026',
  )
  // Nothing is known of the time before.
  expect(comparedWith({ thang: '10/2026', tam_tinh: false, so_voi: null })).toBe('tháng 10/2026')
})
