/** The carrier over HTTP (docs/providers.md): one POST per look-up, with time limit, circuit breaker and validation. */
import type { LookupAnswers, LookupKind } from '#subjects/registrations/contract/calls/lookup.ts'
import type { Log } from '#kit/server/context.ts'
import type { FeedPage } from '../feed-page.ts'
import { answers, envelope, feedPage, feedRows } from './answers.ts'
import { newBreaker, type Breaker } from './breaker.ts'
import type { Carrier, Failure, RegistrationAnswer, RegistrationStep, Reply } from './carrier.ts'
import { withoutPlace } from '../../running/places.ts'
import { noConnection } from '../no-connection.ts'
import { readBody } from '../read-body.ts'
import { outcomesOf, registration } from './registration-shape.ts'
import { inviteOver } from './mfy-invite.ts'

export type CarrierOptions = {
  /** Base URL; the path of a look-up is appended. */
  url: string
  token: string
  /** Until the last byte of the response. */
  timeoutMs: number
}

const failure = (reason: Failure, inner: string): { ok: false; reason: Failure; inner: string } => ({
  ok: false,
  reason,
  inner,
})

const statusFailures: Readonly<Record<number, Failure>> = { 404: 'notFound', 429: 'busy', 503: 'busy' }

function failureOfStatus(status: number): Failure {
  const failure = statusFailures[status]
  return failure ?? (status >= 400 && status < 500 ? 'refused' : 'fault')
}

function failureOfError(error: unknown): { ok: false; reason: Failure; inner: string } {
  const { name, cause } = error as Error
  if (name === 'TimeoutError') return failure('timeout', 'no answer in time')
  const code = String((cause as { code?: unknown } | undefined)?.code ?? name)
  return failure(noConnection.has(code) ? 'unreachable' : 'fault', code)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: matches no schema, so the caller reports garbage.
    return undefined
  }
}

const national = (isdn: string): string => isdn.replace(/\D/g, '').slice(-9)

type Outer = { ok: true; data: Record<string, unknown> } | { ok: false; reason: Failure; inner: string }

/** The envelope of a response, which must be for this request and number (threats G5). */
function readEnvelope(text: string, isdn: string, requestId: string): Outer {
  const outer = envelope.safeParse(parseJson(text))
  if (!outer.success) return failure('garbage', 'no envelope')
  if (outer.data.request_id !== requestId) return failure('mismatch', 'another request')
  if (national(outer.data.data.NUMBER_PHONE) !== national(isdn)) return failure('mismatch', 'another number')
  return { ok: true, data: outer.data.data }
}

type Issues = { issues: { path: PropertyKey[] }[] }

/** Garbage, with the names of the invalid members but not their values. */
const garbageOf = ({ issues }: Issues): { ok: false; reason: Failure; inner: string } =>
  failure(
    'garbage',
    issues
      .map(({ path }) => path.join('.'))
      .slice(0, 5)
      .join(', '),
  )

function readAnswer<K extends LookupKind>(
  kind: K,
  text: string,
  isdn: string,
  requestId: string,
): Reply<LookupAnswers[K]> {
  const outer = readEnvelope(text, isdn, requestId)
  if (!outer.ok) return outer
  const parsed = answers[kind].safeParse(outer.data)
  if (!parsed.success) return garbageOf(parsed.error)
  return { ok: true, data: { ...(parsed.data as LookupAnswers[K]), NUMBER_PHONE: national(isdn) } }
}

function readRegistration(
  step: RegistrationStep,
  text: string,
  isdn: string,
  requestId: string,
): Reply<RegistrationAnswer> {
  const outer = readEnvelope(text, isdn, requestId)
  if (!outer.ok) return outer
  const parsed = registration.safeParse(outer.data)
  if (!parsed.success) return garbageOf(parsed.error)
  const { outcome, order_code } = parsed.data
  if (!outcomesOf[step].includes(outcome)) return failure('garbage', 'outcome')
  if (outcome === 'SENT' && !order_code) return failure('garbage', 'order_code')
  return { ok: true, data: parsed.data }
}

type CarrierResponse = { ok: true; text: string } | { ok: false; reason: Failure; inner: string }

/** Sends `body` and returns the text of a successful response. The request that waits for it leaves its place to others. */
const post = (...sending: Parameters<typeof send>): Promise<CarrierResponse> =>
  withoutPlace(() => send(...sending))

async function send(
  { url, token, timeoutMs }: CarrierOptions,
  path: string,
  body: object,
  requestId: string,
): Promise<CarrierResponse> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify(body),
      // A redirect would send number and token elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readBody(response)
    if (response.status !== 200) return failure(failureOfStatus(response.status), `HTTP ${response.status}`)
    return text === null ? failure('garbage', 'answer too long') : { ok: true, text }
  } catch (error) {
    return failureOfError(error)
  }
}

function readPage(text: string, requestId: string): Reply<FeedPage> {
  const page = feedPage.safeParse(parseJson(text))
  if (!page.success) return failure('garbage', 'no page of results')
  if (page.data.request_id !== requestId) return failure('mismatch', 'another request')
  return { ok: true, data: page.data.data }
}

/** Opens the gateway; nothing connects before the first look-up. */
export function openCarrier(options: CarrierOptions, log: Log, breaker: Breaker = newBreaker()): Carrier {
  return {
    async ask(kind, question, requestId) {
      if (!breaker.allows()) return failure('open', 'not asked')
      const response = await post(options, `lookups/${kind}`, question, requestId)
      const reply = response.ok ? readAnswer(kind, response.text, question.isdn, requestId) : response
      // An unknown number is a valid answer of the carrier; a busy one is also alive.
      const isAlive = reply.ok || reply.reason === 'notFound'
      if (isAlive || reply.reason === 'busy') breaker.succeeded()
      else breaker.failed()
      if (!isAlive)
        log.warn({ kind, why: reply.reason, inner: reply.inner, requestId }, 'carrier look-up failed')
      return reply
    },
    // Registrations are never blocked because of look-ups: they do not affect the breaker.
    async register(step, question, requestId) {
      const response = await post(options, `registrations/${step}`, question, requestId)
      const reply = response.ok ? readRegistration(step, response.text, question.isdn, requestId) : response
      // The request is not logged, so neither number nor code is.
      if (!reply.ok && reply.reason !== 'notFound')
        log.warn({ step, why: reply.reason, inner: reply.inner, requestId }, 'carrier registration failed')
      return reply
    },
    inviteSubscriber: inviteOver((body, orderId) => post(options, 'mfy-invitations', body, orderId), log),
    // No caller waits for the feed, which has its own back-off: its failures do not affect the breaker.
    async results(cursor, requestId) {
      const response = await post(options, 'registration-results', { cursor, limit: feedRows }, requestId)
      return response.ok ? readPage(response.text, requestId) : response
    },
  }
}
