/** State of a request at refund partners, for staff calling them about it (D3-PRV-05). */
import sql from 'sql-template-tag'
import type { AnswerOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import type { partnerOrders } from '#subjects/money/contract/calls/refunds.ts'
import type { Ctx } from '#kit/server/context.ts'
import { rowInScope, requireId } from '#kit/server/list.ts'

type Answer = AnswerOf<typeof partnerOrders>

/** Its orders, newest first. NOT_FOUND outside the scope. */
export async function listPartnerOrders(ctx: Ctx, input: { id: string }): Promise<Answer> {
  const id = requireId(input.id)
  const request = await ctx.db.query(
    sql`SELECT FROM requestrefund WHERE ${rowInScope(requestrefund, id, ctx)}`,
  )
  if (request.rowCount === 0) throw new AppError('NOT_FOUND', refusals.notFound)
  const { rows } = await ctx.db.query<Answer['values'][number]>(sql`
    SELECT id, provider, amount, state, due_at, sent_at, said, state = 'sending' AND attempts > 1 AS lost
    FROM provider_orders WHERE request_id = ${id} ORDER BY created_at DESC, id DESC`)
  return {
    values: rows.map((row) => ({
      ...row,
      due_at: new Date(row.due_at).toISOString(),
      sent_at: row.sent_at && new Date(row.sent_at).toISOString(),
    })),
  }
}
