/** Interface of a bank feed; docs/providers.md describes its HTTP form. */
import type { FeedPage } from '../feed-page.ts'

/** An incoming transfer in the product's form. */
export type Transfer = {
  /** The bank's id of the transfer, equal for repeated reports. */
  transactionId: string
  sender: string
  /** Whole đồng, above 0. */
  money: number
  /** ISO 8601 in UTC. */
  datetime: string
  content: string
}

/** Reason that there is no page; `inner` is for the log and contains no phone number. */
export type FeedReply =
  | { ok: true; data: FeedPage }
  | { ok: false; reason: 'unreachable' | 'refused' | 'busy' | 'timeout' | 'fault' | 'garbage'; inner: string }

export type BankFeed = {
  /** The page after `cursor` (null: the first); within the time limit, never throws. */
  read: (cursor: string | null) => Promise<FeedReply>
}
