/** Shows the number of an offer in full for inviting its customer; each display is audited (D3-OTP-07). */
import sql, { type Sql } from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { phonePage } from '#platform/contract/channels.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { moigoihomsau } from '#subjects/registrations/contract/lists/moigoihomsau.ts'
import type { openOffer as call } from '#subjects/registrations/contract/calls/offers.ts'
import { mayWrite } from '#kit/server/approval.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { entriesOf } from '#kit/server/do-not-call.ts'
import { rowInScope, requireId } from '#kit/server/list.ts'

type Opened = { phone: string; own: boolean; typed: boolean }

/**
 * Condition: the caller typed this number into the row, according to the audit trail; rows older than the archived trail count as typed.
 * Opening such a row reveals nothing new, so it must not exempt the number from the daily limit of phones.
 */
const typedBy = ({ actor }: Ctx): Sql => sql`(
  moigoihomsau."createdAt" < archived_until('audit_log') OR EXISTS (SELECT FROM audit_log a
    WHERE a.resource = ${moigoihomsau.path} AND a.resource_id = moigoihomsau.id::text AND a.actor_id = ${actor.id}::uuid
      AND a.after ->> 'phone' = moigoihomsau.phone AND a.before ->> 'phone' IS DISTINCT FROM moigoihomsau.phone))`

/** NOT_FOUND outside the scope, FORBIDDEN for a row of another account. */
export async function openOffer(input: ParsedOf<typeof call>, ctx: Ctx): Promise<AnswerOf<typeof call>> {
  const id = requireId(input.id)
  const { rows } = await ctx.db.query<Opened>(sql`
    SELECT phone, ${mayWrite(moigoihomsau, 'update', ctx.actor)} AS own, ${typedBy(ctx)} AS typed
    FROM moigoihomsau WHERE ${rowInScope(moigoihomsau, id, ctx)}`)
  const [offer] = rows
  if (!offer) throw new AppError('NOT_FOUND', refusals.notFound)
  if (!offer.own) throw new AppError('FORBIDDEN', messages.forbidden)
  await audit(ctx, { action: 'show-phone', resource: moigoihomsau.path, resourceId: id })
  if (!offer.typed) await audit(ctx, { action: 'show-phone', resource: phonePage, resourceId: offer.phone })
  const entries = await entriesOf([offer.phone], ctx)
  return { phone: offer.phone, khong_goi: entries.get(offer.phone) ?? null }
}
