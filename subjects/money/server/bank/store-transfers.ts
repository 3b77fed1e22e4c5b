/** Stores transfers from the bank feed, polled or pushed, and audits them in the feed's name. */
import { AppError } from '#kit/contract/error.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import type { Transfer } from '#platform/server/gateways/bank/bank.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '#kit/server/context.ts'
import { feedTexts } from '#platform/contract/calls/feeds.ts'
import { lockReading, recordMessages, saveMessages } from '../mesbank/save-messages.ts'

/** Author in the audit log, as no person acted. */
const gateway = 'cổng ngân hàng'

/** Age limit in days, as banks restart transfer numbers after about a year; and tolerance for a wrong clock. */
const oldestDays = 400
const aheadDays = 1

/**
 * Throws CONFLICT with the reason when a transfer is implausible: its number exists with another channel, amount or day, stored or earlier
 * in the batch, or its time is out of bounds (D3-FEED-01).
 */
async function refuseOdd(transfers: readonly Transfer[], { db }: Ctx): Promise<void> {
  const { rows } = await db.query<{ odd: keyof typeof feedTexts.odd }>(sql`
    WITH sent AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(transfers)}::jsonb)
        AS r("transactionId" text, sender text, money bigint, datetime timestamptz)
    ), known AS (
      SELECT ma_giao_dich AS number, sender, money, datetime FROM mesbank
      WHERE ma_giao_dich IN (SELECT "transactionId" FROM sent)
      UNION ALL SELECT "transactionId", sender, money, datetime FROM sent
    )
    SELECT CASE
      WHEN s.datetime > now() + make_interval(days => ${aheadDays}) THEN 'ahead'
      WHEN s.datetime < now() - make_interval(days => ${oldestDays}) THEN 'old'
      WHEN k.sender <> s.sender THEN 'channel'
      WHEN k.money <> s.money THEN 'amount'
      WHEN day_of(k.datetime) <> day_of(s.datetime) THEN 'day' END AS odd
    FROM sent s JOIN known k ON k.number = s."transactionId"`)
  const [first] = rows.flatMap(({ odd }) => odd ?? [])
  if (first !== undefined) throw new AppError('CONFLICT', feedTexts.odd[first])
}

/**
 * Stores transfers in the transaction of `ctx` and returns the ids of new messages; an identical transfer changes nothing. CONFLICT for one
 * that contradicts stored data.
 */
export async function storeTransfers(transfers: readonly Transfer[], ctx: Ctx): Promise<string[]> {
  await lockReading(ctx.db)
  await refuseOdd(transfers, ctx)
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
