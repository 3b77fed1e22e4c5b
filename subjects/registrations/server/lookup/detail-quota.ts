/** Hours and quota of the detailed look-up, by the database's clock and safe under parallel calls (D1-Q-093, threats E6). */
import sql, { type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { outsideHours, overLimit, type DetailLimits } from '#subjects/registrations/contract/calls/lookup.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import type { LookupCtx } from './context.ts'

type Db = LookupCtx['db']

export async function readDetailLimits(db: Db): Promise<DetailLimits> {
  const limits = await readSettings(db, ['lookup.from', 'lookup.until', 'lookup.perHour'])
  return { from: limits['lookup.from'], until: limits['lookup.until'], perHour: limits['lookup.perHour'] }
}

/** Whether the look-up is open now, and the caller's remaining uses. Takes none. */
export async function usesLeft(
  userId: string,
  limits: DetailLimits,
  db: Db,
): Promise<{ open: boolean; left: number }> {
  const { rows } = await db.query<{ open: boolean; used: number }>(sql`
    SELECT ${vietnameseTime(sql`clock_timestamp()`)} >= ${limits.from}::time
        AND ${vietnameseTime(sql`clock_timestamp()`)} < ${limits.until}::time AS open,
      (SELECT count(*) FROM lookup_quota q, unnest(q.taken) t
        WHERE q.user_id = ${userId} AND t > clock_timestamp() - interval '60 minutes') AS used`)
  const { open = false, used = 0 } = rows[0] ?? {}
  return { open, left: Math.max(0, limits.perHour - used) }
}

const vietnameseTime = (instant: Sql): Sql => sql`(${instant} AT TIME ZONE 'Asia/Ho_Chi_Minh')::time`

/**
 * Takes one use of the detailed look-up at `instant` (SQL, the database's clock): 'closed' outside the hours, 'full' above
 * the quota, else a ticket to return it. One statement; the user's row serialises parallel calls.
 */
export async function takeUse(
  userId: string,
  limits: DetailLimits,
  db: Db,
  instant: Sql = sql`clock_timestamp()`,
): Promise<'closed' | 'full' | { ticket: string }> {
  const { rows } = await db.query<{ open: boolean; ticket: string | null }>(sql`
    WITH moment AS MATERIALIZED (SELECT ${instant} AS at),
    open AS (
      SELECT at FROM moment
      WHERE ${vietnameseTime(sql`at`)} >= ${limits.from}::time AND ${vietnameseTime(sql`at`)} < ${limits.until}::time),
    mine AS (
      INSERT INTO lookup_quota AS q (user_id, taken)
      SELECT ${userId}::uuid, ARRAY[at] FROM open WHERE ${limits.perHour}::int > 0
      ON CONFLICT (user_id) DO UPDATE SET taken =
        ARRAY(SELECT t FROM unnest(q.taken) t WHERE t > excluded.taken[1] - interval '60 minutes') || excluded.taken
      WHERE (SELECT count(*) FROM unnest(q.taken) t WHERE t > excluded.taken[1] - interval '60 minutes')
        < ${limits.perHour}::int
      RETURNING taken[cardinality(taken)]::text AS ticket)
    SELECT EXISTS (SELECT FROM open) AS open, (SELECT ticket FROM mine) AS ticket`)
  const row = rows[0]
  if (!row?.open) return 'closed'
  return row.ticket === null ? 'full' : { ticket: row.ticket }
}

/** Returns one use; of two at the same instant only one. */
export async function giveBackUse(userId: string, ticket: string, db: Db): Promise<void> {
  await db.query(sql`
    UPDATE lookup_quota
    SET taken = taken[:array_position(taken, ${ticket}::timestamptz) - 1]
      || taken[array_position(taken, ${ticket}::timestamptz) + 1:]
    WHERE user_id = ${userId} AND ${ticket}::timestamptz = ANY (taken)`)
}

/** Takes one use for the caller and returns a function that returns it; refuses with the specified messages. */
export async function takeDetail({ db, actor }: LookupCtx): Promise<() => Promise<void>> {
  const limits = await readDetailLimits(db)
  const use = await takeUse(actor.id, limits, db)
  if (use === 'closed') throw new AppError('FORBIDDEN', outsideHours(limits))
  if (use === 'full') throw new AppError('RATE_LIMITED', overLimit(limits))
  return () => giveBackUse(actor.id, use.ticket, db)
}
