/** The connection on which a process listens to the others, made again whenever it is lost. */
import { Client, type Pool } from 'pg'
import { processLimits } from '../running/limits.ts'

/** The address of PostgreSQL itself, and what everything but the listening is asked through. */
export type Listening = { url: string; pool: Pool }

/**
 * What the adapter of the live channel takes for a pool. It keeps one connection to listen on and does not release it
 * when it is lost, so that each loss would take one away from `pool` for good. So it listens on a connection of its own.
 * `onError` is told why one was lost.
 */
export function listeningPool({ url, pool }: Listening, onError: (error: Error) => void): Pool {
  let current: Client | undefined
  const end = (client: Client): void => void client.end().catch(onError)
  const connect = async () => {
    // A connection lost while it subscribes is reported twice, and the adapter asks for two: the first would be heard as well.
    if (current) end(current.removeAllListeners('notification').removeAllListeners('end'))
    const client = new Client({
      connectionString: url,
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
