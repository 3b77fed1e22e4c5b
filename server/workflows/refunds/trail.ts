/** The life of a request: both resources write of the same rows, so both trails are told as one (D2-Q-92, D3-PRV-05). */
import sql from 'sql-template-tag'
import { can } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import type { HistoryEntry } from '../../../contract/kit/history.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { refundFields, toldFields } from '../../../contract/resources/refund-fields.ts'
import { requestrefund } from '../../../contract/resources/requestrefund.ts'
import { requestrefundreport } from '../../../contract/resources/requestrefundreport.ts'
import { refundTexts } from '../../../contract/workflows/refunds.ts'
import type { Ctx } from '../../kit/context.ts'
import { historyOf } from '../../kit/history.ts'
import { ownRow } from '../../kit/list.ts'

/** The newest 200 changes of a request in the caller's reach; those of hidden fields alone are as hidden as these. */
export async function trailOf(resource: Resource, id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const known = await ctx.db.query(sql`SELECT FROM requestrefund WHERE ${ownRow(resource, id, ctx)}`)
  if (known.rowCount === 0) throw new AppError('NOT_FOUND', messages.notFound)
  const { values } = await historyOf({ path: requestrefund.path, fields: toldFields }, id, ctx, {
    also: sql`UNION ALL SELECT id, at, actor_id, username, action, before, after FROM audit_log
      WHERE resource = ${requestrefundreport.path} AND resource_id = ${id}`,
  })
  const { rows } = await ctx.db.query<{ provider: string }>(
    sql`SELECT DISTINCT provider FROM provider_orders WHERE request_id = ${id}`,
  )
  const channels = new Set(rows.map(({ provider }) => provider))
  // Which partner it is, is told to those who see the channel (D2-REFUND-28); no person has written such an entry.
  const named = can(ctx.actor, refundFields.kenh_doi_tac.see)
  const neutral = (entry: HistoryEntry): HistoryEntry =>
    !named && entry.fullname === null && channels.has(entry.username)
      ? { ...entry, username: refundTexts.partner }
      : entry
  return { values: values.filter(({ changes }) => changes.length > 0).map(neutral) }
}
