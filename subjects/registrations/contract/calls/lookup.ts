/** Look-ups of a subscriber at the carrier: calls, answers, labels and refusals (D1-LOOK, D1-Q-091 to 102). */
import * as z from 'zod/mini'
import { doNotCallField, type DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { defineCall } from '#kit/contract/call.ts'
import { day, instant, keyOf } from '#kit/contract/shapes.ts'

/** The six look-ups; each is one request to the carrier. */
export const lookupKinds = ['package', 'balance', 'info', 'history', '9279', 'messages999'] as const
export type LookupKind = (typeof lookupKinds)[number]

/** `ten_tra_cuu` of the look-up log (D1-Q-102). */
export const lookupNames: Record<LookupKind, string> = {
  package: 'Tra cứu gói cước có thể đăng ký',
  balance: 'Tra cứu tài khoản chính',
  info: 'Tra cứu thông tin chi tiết thuê bao',
  history: 'Tra cứu lịch sử gói cước',
  '9279': 'Tra cứu lịch sử 9279',
  messages999: 'Tra cứu tin nhắn 999',
}

/** Subscriber types on the wire (D1-CONST-02, D1-Q-164). */
export const subscriberTypes = { MC: 'Trả trước', MG: 'Trả sau' } as const
export type SubscriberType = keyof typeof subscriberTypes
/** Message directions (D1-CONST-03). */
export const directions = { I: 'I-Input', O: 'O-Output' } as const
export type Direction = keyof typeof directions

const name = z.string()
const NUMBER_PHONE = z.string()
const nullableDay = z.nullable(day)

const programPackage = z.strictObject({
  PackageCode: name,
  FromDate: nullableDay,
  ToDate: nullableDay,
  SyntaxRegister: name,
  RegisterExpire: nullableDay,
})
export type ProgramPackage = z.output<typeof programPackage>

/** `PaginateNumber` counts one page past the last, so that buttons 1..maxPage-1 reach all (D1-Q-092). */
const programPackages = z.strictObject({
  NUMBER_PHONE,
  PaginateNumber: z.int(),
  FinalDataList: z.array(programPackage),
})
export type ProgramPackages = z.output<typeof programPackages>

/** Amounts in đồng. */
const balance = z.strictObject({ NUMBER_PHONE, balance: z.int() })
export type Balance = z.output<typeof balance>

const subscriberInfo = z.strictObject({
  NUMBER_PHONE,
  NUM_TYPE: name,
  PHONE_BALANCE: z.nullable(z.int()),
  SIM_TYPE: name,
  CURRENT_PACKAGE: name,
  NUMBER_CONTRACT_DATE: nullableDay,
  NUMBER_LIMIT: z.nullable(z.int()),
  NUMBER_LIMIT_F1: z.nullable(z.int()),
  NUMBER_TYPE: z.optional(name),
  PACKAGE_DATA: z.array(
    z.strictObject({ PACKAGE_NAME: name, START_DATE: nullableDay, END_DATE: nullableDay }),
  ),
})
export type SubscriberInfo = z.output<typeof subscriberInfo>

const packageHistory = z.strictObject({
  NUMBER_PHONE,
  values: z.array(
    z.strictObject({
      NumberType: name,
      NumberCurrentPackage: name,
      NumberPackageRegisterDate: nullableDay,
      NumberPackageRegisterExpire: nullableDay,
      CurrentCycle: z.int(),
      NumberFreeCycleLeft: z.int(),
      Status: name,
    }),
  ),
})
export type PackageHistory = z.output<typeof packageHistory>

const shortCodeMessages = z.strictObject({
  NUMBER_PHONE,
  values: z.array(
    z.strictObject({ content: name, datetime: instant, receiver: name, sender: name, type: name }),
  ),
})
export type ShortCodeMessages = z.output<typeof shortCodeMessages>

/** `PaginateNumber` counts the pages exactly (D1-MSG-15). */
const carrierMessages = z.strictObject({
  NUMBER_PHONE,
  PaginateNumber: z.int(),
  FinalDataList: z.array(
    z.strictObject({
      ISDN: name,
      ActionType: keyOf(directions),
      NumberService: name,
      SystemSource: name,
      SMSSyntax: name,
      SMSContent: name,
      ActionTime: instant,
    }),
  ),
})
export type CarrierMessages = z.output<typeof carrierMessages>

export type LookupAnswers = {
  package: ProgramPackages
  balance: Balance
  info: SubscriberInfo
  history: PackageHistory
  '9279': ShortCodeMessages
  messages999: CarrierMessages
}

/** The carrier's answer, with the do-not-call entry of the phone (D3-RULE-03). */
export type LookedUp<K extends LookupKind = LookupKind> = LookupAnswers[K] & {
  khong_goi: DoNotCallEntry | null
}

// Checked by the service, whose refusals have their own texts for HTTP and live calls.
const text = z.optional(z.string())
const period = { startDate: text, endDate: text }

export const lookupPackage = defineCall({
  method: 'GET',
  path: '/api/v1/lookup/package',
  may: 'any',
  summary: 'Packages that a subscriber can register; PaginateNumber counts one page past the last',
  input: z.object({ phone: text, package_code: text, page: text }),
  answer: z.extend(programPackages, doNotCallField),
})

export const lookupBalance = defineCall({
  method: 'GET',
  path: '/api/v1/lookup/balance',
  may: 'any',
  summary: 'Balance of the main account, in đồng',
  input: z.object({ phone: text }),
  answer: z.extend(balance, doNotCallField),
})

export const lookupInfo = defineCall({
  method: 'GET',
  path: '/api/v1/lookup/info',
  may: 'below5',
  summary: 'Details of a subscriber (type MC or MG); within hours and a number per hour only',
  input: z.object({ phone: text, type: text }),
  answer: z.extend(subscriberInfo, doNotCallField),
})

export const lookupHistory = defineCall({
  method: 'GET',
  path: '/api/v1/lookup/history',
  may: 'any',
  summary: 'Package history of a subscriber',
  input: z.object({ phone: text }),
  answer: z.extend(packageHistory, doNotCallField),
})

export const lookup9279 = defineCall({
  method: 'GET',
  path: '/api/v1/lookup/9279',
  may: 'any',
  summary: 'Messages with short code 9279 between two days (DD/MM/YYYY), both included',
  input: z.object({ phone: text, ...period }),
  answer: z.extend(shortCodeMessages, doNotCallField),
})

export const lookupMessages999 = defineCall({
  method: 'GET',
  path: '/api/v1/lookup/messages999',
  may: 'any',
  summary: 'Messages with 999 in one direction (I or O) between two days (DD/MM/YYYY)',
  input: z.object({ phone: text, huong_ket_qua: text, page: text, ...period }),
  answer: z.extend(carrierMessages, doNotCallField),
})

/**
 * Hours and quota of the detailed look-up (D1-CONST-05, D1-CONST-06): Vietnamese time HH:mm, `until` excluded,
 * `perHour` within any 60 minutes; from the settings `lookup.*`.
 */
export type DetailLimits = { from: string; until: string; perHour: number }

const hour = (clock: string): string => clock.replace(/^0(?=\d)/, '')

/** Refusal outside the hours (D1-Q-093). */
export const outsideHours = ({ from, until }: DetailLimits): string =>
  `Chỉ được tra cứu trong khung giờ ${hour(from)}-${hour(until)}`
/** Refusal above the hourly quota (D1-Q-093). */
export const overLimit = ({ perHour }: DetailLimits): string =>
  `Bạn đã vượt quá ${perHour} lượt tra cứu trong 1 giờ`

/** Limits displayed before a look-up. */
const limits = z.strictObject({
  /** The caller's detailed look-ups: hours, quota per hour, and remaining number; null without the permission. */
  detail: z.nullable(
    z.strictObject({
      from: name,
      until: name,
      perHour: z.int(),
      left: z.int(),
      open: z.boolean(),
    }),
  ),
})
export type LookupLimits = z.output<typeof limits>

export const lookupLimits = defineCall({
  method: 'GET',
  path: '/api/v1/lookup/limits',
  may: 'any',
  summary: 'Hours and number of the detailed look-up, and how many the caller has left',
  input: z.object({}),
  answer: limits,
})

export const lookupTexts = {
  noAnswer: 'Không nhận được phản hồi, vui lòng thử lại',
  noPhone: 'Bạn phải nhập số điện thoại',
  noStartDate: 'Bạn phải nhập ngày bắt đầu',
  noEndDate: 'Bạn phải nhập ngày kết thúc',
  badStartDate: 'Ngày bắt đầu không hợp lệ',
  badEndDate: 'Ngày kết thúc không hợp lệ',
  badType: 'Loại thuê bao phải là MC (trả trước) hoặc MG (trả sau)',
  badDirection: 'Hướng tin nhắn phải là I hoặc O',
  badPage: 'Số trang không hợp lệ',
  badPackage: 'Mã gói cước không hợp lệ',
  waiting: 'Đang chờ kết quả tra cứu trước',
  notConfigured: 'Kênh tra cứu chưa được cấu hình',
  notFound: 'Không tìm thấy thuê bao',
  timeout: 'Nhà mạng không trả lời kịp, vui lòng thử lại',
  unreachable: 'Không kết nối được kênh tra cứu của nhà mạng',
  fault: 'Kênh tra cứu của nhà mạng đang lỗi, vui lòng thử lại sau',
  busy: 'Kênh tra cứu của nhà mạng đang quá tải, thử lại sau ít giây',
  refused: 'Nhà mạng từ chối yêu cầu tra cứu',
  garbage: 'Nhà mạng trả về kết quả không đọc được',
  mismatch: 'Nhà mạng trả về kết quả của yêu cầu khác',
  open: 'Kênh tra cứu đang gián đoạn, thử lại sau ít giây',
} as const
