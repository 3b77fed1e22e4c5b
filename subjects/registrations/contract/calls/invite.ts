/** Package invitation: by a one-time code from the customer, and by a command to 9332 (D2-INVIT). */
import * as z from 'zod/mini'
import type { Rule } from '#platform/contract/abilities.ts'
import { againName } from '#kit/contract/again.ts'
import { byTab, codeTabs, type CodeTab } from '#platform/contract/code-tabs.ts'
import { insistInput } from '#platform/contract/insistence.ts'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'
import { unpricedInput } from '#platform/contract/priced.ts'

/** Commands to 9332: registration or renewal (D1-Q-165). */
export type Command = 'DK' | 'GIAHAN'

export type CommandTab = {
  name: 'renewal' | 'selling' | 'registration'
  label: string
  may: Rule
  commands: readonly Command[]
}

/** Tabs that send commands, each for holders of its permission code only (D2-INVIT-06 to 08, D2-Q-142, D2-Q-147). */
export const commandTabs = [
  { name: 'renewal', label: 'Gia hạn gói', may: 'care.9332', commands: ['GIAHAN'] },
  { name: 'selling', label: 'Bán gói', may: 'care.selling', commands: ['DK', 'GIAHAN'] },
  { name: 'registration', label: 'Đăng ký trực tiếp', may: 'care.dk', commands: ['DK'] },
] as const satisfies readonly CommandTab[]

/** Lifetime of a code in minutes, and number of tries (D3-OTP-02). */
export const codeMinutes = 5
export const codeTries = 5

/** Hours within which registering the same package again needs a confirmation (D3-OTP-05). */
export const againHours = 24

/** Maximum length of package code and one-time code, in characters. */
export const longestPackage = 64
export const longestOtp = 12

const rawText = z.optional(z.nullable(z.string()))
const invitationInput = {
  type: rawText,
  phone: rawText,
  package: rawText,
  /** Confirms a registration although the same was registered or ordered within 24 hours, which otherwise answers AGAIN. */
  [againName]: z.optional(z.nullable(z.boolean())),
  ...unpricedInput,
  ...insistInput,
}
/** Carrier texts and AGAIN both reveal something about the number, so the call is refused beyond the daily limit. */
const phone = { of: 'phone', beyond: 'refused' } as const
const codeRequestAnswer = z.strictObject({
  /** Sent back as `transIdGetOtp` by the confirmation. */
  orderCode: z.string(),
  sentAt: instant,
  expiresAt: instant,
})
const registered = z.strictObject({
  id: z.string(),
  status: z.literal('SUCCESS'),
  /** The carrier's text. */
  result: z.string(),
})

const suffixOf = ({ type }: CodeTab): string => type.replace('9084', '')

const codeCallOf = (tab: CodeTab) =>
  defineCall({
    method: 'POST',
    path: `/api/v1/vas/mobifone/inviteGetOTP${suffixOf(tab)}`,
    may: tab.may,
    summary: `Sends a one-time code to a customer (${tab.label}); ends the former one for the same phone and package`,
    input: z.object(invitationInput),
    phone,
    answer: codeRequestAnswer,
  })

const confirmOf = (tab: CodeTab) =>
  defineCall({
    method: 'POST',
    path: `/api/v1/vas/mobifone/inviteConfirmOTP${suffixOf(tab)}`,
    may: tab.may,
    summary: `Confirms the one-time code that the customer read out (${tab.label})`,
    input: z.object({ ...invitationInput, otp: rawText, transIdGetOtp: rawText }),
    phone,
    answer: registered,
  })

/** A call that sends a code; the same shape for all tabs. */
export type AskCode = ReturnType<typeof codeCallOf>
/** A call that confirms a code. */
export type ConfirmCode = ReturnType<typeof confirmOf>

/** The two calls of each confirmation tab. */
export const codeCalls = byTab('type', (tab) => ({ tab, ask: codeCallOf(tab), confirm: confirmOf(tab) }))

/** The right depends on the command, so it is checked in the handler (D2-INVIT-14). */
export const invite = defineCall({
  method: 'POST',
  path: '/api/v1/vas/mobifone/invite',
  may: 'any',
  summary: 'Sends a command to 9332, or with type, otp and transIdGetOtp confirms a one-time code',
  input: z.object({ ...invitationInput, command: rawText, otp: rawText, transIdGetOtp: rawText }),
  phone,
  answer: registered,
})

export const inviteTabs = defineCall({
  method: 'GET',
  path: '/api/v1/vas/mobifone/tabs',
  may: 'any',
  summary: 'The confirmation tabs that the caller may use, by permission and active channel',
  input: z.object({}),
  answer: z.strictObject({ types: z.array(z.enum(codeTabs.map(({ type }) => type))) }),
})

export const openOrders = defineCall({
  method: 'GET',
  path: '/api/v1/vas/mobifone/orders',
  may: 'any',
  summary: "The caller's open one-time code orders of a confirmation tab, newest first; never a code",
  input: z.object({ type: z.enum(codeTabs.map(({ type }) => type)) }),
  answer: z.strictObject({
    values: z.array(
      z.strictObject({
        orderCode: z.string(),
        /** Masked as in the history, unless the customer is in the caller's hand; a confirmation accepts both forms. */
        phone: z.string(),
        /** Customer with this phone in the caller's hand. */
        customerId: z.nullable(z.string()),
        package: z.string(),
        sentAt: instant,
        /** Remaining time in ms. */
        left: z.int(),
        /** Remaining tries. */
        tries: z.int(),
      }),
    ),
  }),
})
export type OpenOrder = z.output<typeof openOrders.answer>['values'][number]

/** Texts of invitations; those from the specification are verbatim. */
export const inviteTexts = {
  tooManyCodes: (most: number): string =>
    `Số này đã được lấy OTP ${most} lần trong một giờ, vui lòng chờ rồi thử lại`,
  sent: 'Đã gửi mã OTP thành công',
  confirmed: 'Xác nhận mã OTP thành công',
  registered: 'Đăng ký thành công',
  notConfigured: 'Kênh mời gói chưa được cấu hình',
  noChannel: 'Tài khoản và chi nhánh chưa được chọn kênh của mã xác nhận này',
  badType: 'Loại mã xác nhận không đúng',
  badCommand: 'Lệnh phải là DK hoặc GIAHAN',
  badOtp: 'Mã OTP chỉ gồm chữ số',
  unknownOrder: 'Không có mã OTP nào cho giao dịch này, lấy mã mới',
  otherOrder: 'Mã giao dịch không dành cho số hoặc gói này, lấy mã mới',
  expired: 'Mã OTP đã hết hạn, lấy mã mới',
  used: 'Mã OTP này đã xác nhận thành công',
  replaced: 'Đã lấy mã OTP mới',
  reload: 'Muốn lấy mã mới thì nhập lại số',
  unsent: 'Nhà mạng chưa gửi được mã OTP, lấy mã mới',
  underWay: 'Đang chờ nhà mạng trả lời yêu cầu trước của số và gói này',
  /** `time` is already formatted. */
  again: (pack: string, time: string): string =>
    `Số này đã đăng ký hoặc đang được lấy mã gói ${pack} lúc ${time}, đăng ký nữa khách có thể bị trừ tiền lần nữa`,
  wrong: (message: string, triesLeft: number): string => `${message}, còn ${triesLeft} lần nhập`,
  usedUp: `Nhập sai mã OTP ${codeTries} lần, lấy mã mới`,
  outcomeUnknown: 'Nhà mạng chưa trả lời, đang hỏi lại kết quả; xem ở lịch sử',
  neverKnown: 'Nhà mạng không cho biết kết quả',
  notReceived: 'Nhà mạng không nhận được yêu cầu, gửi lại',
  /** The broadcast (D2-Q-146): `name` and `phone` are masked. */
  broadcast: (name: string, phone: string): string => `${name} vừa đăng ký thành công cho ${phone}`,
  notFound: 'Không tìm thấy thuê bao',
  timeout: 'Nhà mạng không trả lời kịp, thử lại',
  unreachable: 'Không kết nối được kênh mời gói của nhà mạng',
  fault: 'Kênh mời gói của nhà mạng đang lỗi, thử lại sau',
  busy: 'Kênh mời gói của nhà mạng đang quá tải, thử lại sau ít giây',
  refused: 'Nhà mạng từ chối yêu cầu mời gói',
  garbage: 'Nhà mạng trả về kết quả không đọc được',
  mismatch: 'Nhà mạng trả về kết quả của yêu cầu khác',
  open: 'Kênh mời gói đang gián đoạn, thử lại sau ít giây',
} as const
