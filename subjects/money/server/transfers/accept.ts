/** PUT ghiNhan: records that a bank message pays its proposed order (D3-QR-02, D3-QR-03). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { isOrderKind, orderLists, type acceptTransfer } from '#subjects/money/contract/calls/transfers.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { requireOthers } from '#kit/server/approval.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readOne, rowInScope, requireId } from '#kit/server/list.ts'
import { staleRefusal } from '#kit/server/write.ts'

/** Throws for an own message or order while own requests are excluded (D3-ACC-03, D3-ACC-07). */
async function refuseOwn(message: string, order: string, ctx: Ctx): Promise<void> {
  await requireOthers(mesbank, message, ctx)
  for (const list of [requestrefund, mfy]) await requireOthers(list, order, ctx)
}

/** Text ', còn thiếu 3,000 đ' for a partly paid order (D3-FEED-01), otherwise ''. */
async function missingWords(order: string, { db }: Ctx): Promise<string> {
  const { rows } = await db.query<{ missing: string }>(
    sql`SELECT dong(-d) AS missing FROM paid_difference(${order}) d WHERE d < 0`,
  )
  return rows[0] ? `, còn thiếu ${rows[0].missing} đ` : ''
}

/**
 * Marks the order as paid with the difference, once, and returns the message. NOT_FOUND without a message; CONFLICT with the current row
 * for a stale version, or naming the first user when message or order is taken.
 */
export async function accept(ctx: Ctx, input: ParsedOf<typeof acceptTransfer>): Promise<Reply<Row>> {
  const id = requireId(input.id)
  const { rows: lockedRows } = await ctx.db.query<{ version: number }>(
    sql`SELECT version FROM mesbank WHERE ${rowInScope(mesbank, id, ctx)} FOR NO KEY UPDATE`,
  )
  if (!lockedRows[0] || (input.version !== undefined && input.version !== lockedRows[0].version))
    throw await staleRefusal(mesbank, id, ctx)
  await refuseOwn(id, input.don_id, ctx)
  const { rows } = await ctx.db.query<{ kind: string; words: string }>(sql`
    SELECT kind, order_words(kind, ${input.don_id}) AS words
    FROM use_transfer(${id}, ${input.don_id}, ${ctx.actor.username}) AS kind`)
  const [used] = rows
  ctx.publish(mesbank.path)
  if (used && isOrderKind(used.kind)) ctx.publish(orderLists[used.kind])
  const missing = await missingWords(input.don_id, ctx)
  return withMsg(await readOne(mesbank, id, ctx), `Đã ghi nhận cho ${used?.words ?? ''}${missing}`)
}
