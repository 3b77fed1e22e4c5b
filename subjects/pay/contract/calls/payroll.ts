/** Calls of the payroll besides its list: its inputs, and explanations of its figures (D2-PAY-37 to 49, D3-PAY). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import type { Field } from '#kit/contract/field.ts'
import { historyEntry } from '#kit/contract/history.ts'
import { cellOf } from '#kit/contract/row-schema.ts'
import { day, instant, keyOf, sentNumber, valuesOf } from '#kit/contract/shapes.ts'
import { tinhluong } from '../reports/tinhluong.ts'
import { payFigures, type PayFigure } from '../pay-lists.ts'
import { typedFields } from '../lists/payroll-sheets.ts'
import { screens } from '#platform/contract/screens.ts'
import type { HistorySubject } from '#platform/contract/calls/histories.ts'

const base = '/api/v1/tinhluong'

/** Texts of the specification, and additional ones. */
export const payrollTexts = {
  badMonth: 'Tháng không hợp lệ, viết MM/YYYY',
  updated: (username: string, month: string): string =>
    `Đã cập nhật ${username} trong bảng lương tháng ${month}`,
  notEdited: 'Chỉnh sửa không thành công',
  calculating: 'Đang tính toán...',
  uploaded: (file: string): string =>
    `Tải file thành công: "${file}". Bảng lương sẽ tạm ẩn trong ít phút để tính toán lại và sẽ hiển thị lại với dữ liệu đã cập nhật.`,
  hidden: 'Bảng lương tạm ẩn để tính toán lại',
  decided: (rows: number): string => `Đã quyết định ${rows} dòng chấm công`,
  nobodys: 'Có dòng không rõ tài khoản: hãy chọn người nhận, hoặc không tính',
  /** How a negative amount is handled. */
  belowZero:
    'Chi trả âm: không chuyển tiền, phần âm không tự trừ vào tháng sau; thu lại, hoặc nhập vào ký quỹ, tạm ứng tháng sau',
  notAll: 'Có dòng vừa được người khác quyết định, hãy xem lại',
} as const

/** A row of the payroll; its id is '{username}:{MM-YYYY}'. */
export type PayRow = Record<
  PayFigure | 'doanhThu' | 'doanhThuTamTinh' | 'doanhThuThucTe' | 'chamCongCho',
  number
> & {
  id: string
  username: string
  fullname: string
  thangTinhLuong: string
  canCuCheTai: string | null
  khauTruCao: 0 | 1
  thieuCanCu: 0 | 1
  daChot: 0 | 1
}
export const payRow = z.strictObject(
  Object.fromEntries(
    [...tinhluong.list, ...tinhluong.also].map((name) => [name, cellOf(tinhluong.fields[name])]),
  ),
) as unknown as z.ZodMiniType<PayRow>

/** Person, and month as MM/YYYY. */
const payOwner = { username: z.string().check(z.minLength(1)), thangTinhLuong: z.string() }

/** Subject of the history of a row's typed values. */
export const payrollSubject: HistorySubject = { path: 'tinhluong', fields: typedFields }

const amount = z.int()
const typed = z.strictObject({
  ...payOwner,
  ...(Object.fromEntries(
    Object.keys(typedFields).map((name) => [name, name === 'ngayCongThucTe' ? z.number() : amount]),
  ) as Record<Exclude<keyof typeof typedFields, 'canCuCheTai'>, z.ZodMiniNumber>),
  fullname: z.string(),
  canCuCheTai: z.nullable(z.string()),
  /** Days from timekeeping, and whether the typed days differ. */
  ngayCongChamCong: z.number(),
  ngayCongDaSua: z.boolean(),
  version: z.int(),
})
export type TypedRow = z.output<typeof typed>

export const findRow = defineCall({
  method: 'POST',
  path: `${base}/findTinhLuong`,
  may: 'editsPay',
  summary: 'The editable fields of a person and month',
  input: z.object(payOwner),
  answer: typed,
})

// Object.fromEntries loses the names.
const anything = Object.fromEntries(
  Object.keys(typedFields).map((name) => [name, z.optional(z.unknown())]),
) as Record<keyof typeof typedFields, z.ZodMiniOptional<z.ZodMiniUnknown>>

/** All but the reason are required, and an emptied amount is no 0 (D2-PAY-23). */
const requiredUnlessReason = (name: string, typed: Field): Field => {
  const { default: _, ...field } = typed
  return name === 'canCuCheTai' ? field : { ...field, required: true }
}
// Object.fromEntries loses the names.
const asks = Object.fromEntries(
  Object.entries(typedFields).map(([name, field]) => [name, requiredUnlessReason(name, field)]),
) as Record<keyof typeof typedFields, Field>

export const updateRow = defineCall({
  method: 'PUT',
  path: `${base}/updateTinhLuong`,
  may: 'editsPay',
  decides: 'atOnce',
  summary: 'Writes the editable fields of a person and month; answers the recomputed row',
  input: z.object({ ...payOwner, ...anything, version: z.optional(z.int()) }),
  asks,
  answer: payRow,
})

export const createRow = defineCall({
  method: 'POST',
  path: base,
  may: 'managesPay',
  decides: 'atOnce',
  summary: 'Writes the typed amounts of a person and month, 0 for those left out; answers the recomputed row',
  input: z.object({ ...payOwner, ...anything }),
  answer: payRow,
})

export const recomputeRow = defineCall({
  method: 'POST',
  path: `${base}/updateUser`,
  may: 'managesPay',
  summary: 'The row of a person and month, computed anew',
  input: z.object(payOwner),
  answer: payRow,
})

export const firstMonth = defineCall({
  method: 'GET',
  path: `${base}/thangdau`,
  may: 'any',
  summary: 'The first month of which anything is known; null while nothing is',
  input: z.object({}),
  answer: z.strictObject({ thang: z.nullable(z.string()) }),
})

export const clearRow = defineCall({
  method: 'DELETE',
  path: `${base}/:id`,
  may: 'managesPay',
  decides: 'atOnce',
  summary: "Clears what was typed for the row '{username}:{MM-YYYY}'",
  input: z.object({ id: z.string() }),
  answer: z.null(),
})

/** Every row has a person, so nothing can be assigned (D2-Q-16). */
export const assignRows = defineCall({
  method: 'POST',
  path: `${base}/assign`,
  may: 'assignsLines',
  summary: 'Every row of the payroll has its person: answers 0',
  input: z.object({ data: z.optional(z.unknown()) }),
  answer: z.strictObject({ saved: z.int() }),
})

export const rowHistory = defineCall({
  method: 'GET',
  path: `${base}/:id/history`,
  may: 'any',
  summary: "The newest 200 changes of what was typed for the row '{username}:{MM-YYYY}'",
  input: z.object({ id: z.string() }),
  answer: valuesOf(historyEntry),
})

/** Anomalies of a timekeeping row (D3-PAY-14). */
export const oddities = {
  thieu_vao: 'Thiếu giờ vào',
  thieu_ra: 'Thiếu giờ ra',
  ra_truoc_vao: 'Giờ ra trước giờ vào',
  trung: 'Trùng giờ',
  khong_ro: 'Không rõ tài khoản',
  qua_16h: 'Quá 16 giờ',
  ngay_le: 'Ngày lễ',
  lech_ngay: 'Ngày khác ngày của giờ vào',
  doi_gio: 'Qua đêm trên 12 giờ, nghi đổi giờ vào và ra',
} as const
export const decisions = {
  theo_gio: 'Tính theo giờ',
  ca_ngay: '1 công',
  nua_ngay: '0.5 công',
  bo: 'Không tính',
} as const
export type Decision = keyof typeof decisions
const decision = z.enum(Object.keys(decisions) as Decision[])

const clocking = z.strictObject({
  id: z.guid(),
  username: z.string(),
  fullname: z.nullable(z.string()),
  ngay: z.nullable(day),
  /** HH:mm:ss, above 24 after midnight; with '(hôm trước)' for a time on the day before `ngay`. */
  gioVao: z.nullable(z.string()),
  gioRa: z.nullable(z.string()),
  bat_thuong: z.array(z.enum(Object.keys(oddities) as (keyof typeof oddities)[])),
  quyet_dinh: z.nullable(decision),
  quyet_dinh_boi: z.nullable(z.string()),
  quyet_dinh_luc: z.nullable(instant),
  /** Undecided, counts as 0. */
  cho: z.boolean(),
  version: z.int(),
})
export type Clocking = z.output<typeof clocking>

export const oddClockings = defineCall({
  method: 'GET',
  path: `${base}/batthuong`,
  may: 'editsPay',
  summary: 'Timekeeping rows of a month with something odd, those without a decision first',
  input: z.object({ startDate: z.optional(z.string()), username: z.optional(z.string()) }),
  answer: valuesOf(clocking),
})

export const decideClockings = defineCall({
  method: 'POST',
  path: `${base}/batthuong`,
  may: 'editsPay',
  decides: 'atOnce',
  summary: 'Decides odd rows, takes a decision back (null), or gives rows of nobody to a person',
  input: z.object({
    dong: z.array(z.object({ id: z.guid(), version: z.int() })).check(z.minLength(1), z.maxLength(500)),
    quyet_dinh: z.nullable(decision),
    username: z.optional(z.string()),
  }),
  answer: z.strictObject({ saved: z.int() }),
})

const parameter = z.strictObject({
  key: z.string(),
  nhan: z.string(),
  /** Value as text. */
  gia_tri: z.string(),
  /** First day of validity, null for the first value; who set it, null when unknown. */
  tu_ngay: z.nullable(day),
  username: z.nullable(z.string()),
  at: z.nullable(instant),
  ly_do: z.nullable(z.string()),
})

/** Component of the figure; `dau` is −1 when subtracted. */
const part = z.strictObject({
  cot: z.nullable(z.enum(payFigures)),
  nhan: z.string(),
  gia_tri: z.number(),
  dau: z.literal([1, -1]),
})

/** One row behind a figure: label, time, and amount. */
const sourceRow = z.strictObject({
  luc: z.nullable(z.union([instant, day])),
  nhan: z.string(),
  chi_tiet: z.string(),
  so: z.number(),
  /**
   * Link to the row: list and filters; null when the reader has no access. For an adjustment: the corrected row; for days and typed amounts
   * the closed payroll.
   */
  mo: z.nullable(z.strictObject({ man_hinh: keyOf(screens), loc: z.record(z.string(), z.string()) })),
})
export type SourceRow = z.output<typeof sourceRow>

const explanation = z.strictObject({
  cot: z.enum(payFigures),
  nhan: z.string(),
  gia_tri: z.number(),
  cong_thuc: z.string(),
  /** The formula with its values. */
  phep_tinh: z.string(),
  /** Whether the figure is the sum of `thanh_phan`. */
  la_tong: z.boolean(),
  thanh_phan: z.array(part),
  tham_so: z.array(parameter),
  /** Rows that add up to the figure, or to the component `cua`; null for a sum. */
  nguon: z.nullable(
    z.strictObject({
      cua: z.enum(payFigures),
      tong: z.number(),
      count: z.int(),
      values: z.array(sourceRow),
    }),
  ),
})
export type Explanation = z.output<typeof explanation>

export const explainFigure = defineCall({
  method: 'GET',
  path: `${base}/giaithich`,
  may: 'any',
  summary: 'Why a figure of a row is what it is: formula, values, parameters with their dates, source rows',
  input: z.object({
    username: z.string(),
    startDate: z.optional(z.string()),
    cot: z.enum(payFigures),
    page: z.optional(sentNumber),
    count: z.optional(sentNumber),
  }),
  answer: explanation,
})

const step = z.strictObject({
  cot: z.enum(payFigures),
  nhan: z.string(),
  /** Old and new value as text. */
  chi_tiet: z.string(),
  so: z.int(),
})
const comparison = z.strictObject({
  thang_truoc: z.string(),
  truoc: z.nullable(payRow),
  nay: payRow,
  /** Differences that add up to the change of net pay. */
  buoc: z.array(step),
})
export type Comparison = z.output<typeof comparison>

export const compareMonths = defineCall({
  method: 'GET',
  path: `${base}/sosanh`,
  may: 'any',
  summary: 'Why net pay differs from that of the month before, in steps that add up to the difference',
  input: z.object({ username: z.string(), startDate: z.optional(z.string()) }),
  answer: comparison,
})
