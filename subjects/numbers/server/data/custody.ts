/** GET customer/:id/custody: the holders of a number over time, from the ledger. */
import sql from 'sql-template-tag'
import type { Custody } from '#subjects/numbers/contract/calls/custody.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { requireVisible } from '../customer/visible.ts'

/** Movements of a customer in the caller's scope, oldest first; `null` is the file itself. */
export async function custodyOf(id: string, ctx: Ctx): Promise<{ values: Custody[] }> {
  await requireVisible(requireId(id), ctx)
  const { rows } = await ctx.db.query<Omit<Custody, 'at'> & { at: Date }>(sql`
    SELECT m.at, m.kind, f.username AS from, t.username AS to, m.to_stage AS stage, m.by_username AS by
    FROM movements m LEFT JOIN users f ON f.id = m.from_holder LEFT JOIN users t ON t.id = m.to_holder
    WHERE m.customer_id = ${id} ORDER BY m.id`)
  return { values: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
