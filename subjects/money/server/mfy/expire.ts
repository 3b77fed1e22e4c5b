/** Expiry of Mfy requests: each due one expires once, in whichever process (D2-MFY-48, D3-CLK-01). */
import sql from 'sql-template-tag'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** Interval of each process in ms: short enough that nothing expires later than 10:05 (subjects/money/decisions/mfy.md). */
const everyMs = 1_000

/**
 * Expires due requests in one auto-committed statement and notifies screens; the back-charge notifies the holders. With `waits` it waits
 * for locked rows, otherwise the clock retries them later.
 */
export async function expireDue(services: Services, requestId: string, waits: boolean): Promise<void> {
  const { rowCount } = await services.pool.query(sql`
    WITH changed AS MATERIALIZED (SELECT * FROM expire_mfy(${waits})),
      audited AS (${auditRows({ system: '__AUTO', requestId }, 'update', mfy.path)})
    SELECT FROM changed`)
  if (!rowCount) return
  services.publish(mfy.path)
}

/** Starts the clock; returns a function that stops it. */
export const watchClocks = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'expiring mfy requests', everyMs, run: () => expireDue(services, 'mfy-clock', false) },
    services.log,
  )
