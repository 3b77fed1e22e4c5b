/** Reserved connections for reads, so that they continue while all connections for requests are waiting. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from './pool.ts'

export type Readers = Pick<Pool, 'query' | 'connect'>

/** How long a read waits for a connection of `pool`, in ms, before it takes a reserved one. */
const patienceMs = 250

/** Opens all connections of `spare` in advance: when they are needed, the database may be too busy for new ones. */
async function open(spare: Pool): Promise<void> {
  const opened = Array.from({ length: spare.options.max }, () => spare.connect())
  for (const one of await Promise.allSettled(opened)) if (one.status === 'fulfilled') one.value.release()
}

/** Connections of `pool`, or those of `spare`, which are kept open, if none is free in time. */
export function openReaders(pool: Pool, spare: Pool): Readers {
  void open(spare)
  const connect = async (): Promise<PoolClient> => {
    const { totalCount, idleCount, options } = pool
    const pending = pool.connect()
    if (idleCount > 0 || totalCount < options.max) return pending
    const client = await Promise.race([pending, sleep(patienceMs)])
    if (client) return client
    // The connection may still arrive: released for the next caller.
    pending.then(
      (late) => late.release(),
      () => undefined,
    )
    return spare.connect()
  }
  const query = async (...statement: Parameters<Pool['query']>): Promise<unknown> => {
    const client = await connect()
    let broken: Error | undefined
    try {
      return await Promise.resolve(client.query(...statement))
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
  return { connect: connect as Pool['connect'], query: query as Pool['query'] }
}
