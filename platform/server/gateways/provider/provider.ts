/** Interface of a refund partner; docs/providers.md describes its HTTP form. */

export type Order = {
  id: string
  kind: 'refund' | 'topup'
  /** 9 digits. */
  isdn: string
  /** 1 prepaid, 2 postpaid. */
  numberType: 1 | 2
  package: string
  /** Whole đồng, above 0. */
  amount: number
}

export type OrderState = {
  /** Increases with every change of the order, so that late reports are recognised. */
  sequence: number
  status: 'received' | 'processing' | 'completed' | 'returned' | 'other'
  /** The provider's own code, above 0, if `status` is 'other'. */
  code: number | null
  text: string
  /** Whole đồng paid so far; null if not reported. */
  paid: number | null
}

/**
 * Outcome of a request. `refused`: the provider will not do it; `unsent`: not received; `unknown`: its state is queried
 * later, never resent automatically; `absent`: the provider has no such order.
 */
export type OrderReply =
  | { outcome: 'known'; state: OrderState }
  | { outcome: 'refused'; code: number; text: string }
  | { outcome: 'absent' }
  | { outcome: 'unsent' | 'unknown'; reason: string }

export type Provider = {
  /** Sends `order`; within the time limit, never throws. */
  submit: (order: Order) => Promise<OrderReply>
  ask: (id: string) => Promise<OrderReply>
  /** Longest time that a request may still be in transit, in ms. */
  timeoutMs: number
}
