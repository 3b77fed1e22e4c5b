/** DELETE customer: removes the number from its file; care history and ledger stay (D1-Q-063). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { formatShortInstant } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { hasAppointment, ofHeadquarters } from '#subjects/numbers/contract/calls/customer-lists.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { beginMovements } from './moving.ts'
import { inCustomerScope } from './visible.ts'

type CustomerRow = { stage: string; own: boolean; appointment_at: Date | null; holder: string | null }

/**
 * Removes a customer in the caller's scope (404 otherwise). A branch may remove numbers of its own lists, not those from headquarters
 * (FORBIDDEN). CONFLICT while it is in a hand, or has an appointment, unless `appointment` confirms that.
 */
export async function removeCustomer(id: string, appointment: boolean, ctx: Ctx): Promise<null> {
  const { rows } = await ctx.db.query<CustomerRow>(sql`
    SELECT stage, appointment_at,
      (SELECT username FROM users WHERE id = holder_id) AS holder,
      EXISTS (SELECT FROM data_files f WHERE f.id = file_id AND f.kind = 'list'
        AND f.owner_id = ANY(${ctx.scope.all ? [] : ctx.scope.ids}::uuid[])) AS own
    FROM customer WHERE id = ${id} AND stage <> 'gone' AND ${inCustomerScope(ctx)} FOR UPDATE`)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  if (!row.own && !can(ctx.actor, 'below3')) throw new AppError('FORBIDDEN', ofHeadquarters)
  if (row.stage === 'open') throw new AppError('CONFLICT', 'Khách hàng đang được chăm sóc, chưa xoá được')
  const { appointment_at: appointmentAt, holder } = row
  if (appointmentAt && !appointment) {
    throw new AppError(
      'CONFLICT',
      hasAppointment(holder ?? '', formatShortInstant(appointmentAt.toISOString())),
    )
  }
  await beginMovements(ctx, 'delete')
  const changed = changeRows(ctx, 'remove', customer, {
    table: 'customer',
    where: sql`t.id = ${id}`,
    set: sql`stage = 'gone', appointment_at = NULL, version = t.version + 1`,
    after: sql`NULL::jsonb`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish(customer.path)
  return null
}
