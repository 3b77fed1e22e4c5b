/** The customer passed from the care card: in memory only, because a phone number must not be in an address. */
import { createStore } from '../../kit/store.ts'

export type InvitedCustomer = { id: string; phone: string; pack: string }

/** The last customer passed; ignored once that customer is not in hand. */
export const invitedCustomer = createStore<InvitedCustomer | null>(null)
