/** Access to a past result: lock, scope and permission checks. */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { CareResult } from '#subjects/calling/contract/care-results.ts'
import { handedTo } from '#subjects/calling/contract/calls/care.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inScope, inUnit, requireId } from '#kit/server/list.ts'

export type Row = {
  id: string
  customer_id: string
  user_id: string
  phone: string
  status: CareResult
  package: string | null
  appointment_at: string | null
  note: string | null
  created_at: Date
  version: number
}

/** Locks a result of the caller's unit; NOT_FOUND outside the unit. */
export async function lockResult(id: string, ctx: Ctx): Promise<Row> {
  const { rows } = await ctx.db.query<Row>(sql`
    SELECT * FROM care_history WHERE id = ${requireId(id)} AND ${inUnit(sql`user_id`, ctx.scope, 'id')} FOR UPDATE`)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  return row
}

/** Throws FORBIDDEN unless the caller is a manager or the author of the row (D1-Q-087). */
export function requireOwn(row: Row, { actor }: Ctx): void {
  if (actor.priority >= 3 && row.user_id !== actor.id) throw new AppError('FORBIDDEN', messages.forbidden)
}

/**
 * Throws CONFLICT when another account holds the customer, except for managers: the author may then only edit the note (D3-SEC-10). Locks
 * the customer against a hand-over before the commit; advisory locks on caller or phone must be taken before.
 */
export async function requireHeld(row: Row, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ holder_id: string | null }>(sql`
    SELECT holder_id FROM customer WHERE id = ${row.customer_id} FOR NO KEY UPDATE`)
  const holder = rows[0]?.holder_id ?? null
  if (ctx.actor.priority < 3 || holder === null || holder === ctx.actor.id) return
  const { rows: holders } = await ctx.db.query<{ name: string }>(sql`
    SELECT format('%s (%s)', fullname, username) AS name FROM users
    WHERE id = ${holder} AND ${inScope(sql`id`, ctx.scope, 'id')}`)
  throw new AppError('CONFLICT', handedTo(holders[0]?.name))
}
