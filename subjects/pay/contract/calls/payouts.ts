/** 'Danh sách chi trả': people paid for a closed month, bank files, and people paid in other ways (D3-ACC-04). */
import * as z from 'zod/mini'
import { f } from '#kit/contract/field.ts'
import { defineCall } from '#kit/contract/call.ts'
import { instant, keyOf } from '#kit/contract/shapes.ts'
import { formatMoney } from '#kit/contract/money.ts'

const base = '/api/v1/danhsachchitra'

/** How a person is paid, or why a person is in no bank file. */
export const payoutKinds = {
  chi: 'Chuyển khoản',
  bu: 'Trả thêm',
  da_tai: 'Đã có trong file',
  thua: 'Trả thừa',
  chua_co: 'Chưa có tài khoản',
  tien_mat: 'Đã trả tiền mặt',
  am: 'Chi trả âm',
  khong: 'Không có lương',
} as const
export type PayoutKind = keyof typeof payoutKinds

const row = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  /** In capitals without diacritics, as banks write it. */
  ten: z.string(),
  ngan_hang: z.nullable(z.string()),
  /** Last four characters; only files have the whole number. */
  so_tai_khoan: z.nullable(z.string()),
  /** Pay of the closed month in đồng. */
  so: z.int(),
  /** Amount still to be paid in đồng; negative when overpaid. */
  con: z.int(),
  kieu: keyOf(payoutKinds),
  /** Transfer description. */
  noi_dung: z.string(),
  /** Who changed the bank account since the closing, and when. */
  doi_boi: z.nullable(z.string()),
  doi_luc: z.nullable(instant),
  /** Usernames of others in the list with the same bank account. */
  chung: z.array(z.string()),
  /** The newest file of the month with this person, and the sum over all files. */
  lan: z.nullable(z.int()),
  da_tai: z.nullable(z.int()),
  nhac_luc: z.nullable(instant),
  tien_mat_boi: z.nullable(z.string()),
  tien_mat_luc: z.nullable(instant),
  tien_mat: z.nullable(z.int()),
})
export type PayoutRow = z.output<typeof row>

const file = z.strictObject({
  id: z.string(),
  lan: z.int(),
  boi: z.string(),
  luc: instant,
  so_dong: z.int(),
  tong: z.int(),
  /** Paying bank that defines the form; '' for the common form. */
  mau: z.string(),
  /** Number of lines to accounts at the paying bank, which go on a separate sheet; null when the form has only one. */
  cung: z.nullable(z.int()),
  /** Number of transfers returned by the bank. */
  tra_lai: z.int(),
  /** Whether the month was reopened after the file was made. */
  truoc_mo_lai: z.boolean(),
})
export type PayoutFile = z.output<typeof file>

const state = z.strictObject({
  thang: z.string(),
  /** Who closed the month, and when; null while open. */
  chot: z.nullable(z.strictObject({ boi: z.string(), luc: instant })),
  /** Fingerprint of this list; a file is made only from the list with the same one. */
  van_tay: z.string(),
  values: z.array(row),
  /** Sum of `chiTra` over the closed payroll, computed independently of the list. */
  chi_tra: z.int(),
  /** Paying bank that defines the form of the next file; '' for the common form. */
  mau: z.string(),
  files: z.array(file),
})
export type PayoutState = z.output<typeof state>

const month = { thangTinhLuong: z.string() }
const person = z.object({ ...month, username: z.string() })

export const payoutList = defineCall({
  method: 'GET',
  path: base,
  may: 'managesPay',
  summary: 'Who is paid how for a closed month MM/YYYY; the last closed one when left out',
  input: z.object({ startDate: z.optional(z.string()) }),
  answer: state,
})

export const makePayoutFile = defineCall({
  method: 'POST',
  path: `${base}/file`,
  may: 'managesPay',
  summary:
    'Makes the file for the bank of exactly the list that was seen (`van_tay`): who was paid nothing yet, with `lai` also the rest of who was paid a part',
  reauth: true,
  input: z.object({ ...month, van_tay: z.string(), lai: z.optional(z.boolean()) }),
  answer: file,
})

export const remindOfAccount = defineCall({
  method: 'POST',
  path: `${base}/nhac`,
  may: 'managesPay',
  summary: 'Reminds a person by the bell that its bank account is missing',
  input: person,
  answer: state,
})

export const payInCash = defineCall({
  method: 'POST',
  path: `${base}/tienMat`,
  may: 'managesPay',
  decides: 'atOnce',
  summary: 'Notes that a person without a bank account was paid in cash, or takes the note back',
  input: z.extend(person, { tra: z.boolean() }),
  answer: state,
})

export const returnTransfer = defineCall({
  method: 'POST',
  path: `${base}/traLai`,
  may: 'managesPay',
  summary:
    'Notes that the bank gave back what files of the month sent to a person (`so`), so that it is due again',
  reauth: true,
  input: z.extend(person, { so: z.int() }),
  answer: state,
})

/** Parts of a file whose form separates accounts at the paying bank from all others. */
export const fileParts = { cung: 'Cùng ngân hàng', khac: 'Khác ngân hàng' } as const
export type FilePart = keyof typeof fileParts

/** Registered directly, as they answer files. */
export const payoutSheet = { path: `${base}/file/:id`, may: 'managesPay', reauth: true } as const
export const unpaidSheet = { path: `${base}/khongChi`, may: 'managesPay' } as const

/** Columns of the sheet of people in no bank file. */
export const unpaidColumns = {
  username: f.text({ label: 'Tài khoản' }),
  fullname: f.text({ label: 'Họ tên' }),
  so: f.money({ label: 'Chi trả' }),
  kieu: f.choice({
    label: 'Lý do',
    options: Object.entries(payoutKinds).map(([value, label]) => ({ value, label })),
  }),
  xu_ly: f.text({ label: 'Xử lý' }),
} as const

export const payoutTexts = {
  notClosed: (thang: string): string => `Tháng ${thang} chưa chốt lương, chưa có danh sách chi trả`,
  changed: (names: readonly string[]): string =>
    names.length === 0
      ? 'Danh sách vừa thay đổi, xem lại rồi tải'
      : `Tài khoản ngân hàng của ${names.join(', ')} vừa đổi, xem lại rồi tải`,
  part: 'File này không có phần như vậy',
  nothing: 'Không còn ai để chuyển khoản',
  notMissing: 'Người này không phải chờ tài khoản ngân hàng',
  notSent: 'Số tiền đã chuyển theo file vừa thay đổi, xem lại',
  returned: (name: string): string => `Đã ghi ngân hàng trả lại tiền của ${name}`,
  notCash: 'Người này chưa được ghi trả tiền mặt',
  reminded: (name: string): string => `Đã nhắc ${name} nhập tài khoản ngân hàng`,
  cash: (name: string): string => `Đã ghi ${name} nhận tiền mặt`,
  notCashNow: (name: string): string => `Đã bỏ ghi tiền mặt của ${name}`,
  made: (lan: number): string => `Đã tạo file chi trả lần ${lan}`,
} as const

const becomes: Record<PayoutKind, string> = {
  chi: 'chuyển khoản theo file tới',
  bu: 'chuyển khoản phần còn thiếu theo file tới',
  da_tai: 'đã chuyển theo file trước',
  thua: 'thu lại tay, không tự trừ vào tháng sau',
  chua_co: 'giữ lại, vào file bổ sung khi có tài khoản',
  tien_mat: 'không vào file nữa',
  am: 'không chuyển tiền, không tự trừ vào tháng sau',
  khong: 'không phải trả',
}

/** Text for how a person's pay is settled, including earlier payments; shared by screen and sheet. */
export function becomesOf({
  kieu,
  con,
  da_tai,
  tien_mat,
}: Pick<PayoutRow, 'kieu' | 'con' | 'tien_mat' | 'da_tai'>): string {
  const paid = (da_tai ?? 0) + (tien_mat ?? 0)
  if (paid === 0 || con === 0) return becomes[kieu]
  const difference = con > 0 ? `còn thiếu ${formatMoney(con)}` : `thừa ${formatMoney(-con)}`
  return `${becomes[kieu]}; đã trả ${formatMoney(paid)}, ${difference}`
}
