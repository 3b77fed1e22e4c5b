/** Reads steps of 'Mời lại' as stored and as shown (D3-REC-04). */
import sql, { type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  reinviteUndoDays,
  stayReasons,
  type ReinviteStep,
} from '#subjects/calling/contract/calls/reinvite-all.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inScope } from '#kit/server/list.ts'

/** Findings of a count other than the numbers to be returned. */
export type Counted = Pick<ReinviteStep, 'stays' | 'results' | 'locked' | 'callers'>
type Stored = Omit<ReinviteStep, keyof Counted> & { counted: Counted }

const selectSteps: Sql = sql`
  SELECT s.id, u.username AS by, to_json(coalesce(s.started_at, s.counted_at))#>>'{}' AS at, s.filter, s.state, s.total, s.done, s.restored,
    (SELECT count(*)::int FROM reinvite_numbers k WHERE k.step_id = s.id AND k.why IS NOT NULL AND k.done_at IS NULL) AS passed,
    (SELECT count(*)::int FROM reinvite_numbers k WHERE k.step_id = s.id AND k.why IS NOT NULL AND k.done_at IS NOT NULL) AS stayed,
    s.counted, s.msg,
    s.state IN ('running', 'done', 'failed') AND s.started_at > now() - make_interval(days => ${reinviteUndoDays}) AS undoable
  FROM reinvite_steps s JOIN users u ON u.id = s.user_id`

const order = Object.keys(stayReasons)

const shape = ({ counted, ...step }: Stored): ReinviteStep => ({
  ...step,
  ...counted,
  stays: counted.stays.toSorted((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason)),
})

/** Condition: steps of accounts in the caller's scope. */
const inCallerScope = ({ scope }: Pick<Ctx, 'scope'>): Sql => inScope(sql`s.user_id`, scope, 'id')

/** The newest steps that were started. */
export async function newestSteps(ctx: Ctx): Promise<ReinviteStep[]> {
  const { rows } = await ctx.db.query<Stored>(sql`
    ${selectSteps} WHERE s.state <> 'counted' AND ${inCallerScope(ctx)} ORDER BY s.counted_at DESC LIMIT 20`)
  return rows.map(shape)
}

/** A step of the caller's scope as shown; NOT_FOUND otherwise. */
export async function stepNow(ctx: Pick<Ctx, 'db' | 'scope'>, id: string): Promise<ReinviteStep> {
  const { rows } = await ctx.db.query<Stored>(
    sql`${selectSteps} WHERE s.id = ${id} AND ${inCallerScope(ctx)}`,
  )
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  return shape(rows[0])
}

/** Columns needed to run a step. `user_id` started it, `undo_by` undoes it. */
export type Work = Pick<ReinviteStep, 'id' | 'state' | 'total'> & {
  user_id: string
  undo_by: string | null
  counted_at: Date
  started_at: Date | null
}

/** Locks a step until the end of the transaction, so that chunks, undo and repeated calls take turns. */
export async function lockStep(db: Queryable, id: string): Promise<Work | undefined> {
  const { rows } = await db.query<Work>(sql`
    SELECT id, state, total, user_id, undo_by, counted_at, started_at FROM reinvite_steps WHERE id = ${id} FOR UPDATE`)
  return rows[0]
}
