/** Writes the demo's call results, and the audited disclosure of every hand-out. */
import type { PoolClient } from '#platform/server/db/pool.ts'
import type { Care } from './seller-day.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { iso, isoOrNull, type IdOf } from './save-files.ts'

/** Writes results in order; the ledger must exist already. */
export async function saveCares(cares: readonly Care[], client: PoolClient, idOf: IdOf): Promise<void> {
  await copyRows(client, 'care_history', cares, {
    id: ({ id }) => id,
    customer_id: ({ number }) => number.id,
    user_id: ({ username }) => idOf(username),
    username: ({ username }) => username,
    phone: ({ number }) => number.phone,
    package: (care) => care.package,
    status: ({ status }) => status,
    appointment_at: ({ appointmentAt }) => isoOrNull(appointmentAt),
    note: ({ note }) => note,
    reinvited_at: ({ reinvitedAt }) => isoOrNull(reinvitedAt),
    reinvited_by: ({ reinvitedAt, username }) => (reinvitedAt === null ? null : username),
    version: ({ reinvitedAt }) => (reinvitedAt === null ? 1 : 2),
    created_at: ({ at }) => iso(at),
  })
}
