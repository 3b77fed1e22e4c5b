/** GET new-care and the customer in hand. The queue itself is SQL: db/routines/claim.sql. */
import sql from 'sql-template-tag'
import { todayVn } from '../../../contract/dates.ts'
import { texts, type CareAnswer } from '../../../contract/workflows/care.ts'
import { prepared } from '../../db/prepared.ts'
import { json, withMsg, type Json, type Reply } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'

/**
 * Hands out the next customer: the one in hand, a due appointment, a number given by name, one of an open file
 * (D1-Q-073, D1-Q-074). Atomic; asking again hands back the same one.
 */
export async function claimNext(ctx: Ctx): Promise<Reply<CareAnswer>> {
  const { rows } = await ctx.db.query<{ body: string; fresh: boolean; given: boolean }>(
    prepared(sql`
    SELECT body, fresh, given FROM next_care(${ctx.actor.id}, ${ctx.actor.username}, ${todayVn()})`),
  )
  const answer = rows[0]
  if (answer?.fresh) ctx.publish('uploadchiadata')
  return answer?.given ? json(answer.body) : withMsg(json(answer?.body ?? 'null'), texts.noneLeft)
}

/** The customer in hand without asking for a new one; `value` null when there is none. */
export async function currentCare(ctx: Ctx): Promise<Json<CareAnswer>> {
  const { rows } = await ctx.db.query<{ body: string }>(sql`
    SELECT json_build_object(
      'value', (SELECT care_card(id, 'open') FROM customer WHERE holder_id = ${ctx.actor.id} AND stage = 'open'),
      'count', left_for(${ctx.actor.id}, ${todayVn()}))::text AS body`)
  return json(rows[0]?.body ?? 'null')
}
