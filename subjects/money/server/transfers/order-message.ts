/** GET cuaDon: the bank message of an order, for everybody who can see the order (D3-QR-02). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { mayAccept, orderLists, type Paying } from '#subjects/money/contract/calls/transfers.ts'
import type { Ctx } from '#kit/server/context.ts'
import { columnOf, ident } from '#kit/server/kinds.ts'
import { rowInScope, selection } from '#kit/server/list.ts'
import { tableOf, type Resource } from '#kit/contract/resource.ts'

/** Fields of a message shown to viewers of the order. */
const messageFields = ['sender', 'money', 'datetime', 'str_mes', 'de_xuat', 'de_xuat_id'] as const

/** Phone of an order in the caller's scope; undefined where the list has no such order. */
async function phoneIn(resource: Resource, id: string, ctx: Ctx): Promise<string | undefined> {
  const phone = Object.entries(resource.fields).find(
    ([, { kind, required }]) => kind === 'phone' && required === true,
  )
  if (!phone || !can(ctx.actor, resource.may.read)) return undefined
  const { rows } = await ctx.db.query<{ phone: string }>(sql`
    SELECT ${columnOf(...phone)} AS phone FROM ${ident(tableOf(resource))} WHERE ${rowInScope(resource, id, ctx)}`)
  return rows[0]?.phone
}

/** NOT_FOUND outside the scope; null when no message pays the order, or the caller may not accept the proposed one. */
export async function messageOf(id: string, ctx: Ctx): Promise<Paying | null> {
  const phones = await Promise.all(Object.values(orderLists).map((resource) => phoneIn(resource, id, ctx)))
  const phone = phones.find((candidate) => candidate !== undefined)
  if (phone === undefined) throw new AppError('NOT_FOUND', refusals.notFound)
  const proposes = can(ctx.actor, mayAccept)
  const { rows } = await ctx.db.query<{ used: string | null; proposed: string | null }>(sql`
    SELECT (SELECT message_id FROM transfer_use WHERE order_id = ${id} AND ended_at IS NULL ORDER BY lan DESC LIMIT 1) AS used,
      CASE WHEN ${proposes} THEN proposed_message(${phone}, ${id}) END AS proposed`)
  const { used = null, proposed = null } = rows[0] ?? {}
  // For a partly paid order the proposed message is the one with the rest.
  const message = proposed ?? used
  if (message === null) return null
  const { rows: transfers } = await ctx.db.query<{ tin: Paying['tin'] }>(sql`
    SELECT row_to_json(r) AS tin FROM (
      SELECT ${selection(mesbank, messageFields, ctx.actor)} FROM mesbank_list WHERE ${rowInScope(mesbank, message, ctx)}) r`)
  return transfers[0] ? { da_dung: message === used, tin: transfers[0].tin } : null
}
