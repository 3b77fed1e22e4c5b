/** Which refusals of a list are of its filters. */
import { expect, test } from 'vitest'
import { AppError, type Code, type FieldErrors } from '#kit/contract/error.ts'
import { refusedFilters } from './filter-item.ts'

test('a refusal of a list is shown at its filters, if only filters are wrong (D3-SIM-02)', () => {
  const of = (fields?: FieldErrors, code: Code = 'VALIDATION') =>
    refusedFilters(new AppError(code, 'Nhập thêm số', fields && { fields }), [
      { name: 'so_dien_thoai' },
      { name: 'gia_tu' },
    ])
  const wrong = { so_dien_thoai: 'Nhập thêm số', gia_tu: 'Giá từ không phải số tiền' }
  expect(of(wrong)).toEqual(wrong)
  expect([refusedFilters(null, []), of(), of({}), of(wrong, 'CONFLICT')]).toEqual([null, null, null, null])
  // A part that no box stands for would be told nowhere.
  expect(of({ ...wrong, startDate: 'Ngày không đúng' })).toBeNull()
})
