/** Reading goes on while all connections of requests wait for something: readers have a few more of their own. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from './pool.ts'

export type Readers = Pick<Pool, 'query' | 'connect'>

/** A reader waits this long for one of all connections, in ms, before it takes one of its own. */
const patienceMs = 250

/** Opens all connections of `spare`: when they are needed, the database may have no time for new ones. */
async function open(spare: Pool): Promise<void> {
  const opened = Array.from({ length: spare.options.max }, () => spare.connect())
  for (const one of await Promise.allSettled(opened)) if (one.status === 'fulfilled') one.value.release()
}

/** Connections of `pool`, and when none comes free at once those of `spare`, which are kept open. */
export function openReaders(pool: Pool, spare: Pool): Readers {
  void open(spare)
  const connect = async (): Promise<PoolClient> => {
    const { totalCount, idleCount, options } = pool
    const asked = pool.connect()
    if (idleCount > 0 || totalCount < options.max) return asked
    const client = await Promise.race([asked, sleep(patienceMs)])
    if (client) return client
    // It may still come, for the next one.
    asked.then(
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
