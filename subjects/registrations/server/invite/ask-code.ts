/** 'Lấy OTP': the carrier sends the customer a code; only its order id is stored, never the code (D2-INVIT-20). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { CodeTab } from '#platform/contract/code-tabs.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { codeMinutes, inviteTexts, type AskCode } from '#subjects/registrations/contract/calls/invite.ts'
import { withMsg } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { beginOrder, failOrders } from './orders.ts'
import { readInvitation, requireType } from './read-invitation.ts'
import { withoutCodes } from './strike.ts'
import { requireTab } from './tabs.ts'

type Sent = AnswerOf<AskCode>

/** Stores the carrier's order id, valid for five minutes from now; CONFLICT when a newer code replaced it. */
async function keepOrder(id: string, order: string, ctx: Ctx): Promise<Sent> {
  const { rows } = await ctx.db.query<Sent>(sql`
    UPDATE invitation_orders SET order_code = ${order}, expires_at = now() + make_interval(mins => ${codeMinutes})
    WHERE history_id = ${id} RETURNING history_id AS "orderCode", now() AS "sentAt", expires_at AS "expiresAt"`)
  const [stored] = rows
  if (!stored) throw new AppError('CONFLICT', inviteTexts.replaced)
  return {
    orderCode: stored.orderCode,
    sentAt: new Date(stored.sentAt).toISOString(),
    expiresAt: new Date(stored.expiresAt).toISOString(),
  }
}

/** Requests a code and records it in the history of `tab`; the answer's `orderCode` is used to confirm. */
export async function askCode(tab: CodeTab, input: ParsedOf<AskCode>, ctx: Ctx, domain: string) {
  requireType(input.type, tab.type)
  const request = readInvitation(input)
  await requireTab(tab, ctx)
  const { carrier } = ctx.services
  if (!carrier) throw new AppError('UPSTREAM', inviteTexts.notConfigured)
  const begun = await inTransaction(ctx.services, ctx, (within) =>
    beginOrder({ source: tab.type, request, again: input.xac_nhan_lai === true, domain }, within),
  )
  if (!begun) throw new AppError('INTERNAL', inviteTexts.unsent, { inner: 'a code has no click' })
  const { id, pack } = begun
  const question = { channel: tab.type, isdn: request.phone, package_code: pack }
  const reply = await carrier.register('otp', question, randomUUID())
  if (reply.ok && reply.data.outcome === 'SENT')
    return withMsg(await keepOrder(id, reply.data.order_code ?? '', ctx), inviteTexts.sent)
  const result = reply.ok ? withoutCodes(reply.data.message) : inviteTexts[reply.reason]
  await inTransaction(ctx.services, ctx, (within) =>
    failOrders(sql`o.history_id = ${id}`, sql`${result}::text`, within),
  )
  if (reply.ok) throw new AppError('CONFLICT', result)
  throw new AppError(reply.reason === 'notFound' ? 'NOT_FOUND' : 'UPSTREAM', result)
}
