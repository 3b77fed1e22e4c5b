/** Actor and scope of an account, loaded in one place for requests, live events and jobs. */
import sql, { type Sql } from 'sql-template-tag'
import { settledRights, type Actor, type Priority, type RightSettings } from '#platform/contract/abilities.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { rightsColumn, rightsIn } from '#platform/server/db/settings.ts'
import type { Scope, Unit } from './context.ts'

export type ActorRow = {
  id: string
  username: string
  fullname: string
  brand_id: string | null
  group_id: string | null
  role_name: string
  priority: Priority
  permissions: string[]
  members: { id: string; username: string }[] | null
  /** Settings that affect rights; null if none is set. */
  settings: Partial<RightSettings> | null
}

/**
 * Columns of an `ActorRow` over `users u JOIN roles r`: permissions of the role and of the account together (D1-Q-036),
 * and the accounts in scope (D1-Q-003): all for managers, a branch its branch, a leader its group, a partner its brand.
 */
export const actorColumns: Sql = sql`
  u.id, u.username, u.fullname, u.brand_id, u.group_id, r.name AS role_name, r.priority,
  ARRAY(
    SELECT p.code FROM permissions p WHERE p.id IN (
      SELECT permission_id FROM role_permissions WHERE role_id = u.role_id
      UNION SELECT permission_id FROM user_permissions WHERE user_id = u.id)
  ) AS permissions,
  CASE WHEN r.priority < 3 THEN NULL ELSE (
    SELECT json_agg(json_build_object('id', m.id, 'username', m.username)) FROM users m
    WHERE m.id = u.id
      OR (r.priority = 3 AND m.brand_id = u.id)
      OR (r.priority = 4 AND m.group_id = u.id)
      OR (r.priority = 7 AND u.brand_id IS NOT NULL AND (m.brand_id = u.brand_id OR m.id = u.brand_id))
  ) END AS members,
  ${rightsColumn} AS settings`

/** The unit whose rows the account sees: branches and leaders their own, partners that of their branch. */
function unitOf({ id, priority, brand_id }: ActorRow): Unit | null {
  if (priority === 3) return { column: 'brand_id', id }
  if (priority === 4) return { column: 'group_id', id }
  return priority === 7 && brand_id !== null ? { column: 'brand_id', id: brand_id } : null
}

export const toActor = (row: ActorRow): { actor: Actor; scope: Scope } => ({
  actor: {
    id: row.id,
    username: row.username,
    fullname: row.fullname,
    priority: row.priority,
    roleName: row.role_name,
    permissions: new Set(row.permissions),
    brandId: row.brand_id,
    groupId: row.group_id,
    ...settledRights(row, rightsIn(row.settings)),
  },
  scope: row.members
    ? {
        all: false,
        ids: row.members.map((m) => m.id),
        usernames: row.members.map((m) => m.username),
        self: { id: row.id, username: row.username },
        unit: unitOf(row),
      }
    : { all: true },
})

/** The current account, or null if it is locked or unknown; jobs run as this actor (threats C2). */
export async function actorOf(db: Queryable, userId: string): Promise<{ actor: Actor; scope: Scope } | null> {
  const { rows } = await db.query<ActorRow>(sql`
    SELECT ${actorColumns} FROM users u JOIN roles r ON r.id = u.role_id
    WHERE u.id = ${userId} AND NOT u.is_deleted`)
  return rows[0] ? toActor(rows[0]) : null
}
