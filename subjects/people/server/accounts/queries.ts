/** Queries for accounts: columns, order and scope. */
import sql, { join, type Sql } from 'sql-template-tag'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { foldText } from '#kit/contract/text.ts'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inScope, requireId, wholeNumber } from '#kit/server/list.ts'

/** Maximum rows of one page; dialogs ask for 1000 (D1-Q-046). */
const mostRows = 1000

/** Accounts with their role, branch and leader. */
export const accounts: Sql = sql`users u JOIN roles r ON r.id = u.role_id
  LEFT JOIN users b ON b.id = u.brand_id LEFT JOIN users g ON g.id = u.group_id`

const ref = (alias: Sql): Sql =>
  sql`CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'username', ${alias}.username) END`

/** Columns of a picker. */
export const staffColumns: Sql = sql`u.id, u.username, u.fullname, r.priority AS role_priority, u.brand_id,
  ${ref(sql`b`)} AS brand, u.group_id`

/** Bank, holder and number of `u`: in full for the owner and managers of pay, otherwise the last four characters (D3-ACC-04). */
export const payoutColumns = (actor: Actor): Sql => sql`u.ngan_hang, u.chu_tai_khoan, CASE
    WHEN ${can(actor, 'managesPay')} OR u.id = ${actor.id}::uuid THEN u.so_tai_khoan
    ELSE '****' || right(u.so_tai_khoan, 4) END AS so_tai_khoan`

/** Columns of the list. The password hash is never included. */
export const accountColumns = (
  actor: Actor,
): Sql => sql`u.id, u.username, u.fullname, u.fullname AS full_name,
  u.email, u.phone, u.avatar, u.role_id, json_build_object('id', r.id, 'name', r.name, 'priority', r.priority) AS role,
  r.name AS role_name, r.priority AS role_priority, u.brand_id, ${ref(sql`b`)} AS brand, u.group_id,
  ${ref(sql`g`)} AS "group", u.is_deleted, ${payoutColumns(actor)},
  coalesce((SELECT json_agg(json_build_object('id', p.permission_id) ORDER BY p.permission_id)
    FROM user_permissions p WHERE p.user_id = u.id), '[]'::json) AS permissions,
  u.version, (SELECT max(d.seen_at) FROM devices d WHERE d.user_id = u.id) AS signed_in_at,
  CASE WHEN ${actor.priority} = 1 THEN factor_of(u.id) = 'set' END AS second_factor, u."createdAt", json_build_object(
    'update', r.priority >= ${actor.priority} AND ${actor.permissions.has('user.edit')},
    'remove', r.priority >= ${actor.priority} AND ${actor.permissions.has('user.delete')}
      AND u.id <> ${actor.id}::uuid) AS may`

/** Managers, then each branch with its leaders and their salespeople; people without a leader come after the leaders, partners last. */
export const hierarchy: Sql = sql`
  r.priority >= 3,
  CASE WHEN r.priority = 3 THEN to_lower(u.username) ELSE to_lower(b.username) END NULLS LAST,
  r.priority = 7,
  r.priority <> 3,
  CASE WHEN r.priority = 4 THEN to_lower(u.username) ELSE to_lower(g.username) END NULLS LAST,
  r.priority, to_lower(u.username)`

/** Condition: account `u` is in the caller's scope (D1-Q-003). */
export const reachable = (ctx: Pick<Ctx, 'scope'>): Sql => inScope(sql`u.id`, ctx.scope, 'id')

/** Condition: one of the columns contains a text, ignoring case and diacritics. */
export function namedLike(columns: readonly Sql[], text: string): Sql {
  const pattern = `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${join(
    columns.map((column) => sql`fold(${column}) LIKE ${pattern}`),
    ' OR ',
  )})`
}

export const allOf = (parts: Sql[]): Sql => join(parts, ' AND ')

/** Page and size of a query; `fallback` is the default size. */
export function pageOf(
  query: { page?: string | undefined; count?: string | undefined },
  fallback: number,
): { limit: number; offset: number } {
  const limit = Math.min(Math.max(wholeNumber(query.count, fallback), 1), mostRows)
  return { limit, offset: Math.min(wholeNumber(query.page, 0) * limit, Number.MAX_SAFE_INTEGER) }
}

/** The account that meets the condition; NOT_FOUND outside the scope. */
export async function accountWhere<T extends Staff = Account>(
  condition: Sql,
  ctx: Ctx,
  columns: Sql = accountColumns(ctx.actor),
): Promise<T> {
  const { rows } = await ctx.db.query<{ account: T }>(sql`
    SELECT row_to_json(a) AS account FROM (
      SELECT ${columns} FROM ${accounts} WHERE ${condition} AND ${reachable(ctx)}) a`)
  const account = rows[0]?.account
  if (!account) throw new AppError('NOT_FOUND', refusals.notFound)
  return account
}

/** One account of the scope; NOT_FOUND for any other. */
export const readAccount = (id: string, ctx: Ctx): Promise<Account> =>
  accountWhere(sql`u.id = ${requireId(id)}`, ctx)

/** The same with the row locked, as people may edit their profile meanwhile and the audit entry needs the former values (D3-TRL-01). */
export async function lockedAccount(id: string, ctx: Ctx): Promise<Account> {
  await ctx.db.query(sql`SELECT FROM users WHERE id = ${requireId(id)} FOR NO KEY UPDATE`)
  return readAccount(id, ctx)
}
