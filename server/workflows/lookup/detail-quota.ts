/** Hours and number of the detailed look-up: by the database's clock, safe under parallel calls (D1-Q-093, threats E6). */
import sql, { type Sql } from 'sql-template-tag'
import * as z from 'zod/mini'
import { AppError } from '../../../contract/kit/error.ts'
import {
  detailLimits,
  detailLimitsKey,
  outsideHours,
  overLimit,
  type DetailLimits,
} from '../../../contract/workflows/lookup.ts'
import type { LookupCtx } from './context.ts'

type Db = LookupCtx['db']

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/))
const setting = z.partial(z.object({ from: clock, until: clock, perHour: z.int().check(z.nonnegative()) }))

/** The limits in force: the setting over the specified ones. Throws when the setting is malformed. */
export async function readDetailLimits(db: Db): Promise<DetailLimits> {
  const { rows } = await db.query<{ value: unknown }>(sql`
    SELECT value FROM settings WHERE key = ${detailLimitsKey}`)
  const own = setting.parse(rows[0]?.value ?? {})
  return {
    from: own.from ?? detailLimits.from,
    until: own.until ?? detailLimits.until,
    perHour: own.perHour ?? detailLimits.perHour,
  }
}

/** Whether the hours are open now, and how many uses the caller has left. Takes none. */
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

const vietnameseTime = (at: Sql): Sql => sql`(${at} AT TIME ZONE 'Asia/Ho_Chi_Minh')::time`

/**
 * One use of the detailed look-up at `at` (SQL, the database's clock): 'closed' outside the hours, 'full' above the
 * number, else the ticket that gives it back. One statement; the row of the user orders parallel calls.
 */
export async function takeUse(
  userId: string,
  limits: DetailLimits,
  db: Db,
  at: Sql = sql`clock_timestamp()`,
): Promise<'closed' | 'full' | { ticket: string }> {
  const { rows } = await db.query<{ open: boolean; ticket: string | null }>(sql`
    WITH moment AS MATERIALIZED (SELECT ${at} AS at),
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

/** Gives one use back; of two at the same instant only one. */
export async function giveBackUse(userId: string, ticket: string, db: Db): Promise<void> {
  await db.query(sql`
    UPDATE lookup_quota
    SET taken = taken[:array_position(taken, ${ticket}::timestamptz) - 1]
      || taken[array_position(taken, ${ticket}::timestamptz) + 1:]
    WHERE user_id = ${userId} AND ${ticket}::timestamptz = ANY (taken)`)
}

/** Takes one use for the caller and answers how to give it back; refuses with the specified sentences. */
export async function takeDetail({ db, actor }: LookupCtx): Promise<() => Promise<void>> {
  const limits = await readDetailLimits(db)
  const use = await takeUse(actor.id, limits, db)
  if (use === 'closed') throw new AppError('FORBIDDEN', outsideHours(limits))
  if (use === 'full') throw new AppError('RATE_LIMITED', overLimit(limits))
  return () => giveBackUse(actor.id, use.ticket, db)
}
