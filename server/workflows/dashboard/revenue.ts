/** Revenue of the dashboard: the price of registrations that succeeded, by Vietnamese day. */
import sql from 'sql-template-tag'
import { addDays, dayEnd, dayStart } from '../../../contract/dates.ts'
import type { Dashboard, Earned } from '../../../contract/workflows/dashboard.ts'
import type { Ctx, Scope } from '../../kit/context.ts'
import { during, happenedIn } from './scope.ts'
import type { Spans } from './spans.ts'

type Day = Earned & { day: string; elapsed: number }

const time = sql`"Time"`

/** Two months by day: at most 62 rows, whatever the operation sells. */
async function byDay(spans: Spans, reach: Scope, ctx: Ctx): Promise<Day[]> {
  const { rows } = await ctx.db.query<Day>(sql`
    SELECT ("Time" AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::text AS day, sum("Price")::bigint AS revenue,
      count(*)::int AS packages,
      coalesce(sum("Price") FILTER (WHERE ${during(time, spans.lastMonth)}), 0)::bigint AS elapsed
    FROM customer_message_9084
    WHERE "Status" = 1 AND ${during(time, { from: dayStart(spans.lastMonthStart), to: dayEnd(spans.today) })}
      AND ${happenedIn(sql`username_nv`, reach)}
    GROUP BY 1`)
  return rows
}

const sum = (days: readonly Day[]): Earned => ({
  revenue: days.reduce((total, { revenue }) => total + revenue, 0),
  packages: days.reduce((total, { packages }) => total + packages, 0),
})

/** Every day of the month of `start` beside the same day of last month, which may not have it. */
function daysOf({ monthStart, lastMonthStart }: Spans, found: readonly Day[]): Dashboard['days'] {
  const revenueOf = (day: string): number => found.find((one) => one.day === day)?.revenue ?? 0
  const month = monthStart.slice(0, 8)
  const days = Array.from({ length: 31 }, (_, at) => addDays(monthStart, at)).filter((day) =>
    day.startsWith(month),
  )
  return days.map((day) => ({
    day,
    revenue: revenueOf(day),
    before: revenueOf(lastMonthStart.slice(0, 8) + day.slice(8)),
  }))
}

/** Revenue of month, today and each day, and the registrations of the chosen period. */
export async function revenue(
  spans: Spans,
  reach: Scope,
  ctx: Ctx,
): Promise<Pick<Dashboard, 'month' | 'today' | 'days'> & { registered: number }> {
  const found = await byDay(spans, reach, ctx)
  const since = (day: string): Day[] => found.filter((one) => one.day >= day)
  return {
    month: {
      ...sum(since(spans.monthStart)),
      before: found.reduce((total, { elapsed }) => total + elapsed, 0),
    },
    today: sum(since(spans.today)),
    days: daysOf(spans, found),
    registered: sum(since(spans.start)).packages,
  }
}
