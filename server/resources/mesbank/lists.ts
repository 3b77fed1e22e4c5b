/** The list of bank messages with its two totals over the whole filter (D1-BANK-07, D1-BANK-08, D1-Q-056). */
import sql from 'sql-template-tag'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import type { Json } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import {
  conditions,
  ordering,
  pageJson,
  paging,
  readJson,
  selection,
  wireNames,
  type Query,
} from '../../kit/list.ts'

const resource: Resource = mesbank

/** A page with `count`, the sum of the money and the number of transfers. */
export function listMessages(query: Query, ctx: Ctx): Promise<Json> {
  const where = conditions(resource, query, ctx)
  return readJson(
    ctx,
    pageJson({
      select: selection(resource, wireNames(resource), ctx.actor),
      from: sql`mesbank`,
      where,
      order: ordering(resource),
      ...paging(resource, query),
      totals: sql`, 'tongChuyenKhoan', (SELECT coalesce(sum(money), 0) FROM mesbank WHERE ${where}),
        'tongDonChuyen', (SELECT count(*) FROM mesbank WHERE ${where})`,
    }),
  )
}
