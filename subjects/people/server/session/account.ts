/** The signed-in account as sent to the web client. */
import sql, { type Sql } from 'sql-template-tag'
import { settledRights, type Priority, type RightSettings } from '#platform/contract/abilities.ts'
import type { SignedIn } from '#platform/contract/calls/session.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { rightsColumn, rightsIn } from '#platform/server/db/settings.ts'

type Settled = keyof ReturnType<typeof settledRights>
export type Account = Pick<
  SignedIn,
  'user' | 'role' | 'permissions' | 'must_change_password' | 'second_factor' | Settled
>

/** An account row with the settings that decide rights; null when none is stored. */
export type AccountRow = Omit<Account, Settled> & { settings: Partial<RightSettings> | null }

/** An `AccountRow` with permissions of role and account (D1-Q-036), over `users u JOIN roles r`. */
export const accountJson: Sql = sql`json_build_object(
  'user', json_build_object('id', u.id, 'username', u.username, 'fullname', u.fullname, 'email', u.email,
    'phone', u.phone, 'avatar', u.avatar, 'role_id', u.role_id, 'role_name', r.name,
    'role_priority', r.priority, 'brand_id', u.brand_id, 'group_id', u.group_id, 'version', u.version),
  'role', json_build_object('id', r.id, 'name', r.name, 'priority', r.priority),
  'permissions', coalesce((
    SELECT json_agg(p.code ORDER BY p.code) FROM permissions p WHERE p.id IN (
      SELECT permission_id FROM role_permissions WHERE role_id = u.role_id
      UNION SELECT permission_id FROM user_permissions WHERE user_id = u.id)), '[]'::json),
  'must_change_password', u.must_change_password, 'second_factor', factor_of(u.id),
  'settings', ${rightsColumn})`

/** Applies the settings to the account's rights. */
export function accountFrom({ settings, ...account }: AccountRow): Account {
  const holder = { username: account.user.username, priority: account.role.priority as Priority }
  return { ...account, ...settledRights(holder, rightsIn(settings)) }
}

/** The current account; null for an unknown id. */
export async function accountOf(db: Queryable, userId: string): Promise<Account | null> {
  const { rows } = await db.query<{ account: AccountRow }>(
    prepared(
      sql`SELECT ${accountJson} AS account FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = ${userId}`,
    ),
  )
  return rows[0] ? accountFrom(rows[0].account) : null
}
