/** How often the second and third calls of a number reach the customer, by the previous result (D3-REC-05). */
import sql from 'sql-template-tag'
import { careResults } from '#subjects/calling/contract/care-results.ts'
import { addDays, dayStart, todayVn } from '#kit/contract/dates.ts'
import type { ReachedAgain } from '#subjects/calling/contract/calls/recycling.ts'
import { reached } from '#platform/server/db/received.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inUnit } from '#kit/server/list.ts'

/**
 * For each result in order, the second and third calls of the last `days` Vietnamese days that followed it, in the caller's unit. The
 * previous call may be older, and by any caller.
 */
export async function reachedAgain(ctx: Pick<Ctx, 'db' | 'scope'>, days: number): Promise<ReachedAgain[]> {
  const since = dayStart(addDays(todayVn(), 1 - days))
  const { rows } = await ctx.db.query<ReachedAgain>(sql`
    SELECT p.status, count(*) FILTER (WHERE h.lan = 2)::int AS calls2, count(*) FILTER (WHERE h.lan = 2 AND h.reached)::int AS reached2,
      count(*) FILTER (WHERE h.lan = 3)::int AS calls3, count(*) FILTER (WHERE h.lan = 3 AND h.reached)::int AS reached3
    FROM (
      SELECT customer_id, lan, ${reached} AS reached FROM care_history
      WHERE lan IN (2, 3) AND created_at >= ${since} AND ${inUnit(sql`user_id`, ctx.scope, 'id')}) h
    JOIN care_history p ON p.customer_id = h.customer_id AND p.lan = h.lan - 1
    GROUP BY 1`)
  const byStatus = new Map(rows.map((row) => [row.status, row]))
  const none = { calls2: 0, reached2: 0, calls3: 0, reached3: 0 }
  return careResults.map(({ value }) => byStatus.get(value) ?? { status: value, ...none })
}
