/** Assign calls (D1-Q-138, D2-Q-16): distribute unassigned rows, oldest first, to people in scope. */
import sql, { empty, join } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { fieldOf, sourceOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import type { Json } from './answer.ts'
import { json, withMsg } from './answer.ts'
import { isPending } from './approval.ts'
import { audit, changeRows } from './audit.ts'
import { assigned, messages } from '#platform/contract/messages.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import type { Page } from '#kit/contract/shapes.ts'
import type { Ctx } from './context.ts'
import { columnOf, ident } from './kinds.ts'
import { inUnit, pageJson, paging, readJson, selection, type Query } from './list.ts'
import { ordering } from './order.ts'

const assignedTo = (resource: Resource): string | undefined => resource.assignTo ?? resource.owner

/** Unassigned rows; if rows have a unit, only those visible to the caller: rows without a unit are for callers who see all (D2-Q-16). */
const unassigned = (resource: Resource, owner: string, ctx: Ctx) => {
  const field = fieldOf(resource, owner)
  const column = columnOf(owner, field)
  const live = resource.softDelete ? [sql`deleted_at IS NULL`] : []
  const decided = resource.approval?.closes.includes(owner) ? [isPending(resource)] : []
  const nobodys = field.kind === 'id' ? sql`${column} IS NULL` : sql`coalesce(${column}, '') = ''`
  // Limited to the caller's own scope: the right to see or decide for all units does not include assigning for them.
  const reach = resource.units ? [inUnit(column, ctx.scope, field.kind)] : []
  return join([nobodys, ...live, ...decided, ...reach], ' AND ')
}

/** GET assign; empty for resources without owners. */
export async function assignList(resource: Resource, query: Query, ctx: Ctx): Promise<Json<Page<Row>>> {
  const owner = assignedTo(resource)
  if (!owner) return json('{"values":[],"count":0}')
  return readJson(
    ctx,
    pageJson({
      select: selection(resource, resource.list, ctx.actor),
      from: ident(sourceOf(resource)),
      where: unassigned(resource, owner, ctx),
      order: ordering(resource, resource.order),
      ...paging({}, query),
    }),
  )
}

export async function countAssign(resource: Resource, ctx: Ctx): Promise<{ total: number }> {
  const owner = assignedTo(resource)
  if (!owner) return { total: 0 }
  const { rows } = await ctx.db.query<{ total: number }>(sql`
    SELECT count(*) AS total FROM ${ident(sourceOf(resource))} WHERE ${unassigned(resource, owner, ctx)}`)
  return { total: rows[0]?.total ?? 0 }
}

export type AssignItem = { user: string; count: number }

/** Reads `[{ user, count }]`, bare or under `data`; one invalid item makes the whole list invalid. */
export function readAssign(body: unknown): AssignItem[] {
  const list = Array.isArray(body) ? body : (body as { data?: unknown } | null)?.data
  if (!Array.isArray(list)) throw new AppError('VALIDATION', messages.invalid)
  return list.map((item: { user?: unknown; count?: unknown } | null, index) => {
    const { user, count } = item ?? {}
    if (typeof user !== 'string' || user === '') {
      throw new AppError('VALIDATION', messages.invalid, {
        fields: { [`${index}.user`]: 'Chưa chọn người nhận' },
      })
    }
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) {
      throw new AppError('VALIDATION', messages.invalid, {
        fields: { [`${index}.count`]: 'Phải là số nguyên từ 0' },
      })
    }
    return { user, count }
  })
}

/** Refuses the whole list if a person is out of scope, unknown or locked. */
async function requirePeople(items: AssignItem[], ctx: Ctx): Promise<void> {
  const requested = [...new Set(items.map((item) => item.user))]
  const { scope } = ctx
  if (!scope.all && requested.some((user) => !scope.usernames.includes(user))) {
    throw new AppError('FORBIDDEN', messages.forbidden)
  }
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM users WHERE username = ANY(${requested}) AND NOT is_deleted`,
  )
  if (rowCount !== requested.length)
    throw new AppError('VALIDATION', 'Người nhận không có hoặc đã dừng hoạt động')
}

/** POST assign in one transaction; 400 for resources without a staff field. */
export async function assign(resource: Resource, items: AssignItem[], ctx: Ctx) {
  const owner = assignedTo(resource)
  if (!owner) throw new AppError('VALIDATION', 'Dữ liệu này không phân cho nhân viên')
  await requirePeople(items, ctx)
  const table = ident(tableOf(resource))
  // A view may exclude rows of the table that are never shown.
  const listed = resource.view ? sql`AND id IN (SELECT id FROM ${ident(resource.view)})` : empty
  const field = fieldOf(resource, owner)
  const value = field.kind === 'id' ? sql`u.id` : sql`u.username`
  const { author } = resource
  const peopleFilter =
    author?.name !== undefined && author.username === owner
      ? sql`, ${ident(author.name)} = was.fullname`
      : empty
  let saved = 0
  for (const { user, count } of items) {
    const changed = changeRows(ctx, 'update', resource, {
      table: tableOf(resource),
      from: sql`users u`,
      carry: sql`${value} AS given_to, u.fullname`,
      where: sql`u.username = ${user} AND NOT u.is_deleted AND t.id = ANY (ARRAY(
        SELECT id FROM ${table} WHERE ${unassigned(resource, owner, ctx)} ${listed} ORDER BY id LIMIT ${count}
        FOR UPDATE SKIP LOCKED))`,
      set: sql`${columnOf(owner, field)} = was.given_to${peopleFilter}, version = t.version + 1`,
    })
    const { rowCount } = await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
    saved += rowCount ?? 0
  }
  await audit(ctx, { action: 'assign', resource, resourceId: 'assign', after: items })
  ctx.publish(resource)
  const requested = items.reduce((sum, { count }) => sum + count, 0)
  return withMsg({ saved }, assigned(saved, requested, resource.noun))
}
