/** Stores transfers that the bank feed brings, whichever way they come, and puts them on record in its name. */
import sql from 'sql-template-tag'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import type { Transfer } from '../../gateways/bank/bank.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { saveMessages } from '../../resources/mesbank/save-messages.ts'

/** Who the trail names for what no person did. */
const gateway = 'cổng ngân hàng'

/** Answers the ids of the new messages, in the transaction of `ctx`; a transfer that is known changes nothing. */
export async function storeTransfers(transfers: readonly Transfer[], ctx: Ctx): Promise<string[]> {
  const ids = await saveMessages(
    ctx.db,
    transfers.map(({ transactionId, sender, money, datetime, content }) => ({
      sender,
      money,
      datetime,
      str_mes: content,
      ma_giao_dich: transactionId,
    })),
  )
  if (ids.length === 0) return ids
  await ctx.db.query(sql`
    WITH changed AS (
      SELECT id, NULL::jsonb AS before, to_jsonb(m) - 'version' AS after FROM mesbank m WHERE id = ANY(${ids}::uuid[])
    ) ${auditRows({ system: gateway, requestId: ctx.requestId }, 'create', mesbank.path)}`)
  ctx.publish(mesbank.path)
  return ids
}
