/**
 * `npm run migrate`: brings the database to this version as the role that owns it (`DATABASE_OWNER_URL`), and gives the
 * role of `DATABASE_URL` what a server needs (docs/operations-reference.md, Two roles). Safe to repeat.
 */
import { join } from 'node:path'
import { migrate } from '../server/db/migrate.ts'
import { createPool } from '../server/db/pool.ts'
import { letServe } from '../server/db/serving-role.ts'
import { openJobs } from '../server/running/jobs.ts'
import { openLog } from '../server/running/log.ts'
import { root } from './source-files.ts'

/** The two addresses of the environment; throws where they are missing or of one role. */
function addresses({ DATABASE_OWNER_URL: owner, DATABASE_URL: serving }: NodeJS.ProcessEnv) {
  if (!owner || !serving)
    throw new Error(
      'set DATABASE_OWNER_URL (the role that owns the database) and DATABASE_URL (the role that serves)',
    )
  const role = decodeURIComponent(new URL(serving).username)
  if (role === '' || role === decodeURIComponent(new URL(owner).username))
    throw new Error(
      'DATABASE_OWNER_URL and DATABASE_URL must name two roles; with one, a start migrates by itself',
    )
  return { owner, role }
}

try {
  const { owner, role } = addresses(process.env)
  const log = openLog('warn')
  const { applied } = await migrate(owner, join(root, 'server/db'))
  await (await openJobs(owner, log)).close()
  const pool = createPool(owner, { max: 1, applicationName: 'vasdesk-migrate', log })
  try {
    await letServe(pool, role)
  } finally {
    await pool.end()
  }
  console.log(`${applied.length} files run; ${role} may serve`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
