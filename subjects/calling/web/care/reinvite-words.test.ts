/** The filter of a step of 'Mời lại' in words. */
import { expect, test } from 'vitest'
import { filterWords } from './reinvite-words.ts'

test('a filter is described with the labels of the log, each value as it is chosen there (D3-REC-04)', () => {
  expect(
    filterWords({
      status: 'KBM',
      username: 'sale111',
      team: '',
      gap_khach: '0',
      lan_goi: '4',
      startDate: '01/11/2026',
      endDate: '26/11/2026',
      startDateHen: '',
      endDateHen: '',
      sort: '-careAt',
    }),
  ).toBe(
    'Kết quả Không bắt máy; Nhân viên sale111; Gặp khách Không; Lần gọi Từ lần 4; Ngày chăm sóc 01/11/2026 đến 26/11/2026',
  )
  expect(filterWords({})).toBe('')
})
