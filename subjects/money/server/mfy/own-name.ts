/** While `desk.ownRequests` is off, deciders may not decide requests in their own name, nor evade that by renaming them (D3-ACC-03). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { mfy, setMfyState } from '#subjects/money/contract/lists/mfy.ts'
import { refuseOwnName } from '#kit/server/approval.ts'
import type { Ctx } from '#kit/server/context.ts'
import { rowInScope } from '#kit/server/list.ts'

/**
 * Locks the request. Throws FORBIDDEN when a decider renames an own request, or takes over a registered one, whose revenue goes with the
 * name.
 */
export async function keepOwnName(ctx: Ctx, id: string, to: unknown): Promise<void> {
  const { actor } = ctx
  if (actor.decidesOwn || !(can(actor, setMfyState.may) || can(actor, mfy.actions.approve.may))) return
  const { rows } = await ctx.db.query<{ holder: string; booked: boolean }>(sql`
    SELECT username_nv AS holder, trang_thai = 'dang_ky_thanh_cong' AS booked
    FROM mfy WHERE ${rowInScope(mfy, id, ctx)} FOR NO KEY UPDATE`)
  const [request] = rows
  if (!request || request.holder === to) return
  await refuseOwnName(ctx, request.holder)
  if (request.booked) await refuseOwnName(ctx, to)
}
