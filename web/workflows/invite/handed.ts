/** The customer that the care card hands over: in memory only, a number does not belong into an address. */
import { createStore } from '../../kit/store.ts'

export type Handed = { id: string; phone: string; pack: string }

/** Whom the card last handed over; no longer of interest once the customer is not in hand. */
export const handed = createStore<Handed | null>(null)
