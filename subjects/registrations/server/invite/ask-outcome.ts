/** Requests with a lost answer: queries the carrier for the outcome, never sends again (D3-OTP-03). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import type { Carrier, RegistrationAnswer, Reply } from '#platform/server/gateways/carrier/carrier.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { answerOfFailure, settle, type Settled, type Strike } from './settle.ts'

/** Outcome of request `attempt` for a number; null while the carrier has none. */
export async function askOutcome(
  carrier: Carrier,
  attempt: string,
  phone: string,
): Promise<RegistrationAnswer | null> {
  const reply = await carrier.register('status', { isdn: phone, registration_id: attempt }, randomUUID())
  if (!reply.ok || reply.data.outcome === 'PENDING') return null
  if (reply.data.outcome === 'NOT_RECEIVED') return { ...reply.data, message: inviteTexts.notReceived }
  return reply.data
}

/** Leaves the query to the background job and answers UPSTREAM. */
async function leaveOpen(attempt: string, ctx: Ctx): Promise<never> {
  await ctx.db.query(sql`UPDATE invitation_orders SET ask_at = now() WHERE attempt = ${attempt}`)
  throw new AppError('UPSTREAM', inviteTexts.outcomeUnknown)
}

/**
 * Stores the carrier's answer to request `attempt`, querying once when it was lost. UPSTREAM while the outcome is unknown; null when the
 * background job was faster.
 */
export async function concluded(
  carrier: Carrier,
  reply: Reply<RegistrationAnswer>,
  { attempt, phone, strike }: { attempt: string; phone: string; strike: Strike },
  ctx: Ctx,
): Promise<Settled | null> {
  const answer = reply.ok
    ? reply.data
    : (answerOfFailure(reply.reason) ?? (await askOutcome(carrier, attempt, phone)))
  if (!answer) return leaveOpen(attempt, ctx)
  return inTransaction(ctx.services, ctx, (within) => settle(attempt, answer, strike, within))
}

/** The current row, when the background job was faster. */
export async function currentRow(id: string, ctx: Ctx): Promise<Settled> {
  const { rows } = await ctx.db.query<Pick<Settled, 'status' | 'result'>>(sql`
    SELECT status, coalesce(result, '') AS result FROM invitation_history WHERE id = ${id}`)
  const row = rows[0]
  if (!row) throw new AppError('INTERNAL', inviteTexts.outcomeUnknown, { inner: 'no row of the history' })
  return { id, left: 0, ...row }
}
