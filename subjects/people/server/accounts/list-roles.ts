/** GET role, GET role/{id} and GET permission (D1-ROLE-14, D1-ROLE-15, D1-PERM-08). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Page } from '#kit/contract/shapes.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  rolePaging,
  type Permission,
  type permissionList,
  type Role,
  type roleList,
} from '#subjects/people/contract/calls/roles.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { orderBy } from '#kit/server/order.ts'
import { pageJson, readJson, requireId } from '#kit/server/list.ts'
import { namedLike, pageOf, reachable } from './queries.ts'

/** Condition: role `r` has no account outside the caller's scope, which a change would affect too. */
export const ownRole = (ctx: Pick<Ctx, 'scope'>): Sql =>
  ctx.scope.all
    ? sql`true`
    : sql`NOT EXISTS (SELECT FROM users u WHERE u.role_id = r.id AND NOT (${reachable(ctx)}))`

const columns = ({ actor, scope }: Pick<Ctx, 'actor' | 'scope'>): Sql => sql`r.id, r.name, r.priority,
  coalesce((SELECT json_agg(json_build_object('id', p.permission_id) ORDER BY p.permission_id)
    FROM role_permissions p WHERE p.role_id = r.id), '[]'::json) AS permissions,
  (SELECT count(*) FROM users u WHERE u.role_id = r.id) AS accounts, r.version, json_build_object(
    'update', r.priority >= ${actor.priority} AND ${actor.permissions.has('role.edit')} AND ${ownRole({ scope })},
    'remove', r.priority >= ${actor.priority} AND ${actor.permissions.has('role.delete')} AND ${ownRole({ scope })}) AS may`

/** Condition that a column contains `text`; always true without one. */
const contains = (columns: readonly Sql[], text = ''): Sql =>
  text.trim() === '' ? sql`true` : namedLike(columns, text.trim())

const sorts = {
  name: sql`fold(r.name)`,
  priority: sql`r.priority`,
  accounts: sql`(SELECT count(*) FROM users u WHERE u.role_id = r.id)`,
}

/** A page of the roles, sorted by name. */
export const listRoles = (query: ParsedOf<typeof roleList>, ctx: Ctx): Promise<Json<Page<Role>>> =>
  readJson(
    ctx,
    pageJson({
      select: columns(ctx),
      from: sql`roles r`,
      where: contains([sql`r.name`], query.name),
      order: orderBy(sorts, query.sort, sql`fold(r.name), r.id`),
      ...pageOf(query, rolePaging.size),
    }),
  )

/** One role; NOT_FOUND when there is none. */
export async function readRole(id: string, ctx: Ctx): Promise<Role> {
  const { rows } = await ctx.db.query<{ role: Role }>(sql`
    SELECT row_to_json(x) AS role FROM (SELECT ${columns(ctx)} FROM roles r WHERE r.id = ${requireId(id)}) x`)
  const role = rows[0]?.role
  if (!role) throw new AppError('NOT_FOUND', refusals.notFound)
  return role
}

/** A page of the permissions, sorted by category; `name` searches name and code. */
export const listPermissions = (
  query: ParsedOf<typeof permissionList>,
  ctx: Ctx,
): Promise<Json<Page<Permission>>> =>
  readJson(
    ctx,
    pageJson({
      select: sql`p.id, p.name, p.category, p.code`,
      from: sql`permissions p`,
      where: contains([sql`p.name`, sql`p.code`], query.name),
      order: sql`p.category, p.id`,
      ...pageOf(query, rolePaging.size),
    }),
  )
