/** Starts a counted step and undoes a step (D3-REC-04). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  countedMinutes,
  reinviteTexts,
  reinviteUndoDays,
  type ReinviteStep,
} from '#subjects/calling/contract/calls/reinvite-all.ts'
import type { Ctx } from '#kit/server/context.ts'
import { lockStep, stepNow, type Work } from './steps.ts'
import { reinviteWork } from './work.ts'

/** Maps the unique violation of a second running step of the same person to CONFLICT. */
async function orWorking<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'reinvite_steps_working')
      throw new AppError('CONFLICT', reinviteTexts.working)
    throw error
  }
}

const notFound = (): AppError => new AppError('NOT_FOUND', refusals.notFound)

const older = (instant: Date | null, minutes: number): boolean =>
  instant === null || Date.now() - instant.getTime() > minutes * 60_000

/** Starts the step; only the account that counted may. Repeating the call changes nothing. */
export async function startStep(ctx: Ctx, { id }: { id: string }): Promise<ReinviteStep> {
  const step = await lockStep(ctx.db, id)
  if (!step || step.user_id !== ctx.actor.id) throw notFound()
  if (step.state !== 'counted') return stepNow(ctx, id)
  if (older(step.counted_at, countedMinutes)) throw new AppError('CONFLICT', reinviteTexts.old)
  if (step.total === 0) throw new AppError('VALIDATION', reinviteTexts.nothing)
  await orWorking(() =>
    ctx.db.query(sql`
      UPDATE reinvite_steps SET state = 'running', started_at = clock_timestamp(), worked_at = now() WHERE id = ${id}`),
  )
  await reinviteWork.doOrQueue(id, ctx)
  return stepNow(ctx, id)
}

/** Locks a step of an account in the caller's scope. */
async function lockMine(id: string, ctx: Ctx): Promise<Work> {
  const step = await lockStep(ctx.db, id)
  await stepNow(ctx, id)
  if (!step || step.state === 'counted') throw notFound()
  return step
}

/** Undoes a step, also a running one; CONFLICT after the undo period. Repeating the call changes nothing. */
export async function undoStep(ctx: Ctx, { id }: { id: string }): Promise<ReinviteStep> {
  const step = await lockMine(id, ctx)
  if (step.state === 'undoing' || step.state === 'undone') return stepNow(ctx, id)
  if (older(step.started_at, reinviteUndoDays * 1_440)) throw new AppError('CONFLICT', reinviteTexts.tooOld)
  await orWorking(() =>
    ctx.db.query(sql`
      UPDATE reinvite_steps SET state = 'undoing', undo_by = ${ctx.actor.id}, msg = NULL, worked_at = now() WHERE id = ${id}`),
  )
  await reinviteWork.doOrQueue(id, ctx)
  return stepNow(ctx, id)
}
