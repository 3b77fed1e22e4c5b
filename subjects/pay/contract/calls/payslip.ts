/** 'Phiếu lương': a person's own pay, which can be confirmed or questioned line by line (D3-PAY-09). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { cleaned, instant, keyOf, valuesOf } from '#kit/contract/shapes.ts'
import { slipLines } from '../pay-lists.ts'
import { payRow } from './payroll.ts'

const base = '/api/v1/phieuluong'

export const lineStates = {
  chua: 'Chưa xem',
  xac_nhan: 'Đã xác nhận',
  da_doi: 'Đã đổi sau khi xác nhận',
  thac_mac: 'Chờ trả lời',
  tra_loi: 'Đã trả lời',
} as const
export type LineState = keyof typeof lineStates

export const slipTexts = {
  changed: 'Số vừa thay đổi, hãy xem lại phiếu lương',
  notBegun: 'Tháng lương này chưa bắt đầu',
  none: (month: string): string => `Không có phiếu lương tháng ${month}`,
  notYet: (month: string): string => `Tháng ${month} chưa có bảng lương`,
  nothingAsked: 'Chưa có thắc mắc ở dòng này',
  settled: 'Người nhận đã xác nhận dòng này, thắc mắc đã đóng',
  whenOver: (month: string): string => `Xác nhận khi hết tháng ${month}`,
  running: (month: string): string => `Tháng ${month} chưa hết, phiếu lương còn tạm tính: chưa xác nhận được`,
  confirmed: 'Đã xác nhận',
  asked: 'Đã gửi thắc mắc',
  answered: 'Đã trả lời',
  answer: (line: string, month: string): string =>
    `Thắc mắc về ${line} của phiếu lương ${month} đã được trả lời`,
} as const

/** Maximum length of a question or answer, in characters. */
export const longestMessage = 1000

const line = z.enum(slipLines)
const message = z.strictObject({
  id: z.guid(),
  nguoi_gui: z.string(),
  ten: z.string(),
  /** Whether the owner of the payslip wrote it. */
  hoi: z.boolean(),
  noi_dung: z.string(),
  luc: instant,
})
const slipLine = z.strictObject({
  cot: line,
  gia_tri: z.int(),
  trang_thai: keyOf(lineStates),
  xac_nhan_luc: z.nullable(instant),
  trao_doi: z.array(message),
})
export type SlipRow = z.output<typeof slipLine>

const slip = z.strictObject({
  hang: payRow,
  /** Whether the month is running: pay is then provisional, without comparison (D3-ONE-02). */
  tam_tinh: z.boolean(),
  /** Pay of the previous month in đồng; null without a payslip. */
  truoc: z.nullable(z.int()),
  /** Whether it is the reader's own payslip, who may confirm and ask; other readers answer. */
  cua_minh: z.boolean(),
  dong: z.array(slipLine),
})
export type Slip = z.output<typeof slip>

export const readSlip = defineCall({
  method: 'GET',
  path: base,
  may: 'any',
  summary: "A person's payslip of a month, the caller's own when nobody is named; null where there is none",
  input: z.object({ username: z.optional(z.string()), startDate: z.optional(z.string()) }),
  answer: z.nullable(slip),
})

export const confirmLines = defineCall({
  method: 'POST',
  path: `${base}/xacNhan`,
  may: 'any',
  summary:
    'Confirms lines of the own payslip of a month that is over with the values that were seen; 409 when one has changed',
  input: z.object({
    thangTinhLuong: z.string(),
    dong: z
      .array(z.object({ cot: line, gia_tri: z.int() }))
      .check(z.minLength(1), z.maxLength(slipLines.length)),
  }),
  answer: slip,
})

export const saySlip = defineCall({
  method: 'POST',
  path: `${base}/thacMac`,
  may: 'any',
  summary: 'Asks about a line of the own payslip, or answers what somebody asked about theirs',
  input: z.object({
    username: z.string(),
    thangTinhLuong: z.string(),
    cot: line,
    noi_dung: z.string().check(cleaned(), z.minLength(1), z.maxLength(longestMessage)),
  }),
  answer: slip,
})

const standing = z.strictObject({
  username: z.string(),
  fullname: z.string(),
  luong: z.int(),
  xac_nhan: z.int(),
  thac_mac: z.int(),
  tra_loi: z.int(),
})
export type Standing = z.output<typeof standing>

export const slipStandings = defineCall({
  method: 'GET',
  path: `${base}/tinhHinh`,
  may: 'editsPay',
  summary: 'How many lines each person has confirmed and still asks about; who waits for an answer first',
  input: z.object({ startDate: z.optional(z.string()) }),
  answer: valuesOf(standing),
})
