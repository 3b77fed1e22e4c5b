/** DELETE customer: the number is gone from its file; care history and ledger stay (D1-Q-063). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { customer } from '../../../contract/resources/customer.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { moving } from './moving.ts'
import { inCustomerScope } from './visible.ts'

/** Removes a customer of the caller's scope (404 otherwise); CONFLICT while somebody is calling it. */
export async function removeCustomer(id: string, ctx: Ctx): Promise<null> {
  const { rows } = await ctx.db.query<{ stage: string; row: object }>(sql`
    SELECT stage, to_jsonb(customer) AS row FROM customer
    WHERE id = ${id} AND stage <> 'gone' AND ${inCustomerScope(ctx)} FOR UPDATE`)
  const found = rows[0]
  if (!found) throw new AppError('NOT_FOUND', messages.notFound)
  if (found.stage === 'open') throw new AppError('CONFLICT', 'Khách hàng đang được chăm sóc, chưa xoá được')
  await moving(ctx, 'delete')
  await ctx.db.query(sql`
    UPDATE customer SET stage = 'gone', appointment_at = NULL, version = version + 1 WHERE id = ${id}`)
  await audit(ctx, { action: 'remove', resource: customer.path, resourceId: id, before: found.row })
  ctx.publish(customer.path, [id])
  return null
}
