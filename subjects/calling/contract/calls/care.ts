/** The care workflow: next customer, call results, appointments, care log (D1-CARE, D1-CUST-49, D1-CUST-53). */
import * as z from 'zod/mini'
import { careResults, isAppointment, needsNote, needsPackage } from '../care-results.ts'
import { formatDate, formatShortInstant } from '#kit/contract/dates.ts'
import { entryWords, type DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { defineCall } from '#kit/contract/call.ts'
import { rowOf } from '#kit/contract/row-schema.ts'
import { instant, pageOf, sentNumber } from '#kit/contract/shapes.ts'
import { unpricedInput } from '#platform/contract/priced.ts'
import { careHistory } from '../lists/care-history.ts'
import { cleanText } from '#kit/contract/text.ts'

const careResult = z.enum(careResults.map(({ value }) => value))
const nullableText = z.nullable(z.string())

const careCustomer = z.strictObject({
  id: z.string(),
  /** Unmasked: only for the person who holds the care, and audited. */
  phone: z.string(),
  type: nullableText,
  package: z.string(),
  packageRegisterAt: nullableText,
  registerAt: nullableText,
  packageExpiredAt: nullableText,
  expiredAt: nullableText,
  packageCycle: z.nullable(z.int()),
  state: nullableText,
  status: z.string(),
  packagesCanRegister: nullableText,
  packageCanRegister: nullableText,
  so_chu_ky_mien_phi_con_lai: z.nullable(z.int()),
  FileName: z.string(),
  claimedAt: instant,
  /** Where the number came from: still in hand, requested again, a due appointment, a recycling rule, a customer list, a pool file. */
  source: z.enum(['open', 'reinvite', 'appointment', 'recycle', 'assigned', 'pool']),
  appointmentAt: z.nullable(instant),
  /**
   * Set for a number that was called before: number of this call, the rule's limit (null without a rule), and the previous call
   * (D3-REC-02).
   */
  again: z.nullable(
    z.strictObject({ n: z.int(), most: z.nullable(z.int()), lastAt: instant, lastStatus: careResult }),
  ),
  /** Version of the customer as shown; sent back with the result. */
  version: z.int(),
  /** Packages of `packagesCanRegister` with their price in đồng, if the price table has them. */
  packages: z.array(z.strictObject({ code: z.string(), price: z.nullable(z.int()) })),
  /** Earlier results of this phone, of all callers, newest first, at most 20. */
  history: z.array(
    z.strictObject({
      id: z.string(),
      careAt: instant,
      status: careResult,
      package: nullableText,
      note: nullableText,
    }),
  ),
})
export type CareCustomer = z.output<typeof careCustomer>

const careAnswer = z.strictObject({
  /** The current customer, or null. */
  value: z.nullable(careCustomer),
  count: z.int(),
  /** When calling hours begin again; null within them (D3-RULE-01). */
  opensAt: z.nullable(instant),
})
export type CareAnswer = z.output<typeof careAnswer>

export const newCare = defineCall({
  method: 'GET',
  path: '/api/v1/customer/new-care',
  may: 'any',
  summary: 'Hands out the next customer; the same one until its result is saved',
  input: z.object({
    /** Reason for calling a due appointment outside calling hours. */
    ly_do: z.optional(z.string()),
  }),
  answer: careAnswer,
})

export const currentCare = defineCall({
  method: 'GET',
  path: '/api/v1/care/current',
  may: 'any',
  summary: 'The customer in hand, without asking for a new one',
  input: z.object({}),
  answer: careAnswer,
})

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
    /** Version of the customer as shown; an appointment gets one result. */
    version: z.optional(z.number()),
    /** Refuses an unknown package, for a screen that asks for confirmation. */
    checkPackage: z.optional(z.boolean()),
    ...unpricedInput,
  }),
  answer: z.strictObject({ id: z.string() }),
})

const appointment = z.strictObject({
  id: z.string(),
  historyId: z.string(),
  /** Unmasked for the appointment's owner. */
  phone: z.string(),
  package: z.string(),
  appointmentAt: instant,
  note: nullableText,
  careAt: instant,
  /** Version of the customer as shown; sent back with the result. */
  version: z.int(),
})
export type Appointment = z.output<typeof appointment>

export const appointments = defineCall({
  method: 'GET',
  path: '/api/v1/care/appointments',
  may: 'any',
  summary: "The caller's open appointments by time, overdue ones first",
  input: z.object({ page: z.optional(sentNumber), count: z.optional(sentNumber) }),
  answer: pageOf(appointment),
})

const today = z.strictObject({
  /** Start of the Vietnamese day. */
  since: instant,
  da_nhan_so: z.int(),
  so_tra_ket_qua: z.int(),
  /** Calls with a result other than no answer and unreachable. */
  gap_khach: z.int(),
  chap_nhan: z.int(),
  hen: z.int(),
})
export type CareToday = z.output<typeof today>

export const careToday = defineCall({
  method: 'GET',
  path: '/api/v1/care/today',
  may: 'any',
  summary: "The caller's own figures of the day",
  input: z.object({}),
  answer: today,
})

const stop = z.strictObject({
  /**
   * 'locked', 'hours' (outside calling hours), 'option' (no saved permission), 'day', 'file', 'stopped', 'quantity', 'empty', 'coolDown',
   * 'recycle' (waiting for its next call by a rule), 'blacklist'.
   */
  rule: z.enum([
    'locked',
    'hours',
    'option',
    'day',
    'file',
    'stopped',
    'quantity',
    'empty',
    'coolDown',
    'recycle',
    'blacklist',
  ]),
  /** Account with the missing permission or quantity; null for the file itself. */
  username: nullableText,
  /** The reason with its figures. */
  text: z.string(),
})
export type CareStop = z.output<typeof stop>

const whyNoneAnswer = z.strictObject({
  username: z.string(),
  fullname: z.string(),
  /** Whether a number may be handed out now. */
  free: z.boolean(),
  /** Summary in one sentence, and `advice` on what can be done ('' when nothing). */
  answer: z.string(),
  advice: z.string(),
  stops: z.array(stop),
  /** Files for which the account has a permission or a quantity, newest first, at most 50. */
  files: z.array(
    z.strictObject({
      FileName: z.string(),
      /** Numbers left that the account may draw from. */
      left: z.int(),
      /** How many of these cannot be called now: in cool-down, in hand, or with an appointment. */
      resting: z.int(),
      /** On the blacklist. */
      blocked: z.int(),
      stops: z.array(stop),
    }),
  ),
})
export type WhyNone = z.output<typeof whyNoneAnswer>

export const whyNone = defineCall({
  method: 'GET',
  path: '/api/v1/care/why',
  may: 'any',
  summary:
    'Which rule stops the hand-out to the caller, or to `username` of its scope, with figures per file',
  input: z.object({ username: z.optional(z.string()) }),
  answer: whyNoneAnswer,
})

const rowId = { id: z.string() }

export const setStatus = defineCall({
  method: 'PUT',
  path: '/api/v1/care/history/setStatus/:id',
  may: 'any',
  summary: 'Changes the result of a past call',
  input: z.object({
    ...rowId,
    status: z.string(),
    /** The agreed package, when the result becomes APPROVED. */
    package: z.optional(z.string()),
    /** Time of the appointment; when absent, the stored time is kept. */
    appointment_at: z.optional(z.string()),
    checkPackage: z.optional(z.boolean()),
    ...unpricedInput,
    version: z.optional(z.number()),
  }),
  answer: rowOf(careHistory),
})

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
  answer: rowOf(careHistory),
})

export const setNote = defineCall({
  method: 'PUT',
  path: '/api/v1/care/history/setNote/:id',
  may: 'any',
  summary: 'Changes the note of a past call',
  input: z.object({ ...rowId, note: z.string(), version: z.optional(z.number()) }),
  answer: rowOf(careHistory),
})

export const inviteAgain = defineCall({
  method: 'POST',
  path: '/api/v1/care/xacNhanMoiLai',
  may: 'any',
  summary: 'Returns the customer of a past call to its owner as the next one',
  input: z.object({ id: z.string() }),
  answer: z.null(),
  notice: true,
})

/** Maximum length of a reason, in characters. */
export const longestReason = 500

export const texts = {
  noResult: 'Bạn phải chọn kết quả!',
  noPackage: 'Bạn chưa nhập gói cước!',
  noAppointment: 'Bạn chưa nhập thời gian hẹn lại!',
  noNote: 'Bạn chưa nhập ghi chú!',
  saved: 'Thông tin chăm sóc khách hàng ghi nhận thành công.',
  notSaved: 'Thông tin chăm sóc khách hàng ghi nhận không thành công. Vui lòng thử lại lần sau.',
  notFetched: 'Lấy khách hàng mới không thành công. Vui lòng thử lại',
  noneLeft: 'Hết số để chăm sóc',
  longReason: `Lý do tối đa ${longestReason} ký tự`,
  why: 'Vì sao không có số?',
  takenAway:
    'Khách này không còn trong tay bạn: số vừa vào blacklist, bị thu hồi hoặc đã ghi kết quả ở nơi khác',
  sorting: 'Nhiều số vừa được gọi đang được xếp ra sau, nhấn lấy số lại sau giây lát',
  noTimeFor: (result: string): string =>
    `Kết quả '${result}' không có giờ hẹn: đổi kết quả thành 'Hẹn gọi lại' rồi đặt giờ`,
  pastAppointment: 'Thời gian hẹn lại phải ở sau hiện tại',
  alreadyRecorded: 'Khách hàng này đã được ghi kết quả',
  phoneTaken: 'Số này đang được người khác chăm sóc hoặc có lịch hẹn với người khác',
  holderStopped: 'Người giữ số này đã dừng hoạt động: mời lại số cho người khác rồi đặt hẹn',
  calledAgain: 'Số này đang được gọi lại, ghi kết quả của cuộc gọi mới thay vì sửa cuộc gọi cũ',
  waiting: 'Khách hàng này đang chờ gọi hoặc đang được chăm sóc',
  notInHand: 'Số này không nằm trong tay bạn và không phải lịch hẹn của bạn',
  notNow: 'Ngoài giờ gọi khách: bấm Gọi lịch hẹn đã đến giờ và ghi lý do',
  calledEnough: 'Số này đã đủ số lần gọi theo quy định',
  blacklisted: (entry: DoNotCallEntry): string =>
    `Số này đã vào blacklist (${entryWords(entry)}): không gọi và không ghi kết quả nữa`,
  reinviteConfirm: 'Xác nhận mời lại khách hàng này?',
  reinvited: 'Khách hàng sẽ là khách tiếp theo của người chăm sóc',
} as const

/** Message shown outside calling hours (D3-RULE-01). */
export const outsideHours = (opensAt: string): string =>
  `Ngoài giờ gọi khách: có số lại từ ${formatShortInstant(opensAt)}`

/** Warning about a package found neither in the price table nor in the subscriber file. */
export const unknownPackage = (code: string): string =>
  `Gói "${code}" không có trong bảng giá và không phải gói của khách. Có thể gõ nhầm`

/** Why an older result cannot be edited. */
export const closedResult = (since: string): string =>
  `Kết quả trước ngày ${formatDate(since)} đã khoá, không sửa được nữa`

/** Notice after a past call was requested again: the queue its customer went to (D3-ORG-05). */
export const reinvitedTo = (owner: string, holder: string | null): string =>
  holder === null
    ? `${owner} đã dừng hoạt động: khách trở về kho số chung của file`
    : `${owner} đã dừng hoạt động: khách chuyển cho ${holder}`

/**
 * Refusal when the author of a past call may edit only its note because the customer has another holder; the holder is named if in scope.
 */
export const handedTo = (name = 'người khác'): string =>
  `Khách hàng này đã bàn giao cho ${name}, bạn chỉ sửa được ghi chú`

export type CareForm = { status: string; package: string; appointmentAt: string | null; note: string }

/**
 * Validates a result form; returns errors by field in form order, empty when valid. Shared by dialog and server (D1-CARE-28 to D1-CARE-33).
 * `appointmentAt` is an ISO instant or null.
 */
export function careProblems(form: CareForm): Partial<Record<keyof CareForm, string>> {
  if (!careResults.some((result) => result.value === form.status)) return { status: texts.noResult }
  const noPackage = needsPackage(form.status) && cleanText(form.package) === ''
  const noTime = isAppointment(form.status) && !form.appointmentAt
  const noNote = needsNote(form.status) && cleanText(form.note) === ''
  return {
    ...(noPackage && { package: texts.noPackage }),
    ...(noTime && { appointmentAt: texts.noAppointment }),
    ...(noNote && { note: texts.noNote }),
  }
}
