/** What the product asks of a carrier, whoever it is; docs/providers.md describes the HTTP form. */
import type {
  Direction,
  LookupAnswers,
  LookupKind,
  SubscriberType,
} from '../../../contract/workflows/lookup.ts'
import type { FeedPage } from '../feed-page.ts'

/** Days are 'DD/MM/YYYY', both included; `isdn` is the 9 national digits, with 84 in front for 9279 (D1-LOOK-55). */
export type LookupRequests = {
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

/** What a registration is asked for; `registration_id` is the request id of the one that is asked about. */
export type RegistrationRequests = {
  /** Sends the customer a one-time code. */
  otp: { channel: string; isdn: string; package_code: string }
  /** Confirms it: the registration is done by this request or not at all. */
  confirm: { order_code: string; isdn: string; package_code: string; otp: string }
  /** Registers or renews through 9332. */
  command: { isdn: string; package_code: string; command: 'DK' | 'GIAHAN' }
  /** What became of a confirmation or command; one that has not come in is never worked on afterwards. */
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

/** The carrier's word on a registration; `message` is for people, the last three are of 9332 only. */
export type RegistrationAnswer = {
  outcome: RegistrationOutcome
  message: string
  order_code?: string | undefined
  resultCodeMO?: string | undefined
  resultDesMO?: string | undefined
  resultDesMt?: string | undefined
}

/** `inner` is for the log only; it never holds a number. */
export type Reply<T> = { ok: true; data: T } | { ok: false; why: Failure; inner: string }

export type Carrier = {
  /** Asks once, never again by itself; always answers within the time limit, never throws. */
  ask: <K extends LookupKind>(
    kind: K,
    question: LookupRequests[K],
    requestId: string,
  ) => Promise<Reply<LookupAnswers[K]>>
  /** One step of a registration: asks once, never again by itself; always answers in time, never throws. */
  register: <S extends RegistrationStep>(
    step: S,
    question: RegistrationRequests[S],
    requestId: string,
  ) => Promise<Reply<RegistrationAnswer>>
  /** Has a subscriber invited to a package: sent once, never again by itself. `orderId` is how the carrier knows it. */
  inviteSubscriber: (
    order: { isdn: string; package_code: string },
    orderId: string,
  ) => Promise<Reply<{ message: string }>>
  /** Registration results after `cursor`, oldest first; '' is the beginning. Asked again, it answers the same rows. */
  results: (cursor: string, requestId: string) => Promise<Reply<FeedPage>>
}

/** Failures after which the carrier cannot have done anything, so that a quota is given back. */
export const neverAnswered: readonly Failure[] = ['open', 'unreachable', 'refused', 'busy']
