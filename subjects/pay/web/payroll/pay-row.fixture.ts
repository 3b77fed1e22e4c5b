/** Rows of the payroll and explanations of their figures, for tests of what shows them. */
import { payFigures, type PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import type { Explanation, PayRow } from '#subjects/pay/contract/calls/payroll.ts'

/** A row of October whose figures are 0 unless they are named. */
export const payRowOf = (username: string, overrides: Partial<PayRow> = {}): PayRow =>
  ({
    ...Object.fromEntries(payFigures.map((name) => [name, 0])),
    id: `${username}:10-2026`,
    username,
    fullname: `Tên ${username}`,
    thangTinhLuong: '10/2026',
    ...overrides,
  }) as PayRow

export const explanationOf = (cot: PayFigure, overrides: Partial<Explanation> = {}): Explanation => ({
  cot,
  nhan: `Giải thích ${cot}`,
  gia_tri: 0,
  cong_thuc: `Công thức ${cot}`,
  phep_tinh: '1 + 1',
  la_tong: false,
  thanh_phan: [],
  tham_so: [],
  nguon: null,
  ...overrides,
})
