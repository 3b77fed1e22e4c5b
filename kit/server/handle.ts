/** The envelope of every route: session, right, input, idempotency, transaction, answer, push. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { can, type Ability } from '#platform/contract/abilities.ts'
import type { Action } from '#kit/contract/action.ts'
import type { Decides, PhoneInput } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Method } from '#kit/contract/operations.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { saysUnpriced } from '#platform/contract/priced.ts'
import { barTexts, type Bar } from '#platform/contract/calls/session.ts'
import { waitsForAll } from '#platform/server/db/commits.ts'
import { requireConfirmed } from '#platform/server/db/confirmed.ts'
import { bodyOf } from './answer.ts'
import type { Ctx, Services } from './context.ts'
import { decidesByPath } from './decides-by-path.ts'
import { readInsistence } from './do-not-call.ts'
import { countSentPhone } from './phone-searches.ts'
import { joinStep } from './step.ts'
import { inTransaction, newContext, type Caller } from './transaction.ts'
import { processLimits } from '#platform/server/running/limits.ts'
import { urgencyOf, type Places } from '#platform/server/running/places.ts'
import type { UserLimit } from '#platform/server/running/request-limits.ts'
import type { Strangers } from '#platform/server/running/strangers.ts'
import type { Rates } from './rate.ts'
import type { Session, Sessions } from './sessions.ts'

export type Raw = { params: Record<string, string>; query: Record<string, string>; body: unknown }

export type Mode = 'read' | 'replica' | 'write' | 'single'

export type Route<I> = {
  method: Method
  path: string
  may: Ability
  parse: (raw: Raw, session: Session) => I
  run: (ctx: Ctx, input: I) => Promise<unknown>
  /**
   * 'read': no transaction; 'replica': the same, and a replica may serve it; 'write': one transaction around `run`;
   * 'single': `run` is one statement that commits by itself, so that frequent writes cost one round trip. An
   * Idempotency-Key always adds a transaction.
   */
  mode: Mode
  /** Phone in the input that the call reveals something about; counted before the call runs. */
  phone?: PhoneInput
  /** Answers REAUTH until the session was confirmed (D3-SEC-07). */
  reauth?: true
  decides?: Decides
  /** Message if the ability is missing, in place of the default one. */
  refusal?: string
  /** An additional limit besides the general one per user. */
  limit?: UserLimit
  /** Bars under which the route is still allowed: first password, second factor. */
  whileBarred?: readonly Bar[]
  /** Sends the reply itself (files); `run` then returns nothing. */
  reply?: (ctx: Ctx, input: I, reply: FastifyReply, request: FastifyRequest) => Promise<unknown>
}

export type Api = {
  app: FastifyInstance
  services: Services
  sessions: Sessions
  rates: Rates
  strangers: Strangers
  places: Places
  /** Every registered route with its right, for tests and the API description. */
  policy: {
    method: Method
    path: string
    may: Ability | 'public'
    reauth?: true | undefined
    decides?: Decides | undefined
  }[]
  /** Writes of one row, by `PUT /…/:id`: allowed in a bulk call. */
  rowWrites: Map<string, RowWrite>
  /** Declared actions by method and path, for counting before a bulk call. */
  actions: Map<string, { resource: Resource; action: Action }>
}

/** Writes one row, with rights checked; returns the body text, throws what the route would answer. */
type RowWrite = (
  request: FastifyRequest,
  session: Session,
  row: { id: string; body: unknown; key: string | undefined; act: string },
) => Promise<string>

/** Bearer token of a request, or undefined. Only the header is read, never a cookie (D1-Q-024). */
export function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}

/** Session of a request; UNAUTHENTICATED without one, RATE_LIMITED above the limit. */
export async function identify(
  { sessions, rates, strangers }: Api,
  request: FastifyRequest,
): Promise<Session> {
  const token = bearer(request)
  const session = token ? await sessions.find(token) : null
  if (!session) {
    if (token) await rates.take('badToken', request.ip)
    throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
  }
  strangers.know(request.ip)
  await rates.take('api', session.actor.id)
  return session
}

const isRead = ({ mode }: { mode: Mode }): boolean => mode === 'read' || mode === 'replica'

/** When the transactions of a route hold the session: as declared, else at once for writes that decide money by their path or need a confirmed session. */
const decidesOf = ({ decides, reauth, path, mode }: Omit<Route<never>, 'parse' | 'run' | 'reply'>) =>
  decides ?? (!isRead({ mode }) && (reauth || decidesByPath(path)) ? 'atOnce' : undefined)

/** `body`: of a bulk call, the row's own. */
function callerOf<I>(
  api: Api,
  route: Route<I>,
  session: Session,
  request: FastifyRequest,
  body = request.body,
): Caller {
  const { id, log } = request
  const sent = isObject(body) ? body : {}
  const { currentOriginUrl: origin } = sent
  const insists = readInsistence(sent)
  const when = decidesOf(route)
  return {
    actor: session.actor,
    scope: session.scope,
    session: session.hash,
    ...(when && { hold: { when, reauth: route.reauth === true } }),
    still: () => askAgain(api, route, request),
    requestId: id,
    log,
    ...(typeof origin === 'string' && { origin }),
    ...(insists !== undefined && { insists }),
    ...(saysUnpriced(sent) && { unpriced: true as const }),
  }
}

const keyShape = /^[\x21-\x7e]{8,128}$/

/** Idempotency key of a write, or undefined; VALIDATION for a malformed one. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyShape.test(key)) {
    throw new AppError('VALIDATION', 'Idempotency-Key không hợp lệ')
  }
  return key
}

/** Runs `work` once per user and key; a repeated request gets the first answer. */
async function once(
  ctx: Ctx,
  key: string,
  request: FastifyRequest,
  work: () => Promise<string>,
): Promise<string> {
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')
  const reserved = await ctx.db.query(sql`
    INSERT INTO idempotency (user_id, key, request_hash) VALUES (${ctx.actor.id}, ${key}, ${hash})
    ON CONFLICT DO NOTHING`)
  if (reserved.rowCount === 0) {
    const { rows } = await ctx.db.query<{ request_hash: string; response: string }>(sql`
      SELECT request_hash, response FROM idempotency WHERE user_id = ${ctx.actor.id} AND key = ${key}`)
    const first = rows[0]
    // Waits for the standbys with this commit: after a restart the first answer may be visible before any standby has it.
    await ctx.db.query(waitsForAll)
    if (!first || first.request_hash !== hash) {
      throw new AppError('CONFLICT', 'Idempotency-Key đã dùng cho một yêu cầu khác')
    }
    return first.response
  }
  const response = await work()
  await ctx.db.query(sql`
    UPDATE idempotency SET status = 200, response = ${response} WHERE user_id = ${ctx.actor.id} AND key = ${key}`)
  return response
}

/** A write as received: the whole request, or one row of a bulk call. */
type Sent = { body: unknown; key: string | undefined; act?: string }

async function runWrite<I>(
  api: Api,
  route: Route<I>,
  request: FastifyRequest,
  session: Session,
  input: I,
  { body: sent, key, act }: Sent = { body: request.body, key: idempotencyKey(request) },
) {
  const caller = { ...callerOf(api, route, session, request, sent), ...(act !== undefined && { act }) }
  const run = async (ctx: Ctx) => {
    // Rows of a bulk call, each in its own transaction.
    if (act !== undefined) await joinStep(ctx)
    const work = async () => bodyOf(await route.run(await countSentPhone(route, input, ctx), input))
    return key === undefined ? work() : once(ctx, key, request, work)
  }
  // A given reason is audited in the transaction of its write.
  const whole = caller.hold || key !== undefined || act !== undefined || caller.insists !== undefined
  if (route.mode !== 'single' || whole) return inTransaction(api.services, caller, run)
  const { ctx, flush } = newContext(api.services, caller)
  const body = await run(ctx)
  flush()
  return body
}

async function admit<I>({ services }: Api, route: Route<I>, session: Session): Promise<void> {
  const { bar } = session
  if (bar && !route.whileBarred?.includes(bar)) throw new AppError(bar, barTexts[bar])
  if (!can(session.actor, route.may)) {
    services.log.info({ user: session.actor.id, route: `${route.method} ${route.path}` }, 'no right')
    throw new AppError('FORBIDDEN', route.refusal ?? messages.forbidden)
  }
  if (route.reauth) await requireConfirmed({ db: services.readers, session: session.hash })
}

/**
 * The current session with the route's right; from the cache as long as no change was notified. An account that was
 * locked, signed out or demoted after the headers of a request were read cannot complete it (D3-SEC-12).
 */
async function askAgain<I>(api: Api, route: Route<I>, request: FastifyRequest): Promise<Session> {
  const session = await api.sessions.find(bearer(request) ?? '')
  if (!session) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
  await admit(api, route, session)
  return session
}

/** Makes the write of one row available to bulk calls. */
function offerForBulk<I>(api: Api, route: Route<I>): void {
  const { method, path } = route
  if (isRead(route) || method === 'POST') return
  if (!path.endsWith('/:id') || path.indexOf('/:') !== path.length - '/:id'.length) return
  api.rowWrites.set(`${method} ${path}`, async (request, session, { id, body, key, act }) => {
    await admit(api, route, session)
    return runWrite(api, route, request, session, route.parse({ params: { id }, query: {}, body }, session), {
      body,
      key,
      act,
    })
  })
}

/** Query of a URL; VALIDATION for a repeated parameter. */
function singles(query: Record<string, string | string[]>): Record<string, string> {
  const twice = Object.keys(query).find((name) => typeof query[name] !== 'string')
  if (twice !== undefined)
    throw new AppError('VALIDATION', refusals.sentTwice, { fields: { [twice]: refusals.sentTwice } })
  return query as Record<string, string>
}

/** Checks session and right again, as the body may have taken minutes to arrive, then runs the route; returns its answer. */
async function answerOf<I>(api: Api, route: Route<I>, request: FastifyRequest, reply: FastifyReply) {
  const session = await askAgain(api, route, request)
  // A HEAD has no body to read, so routes that hand out a customer or stream a file answer it without running.
  if (request.method === 'HEAD' && (route.reply || !isRead(route))) return ''
  const input = route.parse(
    {
      params: request.params as Record<string, string>,
      query: singles(request.query as Record<string, string | string[]>),
      body: request.body,
    },
    session,
  )
  if (route.reply) {
    const { ctx, flush } = newContext(api.services, callerOf(api, route, session, request))
    const sent = await route.reply(await countSentPhone(route, input, ctx), input, reply, request)
    flush()
    return sent
  }
  reply.type('application/json; charset=utf-8')
  if (!isRead(route)) return runWrite(api, route, request, session, input)
  const { readers, reads } = api.services
  const db = route.mode === 'replica' ? reads.db : readers
  const { ctx, flush } = newContext(api.services, callerOf(api, route, session, request), db)
  const body = bodyOf(await route.run(await countSentPhone(route, input, ctx), input))
  flush()
  return body
}

/** Registers a route. Closed by default: every route has a right. */
export function register<I>(api: Api, route: Route<I>): void {
  const { method, path, may, reauth } = route
  api.policy.push({ method, path, may, reauth, decides: decidesOf(route) })
  offerForBulk(api, route)
  api.app.route({
    method,
    url: path,
    bodyLimit: processLimits.bodyBytes,
    // Before the body is read: bodies of unauthenticated clients are not parsed (threats B9).
    onRequest: async (request) => {
      const session = await identify(api, request)
      await admit(api, route, session)
      if (route.limit) await api.rates.take(route.limit, session.actor.id)
    },
    handler: (request, reply) => {
      // A reader who left while waiting wants nothing any more.
      const answer = async () =>
        isRead(route) && reply.raw.destroyed ? '' : answerOf(api, route, request, reply)
      // Files and long lists have slots of their own.
      return route.reply ? answer() : api.places.hold(urgencyOf(isRead(route), request.headers), answer)
    },
  })
}
