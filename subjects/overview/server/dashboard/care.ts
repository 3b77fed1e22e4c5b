/** Dashboard figures about calls: funnel, appointments, hours in which customers are reached. */
import sql from 'sql-template-tag'
import { addDays, dayEnd, dayStart, todayVn } from '#kit/contract/dates.ts'
import type { Days } from '#kit/contract/earlier.ts'
import {
  hourDays,
  type Calls,
  type Dashboard,
  type Hour,
} from '#subjects/overview/contract/calls/dashboard.ts'
import { reached, received } from '#platform/server/db/received.ts'
import type { Ctx, Scope } from '#kit/server/context.ts'
import { during, happenedIn } from './scope.ts'
import { spanOf, type Spans } from './spans.ts'

const reachedCount = sql`count(*) FILTER (WHERE ${reached})::int AS reached`

/**
 * Numbers received, calls, calls that reached the customer and agreements of a range of days, counted as in capture report and care log.
 */
export async function readFunnel(days: Days, reach: Scope, ctx: Ctx): Promise<Omit<Calls, 'registered'>> {
  const period = spanOf(days)
  // By holder even for the whole operation, as the ledger's index on claims starts with it.
  const isHolder = reach.all
    ? sql`to_holder = ANY (ARRAY(SELECT id FROM users))`
    : happenedIn(sql`to_holder`, reach, 'id')
  const { rows } = await ctx.db.query<Omit<Calls, 'registered'>>(sql`
    SELECT (SELECT count(*) FROM movements
        WHERE ${received} AND ${isHolder} AND ${during(sql`at`, period)})::int AS received,
      count(*)::int AS called, ${reachedCount}, count(*) FILTER (WHERE is_agreement(status))::int AS agreed
    FROM care_history WHERE ${during(sql`created_at`, period)} AND ${happenedIn(sql`username`, reach)}`)
  return rows[0] ?? { received: 0, called: 0, reached: 0, agreed: 0 }
}

/** Today's appointments, and overdue ones. */
export async function appointments(
  spans: Spans,
  reach: Scope,
  ctx: Ctx,
): Promise<NonNullable<Dashboard['appointments']>> {
  const { today, lastMonthStart: since } = spans
  const { rows } = await ctx.db.query<{ late: number; today: number }>(sql`
    SELECT (SELECT count(*) FROM customer c
        JOIN care_history h ON h.customer_id = c.id AND h.appointment_at = c.appointment_at
        WHERE c.appointment_at >= ${dayStart(since)}::timestamptz AND c.appointment_at <= now()
          AND c.stage IN ('called', 'open') AND ${happenedIn(sql`h.username`, reach)})::int AS late,
      (SELECT count(*) FROM care_history h
        WHERE ${during(sql`h.appointment_at`, { from: dayStart(today), to: dayEnd(today) })}
          AND ${happenedIn(sql`h.username`, reach)})::int AS today`)
  return { late: rows[0]?.late ?? 0, today: rows[0]?.today ?? 0, since }
}

/** Calls, and those that reached the customer, by weekday and hour over the last four weeks. */
export async function hours(reach: Scope, ctx: Ctx): Promise<{ start: string; end: string; values: Hour[] }> {
  const end = todayVn()
  const start = addDays(end, 1 - hourDays)
  // Vietnam's offset is whole hours, so times can be grouped by UTC hour first: the zone is computed 700 times, not a million.
  const { rows } = await ctx.db.query<Hour>(sql`
    WITH hours AS (
      SELECT date_bin('1 hour', created_at, 'epoch') AT TIME ZONE 'Asia/Ho_Chi_Minh' AS at, count(*)::int AS calls, ${reachedCount}
      FROM care_history
      WHERE ${during(sql`created_at`, { from: dayStart(start), to: dayEnd(end) })} AND ${happenedIn(sql`username`, reach)}
      GROUP BY date_bin('1 hour', created_at, 'epoch'))
    SELECT extract(isodow FROM at)::int AS weekday, extract(hour FROM at)::int AS hour, sum(calls)::int AS calls,
      sum(reached)::int AS reached
    FROM hours GROUP BY 1, 2 ORDER BY 1, 2`)
  return { start, end, values: rows }
}
