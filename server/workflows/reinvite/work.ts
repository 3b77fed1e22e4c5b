/** The work of a step: at once where it is small, else as a job that goes on after a stop (D3-REC-04). */
import sql from 'sql-template-tag'
import { can } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { careHistory } from '../../../contract/resources/care-history.ts'
import { reinviteTexts } from '../../../contract/workflows/reinvite-all.ts'
import { withTransaction } from '../../db/pool.ts'
import { actorOf } from '../../kit/actor.ts'
import { ringEnded } from '../../kit/bell.ts'
import type { Ctx, Services } from '../../kit/context.ts'
import { toAppError } from '../../kit/refusals.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { undoChunk, writeChunk } from './chunks.ts'
import { lockStep, stepNow, type Work } from './steps.ts'

export const reinviteJob = 'reinvite-all'

/** Numbers that a request moves itself. */
const smallStep = 500

const isWorking = (step: Work | undefined): step is Work =>
  step?.state === 'running' || step?.state === 'undoing'

/** Ends the step when nothing of it is left to do. */
async function finish({ id, state }: Work, ctx: Ctx): Promise<string> {
  const { done, restored, passed, stayed } = await stepNow({ db: ctx.db, scope: { all: true } }, id)
  const msg = state === 'running' ? reinviteTexts.done(done, passed) : reinviteTexts.undone(restored, stayed)
  const ended = state === 'running' ? 'done' : 'undone'
  await ctx.db.query(sql`UPDATE reinvite_steps SET state = ${ended}, msg = ${msg} WHERE id = ${id}`)
  return msg
}

const chunkOf = ({ id, state }: Work, ctx: Ctx): Promise<boolean> =>
  (state === 'running' ? writeChunk : undoChunk)(id, ctx)

/** The next chunk of a step; the last one ends it. Returns whether there is more. */
async function doChunk(id: string, ctx: Ctx): Promise<boolean> {
  const step = await lockStep(ctx.db, id)
  if (!isWorking(step)) return false
  if (await chunkOf(step, ctx)) return true
  const text = await finish(step, ctx)
  await ringEnded(ctx.actor.username, { resource: careHistory.path, text }, ctx.db)
  return false
}

/** Does a small step in the transaction of `ctx`, or has a large one done in the background. */
export async function doOrQueue(step: Work, ctx: Ctx): Promise<void> {
  if (step.total <= smallStep) {
    while (await chunkOf(step, ctx));
    await finish(step, ctx)
    return
  }
  const { jobs, log } = ctx.services
  // After the commit, as the job looks for the step at once; should the server end in between, `resumeReinvites` goes on.
  ctx.after(
    () =>
      void jobs
        .enqueue(reinviteJob, { id: step.id })
        .catch((err: unknown) => log.error({ err, step: step.id }, "queueing a step of 'Mời lại'")),
  )
}

/** Account whose right the work is done by. */
const doerOf = ({ state, user_id, undo_by }: Work): string =>
  (state === 'undoing' ? undo_by : null) ?? user_id

/** The same with its rights now; AppError when they ended meanwhile. */
async function worker(services: Services, step: Work) {
  const person = await actorOf(services.pool, doerOf(step))
  if (person && can(person.actor, 'below5')) return person
  throw new AppError('FORBIDDEN', reinviteTexts.lost)
}

const fail = (services: Services, id: string, why: AppError): Promise<void> =>
  withTransaction(services.pool, async (db) => {
    const step = await lockStep(db, id)
    if (!isWorking(step)) return
    await db.query(sql`UPDATE reinvite_steps SET state = 'failed', msg = ${why.message} WHERE id = ${id}`)
    const { rows } = await db.query<{ username: string }>(
      sql`SELECT username FROM users WHERE id = ${doerOf(step)}`,
    )
    for (const { username } of rows)
      await ringEnded(username, { resource: careHistory.path, text: why.message, failed: true }, db)
  })

/** The job: chunk by chunk until none is left. Throws when the server stops; the queue then goes on after the last chunk. */
export async function runReinvite(services: Services, id: string, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      if (signal.aborted) throw new Error('the server is stopping')
      const step = await withTransaction(services.pool, (db) => lockStep(db, id))
      if (!isWorking(step)) return
      // Asked for each chunk: the right may end meanwhile.
      const caller = { ...(await worker(services, step)), requestId: `job:${reinviteJob}` }
      if (!(await inTransaction(services, caller, (ctx) => doChunk(id, ctx)))) return
    }
  } catch (error) {
    const refusal = toAppError(error)
    if (signal.aborted || refusal.code === 'BUSY') throw error
    services.log.error({ err: error, step: id }, "a step of 'Mời lại' stopped")
    await fail(services, id, refusal)
  }
}

/** Queues again what had no chunk for `idleSeconds`, as its job was lost with its server. Two jobs of one step take turns. */
export async function resumeReinvites({ pool, jobs }: Services, idleSeconds: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT id FROM reinvite_steps
    WHERE state IN ('running', 'undoing') AND worked_at <= now() - make_interval(secs => ${idleSeconds})`)
  for (const { id } of rows) await jobs.enqueue(reinviteJob, { id })
}
