/** The work of a price step: at once where it is small, else as a job that goes on after a stop (D3-SIM-09). */
import sql from 'sql-template-tag'
import { can } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { simso } from '../../../contract/resources/simso.ts'
import { priceTexts } from '../../../contract/workflows/sim-prices.ts'
import { withTransaction } from '../../db/pool.ts'
import { actorOf } from '../../kit/actor.ts'
import { ringEnded } from '../../kit/bell.ts'
import type { Ctx, Services } from '../../kit/context.ts'
import { toAppError } from '../../kit/refusals.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { undoChunk, writeChunk } from './chunks.ts'
import { chunkSize, lockStep, stepNow, type Work } from './steps.ts'

export const priceJob = 'sim-prices'

const isWorking = (step: Work | undefined): step is Work =>
  step?.state === 'running' || step?.state === 'undoing'

/** Ends the step when nothing of it is left to do. */
async function finish({ id, state }: Work, ctx: Ctx): Promise<string> {
  const { changed, restored, passed, stayed } = await stepNow(ctx.db, id)
  const msg = state === 'running' ? priceTexts.done(changed, passed) : priceTexts.undone(restored, stayed)
  const ended = state === 'running' ? 'done' : 'undone'
  await ctx.db.query(sql`UPDATE price_steps SET state = ${ended}, msg = ${msg} WHERE id = ${id}`)
  return msg
}

/** The next chunk of a step; the last one ends it. Returns what is said then. */
async function doChunk(id: string, ctx: Ctx): Promise<string | 'more' | 'over'> {
  const step = await lockStep(ctx.db, id)
  if (!isWorking(step)) return 'over'
  await ctx.db.query(sql`SET LOCAL statement_timeout = '60s'`)
  const done = await (step.state === 'running' ? writeChunk : undoChunk)(step, ctx)
  if (done !== null) return 'more'
  const msg = await finish(step, ctx)
  await ringEnded(ctx.actor.username, { resource: simso.path, text: msg }, ctx.db)
  return 'over'
}

/** Does a small step in the transaction of `ctx`, or has a large one done in the background. */
export async function doOrQueue(id: string, ctx: Ctx): Promise<void> {
  const step = await lockStep(ctx.db, id)
  if (!isWorking(step)) return
  if (step.total <= chunkSize) {
    const work = step.state === 'running' ? writeChunk : undoChunk
    await work(step, ctx)
    await finish(step, ctx)
    return
  }
  const { jobs, log } = ctx.services
  // After the commit, as the job looks for the step at once; should the server end in between, `resumePrices` goes on.
  ctx.after(
    () =>
      void jobs
        .enqueue(priceJob, { id })
        .catch((err: unknown) => log.error({ err, step: id }, 'queueing a price step')),
  )
}

/** Account whose right the work is done by. */
const doerOf = ({ state, user_id, undo_by }: Work): string =>
  (state === 'undoing' ? undo_by : null) ?? user_id

/** The same with its rights now; AppError when they ended meanwhile. */
async function worker(services: Services, step: Work) {
  const person = await actorOf(services.pool, doerOf(step))
  if (person && can(person.actor, 'below3')) return person
  throw new AppError('FORBIDDEN', priceTexts.lost)
}

const fail = (services: Services, id: string, why: AppError): Promise<void> =>
  withTransaction(services.pool, async (db) => {
    const step = await lockStep(db, id)
    if (!isWorking(step)) return
    await db.query(sql`UPDATE price_steps SET state = 'failed', msg = ${why.message} WHERE id = ${id}`)
    const { rows } = await db.query<{ username: string }>(
      sql`SELECT username FROM users WHERE id = ${doerOf(step)}`,
    )
    for (const { username } of rows)
      await ringEnded(username, { resource: simso.path, text: why.message, failed: true }, db)
  })

/** The job: chunk by chunk until none is left. Throws when the server stops; the queue then goes on after the last chunk. */
export async function runPrices(services: Services, id: string, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      if (signal.aborted) throw new Error('the server is stopping')
      const step = await withTransaction(services.pool, (db) => lockStep(db, id))
      if (!isWorking(step)) return
      // Asked for each chunk: the right may end meanwhile.
      const caller = { ...(await worker(services, step)), requestId: `job:${priceJob}` }
      if ((await inTransaction(services, caller, (ctx) => doChunk(id, ctx))) === 'over') return
    }
  } catch (error) {
    const refusal = toAppError(error)
    if (signal.aborted || refusal.code === 'BUSY') throw error
    services.log.error({ err: error, step: id }, 'a price step stopped')
    await fail(services, id, refusal)
  }
}

/** Queues again what had no chunk for `idleSeconds`, as its job was lost with its server. Two jobs of one step take turns. */
export async function resumePrices({ pool, jobs }: Services, idleSeconds: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT id FROM price_steps WHERE state IN ('running', 'undoing') AND worked_at <= now() - make_interval(secs => ${idleSeconds})`)
  for (const { id } of rows) await jobs.enqueue(priceJob, { id })
}
