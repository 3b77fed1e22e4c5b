/** Calls of Mfy requests in addition to the resource: clock, hand-over, update, reminders, carrier (D2-MFY, D3-CLK). */
import * as z from 'zod/mini'
import { insistInput } from '#platform/contract/insistence.ts'
import { defineCall } from '#kit/contract/call.ts'
import { actionPath } from '#kit/contract/action.ts'
import { rowOf } from '#kit/contract/row-schema.ts'
import { instant, valuesOf } from '#kit/contract/shapes.ts'
import { mfyStates } from '../mfy.ts'
import { mfy, setMfyState } from '../lists/mfy.ts'

/** Texts of the specification, and additional ones. */
export const mfyTexts = {
  noId: 'Thiếu id cập nhật',
  nothingToUpdate: 'Chưa nhập thông tin cập nhật',
  updated: 'Cập nhật thành công',
  updateFailed: 'Cập nhật thất bại',
  /** An open request for the same number and package exists; `xac_nhan_lai: true` creates another one. */
  again: (pack: string, createdAt: string, state: string): string =>
    `Thuê bao này có đơn Mfy gói ${pack} chưa xong, tạo lúc ${createdAt}, ${state.toLowerCase()}`,
  notOver: 'Chưa hết thời gian chờ',
  unknownError: 'Lỗi không xác định!',
  inviting: 'Đang mời thuê bao này, chờ nhà mạng trả lời',
  transferRecorded: 'Giao dịch chuyển khoản do quản lý ghi nhận, chỉ quản lý bỏ được',
  over: 'Đơn đã kết thúc, chỉ quản lý giao lại được',
  outOfScope: 'Nhân viên không có trong phạm vi của bạn',
  handedOver: (name: string): string => `Đã giao cho ${name}`,
  needsApproval: 'Có đơn Mfy cần duyệt',
  compose: (phone: string): string => `Thuê bao ${phone} đang chờ soạn Y`,
  composeAgain: (phone: string): string => `Thuê bao ${phone} đang chờ soạn Y lần 2`,
  many: {
    can_duyet: (count: number): string => `Có ${count} đơn Mfy cần duyệt`,
    soan_y: (count: number): string => `${count} thuê bao đang chờ soạn Y`,
    soan_y_lan_2: (count: number): string => `${count} thuê bao đang chờ soạn Y lần 2`,
  },
  cancelled: (times: number): string => `Khách hủy ${times} lần`,
} as const

const row = rowOf(mfy)
const { cty, note, username_nv } = mfy.fields
const id = z.string()
const version = z.optional(z.int())
const text = z.optional(z.nullable(z.string()))
/** A flag in the forms of old clients. */
const flagInput = z.optional(z.union([z.boolean(), z.literal([0, 1]), z.literal(['0', '1'])]))

export const setState = defineCall({
  method: setMfyState.method,
  path: actionPath(mfy, setMfyState),
  may: 'any',
  summary: 'Sets the state (priority below 3); with tu_dong it only asks whether the wait is over',
  input: z.object({
    id,
    trang_thai: z.enum(mfyStates.map(({ value }) => value)),
    tu_dong: flagInput,
    version,
  }),
  answer: row,
  mes: true,
})

export const updateMfy = defineCall({
  method: 'PUT',
  path: '/api/v1/mfy/:id/update',
  may: 'below3',
  summary: 'Sets partner company, note and staff member of a request',
  input: z.object({ id, cty: text, note: text, username_nv: text, ten_nv: text, version }),
  asks: { cty, username_nv: { ...username_nv, required: true }, note },
  answer: row,
  mes: true,
})

export const handOver = defineCall({
  method: 'PUT',
  path: '/api/v1/mfy/:id/giao',
  may: 'below5',
  summary: 'Hands a request over to a person of the own scope; its clock runs on',
  input: z.object({ id, username_nv: z.string().check(z.minLength(1)), version }),
  asks: { username_nv: { ...username_nv, label: 'Người nhận', required: true } },
  answer: row,
  mes: true,
})

const clock = z.strictObject({
  id: z.guid(),
  so_dien_thoai: z.string(),
  ma_goi: z.string(),
  username_nv: z.string(),
  ten_nv: z.string(),
  /** First or second wait. */
  lan: z.literal([1, 2]),
  /** Remaining time of the ten minutes in ms, as of the response. */
  con_lai_ms: z.int(),
  version: z.int(),
})
export type Clock = z.output<typeof clock>

export const clocks = defineCall({
  method: 'GET',
  path: '/api/v1/mfy/dongho',
  may: 'any',
  summary: 'The running clocks of the own scope, least time first',
  input: z.object({}),
  answer: valuesOf(clock),
})

const punctualityRow = z.strictObject({
  username_nv: z.string(),
  ten_nv: z.string(),
  /** Waits started in the month, at most two per request. */
  so_lan_cho: z.int(),
  dung_han: z.int(),
  qua_han: z.int(),
  truy_thu: z.int(),
})
export type Punctuality = z.output<typeof punctualityRow>

export const punctuality = defineCall({
  method: 'GET',
  path: '/api/v1/mfy/dunghan',
  may: 'any',
  summary: 'Waits of a month by who held them: composed in time, expired, back-charge',
  input: z.object({
    thang: z.optional(
      z
        .string()
        .check(
          z.refine((month) => /^(0[1-9]|1[0-2])\/\d{4}$/.test(month), 'Tháng không hợp lệ, viết MM/YYYY'),
        ),
    ),
  }),
  answer: valuesOf(punctualityRow),
})

const reminder = z.strictObject({
  phone_number: z.string(),
  yeu_cau: z.literal(['', 'can_duyet', 'soan_y', 'soan_y_lan_2']),
  /** Number of requests waiting for the same action, and when the newest began to wait; null without one (D3-BELL-02). */
  so_luong: z.int(),
  moi_luc: z.nullable(instant),
})
export type Reminder = z.output<typeof reminder>

export const remind = defineCall({
  method: 'GET',
  path: '/api/v1/mfy/nhacNhanVien',
  may: 'any',
  summary: 'What waits for the caller: an order to approve, or a customer to compose',
  input: z.object({}),
  answer: reminder,
})

export const lookUpTarget = defineCall({
  method: 'POST',
  path: '/api/v1/mfy/traCuuDoiTuong',
  may: 'any',
  summary: 'Asks the carrier which packages a number may register, told as one sentence',
  input: z.object({ phone: text }),
  answer: z.null(),
  mes: true,
})

export const autoInvite = defineCall({
  method: 'POST',
  path: '/api/v1/mfy/moiTuDong',
  may: 'below3',
  summary: 'Has the carrier invite the subscriber of a request, once at a time',
  input: z.object({ id, ...insistInput }),
  answer: z.null(),
  mes: true,
})

/** Toast of a reminder; '' when nothing is due. */
export function reminderText({ yeu_cau, phone_number, so_luong }: Reminder): string {
  if (so_luong > 1 && yeu_cau !== '') return mfyTexts.many[yeu_cau](so_luong)
  if (yeu_cau === 'can_duyet') return mfyTexts.needsApproval
  if (yeu_cau === 'soan_y') return mfyTexts.compose(phone_number)
  return yeu_cau === 'soan_y_lan_2' ? mfyTexts.composeAgain(phone_number) : ''
}
