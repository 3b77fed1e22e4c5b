/** History of a request, the same in both of its lists (D2-Q-92, D3-PRV-05). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { refundFields, toldFields } from '#subjects/money/contract/lists/refund-fields.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import type { Ctx } from '#kit/server/context.ts'
import { history } from '#kit/server/history.ts'

/** The latest 200 changes of a request in the caller's scope. */
export async function trailOf(resource: Resource, id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const { values } = await history({ ...resource, fields: toldFields }, id, ctx)
  const { rows } = await ctx.db.query<{ provider: string }>(
    sql`SELECT DISTINCT provider FROM provider_orders WHERE request_id = ${id}`,
  )
  const channels = new Set(rows.map(({ provider }) => provider))
  // The partner's name is shown to those who see the channel (D2-REFUND-28); such entries have no author.
  const named = can(ctx.actor, refundFields.kenh_doi_tac.see)
  const neutral = (entry: HistoryEntry): HistoryEntry =>
    !named && entry.fullname === null && channels.has(entry.username)
      ? { ...entry, username: refundTexts.partner }
      : entry
  return { values: values.map(neutral) }
}
