/** Numbers left in the newest subscriber files: of the whole file, or of the viewer's people. */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import type { FileLeft } from '#subjects/overview/contract/calls/dashboard.ts'
import type { Ctx, Scope } from '#kit/server/context.ts'
import { within } from './scope.ts'

const shownFiles = 6

/** Files with numbers for these people, newest first; null for viewers who do not split files (D1-Q-004). */
export async function files(reach: Scope, ctx: Ctx): Promise<FileLeft[] | null> {
  if (!can(ctx.actor, 'below5or7')) return null
  const { rows } = await ctx.db.query<FileLeft>(sql`
    SELECT f.id, f."FileName", n.received, n.left, f.is_activated = 1 AS active
    FROM data_files f CROSS JOIN LATERAL (
      SELECT coalesce(sum(b.n) FILTER (WHERE b.stage <> 'gone'), 0)::int AS received,
        coalesce(sum(b.n) FILTER (WHERE b.stage = 'left'), 0)::int AS left
      FROM node_balances b WHERE b.file_id = f.id AND ${within(sql`b.holder_id`, reach, 'id')}) n
    WHERE f.kind = 'pool' AND f.deleted_at IS NULL AND n.received > 0
    ORDER BY f.ngay_upload DESC, f.id DESC LIMIT ${shownFiles}`)
  return rows
}
