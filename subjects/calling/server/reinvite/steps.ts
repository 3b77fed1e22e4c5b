/** Steps of 'Mời lại' as they are stored and as they are shown (D3-REC-04). */
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

/** What a count found beside the numbers that go. */
export type Counted = Pick<ReinviteStep, 'stays' | 'results' | 'locked' | 'callers'>
type Stored = Omit<ReinviteStep, keyof Counted> & { counted: Counted }

const shown: Sql = sql`
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

/** Steps of the people whom the caller sees. */
const mine = ({ scope }: Pick<Ctx, 'scope'>): Sql => inScope(sql`s.user_id`, scope, 'id')

/** The newest steps that were begun. */
export async function newestSteps(ctx: Ctx): Promise<ReinviteStep[]> {
  const { rows } = await ctx.db.query<Stored>(sql`
    ${shown} WHERE s.state <> 'counted' AND ${mine(ctx)} ORDER BY s.counted_at DESC LIMIT 20`)
  return rows.map(shape)
}

/** A step of the caller's scope as it is shown; NOT_FOUND for none. */
export async function stepNow(ctx: Pick<Ctx, 'db' | 'scope'>, id: string): Promise<ReinviteStep> {
  const { rows } = await ctx.db.query<Stored>(sql`${shown} WHERE s.id = ${id} AND ${mine(ctx)}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  return shape(rows[0])
}

/** What the work of a step needs. `user_id` is who started, `undo_by` who takes back. */
export type Work = Pick<ReinviteStep, 'id' | 'state' | 'total'> & {
  user_id: string
  undo_by: string | null
  counted_at: Date
  started_at: Date | null
}

/** A step, locked until the end of the transaction: a chunk, its taking back and a second call take turns. */
export async function lockStep(db: Queryable, id: string): Promise<Work | undefined> {
  const { rows } = await db.query<Work>(sql`
    SELECT id, state, total, user_id, undo_by, counted_at, started_at FROM reinvite_steps WHERE id = ${id} FOR UPDATE`)
  return rows[0]
}
