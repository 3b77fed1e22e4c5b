/** Customers visible to a caller: those held by its people, and undistributed ones of their lists. */
import sql, { type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { wireNames, type Row } from '#kit/contract/row-schema.ts'
import type { Page } from '#kit/contract/shapes.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { conditions, paging, selection, type Query } from '#kit/server/list.ts'
import { ident } from '#kit/server/kinds.ts'
import { orderOf } from '#kit/server/order.ts'
import { readPage } from '#kit/server/read-page.ts'

const { owner: _, ...rest } = customer
/** The resource without the kit's own scope, for rows checked by `requireVisible`. */
export const checked: Resource = rest

/** Ids of live lists created by people in scope, as an array. */
const listsOf = (ids: string[]): Sql => sql`ARRAY(
  SELECT id FROM data_files WHERE kind = 'list' AND deleted_at IS NULL AND owner_id = ANY(${ids}::uuid[]))`

/** Condition on `customer` or its view (D1-Q-003). */
export const inCustomerScope = ({ scope }: Pick<Ctx, 'scope'>): Sql =>
  scope.all
    ? sql`true`
    : sql`(holder_id = ANY(${scope.ids}::uuid[])
        OR (holder_id IS NULL AND file_id = ANY(${listsOf(scope.ids)})))`

/**
 * The same for a list, as a set of ids found by index: in list order the planner would walk all customers until it has a page of the
 * caller's, and read the whole table to count them.
 */
const listedInScope = ({ scope }: Pick<Ctx, 'scope'>): Sql =>
  scope.all
    ? sql`true`
    : sql`id = ANY(ARRAY(
        SELECT id FROM customer WHERE stage <> 'gone' AND holder_id = ANY(${scope.ids}::uuid[])
        UNION ALL SELECT c.id FROM data_files f JOIN customer c ON c.file_id = f.id
        WHERE f.kind = 'list' AND f.deleted_at IS NULL AND f.owner_id = ANY(${scope.ids}::uuid[])
          AND c.stage <> 'gone' AND c.holder_id IS NULL))`

/** GET list with the scope of customers. */
export function listCustomers(query: Query, ctx: Ctx): Promise<Json<Page<Row>>> {
  const { where, searched } = conditions(checked, query, ctx)
  return readPage(customer, ctx, {
    select: selection(customer, wireNames(customer), ctx.actor),
    from: ident(customer.view),
    query,
    where: sql`${where} AND ${listedInScope(ctx)}`,
    searched,
    order: orderOf(customer, query, ctx.actor),
    ...paging(checked, query),
  })
}

/** Throws 404 unless the customer exists in the caller's scope. */
export async function requireVisible(id: string, ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM customer WHERE id = ${id} AND stage <> 'gone' AND ${inCustomerScope(ctx)}`)
  if (rowCount === 0) throw new AppError('NOT_FOUND', refusals.notFound)
}
