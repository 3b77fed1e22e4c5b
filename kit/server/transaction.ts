/** Context of a request, job or automatic work, and the transaction whose commit publishes its changes. */
import { channelOf, type Channel } from '#platform/contract/channels.ts'
import { transactionBy, type Queryable } from '#platform/server/db/pool.ts'
import type { Ctx, Log, Services } from './context.ts'
import { holdSession } from './hold-session.ts'

/** Actor of the work, and its name in the log. */
export type Caller = Pick<
  Ctx,
  'actor' | 'scope' | 'session' | 'hold' | 'still' | 'requestId' | 'act' | 'origin' | 'insists' | 'unpriced'
> & { log?: Log }

/** A context on `db`; `flush` publishes what was collected and must be called after the commit only. */
export function newContext(
  services: Services,
  {
    actor,
    scope,
    session,
    hold,
    still,
    requestId,
    act,
    origin,
    insists,
    unpriced,
    log = services.log,
  }: Caller,
  db: Queryable = services.pool,
): { ctx: Ctx; flush: () => void } {
  /** Channels with the people on the floor, undefined for any of them. */
  const changed = new Map<Channel, readonly string[] | undefined>()
  const works: (() => void)[] = []
  return {
    ctx: {
      // Listed one by one: a caller that is itself a context would bring another connection.
      db,
      actor,
      scope,
      requestId,
      ...(session !== undefined && { session }),
      ...(hold && { hold }),
      ...(still && { still }),
      ...(act !== undefined && { act }),
      ...(origin !== undefined && { origin }),
      ...(insists !== undefined && { insists }),
      ...(unpriced && { unpriced }),
      log,
      services,
      publish(changedResource, onFloor) {
        const channel = channelOf(changedResource)
        const before = changed.has(channel) ? changed.get(channel) : []
        changed.set(channel, before && onFloor && [...before, ...onFloor])
      },
      after: (work) => void works.push(work),
    },
    flush: () => {
      for (const [channel, onFloor] of changed) services.publish(channel, onFloor)
      for (const work of works) work()
    },
  }
}

/** Runs `work` in one transaction; changes and notifications are published after its commit only. */
export async function inTransaction<T>(
  services: Services,
  caller: Caller,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  let flush: () => void = () => undefined
  const result = await transactionBy(caller.actor.username, services.pool, async (client) => {
    // New for each attempt, so that nothing of a rolled-back attempt is published.
    const context = newContext(services, caller, client)
    flush = context.flush
    if (caller.hold?.when === 'atOnce') await holdSession(context.ctx)
    return work(context.ctx)
  })
  flush()
  return result
}
