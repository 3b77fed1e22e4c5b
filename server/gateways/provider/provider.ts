/** What the product asks of a refund partner, whoever it is; docs/providers.md describes the HTTP form. */

/** An order as it is handed over, under our own id. */
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

/** Where an order stands at the provider. */
export type OrderState = {
  /** Rises with every change of the order, so that what comes late is known for old. */
  sequence: number
  status: 'received' | 'processing' | 'completed' | 'returned' | 'other'
  /** The provider's own code, above 0, where `status` is 'other'. */
  code: number | null
  text: string
  /** Whole đồng paid so far; null where the provider does not say. */
  paid: number | null
}

/**
 * What became of a request. `refused`: the provider will not carry it out; `unsent`: it never saw it; `unknown`: nobody
 * can tell, so it is asked for and never sent again by itself; `absent`: the provider has no such order.
 */
export type OrderReply =
  | { outcome: 'known'; state: OrderState }
  | { outcome: 'refused'; code: number; text: string }
  | { outcome: 'absent' }
  | { outcome: 'unsent' | 'unknown'; why: string }

export type Provider = {
  /** Hands `order` over; within the time limit, never throws. */
  submit: (order: Order) => Promise<OrderReply>
  /** Asks where the order stands. */
  ask: (id: string) => Promise<OrderReply>
  /** Longest time that a request may still be on its way, in ms. */
  timeoutMs: number
}
