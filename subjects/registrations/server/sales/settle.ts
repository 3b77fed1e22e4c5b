/** Settles waiting reported sales when registration results arrive (D1-Q-133). */
import sql from 'sql-template-tag'
import { automatic } from '#kit/contract/outcomes.ts'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'

/**
 * Sets the result of reported sales that match new registration results, in the transaction that inserts these; returns how many. Sales
 * reported later are settled when stored.
 */
export async function settleReportedSales(
  ctx: Pick<Ctx, 'db' | 'requestId' | 'publish'>,
  { resultIds }: { resultIds: readonly string[] },
): Promise<number> {
  if (resultIds.length === 0) return 0
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    WITH changed AS MATERIALIZED (SELECT * FROM settle_sales(${[...resultIds]}::uuid[])),
    audited AS (${auditRows({ system: automatic.value, requestId: ctx.requestId }, 'update', baodo.path)})
    SELECT id FROM changed`)
  if (rows.length > 0) ctx.publish(baodo.path)
  return rows.length
}
