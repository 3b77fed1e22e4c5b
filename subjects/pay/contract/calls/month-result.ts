/** 'Kết quả tháng': a month's result after refunds, pay and costs, next to the previous month (D3-PAY-13). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { day, valuesOf } from '#kit/contract/shapes.ts'
import { afterRefunds } from '../lists/revenue-fields.ts'

/** Amounts in order of calculation; đồng, each positive (D3-ONE-06). */
export const resultItems = {
  doanh_thu: { label: 'Doanh thu', unit: 'dòng' },
  hoan_tien: { label: 'Hoàn tiền', unit: 'đơn' },
  doanh_thu_thuc_te: { label: afterRefunds },
  luong: { label: 'Lương', unit: 'nhân viên' },
  tong_luong_thang: { label: 'Tổng lương tháng' },
  che_tai: { label: 'Chế tài' },
  truy_thu: { label: 'Truy thu sau chiết khấu' },
  dieu_chinh: { label: 'Điều chỉnh tháng trước' },
  chiphiquanly: { label: 'Chi phí quản lý', unit: 'bản ghi' },
  chiphihotro: { label: 'Chi phí hỗ trợ', unit: 'bản ghi' },
  chiphikhac: { label: 'Chi phí khác', unit: 'bản ghi' },
  ket_qua: { label: 'Kết quả' },
  /** Refunds of the cost register and their difference to the requests; neither is deducted. */
  chiphihoantien: { label: 'Chi phí hoàn tiền (không tính nạp)', unit: 'bản ghi' },
  lech_hoan_tien: { label: 'Lệch so với hoàn tiền' },
} as const satisfies Record<string, { label: string; unit?: string }>
export type ResultItem = keyof typeof resultItems

/** Deducted costs, each visible with its permission `{resource}.get`. */
export const deductedCosts = ['chiphiquanly', 'chiphihotro', 'chiphikhac'] as const
export type DeductedCost = (typeof deductedCosts)[number]
export const registers = [...deductedCosts, 'chiphihoantien'] as const
export type Register = (typeof registers)[number]

const amount = z.strictObject({
  ma: z.enum(Object.keys(resultItems) as ResultItem[]),
  nay: z.int(),
  /** Amount on the comparison days; null without any (D3-ONE-02). */
  truoc: z.nullable(z.int()),
  /** Number of underlying rows, counted in `unit`. */
  so: z.nullable(z.int()),
  so_truoc: z.nullable(z.int()),
})
export type ResultAmount = z.output<typeof amount>

export const monthResult = defineCall({
  method: 'GET',
  path: '/api/v1/ketquathang',
  may: 'managesPay',
  summary:
    'Revenue, refunds, pay and costs of a month and the one before; without the right to a cost neither it nor the result',
  input: z.object({ startDate: z.optional(z.string()) }),
  answer: z.strictObject({
    thang: z.string(),
    thang_truoc: z.string(),
    /** Whether the month is running: pay and result are then provisional, and daily figures are compared with the same days. */
    tam_tinh: z.boolean(),
    /** Comparison days of the previous month; null before the first data. */
    so_voi: z.nullable(z.strictObject({ start: day, end: day })),
    khoan: z.array(amount),
  }),
})

/** Number of months in the chart, up to the selected one. */
export const monthsShown = 6

const monthFigures = z.strictObject({
  thang: z.string(),
  tam_tinh: z.boolean(),
  doanh_thu: z.int(),
  /** Refunds, pay and deducted costs, and the result; null when one of the costs is hidden. */
  chi_phi: z.nullable(z.int()),
  ket_qua: z.nullable(z.int()),
})
export type MonthFigures = z.output<typeof monthFigures>

export const monthResults = defineCall({
  method: 'GET',
  path: '/api/v1/ketquathang/cacthang',
  may: 'managesPay',
  summary:
    'Revenue, all that is deducted and the result of a month and the months before it, oldest first; none before the first data',
  input: z.object({ startDate: z.optional(z.string()) }),
  answer: valuesOf(monthFigures),
})

/** Number of largest records listed beside the result. */
export const largestShown = 8

const largeCost = z.strictObject({
  ma: z.enum(deductedCosts),
  id: z.guid(),
  ngay_nhap: day,
  nguoi_thuc_hien: z.string(),
  noi_dung: z.string(),
  don_gia: z.int(),
  so_luong: z.number(),
  thanh_tien: z.int(),
})
export type LargeCost = z.output<typeof largeCost>

export const largestCosts = defineCall({
  method: 'GET',
  path: '/api/v1/ketquathang/chiphilon',
  may: 'managesPay',
  summary:
    'The largest records of the deducted costs of a month that the reader may see, or of one register, and what all of them come to',
  input: z.object({ startDate: z.optional(z.string()), ma: z.optional(z.enum(deductedCosts)) }),
  answer: z.strictObject({ values: z.array(largeCost), so: z.int(), tong: z.int() }),
})
