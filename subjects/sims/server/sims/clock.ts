/** Expiry of holds and of unpaid orders (D3-SIM-04, D3-SIM-07). */
import sql, { type Sql } from 'sql-template-tag'
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import type { Channel } from '#platform/contract/channels.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { ranOutWords } from '#subjects/sims/contract/calls/sims.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** Interval of each process in ms. Expired holds count as free even before they are processed. */
const everyMs = 2_000

type Ended = { ma_don: string; ordered_so_dien_thoai: string; username_nv: string | null }
type Due = { due: Sql; action: AuditAction; path: Channel }

const dueHolds: Due = { due: sql`return_holds(NULL)`, action: 'update', path: simso.path }
const dueOrders: Due = { due: sql`expire_orders()`, action: 'remove', path: order.path }

type Settling = Pick<Services, 'pool' | 'publish' | 'announce'>

/** Processes due rows in one auto-committed statement, and notifies screens; returns the new rows. */
async function settle<T>({ pool, publish }: Settling, requestId: string, { due, action, path }: Due) {
  const { rows } = await pool.query<{ after: T }>(sql`
    WITH changed AS MATERIALIZED (SELECT * FROM ${due}),
      audited AS (${auditRows({ system: '__AUTO', requestId }, action, path)})
    SELECT after FROM changed`)
  if (rows.length > 0) publish(path)
  return rows.map(({ after }) => after)
}

/** Recipients of notices about orders. */
export async function managersOf(pool: Queryable): Promise<{ username: string }[]> {
  const { rows } = await pool.query<{ username: string }>(sql`
    SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority < 3 AND NOT u.is_deleted`)
  return rows
}

/** Notifies managers of expired customers' orders; expire_orders notifies the staff (D3-SIM-07, D3-BELL-01). */
async function tellEnded({ pool, announce }: Settling, ended: readonly Ended[]): Promise<void> {
  const ofCustomers = ended.filter(({ username_nv }) => username_nv === null)
  if (ofCustomers.length === 0) return
  const text = ranOutWords(ofCustomers.map((one) => `${one.ma_don} (số ${one.ordered_so_dien_thoai})`))
  for (const manager of await managersOf(pool)) announce(manager, text)
}

export async function settleDue(services: Settling, requestId: string): Promise<void> {
  await settle(services, requestId, dueHolds)
  await tellEnded(services, await settle<Ended>(services, requestId, dueOrders))
}

/** Starts the clock; returns a function that stops it. */
export const watchSims = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'returning sims', everyMs, run: () => settleDue(services, 'sim-clock') },
    services.log,
  )
