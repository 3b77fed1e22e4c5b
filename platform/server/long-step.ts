/** A change of many rows that can be undone: immediate if it is small, else a job that continues after a restart (D3-SIM-09, D3-REC-04). */
import sql from 'sql-template-tag'
import type { Ability } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Changed } from '#platform/contract/channels.ts'
import { withTransaction, type Pool, type Queryable } from './db/pool.ts'
import { ringEnded } from '#kit/server/bell.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { acceptWork, doerOf, type Doer } from './accepted-work.ts'

/** A row of the table of steps. `user_id` started the step, `undo_by` undoes it. */
export type LongStep = { id: string; user_id: string; undo_by: string | null; state: string; total: number }

type Kind<S extends LongStep> = {
  /** Name of the job. */
  job: string
  table: 'price_steps' | 'reinvite_steps'
  /** Most rows changed in the request itself. */
  small: number
  /** Right that the work needs, and the message if it was not accepted with that right. */
  may: Ability
  lost: string
  /** The list named in the notice at the end. */
  list: Exclude<Changed, string>
  /** The step, locked until the end of the transaction: a chunk, an undo and a second call take turns. */
  lock: (db: Queryable, id: string) => Promise<S | undefined>
  /** Processes the next chunk; false if none is left. */
  chunk: (step: S, ctx: Ctx) => Promise<boolean>
  /** Text of the notice at the end. */
  ended: (step: S, ctx: Ctx) => Promise<string>
}

type LongSteps = {
  job: string
  /** Executes a small step in the transaction of `ctx`, or enqueues a large one. */
  doOrQueue: (id: string, ctx: Ctx) => Promise<void>
  /** The job: chunk by chunk until none is left. Throws if the server stops; the queue then continues after the last chunk. */
  run: (services: Services, id: string, signal: AbortSignal) => Promise<void>
  /** Enqueues steps again without a chunk for `idleSeconds`, as their job was lost with its server. Two jobs of one step take turns. */
  resume: (services: Services, idleSeconds: number) => Promise<void>
}

/** Account that the work runs as. */
const accountOf = ({ state, user_id, undo_by }: LongStep): string =>
  (state === 'undoing' ? undo_by : null) ?? user_id

const isWorking = <S extends LongStep>(step: S | undefined): step is S =>
  step?.state === 'running' || step?.state === 'undoing'

/** Ends a step that cannot continue, and notifies its author. */
const fail = <S extends LongStep>(kind: Kind<S>, pool: Pool, id: string, reason: AppError): Promise<void> =>
  withTransaction(pool, async (db) => {
    const step = await kind.lock(db, id)
    if (!isWorking(step)) return
    await db.query(
      sql`UPDATE ${ident(kind.table)} SET state = 'failed', msg = ${reason.message} WHERE id = ${id}`,
    )
    const { rows } = await db.query<{ username: string }>(
      sql`SELECT username FROM users WHERE id = ${accountOf(step)}`,
    )
    for (const { username } of rows)
      await ringEnded(username, { resource: kind.list.path, text: reason.message, failed: true }, db)
  })

/** Ends a step with nothing left to do; returns the text of the notice. */
async function finish<S extends LongStep>(kind: Kind<S>, step: S, ctx: Ctx): Promise<string> {
  const msg = await kind.ended(step, ctx)
  const ended = step.state === 'running' ? 'done' : 'undone'
  await ctx.db.query(
    sql`UPDATE ${ident(kind.table)} SET state = ${ended}, msg = ${msg} WHERE id = ${step.id}`,
  )
  return msg
}

/** Ids of running steps without a chunk for so long. */
async function idleSteps(
  { table }: Pick<Kind<never>, 'table'>,
  pool: Pool,
  seconds: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(sql`
    SELECT id FROM ${ident(table)}
    WHERE state IN ('running', 'undoing') AND worked_at <= now() - make_interval(secs => ${seconds})`)
  return rows.map(({ id }) => id)
}

/** The functions of one kind of steps. */
export function longSteps<S extends LongStep>(kind: Kind<S>): LongSteps {
  const { job, list } = kind

  /** Processes the next chunk; the last one ends the step. Returns whether there is more. */
  async function doChunk(id: string, ctx: Ctx): Promise<boolean> {
    const step = await kind.lock(ctx.db, id)
    if (!isWorking(step)) return false
    await ctx.db.query(sql`SET LOCAL statement_timeout = '60s'`)
    if (await kind.chunk(step, ctx)) return true
    const text = await finish(kind, step, ctx)
    await ringEnded(ctx.actor.username, { resource: list.path, text }, ctx.db)
    return false
  }

  /** Name of the accepted work per state: the undo may be started by another user than the step. */
  const workOf = ({ id, state }: LongStep): string => `${job} ${id} ${state}`

  /** The account that started it; AppError if none did, or it no longer has the right. */
  async function worker(services: Services, step: S): Promise<Doer> {
    const { may } = kind
    const person = await doerOf(workOf(step), { userId: accountOf(step), may }, services.pool)
    if (person) return person
    throw new AppError('FORBIDDEN', kind.lost)
  }

  return {
    job,
    async doOrQueue(id, ctx) {
      const step = await kind.lock(ctx.db, id)
      if (!isWorking(step)) return
      if (step.total <= kind.small) {
        while (await kind.chunk(step, ctx));
        await finish(kind, step, ctx)
        return
      }
      await acceptWork(workOf(step), ctx)
      const { jobs, log } = ctx.services
      // After the commit, as the job looks the step up at once; if the server stops in between, `resume` continues.
      ctx.after(
        () =>
          void jobs
            .enqueue(job, { id })
            .catch((err: unknown) => log.error({ err, job, step: id }, 'queueing a step')),
      )
    },
    async run(services, id, signal) {
      try {
        for (;;) {
          if (signal.aborted) throw new Error('the server is stopping')
          const step = await withTransaction(services.pool, (db) => kind.lock(db, id))
          if (!isWorking(step)) return
          const caller = { ...(await worker(services, step)), requestId: `job:${job}` }
          if (!(await inTransaction(services, caller, (ctx) => doChunk(id, ctx)))) return
        }
      } catch (error) {
        const refusal = toAppError(error)
        if (signal.aborted || refusal.code === 'BUSY') throw error
        services.log.error({ err: error, job, step: id }, 'a step stopped')
        await fail(kind, services.pool, id, refusal)
      }
    },
    async resume({ pool, jobs }, idleSeconds) {
      for (const id of await idleSteps(kind, pool, idleSeconds)) await jobs.enqueue(job, { id })
    },
  }
}
