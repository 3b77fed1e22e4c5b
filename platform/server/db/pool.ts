/** Opens connections to PostgreSQL with the value types and time limits that the server relies on. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { processLimits } from '../running/limits.ts'
import { boundedClient } from './bounded-client.ts'
import { Unconfirmed, type Commits } from './commits.ts'
import { connectionTo, type Wish } from './hosts.ts'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient

/** A pool, or the connection of a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>

/** Part of the server's log that the pool uses (a pino logger fits). */
type PoolLog = { error: (details: object, message: string) => void }

export type PoolOptions = {
  /** Most connections open at once; PostgreSQL's default limit is 100 in total. */
  max: number
  /** Shown in `pg_stat_activity` for operators. */
  applicationName: string
  log: PoolLog
  /** A transaction pooler is in between: the settings come from the role (`settingsOfRole`). */
  pooled?: boolean
  /** Purpose, for several hosts: by default the one that takes writes. */
  wish?: Wish
  /** Idle connections are kept open. */
  keepsIdle?: boolean
  /** Time limit of commits; without it, as long as PostgreSQL lets them wait. */
  commits?: Commits
}

/** Settings of every connection for requests, by PostgreSQL's names. */
export const settings = {
  timezone: 'UTC',
  statement_timeout: `${processLimits.statementMs / 1000}s`,
  lock_timeout: `${processLimits.lockMs / 1000}s`,
  idle_in_transaction_session_timeout: '30s',
  // Starting two workers took 50 ms, five times as long as the whole search for a word; reports still have them.
  parallel_setup_cost: '10000',
} as const

/** Statements that give these settings to every connection of the role. */
export const settingsOfRole = (role: string, database: string): string[] =>
  Object.entries(settings).map(
    ([name, value]) =>
      `ALTER ROLE ${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(database)} SET ${name} = '${value}';`,
  )

/** Behind a pooler each transaction may get another connection, so statements cannot be prepared by name. Cursors and copies have no name. */
class NamelessClient extends pg.Client {
  readonly #send = super.query.bind(this) as (...statement: unknown[]) => unknown
  override query = ((statement: unknown, ...rest: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement
    const nameless = isNamed && !('submit' in statement) ? { ...statement, name: undefined } : statement
    return this.#send(nameless, ...rest)
  }) as pg.Client['query']
}

const OID = { int8: 20, date: 1082, numeric: 1700, int8Array: 1016, dateArray: 1182, numericArray: 1231 }
const TEXT_ARRAY = 1009

const asIs = (text: string): string => text

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number exactly`)
  return value
}

// The driver types array parsers as any; this is its text[] parser, keeping nulls.
const textArray = pg.types.getTypeParser(TEXT_ARRAY as number) as (text: string) => (string | null)[]

const parsers = new Map<number, (text: string) => unknown>([
  [OID.int8, safeInteger],
  [OID.date, asIs],
  [OID.numeric, asIs],
  [OID.int8Array, (text) => textArray(text).map((item) => (item === null ? null : safeInteger(item)))],
  [OID.dateArray, textArray],
  [OID.numericArray, textArray],
])

const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers.get(oid)) ||
  pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

/**
 * A pool on which `date` is read as 'YYYY-MM-DD', `bigint` as number (RangeError past 2^53), `numeric` as string, and
 * time zones are UTC. Limits: 5 s for a statement, 2 s for a lock, 30 s for an idle transaction, 2 s for a free
 * connection, and with `commits` the time limit of a commit. `url` is a postgres:// address; `pooled`: of a transaction
 * pooler, whose connections have these limits from their role.
 */
export function createPool(url: string, options: PoolOptions): Pool {
  const { max, applicationName, log, pooled, wish, keepsIdle, commits } = options
  const Client = pooled ? NamelessClient : pg.Client
  const parameters = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const pool = new pg.Pool({
    ...connectionTo(url, wish),
    max,
    ...(keepsIdle && { min: max }),
    application_name: applicationName,
    types: { getTypeParser },
    Client: commits ? boundedClient(commits, { Client }) : Client,
    ...(!pooled && { options: parameters.join(' ') }),
    connectionTimeoutMillis: processLimits.connectionMs,
    keepAlive: true,
  })
  // Without a listener, a connection closed by the database ends the whole process, whether checked out or idle. At
  // shutdown PostgreSQL may close one before reading its Terminate message.
  const lost =
    (message: string) =>
    (error: Error): void => {
      if (!pool.ending) log.error({ error: error.message, applicationName }, message)
    }
  const onCheckedOutError = lost('database connection lost')
  pool.on('acquire', (client) => client.on('error', onCheckedOutError))
  pool.on('release', (_, client) => client.off('error', onCheckedOutError))
  pool.on('error', lost('idle database connection lost'))
  return pool
}

const RETRIES = 3
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const READ_ONLY = '25006'
/** PostgreSQL shuts down, or terminated this connection. */
const endsConnection = /^57P0/

const mayRetry = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED)

/** If the connection is lost or terminated during a commit, its outcome is unknown. */
async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('COMMIT')
  } catch (error) {
    if (error instanceof pg.DatabaseError && !endsConnection.test(error.code ?? '')) throw error
    throw error instanceof Unconfirmed ? error : new Unconfirmed((error as Error).message)
  }
}

async function attempt<T>(pool: Pool, work: (client: PoolClient) => Promise<T>, begin: string): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    await commit(client)
    return result
  } catch (error) {
    // A client that cannot roll back is closed: its open transaction must not reach the next user.
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    // The server has become a standby: close the client, so that the next one looks for the primary.
    if (error instanceof pg.DatabaseError && error.code === READ_ONLY) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Commits and returns the result of `work`. Any error rolls back and is rethrown. After a deadlock or serialization
 * failure `work` runs again, at most 3 more times, so it must have no other effects. Inserted rows get the author `by`
 * in tables with that column (D3-ACC-03).
 */
export async function transactionBy<T>(
  by: string,
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const begin = `BEGIN; SELECT set_config('vasdesk.entered_by', ${pg.escapeLiteral(by)}, true)`
  for (let retry = 0; ; retry++) {
    try {
      return await attempt(pool, work, begin)
    } catch (error) {
      if (retry >= RETRIES || !mayRetry(error)) throw error
      await sleep(Math.random() * 20 * 2 ** retry)
    }
  }
}

/** The same for work without an account. */
export const withTransaction = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  transactionBy('', pool, work)
