/** What the product asks of a bank feed, whoever runs it; docs/providers.md describes the HTTP form. */
import type { FeedPage } from '../feed-page.ts'

/** Money that came in, in the product's own form. */
export type Transfer = {
  /** The bank's number of the transfer: the same one is the same transfer, however often it is sent. */
  transactionId: string
  sender: string
  /** Whole đồng, above 0. */
  money: number
  /** ISO 8601 in UTC. */
  datetime: string
  content: string
}

/** Why there is no page; `inner` is for the log and never holds a number. */
export type FeedReply =
  | { ok: true; data: FeedPage }
  | { ok: false; why: 'unreachable' | 'refused' | 'busy' | 'timeout' | 'fault' | 'garbage'; inner: string }

export type BankFeed = {
  /** One page after `cursor` (null: from the beginning); always within the time limit, never throws. */
  read: (cursor: string | null) => Promise<FeedReply>
}
