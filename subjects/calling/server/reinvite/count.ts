/** Counts which numbers of a filter would be returned, and stores them for the step (D3-REC-04). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import {
  mostResults,
  reinviteTexts,
  type countReinvite,
  type ReinviteStep,
} from '#subjects/calling/contract/calls/reinvite-all.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { searchConditions } from '#kit/server/list.ts'
import { countPhoneSearches } from '#kit/server/phone-searches.ts'
import { takeTime } from '#subjects/numbers/server/index.ts'
import { standsFor } from '../care/invite-again.ts'
import { judgedNumbers } from './judged.ts'
import { stepNow, type Counted } from './steps.ts'

/** Numbers per transaction. Those of one caller are in one chunk, because it blocks that caller's claims. */
const chunkSize = 200

type Found = Counted & { total: number }

/** Creates a step over the filter; deletes the caller's earlier counts. */
async function newStep(filter: object, { db, actor }: Ctx): Promise<string> {
  await db.query(sql`DELETE FROM reinvite_steps WHERE user_id = ${actor.id} AND state = 'counted'`)
  const { rows } = await db.query<{ id: string }>(sql`
    INSERT INTO reinvite_steps (user_id, filter) VALUES (${actor.id}, ${JSON.stringify(filter)}::jsonb) RETURNING id`)
  return rows[0]?.id ?? ''
}

/** Counts the numbers of the filter by outcome, and stores those to be returned with their versions. */
export async function countNumbers(
  ctx: Ctx,
  { filter }: ParsedOf<typeof countReinvite>,
): Promise<ReinviteStep> {
  await countPhoneSearches(careHistory, filter, ctx)
  await takeTime(ctx)
  const { where } = await searchConditions(careHistory, filter, ctx)
  const counting = await ctx.db.query<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM ${ident(careHistory.view)} WHERE ${where}`)
  const results = counting.rows[0]?.n ?? 0
  if (results > mostResults) throw new AppError('VALIDATION', reinviteTexts.tooMany(results))
  const id = await newStep(filter, ctx)
  const { rows } = await ctx.db.query<Found>(sql`
    WITH j AS MATERIALIZED (${judgedNumbers(ctx, filter, where)}), going AS MATERIALIZED (
      SELECT *, row_number() OVER (ORDER BY place) AS n FROM j WHERE fate = 'goes'
    ), noted AS (
      INSERT INTO reinvite_numbers (step_id, n, chunk, customer_id, result_id, version)
      SELECT ${id}, n, (row_number() OVER (ORDER BY user_id, n) - 1) / ${chunkSize}::int, customer_id, result_id, version FROM going
    ), locked AS (
      SELECT u.username AS "from", t.username AS "to", g.n
      FROM (SELECT user_id, count(*)::int AS n FROM going GROUP BY 1) g JOIN users u ON u.id = g.user_id
      LEFT JOIN LATERAL (${standsFor}) t ON true WHERE u.is_deleted ORDER BY 1)
    SELECT (SELECT count(*)::int FROM going) AS total, (SELECT count(DISTINCT user_id)::int FROM going) AS callers,
      (SELECT coalesce(json_agg(s), '[]') FROM (SELECT fate AS reason, count(*)::int AS n FROM j WHERE fate <> 'goes' GROUP BY 1) s) AS stays,
      (SELECT coalesce(json_agg(s), '[]') FROM (SELECT status, count(*)::int AS n FROM going GROUP BY 1 ORDER BY 2 DESC, 1) s) AS results,
      (SELECT coalesce(json_agg(locked), '[]') FROM locked) AS locked`)
  const { total, ...counted } = rows[0] ?? { total: 0, callers: 0, stays: [], results: [], locked: [] }
  await ctx.db.query(sql`
    UPDATE reinvite_steps SET total = ${total}, counted = ${JSON.stringify(counted)}::jsonb WHERE id = ${id}`)
  return stepNow(ctx, id)
}
