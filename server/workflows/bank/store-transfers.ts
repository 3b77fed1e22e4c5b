/** Stores transfers from the bank feed, polled or pushed, and audits them in the feed's name. */
import { mesbank } from '../../../contract/resources/mesbank.ts'
import type { Transfer } from '../../gateways/bank/bank.ts'
import type { Ctx } from '../../kit/context.ts'
import { recordMessages, saveMessages } from '../../resources/mesbank/save-messages.ts'

/** Author in the audit log, as no person acted. */
const gateway = 'cổng ngân hàng'

/** Returns the ids of the new messages, in the transaction of `ctx`; known transfers change nothing. */
export async function storeTransfers(transfers: readonly Transfer[], ctx: Ctx): Promise<string[]> {
  const doer = { system: gateway, requestId: ctx.requestId }
  const ids = await saveMessages(
    ctx.db,
    doer,
    transfers.map(({ transactionId, sender, money, datetime, content }) => ({
      sender,
      money,
      datetime,
      str_mes: content,
      ma_giao_dich: transactionId,
    })),
  )
  if (ids.length === 0) return ids
  await recordMessages(ctx.db, doer, ids)
  ctx.publish(mesbank.path)
  return ids
}
