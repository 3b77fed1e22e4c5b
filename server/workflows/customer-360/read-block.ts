/** The rows of one list that are of a phone: the list's own columns, masks and scope, asked by the phone (D3-C360-01). */
import sql, { type Sql } from 'sql-template-tag'
import { sourceOf, type Resource } from '../../../contract/kit/resource.ts'
import { wireNames, type Row } from '../../../contract/kit/row-schema.ts'
import type { Page } from '../../../contract/kit/shapes.ts'
import { blockRows, blocks, type BlockName } from '../../../contract/workflows/customer-360.ts'
import type { Json } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { ident } from '../../kit/kinds.ts'
import { conditions, pageJson, readJson, selection } from '../../kit/list.ts'
import { ordering } from '../../kit/order.ts'
import { checked, inCustomerScope } from '../../resources/customer/visible.ts'
import { seenBy } from '../../resources/registration-results.ts'

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
