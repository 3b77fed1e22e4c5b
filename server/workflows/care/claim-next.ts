/** GET new-care and the current customer. The queue itself is SQL: db/routines/claim.sql. */
import sql from 'sql-template-tag'
import { texts, type CareAnswer } from '../../../contract/workflows/care.ts'
import { prepared } from '../../db/prepared.ts'
import { json, withMsg, type Json, type Reply } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'

type Claimed = { body: string; fresh: boolean; given: boolean; more: boolean }

/** How long one request skips numbers in cool-down before the caller must ask again, in milliseconds. */
const patience = 10_000

/** One claim in its own transaction, so that skipped numbers are out of everybody's way (D3-ORG-06). */
async function claimOnce(ctx: Ctx): Promise<Claimed | undefined> {
  const { rows } = await ctx.db.query<Claimed>(
    prepared(sql`
    SELECT body, fresh, given, more FROM next_care(${ctx.actor.id}, ${ctx.actor.username})`),
  )
  return rows[0]
}

/**
 * Hands out the next customer: the current one, a due appointment, a number assigned by name, one of an active file
 * (D1-Q-073, D1-Q-074). Atomic; a repeated call returns the same one.
 */
export async function claimNext(ctx: Ctx): Promise<Reply<CareAnswer>> {
  const end = Date.now() + patience
  let answer = await claimOnce(ctx)
  while (answer?.more && Date.now() < end) answer = await claimOnce(ctx)
  if (answer?.fresh) ctx.publish('uploadchiadata')
  if (answer?.given) return json(answer.body)
  return withMsg(json(answer?.body ?? 'null'), answer?.more ? texts.sorting : texts.noneLeft)
}

/** The current customer without claiming a new one; `value` is null when there is none. */
export async function currentCare(ctx: Ctx): Promise<Json<CareAnswer>> {
  const { rows } = await ctx.db.query<{ body: string }>(sql`
    SELECT json_build_object(
      'value', (SELECT care_card(id, 'open') FROM customer WHERE holder_id = ${ctx.actor.id} AND stage = 'open'),
      'count', left_for(${ctx.actor.id}))::text AS body`)
  return json(rows[0]?.body ?? 'null')
}
