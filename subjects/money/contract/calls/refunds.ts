/** Creation of refunds and top-ups, and calls of the report in addition to its list (D2-REFUND-107 to 110, D2-RFREP-49 to 70). */
import * as z from 'zod/mini'
import { insistedName } from '#platform/contract/insistence.ts'
import { defineCall } from '#kit/contract/call.ts'
import { historyEntry } from '#kit/contract/history.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { rowOf } from '#kit/contract/row-schema.ts'
import { instant, pageOf, valuesOf } from '#kit/contract/shapes.ts'
import { unpricedInput } from '#platform/contract/priced.ts'
import { requestrefund } from '../lists/requestrefund.ts'
import { requestrefundreport } from '../lists/requestrefundreport.ts'

/** A raw value, parsed by its field declaration. */
const rawValue = z.optional(z.nullable(z.union([z.string(), z.number()])))

const common = {
  /** Client time of the click in ms, which makes a repeated click a no-op (D2-Q-53). */
  millisecond_created_at: rawValue,
  number_phone: rawValue,
  number_type: rawValue,
  package_code: rawValue,
  /** Stored in the audit log, never fetched (D2-Q-30). */
  currentOriginUrl: rawValue,
  cho_len_don: rawValue,
  /** Reason for contacting a customer on the do-not-call list (D3-RULE-05). */
  [insistedName]: rawValue,
}

const refundInput = {
  ...common,
  request_type: rawValue,
  request_method: rawValue,
  other_refund: rawValue,
  other_reason: rawValue,
}
const topUpInput = { ...common, refund_price: rawValue, is_transfer: rawValue }

/** The same with the list's own names of the fields (D2-Q-51). */
const inputIn = ({ fields }: Resource, input: Readonly<Record<string, typeof rawValue>>) => {
  const bodyNames = Object.keys(input).flatMap((name) => fields[name]?.bodyName ?? [])
  return z.object({
    ...input,
    ...unpricedInput,
    ...Object.fromEntries(bodyNames.map((name) => [name, rawValue])),
  })
}

/** The three create calls of a list. */
const creatingIn = (resource: Resource) => {
  const call = (name: string, summary: string, input: Readonly<Record<string, typeof rawValue>>) =>
    defineCall({
      method: 'POST',
      path: `/api/v1/${resource.path}/${name}`,
      may: 'refunds',
      summary,
      input: inputIn(resource, input),
      phone: { of: 'number_phone', beyond: 'untold' },
      answer: rowOf(resource),
    })
  return {
    resource,
    refund: call('createHoanTienGoiCuoc', "Asks for a package refund in the caller's name", refundInput),
    order24h: call('create24hOrder', 'The same, handed to a partner 24 hours later', refundInput),
    topUp: call('createNapTienChietKhau', "Asks for a discounted top-up in the caller's name", topUpInput),
  }
}

/** By path of the list. */
export const creatingCalls = {
  [requestrefund.path]: creatingIn(requestrefund),
  [requestrefundreport.path]: creatingIn(requestrefundreport),
}

/** Texts of the dialogs and of the server's checks. */
export const refundTexts = {
  unanswered: 'Bạn chưa trả lời có lên đơn chiết khấu hay không',
  refundTitle: 'YÊU CẦU HOÀN TIỀN',
  topUpTitle: 'NẠP TIỀN CHIẾT KHẤU',
  handedOver: 'Đã duyệt, gửi đối tác',
  byHand: 'Đã duyệt, tự chuyển tiền',
  notConfigured: 'Kênh chưa được cấu hình, đơn được xử lý thủ công',
  ownFirst: 'Bạn đã duyệt lần 1, cần người thứ hai duyệt',
  firstOfTwo: 'Đã duyệt lần 1, cần người thứ hai',
  alreadyPaid: 'Đơn đã hoàn thành hoặc đã hoàn tiền, không đưa về Đang xử lý được',
  rejected: 'Đơn đã bị từ chối, phải mở lại và duyệt trước khi ghi hoàn thành',
  /** Label of a partner for users without access to the channel. */
  partner: 'Kênh đối tác',
  notHandedOver: 'Đã duyệt, nhưng không giao cho đối tác: trạng thái đã được đặt bằng tay',
  outsider: 'Nhân viên này không được dùng yêu cầu hoàn tiền',
  postpaidOnly: "Trạng thái 'Đang xử lý' chỉ đặt được cho thuê bao trả sau",
  created: 'Đã tạo đơn',
  otherwise: (values: string) =>
    `Đơn của lần bấm này đã được tạo với ${values}. Chưa tạo gì thêm: đóng lại, xem đơn đó trong danh sách trước khi tạo đơn khác`,
  stands: (value: string) => `Đơn đã tạo: ${value}`,
  deleted: 'Đơn của lần bấm này đã bị xoá. Đóng lại và tạo đơn mới nếu vẫn cần',
} as const

/** All changes of one request, newest first (D2-Q-92). */
export const refundHistory = defineCall({
  method: 'GET',
  path: `/api/v1/${requestrefundreport.path}/history`,
  may: ['refunds', 'below3'],
  summary: 'The trail of a request: who changed what, when',
  input: z.object({ id: z.string(), page: z.optional(z.string()), count: z.optional(z.string()) }),
  answer: pageOf(historyEntry),
})

const owing = z.strictObject({
  staff_username: z.string(),
  staff_fullname: z.string(),
  /** Đồng, before discount (D2-Q-89). */
  tong_truy_thu: z.int(),
})

/** Who owes how much, one row a person; takes the filters of the report (D2-RFREP-38, D2-RFREP-70). */
/** An order sent to a partner, for calling them about it (D3-PRV-05). */
const partnerOrder = z.strictObject({
  /** Id at the partner. */
  id: z.string(),
  provider: z.string(),
  /** Whole đồng. */
  amount: z.int(),
  state: z.enum(['queued', 'sending', 'accepted', 'finished', 'refused', 'cancelled']),
  /** Earliest time to send it. */
  due_at: instant,
  sent_at: z.nullable(instant),
  /** The partner's latest message; empty before the first. */
  said: z.string(),
  /** The answer was lost, and the partner is being asked about the order. */
  lost: z.boolean(),
})
export type PartnerOrder = z.output<typeof partnerOrder>

export const partnerOrders = defineCall({
  method: 'GET',
  path: '/api/v1/requestrefund/:id/donDoiTac',
  may: 'below3',
  summary: 'Orders of a request at refund partners, the newest first',
  input: z.object({ id: z.string() }),
  answer: valuesOf(partnerOrder),
})

/** State of a partner order as text. */
export const partnerOrderText = ({ state, lost }: Pick<PartnerOrder, 'state' | 'lost'>): string => {
  if (state === 'sending') return lost ? 'Đã gửi, mất trả lời, đang hỏi lại đối tác' : 'Đã gửi, chờ trả lời'
  const words = {
    queued: 'Chờ gửi',
    accepted: 'Đối tác đã nhận',
    finished: 'Đối tác đã kết thúc',
    refused: 'Đối tác không nhận',
    cancelled: 'Đã rút lại trước khi gửi',
  } as const
  return words[state]
}

/** Amounts owed by person, one row each; takes the filters of the report (D2-RFREP-38, D2-RFREP-70). */
export const owingStaff = defineCall({
  method: 'GET',
  path: `/api/v1/${requestrefundreport.path}/xuatdstruythu`,
  may: ['refunds', 'unrestricted'],
  summary: 'What each staff member owes back over the filter of the report',
  input: z.record(z.string(), z.string()),
  answer: pageOf(owing),
})

/** The same as a sheet; registered directly, as it answers a file. */
export const owingSheet = {
  path: `${owingStaff.path}/export`,
  file: 'DANH-SACH-TRUY-THU.xlsx',
} as const
