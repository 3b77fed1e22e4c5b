/** Services for an operator's command: it has no connected screens and runs no jobs. */
import { plainCommits } from '#platform/server/db/commits.ts'
import { createPool } from '#platform/server/db/pool.ts'
import { primaryOnly } from '#platform/server/db/read-side.ts'
import type { Services } from '#kit/server/context.ts'
import { openFloorChanges } from '#platform/server/floor-changes.ts'
import { openTotalMemory } from '#kit/server/total-memory.ts'
import { openLog } from '#platform/server/running/log.ts'
import { settingsOrEnd } from '#platform/server/running/settings-or-end.ts'
import { dataDir } from './database-url.ts'

/** Runs `work` on the database behind `url`; servers learn of ended sessions and changed rights from it. */
export async function withServices<T>(url: string, work: (services: Services) => Promise<T>): Promise<T> {
  process.env.DATA_DIR = dataDir()
  const { production, lookup } = settingsOrEnd()
  const log = openLog('warn')
  const pool = createPool(url, { max: 4, applicationName: 'vasdesk-admin', log, commits: plainCommits })
  const nobody = (): void => undefined
  try {
    return await work({
      pool,
      longPool: pool,
      readers: pool,
      reads: primaryOnly(pool),
      totals: openTotalMemory(pool, log),
      floorChanges: openFloorChanges(),
      publish: nobody,
      notify: nobody,
      announce: nobody,
      log,
      jobs: { enqueue: () => Promise.reject(new Error('no jobs here')) },
      dataDir: dataDir(),
      production,
      lookup,
    })
  } finally {
    await pool.end()
  }
}
