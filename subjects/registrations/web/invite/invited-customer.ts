/** The customer passed from the care card or an offer; in memory only, as a phone must not be in an address. */
import type { CareCustomer } from '#subjects/calling/contract/calls/care.ts'
import { createStore } from '#kit/web/store.ts'

export type InvitedCustomer = {
  from: 'care' | 'offer'
  /** The user who passed it: another user who signs in on this page does not see it. */
  by: string
  /** The customer in hand, or the offer. */
  id: string
  phone: string
  pack: string
  /** The packages to choose from, with prices in đồng. */
  packages: CareCustomer['packages']
  /** Main account in đồng, if known. */
  balance: number | null
}

/** The last customer passed; one from the care card is ignored once it is not in hand. */
export const invitedCustomer = createStore<InvitedCustomer | null>(null)
