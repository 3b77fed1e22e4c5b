/** 'Lấy OTP': the carrier sends the customer a code; we keep what it calls the order, never the code (D2-INVIT-20). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import {
  codeMinutes,
  inviteTexts,
  type CodeTab,
  type inviteGetOTP,
} from '../../../contract/workflows/invite.ts'
import { withMsg } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { beginOrder, failOrders } from './orders.ts'
import { readAsked, requireType } from './read-asked.ts'
import { withoutCodes } from './strike.ts'
import { requireTab } from './tabs.ts'

type Sent = AnswerOf<typeof inviteGetOTP>

/** Keeps the carrier's name for the code from now on for its five minutes; CONFLICT when a newer code took its place. */
async function keepOrder(id: string, order: string, ctx: Ctx): Promise<Sent> {
  const { rows } = await ctx.db.query<Sent>(sql`
    UPDATE invitation_orders SET order_code = ${order}, expires_at = now() + make_interval(mins => ${codeMinutes})
    WHERE history_id = ${id} RETURNING history_id AS "orderCode", now() AS "sentAt", expires_at AS "expiresAt"`)
  const [sent] = rows
  if (!sent) throw new AppError('CONFLICT', inviteTexts.replaced)
  return {
    orderCode: sent.orderCode,
    sentAt: new Date(sent.sentAt).toISOString(),
    expiresAt: new Date(sent.expiresAt).toISOString(),
  }
}

/** Asks for a code in the history of `tab`; the answer's `orderCode` is what a confirmation names. */
export async function askCode(tab: CodeTab, input: ParsedOf<typeof inviteGetOTP>, ctx: Ctx, domain: string) {
  requireType(input.type, tab.type)
  const asked = readAsked(input)
  await requireTab(tab, ctx)
  const { carrier } = ctx.services
  if (!carrier) throw new AppError('UPSTREAM', inviteTexts.notConfigured)
  const begun = await inTransaction(ctx.services, ctx, (within) =>
    beginOrder({ source: tab.type, asked, again: input.xac_nhan_lai === true, domain }, within),
  )
  if (!begun) throw new AppError('INTERNAL', inviteTexts.unsent, { inner: 'a code has no click' })
  const { id, pack } = begun
  const question = { channel: tab.type, isdn: asked.phone, package_code: pack }
  const reply = await carrier.register('otp', question, randomUUID())
  if (reply.ok && reply.data.outcome === 'SENT')
    return withMsg(await keepOrder(id, reply.data.order_code ?? '', ctx), inviteTexts.sent)
  const why = reply.ok ? withoutCodes(reply.data.message) : inviteTexts[reply.why]
  await inTransaction(ctx.services, ctx, (within) =>
    failOrders(sql`o.history_id = ${id}`, sql`${why}::text`, within),
  )
  if (reply.ok) throw new AppError('CONFLICT', why)
  throw new AppError(reply.why === 'notFound' ? 'NOT_FOUND' : 'UPSTREAM', why)
}
