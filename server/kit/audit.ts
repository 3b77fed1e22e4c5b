/** The trail of changes, written in the transaction of the change. */
import sql, { type Sql } from 'sql-template-tag'
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Ctx } from './context.ts'

export type Entry = {
  action: AuditAction
  resource: string
  resourceId: string
  before?: unknown
  after?: unknown
}

/** Writes one audit entry in the transaction of `ctx`. */
export async function audit(ctx: Ctx, entry: Entry): Promise<void> {
  await ctx.db.query(sql`
    INSERT INTO audit_log (actor_id, username, role_name, action, resource, resource_id, before, after, request_id)
    VALUES (${ctx.actor.id}, ${ctx.actor.username}, ${ctx.actor.roleName}, ${entry.action}, ${entry.resource},
      ${entry.resourceId}, ${JSON.stringify(entry.before ?? null)}::jsonb,
      ${JSON.stringify(entry.after ?? null)}::jsonb, ${ctx.requestId})`)
}

/** Who did it: the caller, or what the product is called where it acts by itself. */
type Doer = Pick<Ctx, 'actor' | 'requestId' | 'origin'> | { system: string; requestId: string }

/**
 * A CTE body that writes one entry for each row of the CTE `changed(id, before, after)`, so that a change and its
 * trail are one statement.
 */
export function auditRows(doer: Doer, action: AuditAction, resource: string): Sql {
  const { id, username, roleName } =
    'actor' in doer ? doer.actor : { id: null, username: doer.system, roleName: null }
  const from = 'origin' in doer ? { currentOriginUrl: doer.origin } : {}
  return sql`
  INSERT INTO audit_log (actor_id, username, role_name, action, resource, resource_id, before, after, request_id)
  SELECT ${id}::uuid, ${username}, ${roleName}, ${action}, ${resource}, id::text, before,
    after || ${JSON.stringify(from)}::jsonb, ${doer.requestId}
  FROM changed WHERE before IS DISTINCT FROM after`
}
