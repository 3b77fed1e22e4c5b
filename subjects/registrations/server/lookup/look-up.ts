/** The steps of every look-up: one at a time, quota, carrier, log, mask. HTTP and live calls share them. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/contract/error.ts'
import { tooManyPhoneSearches } from '#kit/contract/phone.ts'
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
import { maskedFor } from './masked-answer.ts'
import { beginTurn } from './turns.ts'

export type LookupSteps<K extends LookupKind> = {
  kind: K
  phone: string
  question: LookupRequests[K]
  /** The request besides the phone, as lines of the log. */
  asked?: readonly string[]
  /** Summary of the result for the log. */
  found: (data: LookupAnswers[K]) => string
  /** Takes a use of a quota and returns how to give it back. */
  takeUse?: (ctx: LookupCtx) => Promise<() => Promise<void>>
}

function refusalOf(reply: Extract<Reply<unknown>, { ok: false }>): AppError {
  const code = reply.why === 'notFound' ? 'NOT_FOUND' : 'UPSTREAM'
  return new AppError(code, lookupTexts[reply.why], { inner: reply.inner })
}

/**
 * A carrier's answer can reveal whose masked row a number is, so a masked role uses one of the day's numbers unless it
 * holds it (D3-SEC-03). RATE_LIMITED beyond.
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
    if (!reply.ok && neverAnswered.includes(reply.why)) await giveBack?.()
    const outcome = reply.ok ? plan.found(reply.data) : lookupTexts[reply.why]
    // Logged before the answer goes out: nothing is shown without a record.
    await logLookup(
      { kind: plan.kind, phone: plan.phone, lines: [...(plan.asked ?? []), `Kết quả: ${outcome}`] },
      ctx,
    )
    return reply
  } finally {
    await endTurn()
  }
}

/** The carrier's answer, masked for the caller, and what is known of the phone here. Throws UPSTREAM, NOT_FOUND, CONFLICT or the quota's refusal. */
export async function lookUp<K extends LookupKind>(
  plan: LookupSteps<K>,
  ctx: LookupCtx,
): Promise<LookedUp<K>> {
  const reply = await askOnce(plan, ctx)
  if (!reply.ok) throw refusalOf(reply)
  const entries = await entriesOf([plan.phone], ctx)
  return { ...maskedFor(reply.data, plan.phone, ctx.actor), khong_goi: entries.get(plan.phone) ?? null }
}
