/** 'Lương tạm tính': the caller's pay of this month so far (D3-PAY-10). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'

/** Newest successful sale of the month, and what it adds to net pay in đồng. */
const lastSale = z.strictObject({
  luc: instant,
  nhan: z.string(),
  doanh_thu: z.int(),
  thay_doi: z.int(),
  phan_tram: z.number(),
  phan_tram_truoc: z.number(),
})

/** Next commission tier; `con_thieu` is the missing revenue in đồng, null without a day worked. */
const nextTier = z.strictObject({
  tu: z.int(),
  phan_tram: z.number(),
  con_thieu: z.nullable(z.int()),
})

const today = z.strictObject({
  thang: z.string(),
  /** Net pay of the month, the adjustments of closed months due in it, and their sum: 'Chi trả'. */
  luong: z.int(),
  dieu_chinh: z.int(),
  chi_tra: z.int(),
  ngay_cong: z.number(),
  /** Revenue of the month (D3-ONE-01), and the part that counts for pay. */
  doanhThu: z.int(),
  doanh_thu: z.int(),
  binh_quan: z.int(),
  phan_tram: z.number(),
  hoa_hong: z.int(),
  don_cuoi: z.nullable(lastSale),
  bac_toi: z.nullable(nextTier),
})
export type PayToday = z.output<typeof today>

export const payToday = defineCall({
  method: 'GET',
  path: '/api/v1/tinhluong/tamtinh',
  may: 'any',
  summary:
    "The caller's provisional pay of this month, what the last sale changed, what is missing to the next tier",
  input: z.object({}),
  /** Null for an account without a payroll row this month. */
  answer: z.nullable(today),
})
