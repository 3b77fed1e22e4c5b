/** Interface of a carrier; docs/providers.md describes its HTTP form. */
import type {
  Direction,
  LookupAnswers,
  LookupKind,
  SubscriberType,
} from '#subjects/registrations/contract/calls/lookup.ts'
import type { FeedPage } from '../feed-page.ts'

/** Days are 'DD/MM/YYYY', both inclusive; `isdn` is the 9 national digits, with 84 in front for 9279 (D1-LOOK-55). */
export type LookupRequests = {
  package: { isdn: string; package_code: string; page: number }
  balance: { isdn: string }
  info: { isdn: string; phoneType: SubscriberType }
  history: { isdn: string }
  '9279': { isdn: string; startDate: string; endDate: string }
  messages999: { isdn: string; huong_ket_qua: Direction; startDate: string; endDate: string; page: number }
}

/**
 * Reason that there is no answer. Not processed by the carrier: 'open' (breaker), 'unreachable', 'refused' (credentials
 * or request), 'busy'. Possibly processed: 'timeout', 'fault', 'garbage', 'mismatch' (another number or request).
 * Processed: 'notFound'.
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

/** Registration requests; `registration_id` is the request id of the registration in question. */
type RegistrationRequests = {
  /** Sends the customer a one-time code. */
  otp: { channel: string; isdn: string; package_code: string }
  /** Confirms it: the registration is done by this request or not at all. */
  confirm: { order_code: string; isdn: string; package_code: string; otp: string }
  /** Registers or renews through 9332. */
  command: { isdn: string; package_code: string; command: 'DK' | 'GIAHAN' }
  /** Outcome of a confirmation or command; one that has not arrived is never processed later. */
  status: { isdn: string; registration_id: string }
}
export type RegistrationStep = keyof RegistrationRequests

export type RegistrationOutcome =
  | 'SENT'
  | 'SUCCESS'
  | 'WRONG_OTP'
  | 'EXPIRED'
  | 'REFUSED'
  | 'PENDING'
  | 'NOT_RECEIVED'

/** Outcome of a registration; `message` is for people, the last three are only for 9332. */
export type RegistrationAnswer = {
  outcome: RegistrationOutcome
  message: string
  order_code?: string | undefined
  resultCodeMO?: string | undefined
  resultDesMO?: string | undefined
  resultDesMt?: string | undefined
}

/** `inner` is for the log only and contains no number. */
export type Reply<T> = { ok: true; data: T } | { ok: false; reason: Failure; inner: string }

export type Carrier = {
  /** Sends one request without retry; within the time limit, never throws. */
  ask: <K extends LookupKind>(
    kind: K,
    question: LookupRequests[K],
    requestId: string,
  ) => Promise<Reply<LookupAnswers[K]>>
  /** One step of a registration, without retry; within the time limit, never throws. */
  register: <S extends RegistrationStep>(
    step: S,
    question: RegistrationRequests[S],
    requestId: string,
  ) => Promise<Reply<RegistrationAnswer>>
  /** Invites a subscriber to a package, without retry. `orderId` is the carrier's id. */
  inviteSubscriber: (
    order: { isdn: string; package_code: string },
    orderId: string,
  ) => Promise<Reply<{ message: string }>>
  /** Registration results after `cursor`, oldest first; '' is the beginning. Repeatable. */
  results: (cursor: string, requestId: string) => Promise<Reply<FeedPage>>
}

/** Failures after which the carrier cannot have processed anything, so that a quota is returned. */
export const neverAnswered: readonly Failure[] = ['open', 'unreachable', 'refused', 'busy']
