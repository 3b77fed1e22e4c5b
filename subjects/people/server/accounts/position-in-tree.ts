/** Place of an account: the branch and the leader that its role requires (D1-Q-039). */
import sql from 'sql-template-tag'
import type { Priority } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { texts, treeFields, type Account } from '#subjects/people/contract/calls/accounts.ts'
import type { Ctx } from '#kit/server/context.ts'

export type Position = { brandId: string | null; groupId: string | null }
const nowhere: Position = { brandId: null, groupId: null }

/**
 * The requested place, limited to what a role of this priority has. Fields it does not have keep their value from `former`: a changed
 * priority can then be changed back without loss (D3-ORG-08).
 */
export function fittingPosition(
  priority: Priority,
  requested: Position,
  former: Position = nowhere,
): Position {
  const { brand, group } = treeFields(priority)
  const brandId = brand ? requested.brandId : former.brandId
  if (group) return { brandId, groupId: requested.groupId }
  return { brandId, groupId: brandId === former.brandId ? former.groupId : null }
}

const invalid = (field: 'brand_id' | 'group_id', msg: string): AppError =>
  new AppError('VALIDATION', msg, { fields: { [field]: msg } })

/** Throws VALIDATION for a branch or leader that the role does not have, unless it equals the one in `former`. */
export function refuseExtra(priority: Priority, requested: Position, former: Position = nowhere): void {
  const { brand, group } = treeFields(priority)
  if (!brand && requested.brandId !== null && requested.brandId !== former.brandId)
    throw invalid('brand_id', texts.noBranchHere)
  if (!group && requested.groupId !== null && requested.groupId !== former.groupId)
    throw invalid('group_id', texts.noLeaderHere)
}

/** Throws VALIDATION when branch or leader is missing, locked, of the wrong level, or they do not belong together. */
export async function requirePosition(priority: Priority, position: Position, ctx: Ctx): Promise<void> {
  const { brand, group } = treeFields(priority)
  const missing = [
    ...(brand === 'required' && !position.brandId ? ['brand_id'] : []),
    ...(group && !position.groupId ? ['group_id'] : []),
  ]
  if (missing.length > 0) {
    throw new AppError('VALIDATION', messages.missingField, {
      fields: Object.fromEntries(missing.map((name) => [name, messages.missingField])),
    })
  }
  const { rows } = await ctx.db.query<{ id: string; priority: number; brand_id: string | null }>(sql`
    SELECT u.id, r.priority, u.brand_id FROM users u JOIN roles r ON r.id = u.role_id
    WHERE u.id::text = ANY(${[position.brandId, position.groupId].filter((id) => id !== null)}) AND NOT u.is_deleted`)
  const branch = rows.find((row) => row.id === position.brandId)
  if (position.brandId && branch?.priority !== 3) throw invalid('brand_id', 'Chi nhánh không hợp lệ')
  const leader = rows.find((row) => row.id === position.groupId)
  if (position.groupId && (leader?.priority !== 4 || leader.brand_id !== position.brandId)) {
    throw invalid('group_id', 'Leader không thuộc chi nhánh đã chọn')
  }
}

/** Throws FORBIDDEN when an account at this place would be outside the caller's scope. */
export function requireInScope(position: Position, ctx: Ctx): void {
  const { actor, scope } = ctx
  if (scope.all) return
  const inside =
    (actor.priority === 3 && position.brandId === actor.id) ||
    (actor.priority === 4 && position.groupId === actor.id) ||
    (actor.priority === 7 && actor.brandId !== null && position.brandId === actor.brandId)
  if (!inside) throw new AppError('FORBIDDEN', texts.outOfReach)
}

/** Throws CONFLICT when `account` has active accounts below it, which a move would leave without a unit. */
export async function requireNoMembers(account: Account, ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM users WHERE (brand_id = ${account.id} OR group_id = ${account.id}) AND NOT is_deleted LIMIT 1`)
  if (rowCount) throw new AppError('CONFLICT', texts.hasMembers)
}
