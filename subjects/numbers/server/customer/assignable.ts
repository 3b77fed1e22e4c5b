/** Customers of lists that may still be distributed: condition, count, and page (D1-Q-064, D1-Q-067, D1-Q-138). */
import sql, { type Sql } from 'sql-template-tag'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import type { Page } from '#kit/contract/shapes.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { pageJson, paging, readJson, requireId, selection, type Query } from '#kit/server/list.ts'
import { ident } from '#kit/server/kinds.ts'
import { lockList } from './lists.ts'

/** Id for all lists (D1-Q-160). */
export const allLists = '00000000-0000-0000-0000-000000000000'

/**
 * Condition on `customer` or its view: unassigned numbers of one list, or of all lists in scope (`null`), and those
 * assigned to the caller itself. Blacklisted ones have another stage.
 */
export function assignable(list: string | null, { scope, actor }: Pick<Ctx, 'scope' | 'actor'>): Sql {
  const owned = scope.all ? sql`true` : sql`owner_id = ANY(${scope.ids}::uuid[])`
  const lists = (unassigned: Sql) =>
    sql`file_id = ANY(ARRAY(SELECT id FROM data_files WHERE kind = 'list' AND deleted_at IS NULL AND ${unassigned}))`
  const ofList = list === null ? sql`true` : sql`file_id = ${list}::uuid`
  return sql`stage = 'left' AND status IN ('NORMAL', 'ASSIGNED') AND ${ofList} AND (
    (holder_id IS NULL AND ${lists(owned)}) OR (holder_id = ${actor.id}::uuid AND ${lists(sql`true`)}))`
}

/** List of an id in path or item: null for all, 404 for one outside the scope. */
export async function readList(id: string | undefined | null, ctx: Ctx): Promise<string | null> {
  if (!id || id === allLists) return null
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM customer WHERE file_id = ${requireId(id)} AND holder_id = ${ctx.actor.id} AND stage = 'left' LIMIT 1`)
  return rowCount ? id : (await lockList(id, ctx, 'use')).id
}

/** Number of customers of a list, or of all, that the caller may still distribute. */
export async function countAssignable(list: string | null, ctx: Ctx): Promise<{ total: number }> {
  const { rows } = await ctx.db.query<{ total: number }>(
    sql`SELECT count(*) AS total FROM customer WHERE ${assignable(list, ctx)}`,
  )
  return { total: rows[0]?.total ?? 0 }
}

/** GET customer/assign: a page of these, oldest first; of one list with `upload`. */
export async function listAssignable(query: Query, ctx: Ctx): Promise<Json<Page<Row>>> {
  const list = await readList(query.upload, ctx)
  return readJson(
    ctx,
    pageJson({
      select: selection(customer, customer.list, ctx.actor),
      from: ident(customer.view),
      where: assignable(list, ctx),
      order: sql`rank, id`,
      ...paging({}, query),
    }),
  )
}
