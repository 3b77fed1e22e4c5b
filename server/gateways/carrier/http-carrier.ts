/** The carrier over HTTP (docs/providers.md): one POST per look-up, a time limit, a breaker, every answer checked. */
import type { LookupAnswers, LookupKind } from '../../../contract/workflows/lookup.ts'
import type { Log } from '../../kit/context.ts'
import { answers, envelope } from './answers.ts'
import { newBreaker, type Breaker } from './breaker.ts'
import type { Carrier, Failure, Questions, Reply } from './carrier.ts'
import { readBody } from './read-body.ts'

export type CarrierOptions = {
  /** Base address; the path of a look-up is put behind it. */
  url: string
  token: string
  /** Until the last byte of the answer. */
  timeoutMs: number
}

const failure = (why: Failure, inner: string): { ok: false; why: Failure; inner: string } => ({
  ok: false,
  why,
  inner,
})

const statusFailures: Readonly<Record<number, Failure>> = { 404: 'notFound', 429: 'busy', 503: 'busy' }

function failureOfStatus(status: number): Failure {
  const known = statusFailures[status]
  return known ?? (status >= 400 && status < 500 ? 'refused' : 'fault')
}

/** Codes of errors in which no connection came about, so that the carrier never saw the request. */
const noConnection = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function failureOfError(error: unknown): { ok: false; why: Failure; inner: string } {
  const { name, cause } = error as Error
  if (name === 'TimeoutError') return failure('timeout', 'no answer in time')
  const code = String((cause as { code?: unknown } | undefined)?.code ?? name)
  return failure(noConnection.has(code) ? 'unreachable' : 'fault', code)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is not JSON fits no schema, so that the caller calls it garbage.
    return undefined
  }
}

const national = (isdn: string): string => isdn.replace(/\D/g, '').slice(-9)

/** The data of an answer's text: it must answer this request, for this number, in the agreed shape (threats G5). */
function readAnswer<K extends LookupKind>(
  kind: K,
  text: string,
  isdn: string,
  requestId: string,
): Reply<LookupAnswers[K]> {
  const outer = envelope.safeParse(parseJson(text))
  if (!outer.success) return failure('garbage', 'no envelope')
  if (outer.data.request_id !== requestId) return failure('mismatch', 'another request')
  if (national(outer.data.data.NUMBER_PHONE) !== national(isdn)) return failure('mismatch', 'another number')
  const read = answers[kind].safeParse(outer.data.data)
  if (!read.success) {
    return failure(
      'garbage',
      read.error.issues
        .map((issue) => issue.path.join('.'))
        .slice(0, 5)
        .join(', '),
    )
  }
  return { ok: true, data: { ...(read.data as LookupAnswers[K]), NUMBER_PHONE: national(isdn) } }
}

async function post<K extends LookupKind>(
  options: CarrierOptions,
  kind: K,
  question: Questions[K],
  requestId: string,
): Promise<Reply<LookupAnswers[K]>> {
  try {
    const response = await fetch(`${options.url.replace(/\/+$/, '')}/v1/lookups/${kind}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${options.token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify(question),
      // A redirect would carry number and token to another place.
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    const text = await readBody(response)
    if (response.status !== 200) return failure(failureOfStatus(response.status), `HTTP ${response.status}`)
    if (text === null) return failure('garbage', 'answer too long')
    return readAnswer(kind, text, question.isdn, requestId)
  } catch (error) {
    return failureOfError(error)
  }
}

/** Opens the gateway; nothing connects before the first look-up. */
export function openCarrier(options: CarrierOptions, log: Log, breaker: Breaker = newBreaker()): Carrier {
  return {
    async ask(kind, question, requestId) {
      if (!breaker.allows()) return failure('open', 'not asked')
      const reply = await post(options, kind, question, requestId)
      // An unknown number is an answer; being asked to slow down says that the carrier lives.
      const answered = reply.ok || reply.why === 'notFound'
      if (answered || reply.why === 'busy') breaker.succeeded()
      else breaker.failed()
      if (!answered)
        log.warn({ kind, why: reply.why, inner: reply.inner, requestId }, 'carrier look-up failed')
      return reply
    },
  }
}
