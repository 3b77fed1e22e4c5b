/** The last code sent: its customer, and its lifetime by the page's monotonic clock. */
import { readPhone } from '#kit/contract/phone.ts'
import { codeMinutes, type OpenOrder } from '#subjects/registrations/contract/calls/invite.ts'
import { monotonicClock, useClock } from '#kit/web/use-clock.ts'

export type CodeOrder = {
  code: string
  phone: string
  pack: string
  sentAt: string
  /** Lifetime in ms, and time of arrival by `performance.now()`. */
  lives: number
  since: number
  /** The customer in hand with this phone, after a reload restored the order. */
  customerId: string | null
  /** Remaining tries, if known. */
  tries?: number
}

/** The order in the server's answer, for the values of the form. */
export function orderOf(
  sent: { orderCode: string; sentAt: string; expiresAt: string },
  phone: string,
  pack: string,
): CodeOrder {
  const lives = Date.parse(sent.expiresAt) - Date.parse(sent.sentAt)
  return {
    code: sent.orderCode,
    phone,
    pack,
    sentAt: sent.sentAt,
    lives,
    since: performance.now(),
    customerId: null,
  }
}

/** An order restored after a reload, with its remaining time at `now` (performance.now()) (D3-OTP-06). */
export function reopened(open: OpenOrder, now: number): CodeOrder {
  const { orderCode: code, phone, package: pack, sentAt, left, customerId, tries } = open
  const lives = codeMinutes * 60_000
  return { code, phone, pack, sentAt, lives, since: now - (lives - left), customerId, tries }
}

/** Whether the phone is masked: it can confirm its order, but not request another. */
export const isMasked = (phone: string): boolean => phone.startsWith('*')

/** Whether the order is for the form's present values. */
export const isFor = (order: CodeOrder, phone: string, pack: string): boolean =>
  (isMasked(order.phone) ? order.phone === phone : readPhone(order.phone) === readPhone(phone)) &&
  order.pack.trim().toUpperCase() === pack.trim().toUpperCase()

/** Milliseconds left at `now` (performance.now()). */
export const msLeft = ({ lives, since }: CodeOrder, now: number): number => Math.max(0, lives - (now - since))

/** '04:12' */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Milliseconds left of the order, updated every second. */
export const useLeft = (order: CodeOrder): number =>
  msLeft(order, Math.max(useClock(monotonicClock, 1000), order.since))
