/** Periodic jobs of the floor: numbers of people who have not begun return to the leader, and wrong counters are recounted. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { readSettings } from '#platform/server/db/settings.ts'
import { audit } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { asSystem } from '#kit/server/system.ts'
import { beginMovements } from '#subjects/numbers/server/index.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import { holdClaims, oneAtATime } from '#subjects/people/server/index.ts'

/** Interval in ms. */
const everyMs = 30_000
/** The counters are compared with the log once every so many runs. */
const runsPerCheck = 20

type Person = { id: string; username: string; leader: string | null }

/**
 * Salespeople without a number today who were not judged yet, after the configured time. Empty on a day on which no number was taken at
 * all.
 */
async function lateOnes({ pool }: Pick<Services, 'pool'>): Promise<Person[]> {
  const { 'floor.lateReturn': on, 'floor.lateAt': clock } = await readSettings(pool, [
    'floor.lateReturn',
    'floor.lateAt',
  ])
  if (on === 0) return []
  const { rows } = await pool.query<Person>(sql`
    SELECT u.id, u.username, g.username AS leader FROM users u JOIN roles r ON r.id = u.role_id
    LEFT JOIN users g ON g.id = u.group_id
    WHERE r.priority = 5 AND NOT u.is_deleted AND now() >= day_start(today_vn()) + ${clock}::interval
      AND EXISTS (SELECT FROM floor_people f WHERE f.day = today_vn() AND f.first_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM floor_people f WHERE f.user_id = u.id AND f.day = today_vn()
        AND (f.first_at IS NOT NULL OR f.calls > 0))
      AND NOT EXISTS (SELECT FROM floor_returns l WHERE l.user_id = u.id AND l.day = today_vn())
    ORDER BY u.username`)
  return rows
}

/**
 * Returns one person's numbers to the leader. Keeps the account from being locked and from claiming meanwhile; a person who has taken a
 * number keeps the others.
 */
async function returnOf({ id, username, leader }: Person, ctx: Ctx): Promise<void> {
  await oneAtATime(ctx)
  await holdClaims([id], ctx)
  await beginMovements(ctx, 'late-return')
  const { rows } = await ctx.db.query<{ n: number | null }>(sql`SELECT return_late(${id}) AS n`)
  const numbers = rows[0]?.n ?? 0
  if (numbers === 0) return
  await audit(ctx, {
    action: 'recall',
    resource: 'users',
    resourceId: id,
    after: { uncalled: numbers, late: true },
  })
  await ring({ to: username, kind: 'lateGiven', about: { numbers } }, ctx)
  if (leader !== null)
    await ring({ to: leader, kind: 'lateReceived', about: { from: username, numbers } }, ctx)
  ctx.publish('customer')
}

/** One transaction per person: when the process ends midway, the next run handles the rest. */
export async function returnLate(services: Services, signal?: AbortSignal): Promise<void> {
  const act = randomUUID()
  for (const person of await lateOnes(services)) {
    if (signal?.aborted) return
    await asSystem(services, act, (ctx) => returnOf(person, ctx))
  }
}

/**
 * Recounts each person with counters that differ from the log, after writes past the triggers or by an older version. One transaction per
 * person, as that person's calls wait for it.
 */
export async function mendFloor({
  pool,
  log,
  publish,
}: Pick<Services, 'pool' | 'log' | 'publish'>): Promise<void> {
  const { rows } = await pool.query<{ user_id: string }>('SELECT user_id FROM floor_differences()')
  for (const { user_id } of rows) await pool.query(sql`SELECT floor_rebuild(${user_id})`)
  if (rows.length === 0) return
  publish(
    'customer',
    rows.map(({ user_id }) => user_id),
  )
  log.warn({ people: rows.length }, 'counters of the floor differed from the log and were counted anew')
}

/** Starts both jobs; returns a function that stops them. */
export function keepFloor(services: Services): () => Promise<void> {
  let runs = 0
  const run = async (signal: AbortSignal): Promise<void> => {
    await returnLate(services, signal)
    if (runs++ % runsPerCheck === 0) await mendFloor(services)
  }
  return runPeriodically({ name: 'the floor', everyMs, run }, services.log)
}
