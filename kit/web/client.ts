/** Calls the server. It knows neither toasts nor routes: they subscribe to client events. */
import { serverIsAhead } from '#kit/contract/dates.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { AnswerOf, Call, InputOf } from '#kit/contract/call.ts'
import { AppError, codes, type Code, type FieldErrors } from '#kit/contract/error.ts'
import type { Method } from '#kit/contract/operations.ts'
import type { Bar } from '#platform/contract/calls/session.ts'
import { messages } from '#platform/contract/messages.ts'
import { networkLost, waitForNetwork } from './network.ts'
import { createStore } from './store.ts'
import { currentToken } from './token.ts'

export type SendOptions = {
  /** One key per user action; without it each call gets its own, shared only by its retries. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Does not show the answer's `msg`; the caller shows its own message. */
  quiet?: boolean
  /** A write fails at once when the server cannot be reached, instead of waiting for the network. */
  impatient?: boolean
}

export type Reply<T> = { data: T; msg: string | undefined }
type Notice = { channel: string; message: string; status?: string }
/** Side effects of a call: signed out, a required step before all else, success message, notice of a provider. */
export type ClientEvent =
  | { kind: 'unauthenticated' }
  | { kind: 'barred'; bar: Bar }
  | { kind: 'said'; msg: string }
  | { kind: 'notice'; notice: Notice }

const listeners = new Set<(event: ClientEvent) => void>()
/** Calls `listener` with every client event until the returned function is called. */
export function onClientEvent(listener: (event: ClientEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const emit = (event: ClientEvent): void => listeners.forEach((listener) => listener(event))

/** Answers to calls waiting until the session is confirmed; the shell asks once for all (D3-SEC-07). */
export const reauth = createStore<readonly ((confirmed: boolean) => void)[]>([])
const confirmed = () => new Promise<boolean>((answer) => reauth.set((now) => [...now, answer]))

/** Asks, showing the text of the refusal; returns what to add to the repeated call, null when cancelled. */
type Ask = (words: string) => Promise<Record<string, unknown> | null>
let questions: Partial<Record<Code, Ask>> = {}
/** Called once by the shell: the questions to ask, by the code of a refusal. */
export const onRefusal = (handlers: Partial<Record<Code, Ask>>): void => {
  questions = handlers
}

const requestIds = new WeakMap<object, string>()
/** The request id of a failed call, shown beside its error. */
export const requestIdOf = (error: unknown): string | undefined => requestIds.get(error as object)

const unreachable = new WeakSet<object>()
/** Whether a call failed because the server could not be reached. */
export const isUnreachable = (error: unknown): boolean => unreachable.has(error as object)

/** A key for one user action; use it for every attempt of the same write. */
export const newKey = (): string => crypto.randomUUID()

type Shape = Readonly<Record<string, unknown>>
/** The message of an answer in any of its documented forms (D2-MFY-90). */
const messageOf = ({ result, mes, channel, message, msg }: Shape): string | undefined =>
  [result === 'success' && mes, typeof channel === 'string' && message, msg].find(
    (words) => typeof words === 'string' && words !== '',
  ) as string | undefined

const knownCodes = Object.keys(codes) as Code[]
const codeOf = (raw: unknown, status: number): Code =>
  knownCodes.find((code) => code === raw) ?? knownCodes.find((code) => codes[code] === status) ?? 'INTERNAL'

/** The error of an answer, also of `{ code, msg }` with status 200 (D1-Q-151). */
function errorOf(status: number, body: Shape, requestId: string | null): AppError {
  const error = new AppError(codeOf(body.code, status), messageOf(body) ?? messages.unknownError, {
    ...(isObject(body.fields) && { fields: body.fields as FieldErrors }),
    ...(body.current !== undefined && { current: body.current }),
  })
  if (requestId) requestIds.set(error, requestId)
  return error
}

let behind = false
/**
 * Marks calls that no user waits for: a busy server refuses them first (platform/server/running/places.ts), and they are
 * sent again when it says, so that what is on the screen stays there meanwhile.
 */
export function inBackground<T>(work: () => T): T {
  behind = true
  try {
    return work()
  } finally {
    behind = false
  }
}

type Sending = { method: Method; path: string; body?: BodyInit; headers?: Record<string, string> }

/** How often a call in the background is sent again to a busy server, about every ten seconds. */
const mostDeferrals = 3
const deferral = async (response: Response, signal?: AbortSignal): Promise<void> => {
  const seconds = Number(response.headers.get('retry-after')) || 10
  // Spread out: the server refused many screens at once.
  await new Promise((over) => setTimeout(over, seconds * 1000 * (1 + Math.random() / 2)))
  signal?.throwIfAborted()
}

/** One HTTP request with the token; throws AppError when the server cannot be reached or refuses. */
export async function exchange(
  sending: Sending,
  options: SendOptions = {},
  background = behind,
  deferrals = 0,
): Promise<Response> {
  const token = currentToken()
  const init: RequestInit = {
    method: sending.method,
    headers: {
      ...sending.headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(background && { priority: 'u=6' }),
    },
    ...(sending.body !== undefined && { body: sending.body }),
    ...(options.signal && { signal: options.signal }),
  }
  const waits = writes(sending.method, options) && !options.impatient
  const response = await reach(sending.path, init, waits)
  // The header is truncated to whole seconds: on average half a second has passed.
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(serverTime)) serverIsAhead(serverTime + 500 - Date.now())
  if (response.ok) return response
  // Also without a token: it may have expired here, or another tab may have signed out. A refused older token does
  // not end the session that another tab has begun since.
  if (response.status === 401 && (currentToken() ?? token) === token) emit({ kind: 'unauthenticated' })
  const error = errorOf(response.status, await bodyOf(response), response.headers.get('x-request-id'))
  const { code } = error
  if (code === 'PASSWORD_CHANGE' || code === 'FACTOR_SETUP') emit({ kind: 'barred', bar: code })
  if (code === 'REAUTH' && (await confirmed())) return exchange(sending, options)
  if (code === 'BUSY' && background && deferrals < mostDeferrals) {
    await deferral(response, options.signal)
    return exchange(sending, options, true, deferrals + 1)
  }
  throw error
}

/** Two documented GETs write, so they get a key like every write (D1-Q-052). */
const writes = (method: Method, options: SendOptions): boolean =>
  method !== 'GET' || options.idempotencyKey !== undefined

/** Fetches; a write without network waits for it and is sent again with the same key. */
async function reach(path: string, init: RequestInit, waits: boolean): Promise<Response> {
  for (;;) {
    try {
      return await fetch(path, init)
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
      networkLost()
      if (waits && (await waitForNetwork(init.signal ?? undefined))) continue
      const lost = new AppError('UPSTREAM', messages.unreachable)
      unreachable.add(lost)
      throw lost
    }
  }
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : {}
  } catch {
    // Not JSON: a proxy answered, and its page is not shown to the user.
    return {}
  }
}

/** The path with its `:params` filled in, and the rest of the input. */
function fill(path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replace(/:([a-zA-Z_]+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  return { path: filled, rest }
}

/** `?a=1&b=2` of the defined values; '' for none. */
export function queryText(values: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  return params.size === 0 ? '' : `?${params.toString()}`
}

async function sendOnce<T>(
  method: Method,
  path: string,
  input: Record<string, unknown>,
  options: SendOptions,
): Promise<Reply<T>> {
  const { path: filled, rest } = fill(path, input)
  const inQuery = method === 'GET' || method === 'DELETE'
  const write = writes(method, options)
  const response = await exchange(
    {
      method,
      path: inQuery ? filled + queryText(rest) : filled,
      headers: {
        accept: 'application/json',
        ...(!inQuery && { 'content-type': 'application/json' }),
        ...(write && { 'idempotency-key': options.idempotencyKey ?? newKey() }),
      },
      ...(!inQuery && { body: JSON.stringify(rest) }),
    },
    options,
  )
  const quiet = options.quiet === true
  return read<T>(response, { notice: !quiet, sentence: write && !quiet })
}

/**
 * Sends a request by method, path and input; returns `data` and `msg`. Untyped: `send` is the typed form. A refusal
 * with a question is asked about once, then sent again with the answer (D3-RULE-05, D3-OTP-08).
 */
export async function request<T>(
  method: Method,
  path: string,
  input: Record<string, unknown> = {},
  options: SendOptions = {},
): Promise<Reply<T>> {
  try {
    return await sendOnce<T>(method, path, input, options)
  } catch (error) {
    const ask = error instanceof AppError ? questions[error.code] : undefined
    if (!(error instanceof AppError) || !ask) throw error
    const answer = await ask(error.message)
    if (answer === null || Object.keys(answer).some((name) => name in input)) throw error
    return request<T>(method, path, { ...input, ...answer }, options)
  }
}

/** Unwraps an answer and emits its message or notice. */
async function read<T>(response: Response, speak: { notice: boolean; sentence: boolean }): Promise<Reply<T>> {
  const body = await bodyOf(response)
  if (typeof body.channel === 'string' && typeof body.message === 'string') {
    const status = typeof body.status === 'string' ? { status: body.status } : {}
    if (speak.notice)
      emit({ kind: 'notice', notice: { channel: body.channel, message: body.message, ...status } })
    return { data: body.data as T, msg: messageOf(body) }
  }
  if (typeof body.code === 'string' && typeof body.msg === 'string') {
    throw errorOf(response.status, body, response.headers.get('x-request-id'))
  }
  const msg = messageOf(body)
  if (msg && speak.sentence) emit({ kind: 'said', msg })
  return { data: body.data as T, msg }
}

/** Sends a declared call; returns its `data` and the server's message. */
export const sendFull = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options?: SendOptions,
): Promise<Reply<AnswerOf<C>>> =>
  request<AnswerOf<C>>(call.method, call.path, input as Record<string, unknown>, options)

/** Sends a declared call; returns its `data`, throws AppError. */
export const send = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  options?: SendOptions,
): Promise<AnswerOf<C>> => (await sendFull(call, input, options)).data
