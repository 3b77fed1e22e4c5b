/** Figures of the payroll that are marked, each with what is to be done about it. */
import { expect, test } from 'vitest'
import { payrollTexts, type PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { warningOf } from './payroll-columns.tsx'

const row = (more: Partial<PayRow>): PayRow =>
  ({ chiTra: 0, khauTruCao: 0, thieuCanCu: 0, chamCongCho: 0, ...more }) as PayRow

test("a negative 'Chi trả' is marked with its consequence, no other figure and not 0", () => {
  expect(warningOf(row({ chiTra: -1 }), 'chiTra')).toBe(payrollTexts.belowZero)
  expect(payrollTexts.belowZero).toContain('không tự trừ vào tháng sau')
  expect(warningOf(row({ chiTra: -1 }), 'luongThucNhan')).toBeNull()
  for (const chiTra of [0, 1]) expect(warningOf(row({ chiTra }), 'chiTra')).toBeNull()
})

test('high deductions, sanctions without a basis and waiting timekeeping rows are marked at their figures (D3-PAY-11, D3-PAY-14)', () => {
  expect(warningOf(row({ khauTruCao: 1 }), 'tongKhauTru')).toContain('30%')
  expect(warningOf(row({ thieuCanCu: 1 }), 'tongCheTai')).toBe('Chưa ghi căn cứ chế tài')
  expect(warningOf(row({ chamCongCho: 3 }), 'ngayCongThucTe')).toMatch(/^3 dòng chấm công chờ/)
  for (const name of ['tongKhauTru', 'tongCheTai', 'ngayCongThucTe'] as const)
    expect(warningOf(row({}), name)).toBeNull()
})
