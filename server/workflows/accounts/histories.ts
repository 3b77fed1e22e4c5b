/** Who changed an account or a role, when, from what to what. */
import sql, { empty, type Sql } from 'sql-template-tag'
import { can } from '../../../contract/abilities.ts'
import type { HistoryEntry } from '../../../contract/kit/history.ts'
import { channels } from '../../../contract/workflows/channels.ts'
import { accountSubject, roleSubject, type HistorySubject } from '../../../contract/workflows/histories.ts'
import type { Ctx } from '../../kit/context.ts'
import { historyOf, told } from '../../kit/history.ts'
import { oneAccount } from './list-accounts.ts'
import { readRole } from './list-roles.ts'

/** The trail keeps permissions by id; people read their codes. */
async function readable(
  of: HistorySubject,
  id: string,
  ctx: Ctx,
  also?: Sql,
): Promise<{ values: HistoryEntry[] }> {
  const { rows } = await ctx.db.query<{ id: string; code: string }>(sql`SELECT id, code FROM permissions`)
  const codes = new Map(rows.map((row) => [row.id, row.code]))
  const tell = (value: unknown) =>
    Array.isArray(value) ? value.map((one) => codes.get(String(one)) ?? String(one)).join(', ') : told(value)
  return historyOf(of, id, ctx, { ...(also && { also }), tell })
}

/** The channels of an account are on record by username and channel, and only managers see them (D1-Q-049). */
const channelChanges = (username: string, { actor }: Ctx): Sql =>
  can(actor, 'below3')
    ? sql`UNION ALL SELECT id, at, actor_id, username, action,
        CASE WHEN before->>'active' = 'true' THEN jsonb_build_object('kenh', split_part(resource_id, '/', 2)) END,
        CASE WHEN after->>'active' = 'true' THEN jsonb_build_object('kenh', split_part(resource_id, '/', 2)) END
      FROM audit_log
      WHERE resource = 'userkenhmoigoi' AND resource_id = ANY(${channels.map((kenh) => `${username}/${kenh}`)}::text[])`
    : empty

/** The history of an account in reach with that of its channels; NOT_FOUND for any other. */
export async function historyOfAccount(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const { username } = await oneAccount(id, ctx)
  return readable(accountSubject, id, ctx, channelChanges(username, ctx))
}

/** The history of a role; NOT_FOUND when there is none. */
export async function historyOfRole(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  await readRole(id, ctx)
  return readable(roleSubject, id, ctx)
}
