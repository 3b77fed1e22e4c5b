/** In whose name a background job works: the account as it is now, not as it was when the job was asked for. */
import sql from 'sql-template-tag'
import type { Actor, Priority } from '../../../contract/abilities.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Ctx, Scope, Services } from '../../kit/context.ts'

export type Owner = { actor: Actor; scope: Scope }

type Row = {
  id: string
  username: string
  fullname: string
  brand_id: string | null
  group_id: string | null
  role_name: string
  priority: Priority
  permissions: string[]
  members: { id: string; username: string }[] | null
}

/** The account with its rights and scope as of now, or null when it is locked or unknown (threats C2). */
export async function ownerOf(db: Queryable, userId: string): Promise<Owner | null> {
  const { rows } = await db.query<Row>(sql`
    SELECT u.id, u.username, u.fullname, u.brand_id, u.group_id, r.name AS role_name, r.priority,
      ARRAY(
        SELECT p.code FROM permissions p WHERE p.id IN (
          SELECT permission_id FROM role_permissions WHERE role_id = u.role_id
          UNION SELECT permission_id FROM user_permissions WHERE user_id = u.id)) AS permissions,
      CASE WHEN r.priority < 3 THEN NULL ELSE (
        SELECT json_agg(json_build_object('id', m.id, 'username', m.username)) FROM users m
        WHERE m.id = u.id
          OR (r.priority = 3 AND m.brand_id = u.id)
          OR (r.priority = 4 AND m.group_id = u.id)
          OR (r.priority = 7 AND u.brand_id IS NOT NULL AND (m.brand_id = u.brand_id OR m.id = u.brand_id))
      ) END AS members
    FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = ${userId} AND NOT u.is_deleted`)
  const row = rows[0]
  if (!row) return null
  const { members } = row
  return {
    actor: {
      id: row.id,
      username: row.username,
      fullname: row.fullname,
      priority: row.priority,
      roleName: row.role_name,
      permissions: new Set(row.permissions),
      brandId: row.brand_id,
      groupId: row.group_id,
    },
    scope: members
      ? { all: false, ids: members.map((m) => m.id), usernames: members.map((m) => m.username) }
      : { all: true },
  }
}

/** What a job's transaction asks for after its commit. */
export type Pending = { touched: Set<string>; after: (() => void)[] }

/** The context of a job on one transaction, in the name of `owner`; what is due after the commit goes to `pending`. */
export const jobContext = (
  services: Services,
  owner: Owner,
  db: Queryable,
  id: string,
  pending: Pending,
): Ctx => ({
  db,
  ...owner,
  requestId: `job:${id}`,
  log: services.log,
  services,
  touch: (resource) => void pending.touched.add(resource),
  after: (work) => void pending.after.push(work),
})
