/**
 * Long reads on a replica (`DATABASE_READ_URL`). Such a read sees everything committed before it started: it waits
 * until the replica has replayed that, and falls back to the primary if it does not in time. So users always see their
 * own writes, whichever process made them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isNotNow } from './not-now.ts'
import type { Pool, Queryable } from './pool.ts'
import type { Readers } from './readers.ts'

/** Replication lag; `seconds` is 0 if everything is replayed. */
type Lag = { bytes: number; seconds: number }

export type ReadSide = {
  /** For single statements that change nothing. */
  db: Queryable
  /** The replica, or `primary` while no replica is recent enough. */
  choose: <P extends Readers>(primary: P) => Promise<P | Pool>
  /** Reads since the start by target; undefined without a replica. */
  counts?: { replica: number; primary: number }
  /** Undefined without a replica; throws if it does not answer. */
  lag?: () => Promise<Lag>
  end: () => Promise<void>
}

type Log = { info: (details: object, text: string) => void; warn: (details: object, text: string) => void }
type Options = { primary: Readers; replica: Pool; waitMs: number; log: Log }

/** A replica that failed or is too far behind is not tried again for this long, in ms. */
const restMs = 1_000

/** SQLSTATE of a statement timeout, after which the primary is not tried: it would not be faster. */
const CANCELLED = '57014'

/** Whether the primary may still answer: the replica is gone, has a recovery conflict, or refuses a write. */
const mayRetry = (error: unknown): boolean => {
  const { code, message } = error as Error & { code?: string }
  return code !== CANCELLED && isNotNow(code, message)
}

/** The flush position of the log: every acknowledged commit is before it. */
async function positionOf(primary: Readers): Promise<string> {
  const { rows } = await primary.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn()::text AS lsn')
  return rows[0]?.lsn ?? ''
}

/** Whether the log up to `lsn` has been replayed; false for a server that is no longer a standby. */
async function hasReplayed(replica: Pool, lsn: string): Promise<boolean> {
  const { rows } = await replica.query<{ arrived: boolean }>(
    'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS arrived',
    [lsn],
  )
  return rows[0]?.arrived === true
}

async function arrives({ primary, replica, waitMs }: Options): Promise<boolean> {
  const lsn = await positionOf(primary)
  const deadline = performance.now() + waitMs
  for (let pause = 2; ; pause *= 2) {
    if (await hasReplayed(replica, lsn)) return true
    const remainingMs = deadline - performance.now()
    if (remainingMs <= 0) return false
    await sleep(Math.min(pause, remainingMs))
  }
}

/** Shares a check among all callers that arrive before it starts; later callers wait for the next one. */
function batched(check: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined
  const ask = (): Promise<boolean> => {
    if (running)
      return (next ??= running.then(() => {
        next = undefined
        return ask()
      }))
    return (running = check().finally(() => {
      running = undefined
    }))
  }
  return ask
}

/** Returns a check whether the replica has everything committed before the call; logs when that changes. */
function openFreshness(options: Options): () => Promise<boolean> {
  const { log } = options
  let used = true
  let restUntil = 0
  const note = (fresh: boolean, reason: string): boolean => {
    if (!fresh) restUntil = performance.now() + restMs
    if (fresh !== used) {
      if (fresh) log.info({}, 'the replica answers long reads again')
      else log.warn({ reason }, 'long reads go to the primary')
    }
    used = fresh
    return fresh
  }
  return batched(async () => {
    if (performance.now() < restUntil) return false
    try {
      return note(await arrives(options), `more than ${options.waitMs} ms behind`)
    } catch (error) {
      return note(false, (error as Error).message)
    }
  })
}

async function lagOf({ primary, replica }: Options): Promise<Lag> {
  const lsn = await positionOf(primary)
  const { rows } = await replica.query<Lag>(
    `SELECT greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::int8 AS bytes,
       CASE WHEN pg_last_wal_replay_lsn() >= $1::pg_lsn THEN 0
         ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp()) END::float8 AS seconds`,
    [lsn],
  )
  if (!rows[0]) throw new Error('the replica says nothing of its log')
  return rows[0]
}

/** Without a replica the primary serves everything. */
export const primaryOnly = (pool: Readers): ReadSide => ({
  db: pool,
  choose: async (primary) => primary,
  end: async () => undefined,
})

/** Reads on `replica` as long as it catches up within `waitMs`. */
export function openReadSide(options: Options): ReadSide {
  const { primary, replica } = options
  const isFresh = openFreshness(options)
  const counts = { replica: 0, primary: 0 }
  const choose = async <P extends Readers>(otherwise: P): Promise<P | Pool> => {
    const fresh = await isFresh()
    counts[fresh ? 'replica' : 'primary'] += 1
    return fresh ? replica : otherwise
  }
  const ask = async (...statement: Parameters<Pool['query']>): Promise<unknown> => {
    const run = (target: Queryable): Promise<unknown> => Promise.resolve(target.query(...statement))
    const pool = await choose(primary)
    try {
      return await run(pool)
    } catch (error) {
      if (pool === primary || !mayRetry(error)) throw error
      return run(primary)
    }
  }
  return {
    db: { query: ask as Pool['query'] },
    choose,
    counts,
    lag: () => lagOf(options),
    end: () => replica.end(),
  }
}
