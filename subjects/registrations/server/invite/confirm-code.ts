/** 'Đăng ký': sends the customer's code to the carrier, once per try (D2-INVIT-21, D3-OTP-02). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { CodeTab } from '#platform/contract/code-tabs.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { codeTries, inviteTexts, type ConfirmCode } from '#subjects/registrations/contract/calls/invite.ts'
import { withMsg } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { requireNoneSince, requireNonePending, lockRegistration } from './recent-registrations.ts'
import { concluded, currentRow } from './ask-outcome.ts'
import { failOrders, lostAfter } from './orders.ts'
import { phoneOfOrder } from './open-orders.ts'
import { readConfirmation, requireType, uuid, type Confirmation } from './read-invitation.ts'
import type { Settled } from './settle.ts'
import { withoutCode } from './strike.ts'
import { requireTab } from './tabs.ts'

type State = {
  fits: boolean
  status: 'NONE' | 'SUCCESS' | 'FAILD'
  result: string | null
  waiting: boolean | null
  expired: boolean | null
}

/** Why an order cannot be tried now; expires an overdue one. */
async function refusal(tab: CodeTab, { phone, pack, order }: Confirmation, ctx: Ctx): Promise<string> {
  const { rows } = await ctx.db.query<State>(sql`
    SELECT h.source = ${tab.type} AND h.msisdn = ${phone} AND package_key(h."packCode") = ${pack} AS fits, h.status,
      h.result, o.attempt IS NOT NULL AS waiting, o.expires_at <= now() AS expired
    FROM invitation_history h LEFT JOIN invitation_orders o ON o.history_id = h.id
    WHERE h.id = ${order} AND h.username_nv = ${ctx.actor.username}`)
  const state = rows[0]
  if (!state) return inviteTexts.unknownOrder
  if (!state.fits) return inviteTexts.otherOrder
  if (state.status === 'SUCCESS') return inviteTexts.used
  if (state.status === 'FAILD') return state.result ?? inviteTexts.expired
  if (state.waiting) return inviteTexts.underWay
  if (!state.expired) return inviteTexts.unsent
  await failOrders(sql`o.history_id = ${order} AND o.attempt IS NULL`, sql`${inviteTexts.expired}::text`, ctx)
  return inviteTexts.expired
}

type Taken = { order: string; pack: string } | { refusal: string }

type Try = { request: Confirmation; again: boolean; attempt: string }

/**
 * Takes one try of the order if it is the caller's own, for this phone and package, open, and not being tried. AGAIN, without using a try,
 * when the same was registered since the code was requested (D3-OTP-05).
 */
async function takeTry(tab: CodeTab, { request, again, attempt }: Try, ctx: Ctx): Promise<Taken> {
  if (!uuid.test(request.order)) return { refusal: inviteTexts.unknownOrder }
  await lockRegistration(request, ctx)
  const { rows } = await ctx.db.query<{ order: string; pack: string }>(sql`
    UPDATE invitation_orders o SET attempt = ${attempt}, tries = o.tries + 1, asked = 0,
      ask_at = now() + make_interval(secs => ${lostAfter})
    FROM invitation_history h
    WHERE o.history_id = ${request.order} AND h.id = o.history_id AND o.user_id = ${ctx.actor.id}
      AND h.source = ${tab.type} AND h.msisdn = ${request.phone} AND package_key(h."packCode") = ${request.pack}
      AND o.order_code IS NOT NULL AND o.attempt IS NULL AND o.expires_at > now() AND o.tries < ${codeTries}
    RETURNING o.order_code AS order, h."packCode" AS pack`)
  if (!rows[0]) return { refusal: await refusal(tab, request, ctx) }
  await requireNonePending(request, ctx, request.order)
  if (!again) await requireNoneSince(request, request.order, ctx)
  return rows[0]
}

/** The refusal for a failed try; while the code may be tried again it belongs to the code field. */
function refusalOf({ status, result, left, wrong }: Settled): AppError {
  if (status === 'FAILD') return new AppError('CONFLICT', result)
  if (!wrong) return new AppError('UPSTREAM', result)
  const msg = inviteTexts.wrong(result, left)
  return new AppError('VALIDATION', msg, { fields: { otp: msg } })
}

/** Confirms a code; returns only on success. */
export async function confirmCode(tab: CodeTab, input: ParsedOf<ConfirmCode>, ctx: Ctx) {
  requireType(input.type, tab.type)
  const confirmation = readConfirmation({ ...input, phone: await phoneOfOrder(input, ctx) })
  await requireTab(tab, ctx)
  const { carrier } = ctx.services
  if (!carrier) throw new AppError('UPSTREAM', inviteTexts.notConfigured)
  const attempt = randomUUID()
  const turn = await inTransaction(ctx.services, ctx, (within) =>
    takeTry(tab, { request: confirmation, again: input.xac_nhan_lai === true, attempt }, within),
  )
  if ('refusal' in turn) throw new AppError('CONFLICT', turn.refusal)
  const { phone, otp, order } = confirmation
  const question = { order_code: turn.order, isdn: phone, package_code: turn.pack, otp }
  const reply = await carrier.register('confirm', question, attempt)
  const request = { attempt, phone, strike: withoutCode(otp) }
  const settled = (await concluded(carrier, reply, request, ctx)) ?? (await currentRow(order, ctx))
  const { id, status, result } = settled
  if (status !== 'SUCCESS') throw refusalOf(settled)
  return withMsg({ id, status, result }, inviteTexts.confirmed)
}
