/** The signed-in account as the screen needs it. */
import sql, { type Sql } from 'sql-template-tag'
import type { SignedIn } from '../../../contract/workflows/session.ts'
import type { Queryable } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'

export type Account = Pick<SignedIn, 'user' | 'role' | 'permissions'>

/** Account, role and permission codes (the union of the role's and its own, D1-Q-036) of `users u JOIN roles r`. */
export const accountJson: Sql = sql`json_build_object(
  'user', json_build_object('id', u.id, 'username', u.username, 'fullname', u.fullname, 'email', u.email,
    'phone', u.phone, 'avatar', u.avatar, 'role_id', u.role_id, 'role_name', r.name,
    'role_priority', r.priority, 'brand_id', u.brand_id, 'group_id', u.group_id, 'version', u.version),
  'role', json_build_object('id', r.id, 'name', r.name, 'priority', r.priority),
  'permissions', coalesce((
    SELECT json_agg(p.code ORDER BY p.code) FROM permissions p WHERE p.id IN (
      SELECT permission_id FROM role_permissions WHERE role_id = u.role_id
      UNION SELECT permission_id FROM user_permissions WHERE user_id = u.id)), '[]'::json))`

/** The account as it is now; null for an unknown id. */
export async function accountOf(db: Queryable, userId: string): Promise<Account | null> {
  const { rows } = await db.query<{ account: Account }>(
    prepared(
      sql`SELECT ${accountJson} AS account FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = ${userId}`,
    ),
  )
  return rows[0]?.account ?? null
}
