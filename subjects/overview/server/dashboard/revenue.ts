/** Revenue by Vietnamese day, equal to lists and reports (D3-ONE-01). */
import sql from 'sql-template-tag'
import { addDays } from '#kit/contract/dates.ts'
import type { Days } from '#kit/contract/earlier.ts'
import type { Dashboard, Earned } from '#subjects/overview/contract/calls/dashboard.ts'
import type { Ctx, Scope } from '#kit/server/context.ts'
import { during, happenedIn } from './scope.ts'
import { spanOf, type Spans } from './spans.ts'

type Day = Earned & { day: string }

const earned = sql`sum("doanhThu")::bigint AS revenue, count(*) FILTER (WHERE status = 'SUCCESS')::int AS packages`
const linesOf = (days: Days, reach: Scope) => sql`revenue_line
      WHERE line_id = id AND deleted_at IS NULL AND ${during(sql`ngay_thanh_cong`, spanOf(days))}
        AND ${happenedIn(sql`username_nv`, reach)}`

/** Revenue of some days. */
export async function earnedOn(days: Days, reach: Scope, ctx: Ctx): Promise<Earned> {
  const { rows } = await ctx.db.query<{ revenue: number | null; packages: number }>(
    sql`SELECT ${earned} FROM ${linesOf(days, reach)}`,
  )
  return { revenue: rows[0]?.revenue ?? 0, packages: rows[0]?.packages ?? 0 }
}

/** Two months by day, at most 62 rows, and the day of the operation's first line: revenue of earlier days is unknown, not 0. */
async function byDay(
  { lastMonthStart, today }: Spans,
  reach: Scope,
  ctx: Ctx,
): Promise<{ days: Day[]; first: string }> {
  const { rows } = await ctx.db.query<
    { first: string | null } & { [name in keyof Day]: Day[name] | null }
  >(sql`
    SELECT f.first, d.* FROM (
      SELECT (min(ngay_thanh_cong) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::text AS first
      FROM revenue_line WHERE line_id = id AND deleted_at IS NULL) f
    LEFT JOIN (
      SELECT (ngay_thanh_cong AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::text AS day, ${earned}
      FROM ${linesOf({ start: lastMonthStart, end: today }, reach)}
      GROUP BY 1) d ON true`)
  return {
    days: rows.flatMap(({ day, revenue: sold, packages }) =>
      day === null ? [] : [{ day, revenue: sold ?? 0, packages: packages ?? 0 }],
    ),
    first: rows[0]?.first ?? '9999-12-31',
  }
}

function sum(allDays: readonly Day[], { start, end }: Days): Earned {
  const days = allDays.filter(({ day }) => day >= start && day <= end)
  return {
    revenue: days.reduce((total, { revenue }) => total + revenue, 0),
    packages: days.reduce((total, { packages }) => total + packages, 0),
  }
}

/** Each day of the month with the same day of the previous month; null where that month has no such day or it is unknown. */
function daysOf(
  { month, lastMonthStart }: Spans,
  byDayRows: readonly Day[],
  first: string,
): Dashboard['days'] {
  const revenueOf = (day: string): number => byDayRows.find((one) => one.day === day)?.revenue ?? 0
  const [thisMonth, last] = [month.start.slice(0, 8), lastMonthStart.slice(0, 8)]
  const days = Array.from({ length: 31 }, (_, index) => addDays(month.start, index)).filter((day) =>
    day.startsWith(thisMonth),
  )
  return days.map((day) => {
    const before = last + day.slice(8)
    const exists = addDays(lastMonthStart, Number(day.slice(8)) - 1) === before
    return { day, revenue: revenueOf(day), before: exists && before >= first ? revenueOf(before) : null }
  })
}

type Shown = Pick<Dashboard, 'doanhThu' | 'month' | 'today'>
type Revenue = { [name in keyof Shown]: NonNullable<Shown[name]> } & Pick<Dashboard, 'compared' | 'days'> & {
    registered: number
    registeredBefore: number
  }

/** Revenue of period, month, today and each day, each with its comparison days. */
export async function revenue(spans: Spans, reach: Scope, ctx: Ctx): Promise<Revenue> {
  const { days: byDayRows, first } = await byDay(spans, reach, ctx)
  const ifKnown = (days: Days): Days | null => (days.end < first ? null : days)
  const { today, days, before, month, lastMonth } = spans
  const period = sum(byDayRows, days)
  return {
    doanhThu: period.revenue,
    compared: ifKnown(before),
    month: {
      ...sum(byDayRows, month),
      before: sum(byDayRows, lastMonth),
      compared: ifKnown(lastMonth),
    },
    today: sum(byDayRows, { start: today, end: today }),
    days: daysOf(spans, byDayRows, first),
    registered: period.packages,
    registeredBefore: sum(byDayRows, before).packages,
  }
}
