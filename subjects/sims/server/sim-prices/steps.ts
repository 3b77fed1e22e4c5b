/** Reads price steps as stored and as shown (D3-SIM-09). */
import sql, { type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { priceUndoDays, type PriceStep } from '#subjects/sims/contract/calls/sim-prices.ts'
import type { Queryable } from '#platform/server/db/pool.ts'

/** Numbers per transaction. */
export const chunkSize = 1_000

/** Reference of a step's writes in the audit trail. */
export const writesOf = (step: string): string => `prices:${step}`

const selectSteps: Sql = sql`
  SELECT s.id, u.username AS by, to_json(s.started_at)#>>'{}' AS at, s.change, s.reason, s.state, s.total, s.changed, s.restored,
    (SELECT count(*)::int FROM price_kept k WHERE k.step_id = s.id AND NOT undoing) AS passed,
    (SELECT count(*)::int FROM price_kept k WHERE k.step_id = s.id AND undoing) AS stayed,
    s.sum_before::bigint AS before, s.sum_after::bigint AS after, s.msg,
    s.state IN ('running', 'done', 'failed') AND s.started_at > now() - make_interval(days => ${priceUndoDays}) AS undoable
  FROM price_steps s JOIN users u ON u.id = s.user_id`

/** The newest steps. */
export async function newestSteps(db: Queryable): Promise<PriceStep[]> {
  const { rows } = await db.query<PriceStep>(sql`${selectSteps} ORDER BY s.started_at DESC LIMIT 20`)
  return rows
}

/** A step as shown; NOT_FOUND otherwise. */
export async function stepNow(db: Queryable, id: string): Promise<PriceStep> {
  const { rows } = await db.query<PriceStep>(sql`${selectSteps} WHERE s.id = ${id}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  return rows[0]
}

/** Columns needed to run a step. `user_id` started it, `undo_by` undoes it. */
export type Work = Pick<PriceStep, 'id' | 'change' | 'reason' | 'state' | 'total'> & {
  user_id: string
  undo_by: string | null
  started_at: Date
}

/** Locks a step until the end of the transaction, so that chunks, undo and repeated calls take turns. */
export async function lockStep(db: Queryable, id: string): Promise<Work | undefined> {
  const { rows } = await db.query<Work>(sql`
    SELECT id, change, reason, state, total, user_id, undo_by, started_at FROM price_steps WHERE id = ${id} FOR UPDATE`)
  return rows[0]
}
