/** Rows of one list for a phone, with the list's own columns, masks and scope (D3-C360-01). */
import sql, { type Sql } from 'sql-template-tag'
import { sourceOf, type Resource } from '#kit/contract/resource.ts'
import { wireNames, type Row } from '#kit/contract/row-schema.ts'
import type { Page } from '#kit/contract/shapes.ts'
import { blockRows, blocks, type BlockName } from '#subjects/overview/contract/calls/customer-360.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { conditions, pageJson, readJson, selection } from '#kit/server/list.ts'
import { ordering } from '#kit/server/order.ts'
import { checked, inCustomerScope } from '#subjects/numbers/server/index.ts'
import { resultsFor } from '#subjects/registrations/server/index.ts'

/** The resource through which this reader sees the list; the scope of customers is separate. */
function listed(name: BlockName, { actor }: Ctx): Resource {
  if (name === 'customer') return checked
  return name === 'dangky' ? resultsFor(actor) : blocks[name].resource
}

/** A name that no list uses as a parameter. */
const phoneParameter = ' phone'

type Rows = { resource: Resource; from: Sql; where: Sql }

/** Source of a block, and the condition of its rows for a phone, or for phones with these last digits. */
export function rowsOf(name: BlockName, digits: string, ctx: Ctx): Rows {
  const resource = listed(name, ctx)
  const filter = { [phoneParameter]: { on: blocks[name].phone, op: 'phoneEnd' as const } }
  const { where } = conditions({ ...resource, filter }, { [phoneParameter]: digits }, ctx)
  return {
    resource,
    from: ident(sourceOf(resource)),
    where: name === 'customer' ? sql`${where} AND ${inCustomerScope(ctx)}` : where,
  }
}

/** The newest rows of a block, and the total count. */
export function readBlock(name: BlockName, phone: string, ctx: Ctx): Promise<Json<Page<Row>>> {
  const { resource, from, where } = rowsOf(name, phone, ctx)
  return readJson(
    ctx,
    pageJson({
      select: selection(resource, wireNames(resource), ctx.actor),
      from,
      where,
      order: ordering(resource, resource.order),
      limit: blockRows,
      offset: 0,
    }),
  )
}
