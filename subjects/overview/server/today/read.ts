/** Figures of 'Hôm nay': the last day of calls, and how long the numbers left will last (D3-NAV-06). */
import sql from 'sql-template-tag'
import { addDays, dayEnd, dayStart, todayVn } from '#kit/contract/dates.ts'
import { lastDayWithin, type LastDay, type Today } from '#subjects/overview/contract/calls/today.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readFunnel } from '../dashboard/care.ts'
import { earnedOn } from '../dashboard/revenue.ts'

/** Fewer numbers, or a shorter time between the first and the last, tell no rate. */
const fewest = 10
const shortestHours = 1

/** The last day before today with a call of the caller. */
async function lastDayOf(today: string, ctx: Ctx): Promise<LastDay | null> {
  const { rows } = await ctx.db.query<{ day: string | null }>(sql`
    SELECT (max(created_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::text AS day FROM care_history
    WHERE username = ${ctx.actor.username} AND created_at < ${dayStart(today)}::timestamptz
      AND created_at >= ${dayStart(addDays(today, -lastDayWithin))}::timestamptz`)
  const day = rows[0]?.day
  if (!day) return null
  const days = { start: day, end: day }
  const { revenue, packages: registered } = await earnedOn(days, ctx.scope, ctx)
  return { day, ...(await readFunnel(days, ctx.scope, ctx)), registered, revenue }
}

type Hours = Pick<Today, 'hours' | 'opensAt'>

async function hoursOf(ctx: Ctx): Promise<Hours> {
  const { rows } = await ctx.db.query<{
    from: string | null
    until: string | null
    opens_at: Date | null
  }>(sql`
    SELECT to_char(b.opens, 'HH24:MI') AS from, to_char(b.closes, 'HH24:MI') AS until,
      nullif(opens_from(b, now()), now()) AS opens_at
    FROM calling_bounds b`)
  const [bounds] = rows
  if (!bounds) return { hours: null, opensAt: null }
  const { from, until, opens_at } = bounds
  return {
    hours: from === null && until === null ? null : { from, until },
    opensAt: opens_at && opens_at.toISOString(),
  }
}

type Left = Today['left']['files'][number] & { pool: string | null }

/** The files that the caller's numbers come from, each with what is left in its pool, or of a list with the caller's own. */
async function filesOf(ctx: Ctx): Promise<Left[]> {
  const me = ctx.actor.id
  const { rows } = await ctx.db.query<Left>(sql`
    SELECT f.id, f."FileName", left_in(ARRAY[f.id], ARRAY[o.pool], ${me}::uuid, false)::int AS left,
      o.pool IS DISTINCT FROM ${me}::uuid AS shared, o.pool
    FROM open_pools(${me}::uuid) o JOIN data_files f ON f.id = o.file_id
    UNION ALL
    SELECT f.id, f."FileName", b.n::int, false, ${me}::uuid
    FROM node_balances b JOIN data_files f ON f.id = b.file_id
    WHERE b.holder_id = ${me}::uuid AND b.stage = 'left' AND f.kind = 'list' AND f.deleted_at IS NULL
    ORDER BY 3 DESC, 2`)
  return rows.filter(({ left }) => left > 0)
}

/**
 * Numbers that were taken from these pools on a day, and the hours between the first and the last. By the people who
 * may take from them, as the ledger's index on claims starts with the holder.
 */
async function takenOn(day: string, files: readonly Left[], ctx: Ctx): Promise<{ n: number; hours: number }> {
  const pools = files.map(({ pool }) => pool)
  const people = pools.includes(null)
    ? sql`SELECT id FROM users`
    : sql`SELECT id FROM users u WHERE ${pools}::uuid[] && ARRAY[u.id, u.group_id, u.brand_id]`
  const { rows } = await ctx.db.query<{ n: number; hours: number }>(sql`
    SELECT count(*)::int AS n, coalesce(extract(epoch FROM max(m.at) - min(m.at)) / 3600, 0)::float8 AS hours
    FROM movements m
    JOIN unnest(${files.map(({ id }) => id)}::uuid[], ${pools}::uuid[]) p (file_id, pool)
      ON m.file_id = p.file_id AND m.from_holder IS NOT DISTINCT FROM p.pool
    WHERE m.kind = 'claim' AND m.to_holder = ANY (ARRAY(${people}))
      AND m.at >= ${dayStart(day)}::timestamptz AND m.at < ${dayEnd(day)}::timestamptz`)
  return rows[0] ?? { n: 0, hours: 0 }
}

/** When the numbers end if they are taken as fast as on that day, from `from` on. */
async function endOf(
  files: readonly Left[],
  { day, from }: { day: string; from: Date },
  ctx: Ctx,
): Promise<string | null> {
  const remaining = files.reduce((sum, file) => sum + file.left, 0)
  const { n, hours } = await takenOn(day, files, ctx)
  if (n < fewest || hours < shortestHours) return null
  return new Date(from.getTime() + (remaining / n) * hours * 3_600_000).toISOString()
}

/** Reads everything on one connection, as the screen is read again by itself. */
export async function readToday({ services, ...rest }: Ctx): Promise<Today> {
  const db = await services.readers.connect()
  try {
    const ctx: Ctx = { ...rest, services, db }
    const now = new Date()
    const last = await lastDayOf(todayVn(now), ctx)
    const { hours, opensAt } = await hoursOf(ctx)
    const files = await filesOf(ctx)
    const begins = opensAt === null ? now : new Date(opensAt)
    return {
      at: now.toISOString(),
      hours,
      opensAt,
      last,
      left: {
        count: files.reduce((sum, { left }) => sum + left, 0),
        files: files.map(({ id, FileName, left, shared }) => ({ id, FileName, left, shared })),
        until: last && files.length > 0 ? await endOf(files, { day: last.day, from: begins }, ctx) : null,
      },
    }
  } finally {
    db.release()
  }
}
