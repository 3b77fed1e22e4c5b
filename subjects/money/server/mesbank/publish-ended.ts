/** Publishes orders whose payment by a bank message has ended. */
import sql from 'sql-template-tag'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { isOrderKind, orderLists } from '#subjects/money/contract/calls/transfers.ts'
import type { Ctx } from '#kit/server/context.ts'

/** For payments ended in the transaction of `ctx`; the routines end them together with the order's payment state. */
export async function publishEndedTransfers(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ kind: string }>(
    sql`SELECT DISTINCT kind FROM transfer_use WHERE ended_at = now()`,
  )
  if (rows.length > 0) ctx.publish(mesbank.path)
  for (const { kind } of rows) if (isOrderKind(kind)) ctx.publish(orderLists[kind])
}
