/** Ranking by revenue: the units below the viewer, or a salesperson's own rank without others' amounts. */
import sql, { type Sql } from 'sql-template-tag'
import type { Dashboard, Ranked, RankLevel } from '#subjects/overview/contract/calls/dashboard.ts'
import type { Ctx, Scope } from '#kit/server/context.ts'
import { placedAt, staffOf } from '#subjects/pay/server/index.ts'
import { during, happenedIn, within } from './scope.ts'
import { spanOf, type Spans } from './spans.ts'

/** Id of the unit of a level that account `u` belongs to now, or belonged to when it sold. */
const unitOf: Record<RankLevel, (place: Sql) => Sql> = {
  branch: (place) => sql`${place}.brand_id`,
  leader: (place) => sql`coalesce(${place}.group_id, u.id)`,
  staff: () => sql`u.id`,
}

const time = sql`ngay_thanh_cong`

/** Revenue of the period and the previous one, by person and unit at the time of the sale (D3-ORG-01, D3-ONE-01). */
function earned({ days, before }: Spans, condition: Sql): Sql {
  const [current, former] = [spanOf(days), spanOf(before)]
  return sql`
    SELECT username_nv, brand_id, group_id, sum("doanhThu") FILTER (WHERE ${during(time, current)}) AS revenue,
      sum("doanhThu") FILTER (WHERE ${during(time, former)}) AS before
    FROM revenue_line
    WHERE line_id = id AND deleted_at IS NULL AND ${during(time, { from: former.from, to: current.to })} AND ${condition}
    GROUP BY 1, 2, 3`
}

/** Staff by branch as in the report (D3-ONE-07); `alone` is false, as a branch has its own lines and people. */
const peopleOfBranches = ({ days }: Spans): Sql => sql`
  SELECT brand_id AS id, n AS staff, false AS alone
  FROM (${staffOf(sql`(${placedAt(sql`${spanOf(days).to}::timestamptz`)})`)}) b`

/** Active salespeople by unit. */
const peopleOf = (unit: (place: Sql) => Sql, reach: Scope): Sql => sql`
  SELECT ${unit(sql`u`)} AS id, count(*)::int AS staff, bool_and(u.id = ${unit(sql`u`)}) AS alone
  FROM users u JOIN roles r ON r.id = u.role_id
  WHERE r.priority = 5 AND NOT u.is_deleted AND ${within(sql`u.id`, reach, 'id')}
  GROUP BY 1`

const levelOf = (ctx: Ctx, reach: Scope): RankLevel =>
  reach.all ? 'branch' : ctx.actor.priority === 4 ? 'staff' : 'leader'

/**
 * Units of the scope by revenue, and the part of `revenue` (the scope's) in none of them; null for salespeople and the office, who may not
 * see others' amounts unless they manage pay.
 */
export async function ranking(
  spans: Spans,
  revenue: number,
  reach: Scope,
  ctx: Ctx,
): Promise<Dashboard['ranking']> {
  if (!reach.all && ctx.actor.priority >= 5 && ctx.actor.priority < 7) return null
  const level = levelOf(ctx, reach)
  const unit = unitOf[level]
  const { rows } = await ctx.db.query<Ranked & { all: number }>(sql`
    WITH sold AS (
      SELECT ${unit(sql`s`)} AS id, sum(s.revenue) AS revenue, sum(s.before) AS before,
        bool_and(u.id = ${unit(sql`s`)}) AS alone
      FROM (${earned(spans, happenedIn(sql`username_nv`, reach))}) s JOIN users u ON u.username = s.username_nv
      GROUP BY 1
    ), people AS (
      ${level === 'branch' ? peopleOfBranches(spans) : peopleOf(unit, reach)}
    )
    SELECT t.username, t.fullname, coalesce(p.staff, 0) AS staff,
      coalesce(s.alone, true) AND coalesce(p.alone, true) AS alone, coalesce(s.revenue, 0)::bigint AS revenue,
      coalesce(s.before, 0)::bigint AS before, (sum(s.revenue) OVER ())::bigint AS all
    FROM users t LEFT JOIN sold s ON s.id = t.id LEFT JOIN people p ON p.id = t.id
    WHERE p.staff > 0 OR s.revenue > 0 OR s.before > 0
    ORDER BY revenue DESC, t.username LIMIT 50`)
  return {
    level,
    rows: rows.map(({ username, fullname, staff, alone, revenue: sold, before }) => ({
      username,
      fullname,
      staff,
      alone,
      revenue: sold,
      before,
    })),
    outside: revenue - (rows[0]?.all ?? 0),
  }
}

/** A salesperson's rank among those of the same leader, or of the branch if there is none. */
export async function ownRank(spans: Spans, ctx: Ctx): Promise<Dashboard['ownRank']> {
  const { priority, groupId, brandId, username } = ctx.actor
  if (priority !== 5 || (groupId ?? brandId) === null) return null
  const mates = groupId ? sql`u.group_id = ${groupId}` : sql`u.brand_id = ${brandId} AND u.group_id IS NULL`
  const { rows } = await ctx.db.query<{ rank: number; of: number }>(sql`
    WITH team AS (
      SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id AND r.priority = 5
      WHERE ${mates} AND NOT u.is_deleted
    ), sums AS (
      SELECT username_nv, sum(revenue) AS revenue
      FROM (${earned(spans, sql`username_nv = ANY (ARRAY(SELECT username FROM team))`)}) e GROUP BY 1)
    SELECT count(*)::int AS "of", (1 + count(*) FILTER (WHERE coalesce(s.revenue, 0) > coalesce(
      (SELECT revenue FROM sums WHERE username_nv = ${username}), 0)))::int AS rank
    FROM team LEFT JOIN sums s ON s.username_nv = team.username`)
  return rows[0] ?? null
}
