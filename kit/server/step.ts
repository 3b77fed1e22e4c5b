/** Coordinates a user's step that is still being written with its undo (D3-GRID-04). */
import sql from 'sql-template-tag'
import { undoTexts } from '#kit/contract/cells.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Ctx } from './context.ts'

const keyOf = ({ actor }: Ctx, requestId: string) =>
  sql`hashtextextended(${`step ${actor.id} ${requestId}`}, 0)`

/** Called before each row of a step is written: CONFLICT if the request was undone meanwhile, so that none of it remains. */
export async function joinStep(ctx: Ctx): Promise<void> {
  const { db, actor, requestId } = ctx
  await db.query(sql`SELECT pg_advisory_xact_lock_shared(${keyOf(ctx, requestId)})`)
  const { rowCount } = await db.query(sql`
    SELECT FROM undone_steps WHERE actor_id = ${actor.id} AND request_id = ${requestId}`)
  if (rowCount) throw new AppError('CONFLICT', undoTexts.stopped)
}

/** Marks the request as undone, after its rows in flight are written; CONFLICT if it already is. */
export async function endStep(ctx: Ctx, requestId: string): Promise<void> {
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(${keyOf(ctx, requestId)})`)
  const { rowCount } = await ctx.db.query(sql`
    INSERT INTO undone_steps (actor_id, request_id) VALUES (${ctx.actor.id}, ${requestId}) ON CONFLICT DO NOTHING`)
  if (!rowCount) throw new AppError('CONFLICT', undoTexts.elsewhere)
}
