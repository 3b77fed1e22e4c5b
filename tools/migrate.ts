/**
 * `npm run migrate`: brings the database to this version as its owner role (`DATABASE_OWNER_URL`), and grants the
 * role of `DATABASE_URL` what a server needs (docs/operations-reference.md, Two roles). Safe to repeat.
 */
import { openConnections } from '#platform/server/db/connections.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { createPool, type Pool } from '#platform/server/db/pool.ts'
import { isMoreThanServing, letServe } from '#platform/server/db/serving-role.ts'
import { readOwnerUrl } from '#platform/server/running/config.ts'
import { makeJobTables } from '#platform/server/running/jobs.ts'
import { openLog } from '#platform/server/running/log.ts'
import { processLimits } from '#platform/server/running/limits.ts'

const log = openLog('warn')

async function identityOf(pool: Pool): Promise<{ role: string; database: string }> {
  const { rows } = await pool.query<{ role: string; database: string }>(
    'SELECT current_user AS role, current_database() AS database',
  )
  if (!rows[0]) throw new Error('the database says nothing of itself')
  return rows[0]
}

/** Migrates as `owner`, and grants the role of `serving`, which must be another role of the same database. */
async function run(owner: Pool, ownerUrl: string, serving: Pool): Promise<string> {
  const [ownerOf, servingOf] = [await identityOf(owner), await identityOf(serving)]
  if (ownerOf.database !== servingOf.database)
    throw new Error(`DATABASE_OWNER_URL leads to ${ownerOf.database}, DATABASE_URL to ${servingOf.database}`)
  if (ownerOf.role === servingOf.role)
    throw new Error(
      'DATABASE_OWNER_URL and DATABASE_URL must name two roles; with one, a start migrates by itself',
    )
  const { applied } = await migrate(ownerUrl)
  await makeJobTables(ownerUrl)
  await letServe(owner, servingOf.role)
  if (await isMoreThanServing(serving, ownerOf.role))
    throw new Error(
      `${servingOf.role} does not only serve in ${servingOf.database}: REVOKE CREATE ON DATABASE and ON SCHEMA public from it and from PUBLIC, and ${ownerOf.role} from it`,
    )
  return `${applied.length} files run; ${servingOf.role} may serve`
}

try {
  const [ownerUrl, servingUrl] = [readOwnerUrl(process.env), process.env.DATABASE_URL]
  if (!ownerUrl || !servingUrl)
    throw new Error(
      'set DATABASE_OWNER_URL (the role that owns the database) and DATABASE_URL (the role that serves)',
    )
  const connections = await openConnections(
    {
      databaseUrl: ownerUrl,
      databaseDirectUrl: undefined,
      replica: undefined,
      poolSize: 1,
      commitTimeoutMs: processLimits.commitMs,
    },
    ownerUrl,
    log,
  )
  const serving = createPool(servingUrl, { max: 1, applicationName: 'vasdesk-migrate', log, pooled: true })
  try {
    console.log(await run(connections.pool, ownerUrl, serving))
  } finally {
    await Promise.all([connections.end(), serving.end()])
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
