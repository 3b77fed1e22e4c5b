/** The rows of one list that are of a phone: the list's own columns, masks and scope, asked by the phone (D3-C360-01). */
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
import { seenBy } from '#subjects/registrations/server/index.ts'

/** The declaration by which the list answers this reader; customers have a scope that is said by hand. */
function listed(name: BlockName, { actor }: Ctx): Resource {
  if (name === 'customer') return checked
  return name === 'dangky' ? seenBy(actor) : blocks[name].resource
}

/** No parameter of a list has this name. */
const phoneParameter = ' phone'

type Rows = { resource: Resource; from: Sql; where: Sql }

/** Where a block reads, and the condition of its rows of a phone, or of phones with these last digits. */
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

/** The newest rows of a block, and how many there are. */
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
