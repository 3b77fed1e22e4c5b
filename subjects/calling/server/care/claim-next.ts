/** GET new-care and the current customer. The queue itself is SQL: subjects/calling/sql/claim.sql. */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { cleanText } from '#kit/contract/text.ts'
import {
  longestReason,
  outsideHours,
  texts,
  type CareAnswer,
  type newCare as call,
} from '#subjects/calling/contract/calls/care.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { json, withMsg, type Json, type Reply } from '#kit/server/answer.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'

type Claimed = {
  body: string
  fresh: boolean
  given: boolean
  more: boolean
  opens_at: Date | null
  /** Numbers taken back from a late person were returned (D3-FLR-03). */
  came_late: boolean
}

/** How long one request skips numbers in cool-down before the caller must ask again, in milliseconds. */
const patience = 10_000

/** One claim in its own transaction, so that concurrent claims see the numbers it skipped (D3-ORG-06). */
async function claimOnce(ctx: Ctx): Promise<Claimed | undefined> {
  const { rows } = await ctx.db.query<Claimed>(
    prepared(sql`
    SELECT body, fresh, given, more, opens_at, came_late FROM next_care(${ctx.actor.id}, ${ctx.actor.username}, NULL)`),
  )
  return rows[0]
}

/** Claims a due appointment outside calling hours; the reason is written to the audit trail (D3-RULE-01). */
async function claimPromised(reason: string, ctx: Ctx): Promise<Claimed | undefined> {
  const { rows } = await ctx.db.query<Claimed>(sql`
    WITH claimed AS MATERIALIZED (SELECT * FROM next_care(${ctx.actor.id}, ${ctx.actor.username}, ${reason})),
    changed AS (
      SELECT customer_id AS id, NULL::jsonb AS before, jsonb_build_object('ly_do', ${reason}::text) AS after
      FROM claimed WHERE fresh AND opens_at IS NOT NULL
    ), audited AS (${auditRows(ctx, 'call', 'customer')})
    SELECT body, fresh, given, more, opens_at, came_late FROM claimed`)
  return rows[0]
}

/** Message when no customer is handed out. */
function noneText({ more, opens_at }: Claimed): string {
  if (opens_at) return outsideHours(opens_at.toISOString())
  return more ? texts.sorting : texts.noneLeft
}

/**
 * Hands out the next customer: the current one, a due appointment, a number assigned by name, one of an active file (D1-Q-073, D1-Q-074).
 * Atomic; a repeated call returns the same customer. Outside calling hours it hands out only due appointments, and only with a reason
 * (D3-RULE-01).
 */
export async function claimNext({ ly_do }: ParsedOf<typeof call>, ctx: Ctx): Promise<Reply<CareAnswer>> {
  const reason = cleanText(ly_do ?? '')
  if (reason.length > longestReason)
    throw new AppError('VALIDATION', texts.longReason, { fields: { ly_do: texts.longReason } })
  const end = Date.now() + patience
  let answer = reason ? await claimPromised(reason, ctx) : await claimOnce(ctx)
  const cameLate = answer?.came_late === true
  while (answer?.more && Date.now() < end) answer = await claimOnce(ctx)
  if (!answer) throw new Error('next_care answers one row')
  if (answer.fresh) ctx.publish('uploadchiadata', [ctx.actor.id])
  if (cameLate) ctx.publish('customer')
  return answer.given ? json(answer.body) : withMsg(json(answer.body), noneText(answer))
}

/** The current customer without claiming a new one; `value` is null when there is none. */
export async function currentCare(ctx: Ctx): Promise<Json<CareAnswer>> {
  const { rows } = await ctx.db.query<{ body: string }>(sql`
    SELECT json_build_object(
      'value', (SELECT care_card(id, 'open') FROM customer WHERE holder_id = ${ctx.actor.id} AND stage = 'open'),
      'count', left_for(${ctx.actor.id}), 'opensAt', nullif(calls_from(now()), now()))::text AS body`)
  return json(rows[0]?.body ?? 'null')
}
