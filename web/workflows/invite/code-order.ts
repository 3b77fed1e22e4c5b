/** The last code that was sent: its customer, and its lifetime by the page's monotonic clock. */
import { readPhone } from '../../../contract/phone.ts'
import { monotonicClock, useClock } from '../../kit/use-clock.ts'

export type CodeOrder = {
  code: string
  phone: string
  pack: string
  sentAt: string
  /** Lifetime in ms, and when it came by `performance.now()`. */
  lives: number
  since: number
}

/** The order that the server answered for the values of the form. */
export function orderOf(
  sent: { orderCode: string; sentAt: string; expiresAt: string },
  phone: string,
  pack: string,
): CodeOrder {
  const lives = Date.parse(sent.expiresAt) - Date.parse(sent.sentAt)
  return { code: sent.orderCode, phone, pack, sentAt: sent.sentAt, lives, since: performance.now() }
}

/** Whether the order is for the present values of the form. */
export const isFor = (order: CodeOrder, phone: string, pack: string): boolean =>
  readPhone(order.phone) === readPhone(phone) && order.pack.trim().toUpperCase() === pack.trim().toUpperCase()

/** Milliseconds left at `now` (performance.now()). */
export const leftOf = ({ lives, since }: CodeOrder, now: number): number => Math.max(0, lives - (now - since))

/** '04:12' */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Milliseconds left of the order, updated every second. */
export const useLeft = (order: CodeOrder): number =>
  leftOf(order, Math.max(useClock(monotonicClock, 1000), order.since))
