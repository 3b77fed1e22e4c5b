/** Tells the screens of both sides that bank messages no longer pay the orders that they paid. */
import sql from 'sql-template-tag'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { isOrderKind, orderLists } from '../../../contract/workflows/transfers.ts'
import type { Ctx } from '../../kit/context.ts'

/** Of what ended in the transaction of `ctx`: the routines end it together with the mark of the order. */
export async function publishEndedTransfers(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ kind: string }>(
    sql`SELECT DISTINCT kind FROM transfer_use WHERE ended_at = now()`,
  )
  if (rows.length > 0) ctx.publish(mesbank.path)
  for (const { kind } of rows)
    if (isOrderKind(kind)) for (const { path } of orderLists[kind]) ctx.publish(path)
}
