/** What time does to numbers: holds that are over, orders that nobody paid (D3-SIM-04, D3-SIM-07). */
import sql, { type Sql } from 'sql-template-tag'
import type { AuditAction } from '../../../contract/audit-actions.ts'
import type { Channel } from '../../../contract/channels.ts'
import { order } from '../../../contract/resources/order.ts'
import { simso } from '../../../contract/resources/simso.ts'
import { ranOutWords } from '../../../contract/workflows/sims.ts'
import type { Queryable } from '../../db/pool.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Services } from '../../kit/context.ts'
import { runPeriodically } from '../../kit/periodic.ts'

/** How often each process looks, in ms. What is over is free for whoever asks, also before it was looked at. */
const everyMs = 2_000

type Ended = { ma_don: string; ordered_so_dien_thoai: string; username_nv: string | null }
type Due = { due: Sql; action: AuditAction; path: Channel }

const holds: Due = { due: sql`return_holds(NULL)`, action: 'update', path: simso.path }
const orders: Due = { due: sql`expire_orders()`, action: 'remove', path: order.path }

type Settling = Pick<Services, 'pool' | 'publish' | 'announce'>

/** Settles what is due in one statement that commits by itself, and tells the screens; answers the rows as they are now. */
async function settle<T>({ pool, publish }: Settling, requestId: string, { due, action, path }: Due) {
  const { rows } = await pool.query<{ after: T }>(sql`
    WITH changed AS MATERIALIZED (SELECT * FROM ${due}),
      audited AS (${auditRows({ system: '__AUTO', requestId }, action, path)})
    SELECT after FROM changed`)
  if (rows.length > 0) publish(path)
  return rows.map(({ after }) => after)
}

async function managersOf(pool: Queryable): Promise<{ username: string }[]> {
  const { rows } = await pool.query<{ username: string }>(sql`
    SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority < 3 AND NOT u.is_deleted`)
  return rows
}

/** Tells who of the staff placed an order that ran out; of customers' orders, the managers (D3-SIM-07). */
async function tellEnded({ pool, announce }: Settling, ended: readonly Ended[]): Promise<void> {
  for (const [username, theirs] of Map.groupBy(ended, ({ username_nv }) => username_nv)) {
    const words = ranOutWords(theirs.map((one) => `${one.ma_don} (số ${one.ordered_so_dien_thoai})`))
    const to = username === null ? await managersOf(pool) : [{ username }]
    for (const one of to) announce(one, words)
  }
}

/** Returns and deletes what is due. */
export async function settleDue(services: Settling, requestId: string): Promise<void> {
  await settle(services, requestId, holds)
  await tellEnded(services, await settle<Ended>(services, requestId, orders))
}

/** Looks from now on; answers how to stop. */
export const watchSims = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'returning sims', everyMs, run: () => settleDue(services, 'sim-clock') },
    services.log,
  )
