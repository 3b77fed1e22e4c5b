/** Connection on which a process listens to the others, reopened whenever it is lost. */
import { Client, type Pool } from 'pg'
import { processLimits } from '../running/limits.ts'
import { connectionTo } from './hosts.ts'

/** URL of PostgreSQL itself, and the pool for everything except listening. */
export type Listening = { url: string; pool: Pool }

/**
 * A pool for the adapter of the live channel. The adapter keeps one connection to listen on and does not release it if
 * it is lost, so that each loss would permanently take one from `pool`; hence it gets its own. `onError` is called with
 * the reason of a loss.
 */
export function listeningPool({ url, pool }: Listening, onError: (error: Error) => void): Pool {
  let current: Client | undefined
  const end = (client: Client): void => void client.end().catch(onError)
  const connect = async () => {
    // A connection lost while subscribing is reported twice, so the adapter requests two: events of the first would arrive as well.
    if (current) end(current.removeAllListeners('notification').removeAllListeners('end'))
    const client = new Client({
      ...connectionTo(url),
      application_name: 'vasdesk-live',
      keepAlive: true,
      connectionTimeoutMillis: processLimits.connectionMs,
    })
    client.on('error', onError)
    current = client
    await client.connect()
    return Object.assign(client, { release: () => end(client) })
  }
  return { connect, query: pool.query.bind(pool) } as unknown as Pool
}
