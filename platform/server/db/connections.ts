/** Connections of one process to its database, opened once the database accepts connections. */
import type { Log } from '#kit/server/context.ts'
import type { Commits } from './commits.ts'
import { createPool, type Pool } from './pool.ts'
import { openReaders, type Readers } from './readers.ts'
import { openReadSide, primaryOnly, type ReadSide } from './read-side.ts'
import { openCommits } from './watch-commits.ts'
import { isPooled, missingSettings } from './pooler.ts'
import { findings } from './requirements.ts'

export type Connections = {
  /** For requests. */
  pool: Pool
  /** For long reads, so that they take no connection from requests. */
  longPool: Pool
  /** Long reads that a replica may serve. */
  reads: ReadSide
  /** For reads: they continue while all of `pool` are waiting. */
  readers: Readers
  /** The connections reserved for reads. */
  spare: Pool
  /** Whether commits are being confirmed. */
  commits: Commits
  /** Direct connection without pooler, for listening and session state. */
  directUrl: string
  /** For scans, so that only scans wait for each other. */
  scanPool: Pool
  /** Whether a transaction pooler is in between. */
  pooled: boolean
  end: () => Promise<void>
}

type Configured = {
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  replica: { url: string; waitMs: number } | undefined
  poolSize: number
  commitTimeoutMs: number
}

const forLongReads = 6
const forScans = 2
/** Direct connections: jobs, one that listens for ended sessions, one for other processes, probes, and one that monitors commits. */
const direct = 8
/** Share of the connections for requests that is reserved for reads. */
const forReaders = 1 / 4

/** Throws, with instructions, if `url` contradicts the configuration. */
async function checkWay(url: string, directUrl: string | undefined): Promise<void> {
  if (await isPooled(directUrl ?? url))
    throw new Error(
      directUrl
        ? 'DATABASE_DIRECT_URL leads to a transaction pooler: it must be the address of PostgreSQL itself'
        : 'DATABASE_URL leads to a transaction pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself',
    )
  const missing = directUrl ? await missingSettings(url) : []
  if (missing.length > 0)
    throw new Error(
      `behind a pooler the limits come from the role: run this once, then have the pooler reconnect\n${missing.join('\n')}`,
    )
}

/** A session pooler only accepts the startup parameters it is configured to pass on. */
const unsupported = /unsupported startup parameter/

async function requireUsable(pool: Pool, wanted: number, log: Log): Promise<void> {
  const { refusals, warnings } = await findings(pool, wanted).catch((error: Error) => {
    throw unsupported.test(error.message)
      ? new Error(
          `a pooler refuses the settings of the connections: set DATABASE_DIRECT_URL (${error.message})`,
        )
      : error
  })
  for (const warning of warnings) log.warn({}, `database: ${warning}`)
  if (refusals.length > 0)
    throw new Error(refusals.map((one) => `the database cannot be used: ${one}`).join('\n'))
}

function openReads({ replica, poolSize: max }: Configured, readers: Readers, log: Log): ReadSide {
  if (!replica) return primaryOnly(readers)
  const { url, waitMs } = replica
  const replicaPool = createPool(url, { max, applicationName: 'vasdesk-reads', log, wish: 'reads' })
  return openReadSide({ primary: readers, replica: replicaPool, waitMs, log })
}

/** Connections to the database at `url`. An operator's own database is checked first; throws an Error with instructions if it is unsuitable. */
export async function openConnections(config: Configured, url: string, log: Log): Promise<Connections> {
  const { databaseUrl, databaseDirectUrl, poolSize, commitTimeoutMs: timeoutMs } = config
  const pooled = databaseDirectUrl !== undefined
  const directUrl = databaseDirectUrl ?? url
  if (databaseUrl) await checkWay(databaseUrl, databaseDirectUrl)
  const commits = openCommits(directUrl, { timeoutMs, log })
  const shared = { log, pooled, commits }
  const open = (max: number, applicationName: string): Pool =>
    createPool(url, { ...shared, max, applicationName })
  const ofReaders = Math.max(1, Math.floor(poolSize * forReaders))
  const pool = open(Math.max(1, poolSize - ofReaders), 'vasdesk')
  const longPool = open(forLongReads, 'vasdesk-long')
  const scanPool = open(forScans, 'vasdesk-scan')
  const spare = createPool(url, {
    ...shared,
    max: ofReaders,
    applicationName: 'vasdesk-readers',
    keepsIdle: true,
  })
  const readers = openReaders(pool, spare)
  const reads = openReads(config, readers, log)
  const end = async (): Promise<void> => {
    await Promise.all([...[pool, longPool, scanPool, spare, reads].map((one) => one.end()), commits.close()])
  }
  try {
    if (databaseUrl)
      await requireUsable(pool, pooled ? direct : poolSize + forLongReads + forScans + direct, log)
  } catch (error) {
    await end()
    throw error
  }
  return { pool, longPool, scanPool, readers, spare, commits, reads, directUrl, pooled, end }
}
