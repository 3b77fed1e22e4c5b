/** Connections of one process to its database, opened once the database answers. */
import type { Log } from '../kit/context.ts'
import { createPool, type Pool } from './pool.ts'
import { openReadSide, primaryOnly, type ReadSide } from './read-side.ts'
import { isPooled, missingSettings } from './pooler.ts'
import { findings } from './requirements.ts'

export type Connections = {
  /** For requests. */
  pool: Pool
  /** For long reads, so that they take no connection from requests. */
  longPool: Pool
  /** Long reads that a replica may answer. */
  reads: ReadSide
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
}

const forLongReads = 6
const forScans = 2
/** Direct connections: jobs, one listening for ended sessions, one for other processes, and probes. */
const direct = 8

/** Throws, with instructions, where `url` contradicts the configuration. */
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

function openReads({ replica, poolSize: max }: Configured, pool: Pool, log: Log): ReadSide {
  if (!replica) return primaryOnly(pool)
  const { url, waitMs } = replica
  const replicaPool = createPool(url, { max, applicationName: 'vasdesk-reads', log, wish: 'reads' })
  return openReadSide({ primary: pool, replica: replicaPool, waitMs, log })
}

/**
 * Connections to the database behind `url`. An operator's own database is checked first; throws an Error with
 * instructions when it is unsuitable.
 */
export async function openConnections(config: Configured, url: string, log: Log): Promise<Connections> {
  const { databaseUrl, databaseDirectUrl, poolSize } = config
  const pooled = databaseDirectUrl !== undefined
  const directUrl = databaseDirectUrl ?? url
  if (databaseUrl) await checkWay(databaseUrl, databaseDirectUrl)
  const pool = createPool(url, { max: poolSize, applicationName: 'vasdesk', log, pooled })
  const longPool = createPool(url, { max: forLongReads, applicationName: 'vasdesk-long', log, pooled })
  const scanPool = createPool(url, { max: forScans, applicationName: 'vasdesk-scan', log, pooled })
  const reads = openReads(config, pool, log)
  const end = async (): Promise<void> =>
    void (await Promise.all([pool.end(), longPool.end(), scanPool.end(), reads.end()]))
  try {
    if (databaseUrl)
      await requireUsable(pool, pooled ? direct : poolSize + forLongReads + forScans + direct, log)
  } catch (error) {
    await end()
    throw error
  }
  return { pool, longPool, scanPool, reads, directUrl, pooled, end }
}
