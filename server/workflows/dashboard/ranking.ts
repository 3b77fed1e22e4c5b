/** Who earned what: the units below the viewer, and a salesperson's own place without anybody else's money. */
import sql, { type Sql } from 'sql-template-tag'
import type { Dashboard, Ranked, RankLevel } from '../../../contract/workflows/dashboard.ts'
import type { Ctx, Scope } from '../../kit/context.ts'
import { during, within } from './scope.ts'
import type { Spans } from './spans.ts'

/** The account that stands for a salesperson `u` of role `r` in the ranking of a level. */
const unitOf: Record<RankLevel, Sql> = {
  branch: sql`CASE WHEN r.priority = 3 THEN u.id ELSE u.brand_id END`,
  leader: sql`coalesce(u.group_id, u.id)`,
  staff: sql`u.id`,
}

const time = sql`"Time"`

/** Revenue of the period and of the one before, by staff member. */
const earned = ({ period, before }: Spans, who: Sql): Sql => sql`
  SELECT username_nv, sum("Price") FILTER (WHERE ${during(time, period)}) AS revenue,
    sum("Price") FILTER (WHERE ${during(time, before)}) AS before
  FROM customer_message_9084
  WHERE "Status" = 1 AND ${during(time, { from: before.from, to: period.to })} AND ${who}
  GROUP BY 1`

const levelOf = (ctx: Ctx, reach: Scope): RankLevel =>
  reach.all ? 'branch' : ctx.actor.priority === 4 ? 'staff' : 'leader'

/** The units of the scope by revenue; null for a salesperson, who sees nobody else's money. */
export async function ranking(spans: Spans, reach: Scope, ctx: Ctx): Promise<Dashboard['ranking']> {
  if (ctx.actor.priority === 5) return null
  const level = levelOf(ctx, reach)
  const { rows } = await ctx.db.query<Ranked>(sql`
    SELECT t.username, t.fullname, count(*) FILTER (WHERE r.priority = 5 AND NOT u.is_deleted)::int AS staff,
      bool_and(u.id = t.id) AS alone, coalesce(sum(s.revenue), 0)::bigint AS revenue,
      coalesce(sum(s.before), 0)::bigint AS before
    FROM users u JOIN roles r ON r.id = u.role_id
    JOIN users t ON t.id = ${unitOf[level]}
    LEFT JOIN (${earned(spans, within(sql`username_nv`, reach))}) s ON s.username_nv = u.username
    WHERE ${within(sql`u.id`, reach, 'id')}
    GROUP BY t.id
    HAVING count(*) FILTER (WHERE r.priority = 5 AND NOT u.is_deleted) > 0
      OR sum(s.revenue) > 0 OR sum(s.before) > 0
    ORDER BY revenue DESC, t.username LIMIT 50`)
  return { level, rows }
}

/** A salesperson's place among the salespeople of the same leader, or of the branch where there is none. */
export async function ownRank(spans: Spans, ctx: Ctx): Promise<Dashboard['ownRank']> {
  const { priority, groupId, brandId, username } = ctx.actor
  if (priority !== 5 || (groupId ?? brandId) === null) return null
  const mates = groupId ? sql`u.group_id = ${groupId}` : sql`u.brand_id = ${brandId} AND u.group_id IS NULL`
  const { rows } = await ctx.db.query<{ rank: number; of: number }>(sql`
    WITH team AS (
      SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id AND r.priority = 5
      WHERE ${mates} AND NOT u.is_deleted
    ), sums AS (${earned(spans, sql`username_nv = ANY (ARRAY(SELECT username FROM team))`)})
    SELECT count(*)::int AS "of", (1 + count(*) FILTER (WHERE coalesce(s.revenue, 0) > coalesce(
      (SELECT revenue FROM sums WHERE username_nv = ${username}), 0)))::int AS rank
    FROM team LEFT JOIN sums s ON s.username_nv = team.username`)
  return rows[0] ?? null
}
