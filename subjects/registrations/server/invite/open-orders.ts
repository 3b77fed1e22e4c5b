/** The caller's open code orders, for restoring after a reload: the order, never the code (D3-OTP-06). */
import sql from 'sql-template-tag'
import { seesPhones } from '#platform/contract/abilities.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { cleanText } from '#kit/contract/text.ts'
import {
  codeMinutes,
  codeTries,
  type openOrders as call,
} from '#subjects/registrations/contract/calls/invite.ts'
import type { Ctx } from '#kit/server/context.ts'
import { uuid, type RawText } from './read-invitation.ts'
import { openTabs } from './tabs.ts'

type Orders = AnswerOf<typeof call>

/**
 * The caller's orders of one tab that can be confirmed now, newest first. The number is masked as in the history, unless the customer is in
 * the caller's hand. Empty for a tab that the caller may not use.
 */
export async function openOrders({ type }: ParsedOf<typeof call>, ctx: Ctx): Promise<Orders> {
  const { types } = await openTabs(ctx)
  if (!types.includes(type)) return { values: [] }
  const { rows } = await ctx.db.query<Orders['values'][number] & { sentAt: Date }>(sql`
    SELECT h.id AS "orderCode", c.id AS "customerId", h."packCode" AS package,
      CASE WHEN ${seesPhones(ctx.actor)} OR c.id IS NOT NULL THEN h.msisdn::text ELSE mask_phone(h.msisdn) END AS phone,
      o.expires_at - make_interval(mins => ${codeMinutes}) AS "sentAt",
      floor(extract(epoch FROM o.expires_at - clock_timestamp()) * 1000)::int AS left,
      ${codeTries} - o.tries AS tries
    FROM invitation_orders o JOIN invitation_history h ON h.id = o.history_id
    LEFT JOIN customer c ON c.holder_id = ${ctx.actor.id} AND c.stage = 'open' AND c.phone = h.msisdn
    WHERE o.user_id = ${ctx.actor.id} AND h.source = ${type} AND o.order_code IS NOT NULL AND o.attempt IS NULL
      AND o.expires_at > clock_timestamp() AND o.tries < ${codeTries}
    ORDER BY o.expires_at DESC`)
  return { values: rows.map((row) => ({ ...row, sentAt: new Date(row.sentAt).toISOString() })) }
}

/** The number of a confirmation; a masked one, as restored by a reload, is taken from the caller's own order. */
export async function phoneOfOrder(
  { phone, transIdGetOtp }: { phone?: RawText; transIdGetOtp?: RawText },
  ctx: Ctx,
): Promise<RawText> {
  const [masked, order] = [cleanText(phone), cleanText(transIdGetOtp)]
  if (!masked.startsWith('*') || !uuid.test(order)) return phone
  const { rows } = await ctx.db.query<{ phone: string }>(sql`
    SELECT msisdn AS phone FROM invitation_history
    WHERE id = ${order} AND username_nv = ${ctx.actor.username} AND mask_phone(msisdn) = ${masked}`)
  return rows[0]?.phone ?? phone
}
