/** The context of a request, a job or the product itself, and the transaction whose commit publishes what changed. */
import { channelOf, type Channel } from '../../contract/channels.ts'
import { withTransaction, type Queryable } from '../db/pool.ts'
import type { Ctx, Log, Services } from './context.ts'

/** In whose name work is done, and how the log names it. */
export type Caller = Pick<Ctx, 'actor' | 'scope' | 'requestId' | 'origin'> & { log?: Log }

/** A context on `db`; `flush` publishes what was gathered in it and is called after the commit only. */
export function newContext(
  services: Services,
  { actor, scope, requestId, origin, log = services.log }: Caller,
  db: Queryable = services.pool,
): { ctx: Ctx; flush: () => void } {
  const changed = new Set<Channel>()
  const works: (() => void)[] = []
  return {
    ctx: {
      // Named one by one: a caller that is a context itself has a connection of its own, which is not this one.
      db,
      actor,
      scope,
      requestId,
      ...(origin !== undefined && { origin }),
      log,
      services,
      publish: (what) => void changed.add(channelOf(what)),
      after: (work) => void works.push(work),
    },
    flush: () => {
      for (const channel of changed) services.publish(channel)
      for (const work of works) work()
    },
  }
}

/** Runs `work` in one transaction; changed rows and notices go out after its commit, never when it failed. */
export async function inTransaction<T>(
  services: Services,
  caller: Caller,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  let flush: () => void = () => undefined
  const result = await withTransaction(services.pool, (client) => {
    // Made anew for each try: what a try that was rolled back gathered is never published.
    const made = newContext(services, caller, client)
    flush = made.flush
    return work(made.ctx)
  })
  flush()
  return result
}
