/** The code that was sent last: for whom it is, and how long it lives by this page's own clock. */
import { useEffect, useState } from 'react'
import { readPhone } from '../../../contract/phone.ts'

export type CodeOrder = {
  code: string
  phone: string
  pack: string
  sentAt: string
  /** Milliseconds it lives, and when it came, both of clocks that nobody sets. */
  lives: number
  since: number
}

/** The order that the server has just answered, for what was in the form. */
export function orderOf(
  sent: { orderCode: string; sentAt: string; expiresAt: string },
  phone: string,
  pack: string,
): CodeOrder {
  const lives = Date.parse(sent.expiresAt) - Date.parse(sent.sentAt)
  return { code: sent.orderCode, phone, pack, sentAt: sent.sentAt, lives, since: performance.now() }
}

/** Whether the order is for what is in the form now. */
export const isFor = (order: CodeOrder, phone: string, pack: string): boolean =>
  readPhone(order.phone) === readPhone(phone) && order.pack.trim().toUpperCase() === pack.trim().toUpperCase()

/** Milliseconds that are left at `now` (performance.now()). */
export const leftOf = ({ lives, since }: CodeOrder, now: number): number => Math.max(0, lives - (now - since))

/** '04:12' */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Milliseconds left of the order, told anew every second. */
export function useLeft(order: CodeOrder): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return leftOf(order, Math.max(now, order.since))
}
