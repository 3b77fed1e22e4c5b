/** A past result for whoever may change it. */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import type { CareResult } from '../../../contract/care-results.ts'
import { careHistory } from '../../../contract/resources/care-history.ts'
import type { Ctx } from '../../kit/context.ts'
import { inUnit, requireId } from '../../kit/list.ts'
import { stale } from '../../kit/write.ts'

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

/** The row, locked, when the caller may change it: managers, or its own staff member (D1-Q-087). */
export async function lockOwn(id: string, version: number | undefined, ctx: Ctx): Promise<Row> {
  const { rows } = await ctx.db.query<Row>(sql`
    SELECT * FROM care_history WHERE id = ${requireId(id)} AND ${inUnit(sql`user_id`, ctx.scope, 'id')} FOR UPDATE`)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  if (ctx.actor.priority >= 3 && row.user_id !== ctx.actor.id)
    throw new AppError('FORBIDDEN', messages.forbidden)
  if (version !== undefined && version !== row.version) throw await stale(careHistory, row.id, ctx)
  return row
}
