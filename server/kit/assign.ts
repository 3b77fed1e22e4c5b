/** The generic assign calls (D1-Q-138, D2-Q-16): rows without a staff member, oldest first, to people in scope. */
import sql, { join } from 'sql-template-tag'
import { AppError } from '../../contract/kit/error.ts'
import { fieldOf, tableOf, type Resource } from '../../contract/kit/resource.ts'
import type { Json } from './answer.ts'
import { json, withMsg } from './answer.ts'
import { messages } from '../../contract/messages.ts'
import type { Ctx } from './context.ts'
import { columnOf, ident } from './kinds.ts'
import { ordering, pageJson, paging, readJson, selection, type Query } from './list.ts'

const unowned = (resource: Resource, owner: string) => {
  const column = columnOf(owner, fieldOf(resource, owner))
  const live = resource.softDelete ? [sql`deleted_at IS NULL`] : []
  return join([sql`coalesce(${column}, '') = ''`, ...live], ' AND ')
}

/** GET assign; empty for a resource whose rows belong to nobody. */
export async function assignList(resource: Resource, query: Query, ctx: Ctx): Promise<Json> {
  if (!resource.owner) return json('{"values":[],"count":0}')
  return readJson(
    ctx,
    pageJson({
      select: selection(resource, resource.list, ctx.actor),
      from: ident(tableOf(resource)),
      where: unowned(resource, resource.owner),
      order: ordering(resource),
      ...paging({}, query),
    }),
  )
}

/** GET count-assign. */
export async function countAssign(resource: Resource, ctx: Ctx): Promise<{ total: number }> {
  if (!resource.owner) return { total: 0 }
  const { rows } = await ctx.db.query<{ total: number }>(sql`
    SELECT count(*) AS total FROM ${ident(tableOf(resource))} WHERE ${unowned(resource, resource.owner)}`)
  return { total: rows[0]?.total ?? 0 }
}

export type AssignItem = { user: string; count: number }

/** Reads `[{ user, count }]`, bare or under `data`; every item whole or the list is refused. */
export function readAssign(body: unknown): AssignItem[] {
  const list = Array.isArray(body) ? body : (body as { data?: unknown } | null)?.data
  if (!Array.isArray(list)) throw new AppError('VALIDATION', messages.invalid)
  return list.map((item: { user?: unknown; count?: unknown }, index) => {
    const { user, count } = item
    if (typeof user !== 'string' || user === '') {
      throw new AppError('VALIDATION', messages.invalid, { fields: { [`${index}.user`]: 'Chưa chọn người nhận' } })
    }
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) {
      throw new AppError('VALIDATION', messages.invalid, { fields: { [`${index}.count`]: 'Phải là số nguyên từ 0' } })
    }
    return { user, count }
  })
}

/** POST assign in one transaction; 400 for a resource without a staff field. */
export async function assign(resource: Resource, items: AssignItem[], ctx: Ctx) {
  const { owner } = resource
  if (!owner) throw new AppError('VALIDATION', 'Dữ liệu này không phân cho nhân viên')
  if (!ctx.scope.all) {
    const { usernames } = ctx.scope
    if (items.some((item) => !usernames.includes(item.user))) throw new AppError('FORBIDDEN', messages.forbidden)
  }
  const table = ident(tableOf(resource))
  let saved = 0
  for (const { user, count } of items) {
    const { rowCount } = await ctx.db.query(sql`
      UPDATE ${table} SET ${columnOf(owner, fieldOf(resource, owner))} = u.username, version = version + 1
      FROM users u WHERE u.username = ${user} AND NOT u.is_deleted AND ${table}.id IN (
        SELECT id FROM ${table} WHERE ${unowned(resource, owner)} ORDER BY id LIMIT ${count}
        FOR UPDATE SKIP LOCKED)`)
    saved += rowCount ?? 0
  }
  ctx.touch(resource.path)
  return withMsg({ saved }, messages.assignSaved)
}
