/** 'Chốt lương': checklist of a month, closing and reopening (D3-PAY-05 to D3-PAY-08). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant, keyOf } from '#kit/contract/shapes.ts'

const base = '/api/v1/chotluong'

export const closeTexts = {
  closed: (month: string): string => `Tháng ${month} đã chốt`,
  notOver: (month: string): string => `Tháng ${month} chưa hết`,
  nobody: (month: string): string => `Tháng ${month} không có ai làm việc, không có gì để chốt`,
  busy: 'Đang có người chốt, mở lại lương hoặc sửa tham số lương, hãy thử lại sau ít phút',
  notNext: (month: string): string => `Phải chốt tháng ${month} trước`,
  before: (month: string): string => `Đã chốt từ tháng ${month}, tháng trước đó không chốt được nữa`,
  notClosed: (month: string): string => `Tháng ${month} chưa chốt`,
  notLast: (month: string): string => `Phải mở lại tháng ${month} trước`,
  blocked: (work: readonly string[]): string =>
    `Còn ${work.length} việc chặn chốt: ${work.join(', ')}. Xử lý xong, hoặc ghi lý do để vẫn chốt`,
  reasonMissing: 'Phải ghi lý do',
  reasonTooLong: 'Lý do dài quá 500 ký tự',
  running: (month: string, username: string): string =>
    `Đang chốt lương tháng ${month} theo yêu cầu của ${username}, xong sẽ báo; không cần bấm lại`,
  asked: (month: string): string => `Đang chốt lương tháng ${month}`,
  stayedOpen: (month: string, reason: string): string => `Chưa chốt được lương tháng ${month}: ${reason}`,
  lostRight: 'tài khoản yêu cầu chốt đã khoá hoặc không còn quyền',
  broken: 'máy chủ gặp lỗi; hãy thử lại, nếu vẫn lỗi thì báo quản trị',
  done: (month: string): string => `Đã chốt lương tháng ${month}`,
  reopened: (month: string): string => `Đã mở lại lương tháng ${month}`,
  confirmed: (month: string): string => `Đã xác nhận tham số lương tháng ${month}`,
} as const

/** Items of the checklist, in order. */
export const closeWork = {
  cham_cong: 'Chấm công đã nhập',
  bat_thuong: 'Chấm công bất thường',
  doi_soat: 'Dòng doanh thu đã đối soát',
  don_cho_duyet: 'Đơn còn chờ duyệt',
  truy_thu: 'Truy thu đã quyết định',
  tham_so: 'Tham số lương',
} as const
export type CloseWork = keyof typeof closeWork

/** Done; blocks closing unless a reason is given; open. */
export const closeLevels = { xong: 'Xong', chan: 'Chặn chốt', con: 'Còn việc' } as const

const work = z.strictObject({
  ma: keyOf(closeWork),
  muc: keyOf(closeLevels),
  /** Finished and total count. */
  xong: z.int(),
  tong: z.int(),
  chi_tiet: z.string(),
  /** User and time, for an item about one event. */
  ai: z.nullable(z.string()),
  luc: z.nullable(instant),
})
export type WorkItem = z.output<typeof work>
/** A checklist as stored with the closing. */
export const keptWork = z.array(work)

/** Adjustments of a closed month, by person. */
const adjusted = z.strictObject({
  username: z.string(),
  fullname: z.string(),
  cua_thang: z.string(),
  so_dong: z.int(),
  so: z.int(),
})

const closing = z.strictObject({
  chot_boi: z.string(),
  chot_luc: instant,
  ly_do: z.string(),
  mo_lai_boi: z.nullable(z.string()),
  mo_lai_luc: z.nullable(instant),
  mo_lai_ly_do: z.nullable(z.string()),
})
export type Closing = z.output<typeof closing>

/** Steps of a closing, indexed by `dang_chot.buoc`. */
export const closeSteps = [
  'chờ tới lượt',
  'kiểm danh sách việc',
  'giữ dòng lương và nguồn',
  'tính lại để so từng đồng',
] as const

/** A closing in progress: requested by, requested at, current step. */
const running = z.strictObject({ thang: z.string(), username: z.string(), luc: instant, buoc: z.int() })

const progress = z.strictObject({ dang_chot: z.nullable(running) })

const closeState = z.strictObject({
  thang: z.string(),
  da_chot: z.boolean(),
  /** Why the month cannot be closed now; null when it can. */
  khong_chot_duoc: z.nullable(z.string()),
  /** Why a closed month cannot be reopened now; null when it can. */
  khong_mo_duoc: z.nullable(z.string()),
  /** The closing in progress, of this month or another one. */
  dang_chot: progress.shape.dang_chot,
  /** The last failed closing: requested by, requested at, and the error. */
  khong_xong: z.nullable(z.strictObject({ username: z.string(), luc: instant, loi: z.string() })),
  viec: z.array(work),
  tong: z.strictObject({
    nguoi: z.int(),
    tongLuongThang: z.int(),
    tongKhauTru: z.int(),
    luongThucNhan: z.int(),
    dieuChinh: z.int(),
    chiTra: z.int(),
    /** Number of people with negative pay, and the sum: nothing is transferred, and nothing is deducted automatically later. */
    nguoiAm: z.int(),
    soAm: z.int(),
  }),
  /** Adjustments paid with the month: count, and the largest ones. */
  dieu_chinh: z.strictObject({ count: z.int(), values: z.array(adjusted) }),
  /** For a closed month: number of people with a stored row that differs from the recomputed one. */
  tinh_lai_lech: z.nullable(z.int()),
  /** Closings of the month, newest first. */
  lan_chot: z.array(closing),
})
export type CloseState = z.output<typeof closeState>

const month = z.optional(z.string())

export const closingOfMonth = defineCall({
  method: 'GET',
  path: base,
  may: 'managesPay',
  summary: 'What is left to do before a month MM/YYYY is closed; the next one to be closed when left out',
  input: z.object({ startDate: month }),
  answer: closeState,
})

export const closeMonth = defineCall({
  method: 'POST',
  path: base,
  may: 'managesPay',
  reauth: true,
  summary:
    'Asks to close a month, which happens at once in the background: its rows stay as they are, what changes later is an adjustment of the next one',
  input: z.object({ thangTinhLuong: z.string(), ly_do: z.optional(z.string()) }),
  answer: progress,
})

export const closingProgress = defineCall({
  method: 'GET',
  path: `${base}/dangchot`,
  may: 'managesPay',
  summary: 'The month that is being closed, and how far that is',
  input: z.object({}),
  answer: progress,
})

export const reopenMonth = defineCall({
  method: 'POST',
  path: `${base}/molai`,
  may: 'admin',
  reauth: true,
  summary: 'Reopens the last closed month, with a reason',
  input: z.object({ thangTinhLuong: z.string(), ly_do: z.string() }),
  answer: closeState,
})

export const confirmParameters = defineCall({
  method: 'POST',
  path: `${base}/thamso`,
  may: 'managesPay',
  decides: 'atOnce',
  summary: 'Notes that the parameters of a month were looked at and are right',
  input: z.object({ thangTinhLuong: z.string() }),
  answer: closeState,
})
