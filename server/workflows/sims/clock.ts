/** What time does to numbers: holds that are over, orders that nobody paid (D3-SIM-04, D2-Q-136). */
import sql, { type Sql } from 'sql-template-tag'
import type { AuditAction } from '../../../contract/audit-actions.ts'
import { order } from '../../../contract/resources/order.ts'
import { simso } from '../../../contract/resources/simso.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Services } from '../../kit/context.ts'
import { runPeriodically } from '../../kit/periodic.ts'

/** How often each process looks, in ms. What is over is free for whoever asks, also before it was looked at. */
const everyMs = 2_000

type Due = { due: Sql; action: AuditAction; path: string }

const works: readonly Due[] = [
  { due: sql`return_holds(NULL)`, action: 'update', path: simso.path },
  { due: sql`expire_orders()`, action: 'remove', path: order.path },
]

/** Returns and deletes what is due, each in one statement that commits by itself, and tells the screens. */
export async function settleDue(
  services: Pick<Services, 'pool' | 'publish'>,
  requestId: string,
): Promise<void> {
  for (const { due, action, path } of works) {
    const { rowCount } = await services.pool.query(sql`
      WITH changed AS MATERIALIZED (SELECT * FROM ${due}),
        audited AS (${auditRows({ system: '__AUTO', requestId }, action, path)})
      SELECT FROM changed`)
    if (rowCount) services.publish(path)
  }
}

/** Looks from now on; answers how to stop. */
export const watchSims = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'returning sims', everyMs, run: () => settleDue(services, 'sim-clock') },
    services.log,
  )
