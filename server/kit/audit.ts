/** The trail of changes, written in the transaction of the change. */
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from './context.ts'

export type Entry = {
  action: string
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

/**
 * A CTE body that writes one entry for each row of the CTE `changed(id, before, after)`, so that a change and its
 * trail are one statement.
 */
export const auditRows = (ctx: Ctx, action: string, resource: string): Sql => sql`
  INSERT INTO audit_log (actor_id, username, role_name, action, resource, resource_id, before, after, request_id)
  SELECT ${ctx.actor.id}::uuid, ${ctx.actor.username}, ${ctx.actor.roleName}, ${action}, ${resource}, id::text,
    before, after, ${ctx.requestId}
  FROM changed WHERE before IS DISTINCT FROM after`
