/** The heart: the next customer, the result of a call, appointments, the care log (D1-CARE, D1-CUST-49, D1-CUST-53). */
import * as z from 'zod/mini'
import { careResults, type CareResult } from '../care-results.ts'
import { defineCall } from '../kit/call.ts'

/** Why a number came: still in hand, asked for again, an appointment that is due, given by name, from a file. */
export type CareSource = 'open' | 'reinvite' | 'appointment' | 'assigned' | 'pool'

export type CareCustomer = {
  id: string
  /** In full: only for the person who holds the care, each time on record. */
  phone: string
  type: string | null
  package: string
  packageRegisterAt: string | null
  registerAt: string | null
  packageExpiredAt: string | null
  expiredAt: string | null
  packageCycle: number | null
  state: string | null
  status: string
  packagesCanRegister: string | null
  packageCanRegister: string | null
  so_chu_ky_mien_phi_con_lai: number | null
  FileName: string
  claimedAt: string
  source: CareSource
  appointmentAt: string | null
  /** Packages of `packagesCanRegister` with their price in đồng, when the price table knows them. */
  packages: { code: string; price: number | null }[]
  /** Earlier results of this customer, newest first, at most 20. */
  history: { id: string; careAt: string; status: CareResult; package: string | null; note: string | null }[]
}

export type CareAnswer = {
  /** The customer in hand, or null. */
  value: CareCustomer | null
  /** Numbers left for the caller. */
  count: number
}

export const newCare = defineCall({
  method: 'GET',
  path: '/api/v1/customer/new-care',
  may: 'any',
  summary: 'Hands out the next customer; the same one until its result is saved',
  input: z.object({}),
}).answers<CareAnswer>()

export const currentCare = defineCall({
  method: 'GET',
  path: '/api/v1/care/current',
  may: 'any',
  summary: 'The customer in hand, without asking for a new one',
  input: z.object({}),
}).answers<CareAnswer>()

export const recordCare = defineCall({
  method: 'POST',
  path: '/api/v1/customer/:id/care',
  may: 'any',
  summary: 'Records the result of a call',
  input: z.object({
    id: z.string(),
    status: z.optional(z.nullable(z.string())),
    package: z.optional(z.nullable(z.string())),
    appointmentAt: z.optional(z.nullable(z.string())),
    appointment_at: z.optional(z.nullable(z.string())),
    note: z.optional(z.nullable(z.string())),
  }),
}).answers<{ id: string }>()

export type Appointment = {
  /** Id of the customer. */
  id: string
  historyId: string
  /** In full for its owner. */
  phone: string
  package: string
  appointmentAt: string
  note: string | null
  careAt: string
}

export const appointments = defineCall({
  method: 'GET',
  path: '/api/v1/care/appointments',
  may: 'any',
  summary: "The caller's open appointments by time, overdue ones first",
  input: z.object({ page: z.optional(z.coerce.number()), count: z.optional(z.coerce.number()) }),
}).answers<{ values: Appointment[]; count: number }>()

export type CareToday = {
  /** Since when counted, start of the Vietnamese day. */
  since: string
  da_nhan_so: number
  so_tra_ket_qua: number
  /** Reached somebody: every result but no answer and unreachable. */
  gap_khach: number
  chap_nhan: number
  hen: number
}

export const careToday = defineCall({
  method: 'GET',
  path: '/api/v1/care/today',
  may: 'any',
  summary: "The caller's own figures of the day",
  input: z.object({}),
}).answers<CareToday>()

const rowId = { id: z.string() }

export const setStatus = defineCall({
  method: 'PUT',
  path: '/api/v1/care/history/setStatus/:id',
  may: 'any',
  summary: 'Changes the result of a past call',
  input: z.object({ ...rowId, status: z.string(), version: z.optional(z.number()) }),
}).answers<unknown>()

export const setAppointmentAt = defineCall({
  method: 'PUT',
  path: '/api/v1/care/history/setAppointmentAt/:id',
  may: 'any',
  summary: 'Sets the time of an appointment',
  input: z.object({
    ...rowId,
    appointment_at: z.optional(z.string()),
    appointmentAt: z.optional(z.string()),
    version: z.optional(z.number()),
  }),
}).answers<unknown>()

export const setNote = defineCall({
  method: 'PUT',
  path: '/api/v1/care/history/setNote/:id',
  may: 'any',
  summary: 'Changes the note of a past call',
  input: z.object({ ...rowId, note: z.string(), version: z.optional(z.number()) }),
}).answers<unknown>()

export const inviteAgain = defineCall({
  method: 'POST',
  path: '/api/v1/care/xacNhanMoiLai',
  may: 'any',
  summary: 'Returns the customer of a past call to its owner as the next one',
  input: z.object({ id: z.string() }),
}).answers<null>()

export const texts = {
  noResult: 'Bạn phải chọn kết quả!',
  noPackage: 'Bạn chưa nhập gói cước!',
  noAppointment: 'Bạn chưa nhập thời gian hẹn lại!',
  noNote: 'Bạn chưa nhập ghi chú!',
  saved: 'Thông tin chăm sóc khách hàng ghi nhận thành công.',
  notSaved: 'Thông tin chăm sóc khách hàng ghi nhận không thành công. Vui lòng thử lại lần sau.',
  notFetched: 'Lấy khách hàng mới không thành công. Vui lòng thử lại',
  noneLeft: 'Hết số để chăm sóc',
  pastAppointment: 'Thời gian hẹn lại phải ở sau hiện tại',
  alreadyRecorded: 'Khách hàng này đã được ghi kết quả',
  reinviteConfirm: 'Xác nhận mời lại khách hàng này?',
  reinvited: 'Khách hàng sẽ là khách tiếp theo của người chăm sóc',
} as const

/** Whether a result needs the registered package (D1-Q-075). */
export const needsPackage = (status: string): boolean => status === 'APPROVED' || status === 'APPOINTMENT'
/** Whether a result needs a note (D1-CARE-28). */
export const needsNote = (status: string): boolean => status !== 'APPROVED'

export type CareForm = { status: string; package: string; appointmentAt: string | null; note: string }

/**
 * The first thing wrong with a result as typed, by field, or null. One rule for dialog and server
 * (D1-CARE-28 to D1-CARE-33). `appointmentAt` is an ISO instant or null.
 */
export function careProblem(form: CareForm): { field: keyof CareForm; msg: string } | null {
  if (!careResults.some((result) => result.value === form.status))
    return { field: 'status', msg: texts.noResult }
  if (needsPackage(form.status) && form.package.trim() === '')
    return { field: 'package', msg: texts.noPackage }
  if (form.status === 'APPOINTMENT' && !form.appointmentAt) {
    return { field: 'appointmentAt', msg: texts.noAppointment }
  }
  if (needsNote(form.status) && form.note.trim() === '') return { field: 'note', msg: texts.noNote }
  return null
}
