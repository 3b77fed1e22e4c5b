/** GET new-care and the customer in hand. The queue itself is SQL: db/routines/claim.sql. */
import sql from 'sql-template-tag'
import { texts, type CareAnswer } from '../../../contract/workflows/care.ts'
import { prepared } from '../../db/prepared.ts'
import { json, withMsg, type Json, type Reply } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'

/** The day that the permissions speak of: of the one clock that all processes share. */
const databaseDay = sql`(now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date`

/**
 * Hands out the next customer: the one in hand, a due appointment, a number given by name, one of an open file
 * (D1-Q-073, D1-Q-074). Atomic; asking again hands back the same one.
 */
export async function claimNext(ctx: Ctx): Promise<Reply<CareAnswer>> {
  const { rows } = await ctx.db.query<{ body: string; fresh: boolean; given: boolean }>(
    prepared(sql`
    SELECT body, fresh, given FROM next_care(${ctx.actor.id}, ${ctx.actor.username}, ${databaseDay})`),
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
      'count', left_for(${ctx.actor.id}, ${databaseDay}))::text AS body`)
  return json(rows[0]?.body ?? 'null')
}
