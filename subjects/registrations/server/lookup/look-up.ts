/** Common steps of look-ups over HTTP and live channel: turn, quota, carrier, log, mask. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/contract/error.ts'
import { tooManyPhoneSearches, redactPhones } from '#kit/contract/phone.ts'
import {
  lookupTexts,
  type LookedUp,
  type LookupAnswers,
  type LookupKind,
} from '#subjects/registrations/contract/calls/lookup.ts'
import { neverAnswered, type LookupRequests, type Reply } from '#platform/server/gateways/carrier/carrier.ts'
import { entriesOf } from '#kit/server/do-not-call.ts'
import { untoldAmong } from '#kit/server/phone-searches.ts'
import { newContext } from '#kit/server/transaction.ts'
import type { LookupCtx } from './context.ts'
import { logLookup } from './log.ts'
import { seesPhones, type Actor } from '#platform/contract/abilities.ts'
import sql from 'sql-template-tag'

/**
 * One look-up of a kind at a time per user, over all server processes (D1-LOOK-59). Starts a turn and returns a function that ends it;
 * CONFLICT while another of the same kind is running; `phone`: 9 digits.
 */
async function beginTurn(
  kind: LookupKind,
  phone: string,
  { db, actor }: LookupCtx,
): Promise<() => Promise<void>> {
  // A turn older than the longest time limit belongs to a crashed process.
  const { rows } = await db.query<{ turn: string }>(sql`
    INSERT INTO lookup_turns AS t (user_id, kind, nha_mang) VALUES (${actor.id}, ${kind}, carrier_of(${phone}))
    ON CONFLICT (user_id, kind) DO UPDATE SET turn = excluded.turn, started_at = excluded.started_at, nha_mang = excluded.nha_mang
    WHERE t.started_at < now() - interval '60 seconds'
    RETURNING turn`)
  const turn = rows[0]?.turn
  if (turn === undefined) throw new AppError('CONFLICT', lookupTexts.waiting)
  return async () => {
    await db.query(sql`
      DELETE FROM lookup_turns WHERE user_id = ${actor.id} AND kind = ${kind} AND turn = ${turn}`)
  }
}

/** Matches `phone9` in every spelling, as one group that `split` keeps at odd indexes. */
const anySpelling = (phone9: string): RegExp =>
  new RegExp(`(?<!\\d)((?:\\+?84[ .-]?|0)?${[...phone9].join('[ .-]?')})(?!\\d)`)

function redactIn(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') {
    return value
      .split(pattern)
      .map((part, index) => (index % 2 === 1 ? part : redactPhones(part)))
      .join('')
  }
  if (Array.isArray(value)) return value.map((one) => redactIn(one, pattern))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redactIn(entry, pattern)]))
}

/** Masks a carrier's answer for `actor`: a masked role sees only the requested number `phone9` (D1-Q-157, threats A4). */
function maskedFor<T>(answer: T, phone9: string, actor: Actor): T {
  // Only texts change, so the type stays.
  return seesPhones(actor) ? answer : (redactIn(answer, anySpelling(phone9)) as T)
}

export type LookupSteps<K extends LookupKind> = {
  kind: K
  phone: string
  question: LookupRequests[K]
  /** Request parameters except the phone, as lines of the log. */
  logLines?: readonly string[]
  /** Summary of the result for the log. */
  summaryOf: (data: LookupAnswers[K]) => string
  /** Takes a use of a quota; returns a function that returns it. */
  takeUse?: (ctx: LookupCtx) => Promise<() => Promise<void>>
}

function refusalOf(reply: Extract<Reply<unknown>, { ok: false }>): AppError {
  const code = reply.reason === 'notFound' ? 'NOT_FOUND' : 'UPSTREAM'
  return new AppError(code, lookupTexts[reply.reason], { inner: reply.inner })
}

/**
 * Counts the phone for a masked role that does not hold it, as a carrier's answer can reveal whose masked row a number is (D3-SEC-03).
 * RATE_LIMITED beyond the day's limit.
 */
async function requireTellable(phone: string, { actor, services }: LookupCtx): Promise<void> {
  const caller = { actor, scope: { all: true }, requestId: randomUUID() } as const
  const { ctx, flush } = newContext(services, caller)
  const untold = await untoldAmong([phone], ctx)
  flush()
  if (untold.size > 0) throw new AppError('RATE_LIMITED', tooManyPhoneSearches)
}

async function askOnce<K extends LookupKind>(
  plan: LookupSteps<K>,
  ctx: LookupCtx,
): Promise<Reply<LookupAnswers[K]>> {
  const { carrier } = ctx.services
  if (!carrier) throw new AppError('UPSTREAM', lookupTexts.notConfigured)
  const endTurn = await beginTurn(plan.kind, plan.phone, ctx)
  try {
    await requireTellable(plan.phone, ctx)
    const giveBack = await plan.takeUse?.(ctx)
    const reply = await carrier.ask(plan.kind, plan.question, randomUUID())
    if (!reply.ok && neverAnswered.includes(reply.reason)) await giveBack?.()
    const outcome = reply.ok ? plan.summaryOf(reply.data) : lookupTexts[reply.reason]
    // Logged before answering: nothing is shown without a record.
    await logLookup(
      { kind: plan.kind, phone: plan.phone, lines: [...(plan.logLines ?? []), `Kết quả: ${outcome}`] },
      ctx,
    )
    return reply
  } finally {
    await endTurn()
  }
}

/** The carrier's answer, masked for the caller, with the do-not-call entry. Throws UPSTREAM, NOT_FOUND, CONFLICT or the quota's refusal. */
export async function lookUp<K extends LookupKind>(
  plan: LookupSteps<K>,
  ctx: LookupCtx,
): Promise<LookedUp<K>> {
  const reply = await askOnce(plan, ctx)
  if (!reply.ok) throw refusalOf(reply)
  const entries = await entriesOf([plan.phone], ctx)
  return { ...maskedFor(reply.data, plan.phone, ctx.actor), khong_goi: entries.get(plan.phone) ?? null }
}
