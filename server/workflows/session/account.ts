/** The signed-in account as the screen needs it. */
import sql from 'sql-template-tag'
import type { SignedIn } from '../../../contract/workflows/session.ts'
import { settledRights, type Priority } from '../../../contract/abilities.ts'
import type { Queryable } from '../../db/pool.ts'
import { readSettings } from '../../kit/settings.ts'

export type Account = Pick<
  SignedIn,
  'user' | 'role' | 'permissions' | 'must_change_password' | 'restricted' | 'seesRefunds'
>

/** Account, role and permission codes (the union of the role's and its own, D1-Q-036); null for an unknown id. */
export async function accountOf(db: Queryable, userId: string): Promise<Account | null> {
  const { rows } = await db.query<{ account: Omit<Account, 'restricted' | 'seesRefunds'> }>(sql`
    SELECT json_build_object(
      'user', json_build_object('id', u.id, 'username', u.username, 'fullname', u.fullname, 'email', u.email,
        'phone', u.phone, 'avatar', u.avatar, 'role_id', u.role_id, 'role_name', r.name,
        'role_priority', r.priority, 'brand_id', u.brand_id, 'group_id', u.group_id, 'version', u.version),
      'role', json_build_object('id', r.id, 'name', r.name, 'priority', r.priority),
      'permissions', coalesce((
        SELECT json_agg(p.code ORDER BY p.code) FROM permissions p WHERE p.id IN (
          SELECT permission_id FROM role_permissions WHERE role_id = u.role_id
          UNION SELECT permission_id FROM user_permissions WHERE user_id = u.id)), '[]'::json),
      'must_change_password', u.must_change_password) AS account
    FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = ${userId}`)
  const account = rows[0]?.account
  if (!account) return null
  const { restrictedPriorities, noRefundPrefixes } = await readSettings(db, [
    'restrictedPriorities',
    'noRefundPrefixes',
  ])
  const who = { username: account.user.username, priority: account.role.priority as Priority }
  return { ...account, ...settledRights(who, restrictedPriorities, noRefundPrefixes) }
}
