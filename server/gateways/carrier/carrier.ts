/** What the product asks of a carrier, whoever it is; docs/providers.md describes the HTTP form. */
import type {
  Direction,
  LookupAnswers,
  LookupKind,
  SubscriberType,
} from '../../../contract/workflows/lookup.ts'
import type { FeedPage } from '../feed-page.ts'

/** Days are 'DD/MM/YYYY', both included; `isdn` is the 9 national digits, with 84 in front for 9279 (D1-LOOK-55). */
export type Questions = {
  package: { isdn: string; package_code: string; page: number }
  balance: { isdn: string }
  info: { isdn: string; phoneType: SubscriberType }
  history: { isdn: string }
  '9279': { isdn: string; startDate: string; endDate: string }
  messages999: { isdn: string; huong_ket_qua: Direction; startDate: string; endDate: string; page: number }
}

/**
 * Why there is no answer. The carrier never worked on it: 'open' (not asked, after failures in a row), 'unreachable',
 * 'refused' (credentials or request), 'busy'. It may have: 'timeout', 'fault', 'garbage', 'mismatch' (another number
 * or request). It did: 'notFound'.
 */
export type Failure =
  | 'open'
  | 'unreachable'
  | 'refused'
  | 'busy'
  | 'timeout'
  | 'fault'
  | 'garbage'
  | 'mismatch'
  | 'notFound'

/** `inner` is for the log only; it never holds a number. */
export type Reply<T> = { ok: true; data: T } | { ok: false; why: Failure; inner: string }

export type Carrier = {
  /** Asks once, never again by itself; always answers within the time limit, never throws. */
  ask: <K extends LookupKind>(
    kind: K,
    question: Questions[K],
    requestId: string,
  ) => Promise<Reply<LookupAnswers[K]>>
  /** Registration results after `cursor`, oldest first; '' is the beginning. Asked again, it answers the same rows. */
  results: (cursor: string, requestId: string) => Promise<Reply<FeedPage>>
}

/** Failures after which the carrier cannot have done anything, so that a quota is given back. */
export const neverAnswered: readonly Failure[] = ['open', 'unreachable', 'refused', 'busy']
