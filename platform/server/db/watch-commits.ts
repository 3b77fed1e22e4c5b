/**
 * Monitors whether commits are confirmed: a commit waits for the disk and for a synchronous standby, and a small one
 * every few seconds detects when nothing can be saved (D3-RUN-01).
 */
import pg from 'pg'
import type { Log } from '#kit/server/context.ts'
import { processLimits } from '../running/limits.ts'
import { runPeriodically } from '../running/periodic.ts'
import { waitsForAll, type Commits, type Stall } from './commits.ts'
import { connectionTo } from './hosts.ts'

/** Remedy for each, for the log. */
const cures: Readonly<Record<Stall, string>> = {
  standby:
    'commits wait for a synchronous standby that is away: start it, or empty synchronous_standby_names and reload PostgreSQL (docs/operations-standby.md)',
  disk: 'PostgreSQL does not finish writing: look at the disk that it writes to, and at its log',
  'read only':
    'PostgreSQL refuses to write: its disk or the database is read only; mount it for writing, or see default_transaction_read_only',
}

type Backend = pg.Client & { processID: number | null }

/** Read-only transactions can write this record as well. */
const question = `${waitsForAll}, current_setting('transaction_read_only') = 'on' AS fixed`

/** Derived from PostgreSQL's wait event of the waiting commit. */
const stallOf = (waitsFor: string | null | undefined): Stall => (waitsFor === 'SyncRep' ? 'standby' : 'disk')

/** Error codes of PostgreSQL for read-only transactions and file systems, a failing disk, and a full one. */
const refusals = new Map<string, Stall>([
  ['25006', 'read only'],
  ['42501', 'read only'],
  ['58030', 'disk'],
  ['53100', 'disk'],
])

/** Wait event of the PostgreSQL backend `pid`; queried on a new connection, as all others may be waiting. */
async function waitOf(url: string, pid: number | null): Promise<string | null> {
  const client = new pg.Client({
    ...connectionTo(url),
    connectionTimeoutMillis: processLimits.connectionMs,
    query_timeout: processLimits.connectionMs,
  })
  // Failures reject the calls below.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const query = `SELECT wait_event FROM pg_stat_activity WHERE pid = $1`
    const { rows } = await client.query<{ wait_event: string | null }>(query, [pid])
    return rows[0]?.wait_event ?? null
  } finally {
    client.end().catch(() => undefined)
  }
}

type Trial = { connection: () => Promise<Backend>; late: (pid: number | null) => void; note: Note }
type Note = (stall: Stall | undefined) => void

/** Makes a small commit, and occupies its one connection until that is confirmed, however long it takes. */
async function tryCommit({ connection, late, note }: Trial, timeoutMs: number): Promise<void> {
  const client = await connection()
  const timer = setTimeout(() => late(client.processID), timeoutMs)
  try {
    const { rows } = await client.query<{ fixed: boolean }>(question)
    note(rows[0]?.fixed ? 'read only' : undefined)
  } catch (error) {
    // Without a connection there is nothing to report beyond readiness.
    const refusal = error instanceof pg.DatabaseError ? refusals.get(error.code ?? '') : undefined
    if (!refusal) throw error
    note(refusal)
  } finally {
    clearTimeout(timer)
  }
}

/** One connection, reopened after a loss. */
function openOne(url: string): { get: () => Promise<Backend>; cut: () => void } {
  let client: Backend | undefined
  const get = async (): Promise<Backend> => {
    if (client) return client
    const opened = new pg.Client({
      ...connectionTo(url),
      application_name: 'vasdesk-commits',
      connectionTimeoutMillis: processLimits.connectionMs,
      keepAlive: true,
    }) as Backend
    opened.on('error', () => (client = undefined))
    await opened.connect()
    return (client = opened)
  }
  return { get, cut: () => void client?.end().catch(() => undefined) }
}

type Options = { timeoutMs: number; everyMs?: number; log: Log }

/** Starts monitoring commits on the database at `url`, which must be PostgreSQL itself and not a pooler. */
export function openCommits(
  url: string,
  { timeoutMs, everyMs = 5_000, log }: Options,
): Commits & { close: () => Promise<void> } {
  let stall: Stall | undefined
  const note: Note = (now) => {
    if (now === stall) return
    stall = now
    if (now) log.error({ stall: now }, `nothing is saved: ${cures[now]}`)
    else log.info({}, 'what is saved is confirmed again')
  }
  const one = openOne(url)
  let trial: Promise<void> | undefined
  const failed = (error: unknown): void => log.warn({ error: String(error) }, 'watching commits failed')
  /** Records why `pid` waits, unless a commit was confirmed meanwhile. */
  const judge = async (
    pid: number | null,
    stallFrom: (wait: string | null) => Stall | undefined,
  ): Promise<void> => {
    const trialAtStart = trial
    const stall = stallFrom(await waitOf(url, pid))
    if (stall && trialAtStart === trial) note(stall)
  }
  const late = (pid: number | null): void => void judge(pid, stallOf).catch(failed)
  const attempt = (): Promise<void> =>
    (trial ??= tryCommit({ connection: one.get, late, note }, timeoutMs).finally(() => (trial = undefined)))
  const stop = runPeriodically({ name: 'watching commits', everyMs, run: attempt }, log)
  void attempt().catch(failed)
  return {
    timeoutMs,
    stall: () => stall,
    gaveUp(pid) {
      // Repeats until a commit is confirmed, which is at once if it was only slow.
      void attempt().catch(failed)
      void judge(pid, (wait) => (wait === 'SyncRep' ? 'standby' : undefined)).catch(failed)
    },
    async close() {
      // An attempt that waits for a standby would block the shutdown.
      one.cut()
      await stop()
    },
  }
}
