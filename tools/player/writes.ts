/** Writes of staff: call results, codes that customers read out, requests, orders, rows of their lists. */
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { newCare, recordCare, setNote } from '#subjects/calling/contract/calls/care.ts'
import { creatingCalls } from '#subjects/money/contract/calls/refunds.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { blacklist } from '#subjects/numbers/contract/lists/blacklist.ts'
import { codeCalls } from '#subjects/registrations/contract/calls/invite.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { otpOf } from '#simulator/registrations.ts'
import { callToAdd, requestOf, type Asked } from './asked.ts'
import type { Weighted } from './choice.ts'

/** The next customer to call; the same one until its result is recorded. */
export const nextCustomer = requestOf(newCare, {})

type Result = { status: string; note: string; package?: string; appointmentAt?: string }

/** Call results in realistic shares: most refuse or do not answer. `due`: time of an agreed new call. */
export const results: Weighted<(due: Date) => Result> = [
  [55, () => ({ status: 'REJECTED', note: 'Không có nhu cầu' })],
  [20, () => ({ status: 'KBM', note: 'Chưa gặp khách' })],
  [8, () => ({ status: 'KLLĐ', note: 'Thuê bao không liên lạc được' })],
  [
    7,
    (due) => ({
      status: 'APPOINTMENT',
      package: 'VD90',
      appointmentAt: due.toISOString(),
      note: 'Khách hẹn gọi lại',
    }),
  ],
  [10, () => ({ status: 'APPROVED', package: 'VD90', note: 'Khách đồng ý' })],
]

type InHand = { id: string; version: number }
export const resultOf = ({ id, version }: InHand, result: Result) =>
  requestOf(recordCare, { id, version, ...result })

/** Who received which customer: no other person may receive the same. */
export function openHandouts<P>() {
  const holders = new Map<string, P>()
  const counted = { n: 0, doubles: 0 }
  return {
    counted,
    /** The person who had the customer before, if it was another one. */
    note(id: string, by: P): P | null {
      // If the answer or the result was lost, the same person gets it again.
      const former = holders.get(id) ?? by
      holders.set(id, by)
      counted.n += 1
      if (former === by) return null
      counted.doubles += 1
      return former
    },
  }
}

export const noteOn = (id: string) => requestOf(setNote, { id, note: 'Khách xin gọi lại buổi chiều' })

const byCode = codeCalls['9084']
const wanted = { type: '9084', package: 'VD90' }
export const askCode = (phone: string) => requestOf(byCode.ask, { ...wanted, phone })
/** The customer has read the code out. */
export const confirmCode = (phone: string, transIdGetOtp: string) =>
  requestOf(byCode.confirm, { ...wanted, phone, otp: otpOf(phone), transIdGetOtp })

/** Requests in the person's own name, each with its own click. */
export function openRequests(now: () => Date) {
  let clicked = 0
  const { refund, topUp } = creatingCalls.requestrefund
  const ask = ({ method, path }: typeof refund, phone: string, code: string, more: object) => {
    clicked = Math.max(clicked + 1, now().getTime())
    const click = { millisecond_created_at: clicked, number_phone: phone, number_type: 1, package_code: code }
    return { method, path, body: { ...click, cho_len_don: 0, ...more } } satisfies Asked as Asked<{
      id: string
    }>
  }
  return {
    refund: (phone: string, code: string) =>
      ask(refund, phone, code, { request_type: 1, request_method: 1, other_refund: 0 }),
    topUp: (phone: string, code: string) => ask(topUp, phone, code, { refund_price: 90_000 }),
  }
}

export const mfyFor = (phone: string, code: string) =>
  callToAdd(mfy, { so_dien_thoai: phone, ma_goi: code, gia_ban_goi: 1 })

export const blocked = (phone: string) =>
  callToAdd(blacklist, { phone_number: phone, description: 'Khách đề nghị không gọi lại' })

/** A customer of the person's own. */
export const ownCustomer = (phone: string, username: string) =>
  callToAdd(khr, { so_dien_thoai: phone, ngay_thanh_cong: toFilterDate(todayVn()), username_nv: username })

/** An order of a number in stock, paid on delivery. */
export const simOrder = (so_dien_thoai: string, phone: string) =>
  callToAdd(order, {
    so_dien_thoai,
    phone,
    name: 'Lưu Hải Yến',
    address: '18 Khuất Duy Tiến, Hà Nội',
    payment_method: 'cod',
  })
