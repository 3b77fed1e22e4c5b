/** Permissions that an account holds in addition to its role's (D1-Q-036). */
import sql from 'sql-template-tag'
import { rules, type Priority } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Ctx } from '#kit/server/context.ts'
import { grantable, samePermissions } from './authority.ts'

type Target = { id: string; priority: Priority; permissions: readonly { id: string }[] }

/**
 * Replaces the account's own permissions by `sent`. Only for callers of priority 1 or 2, on accounts below priority 1, with permissions
 * the caller holds. Sending the current set is always allowed. Returns whether it changed.
 */
export async function setPermissions(
  target: Target,
  sent: readonly (string | { id: string })[],
  ctx: Ctx,
): Promise<boolean> {
  const currentIds = new Set(target.permissions.map(({ id }) => id))
  const requestedIds = sent.map((item) => (typeof item === 'string' ? item : item.id).toLowerCase())
  if (samePermissions([...new Set(requestedIds)], target.permissions)) return false
  if (!rules.below3(ctx.actor) || target.priority <= 1) throw new AppError('FORBIDDEN', messages.forbidden)
  const ids = await grantable(sent, target.permissions, ctx)
  const added = ids.filter((id) => !currentIds.has(id))
  const dropped = [...currentIds].filter((id) => !ids.includes(id))
  if (dropped.length > 0) {
    await ctx.db.query(sql`
      DELETE FROM user_permissions WHERE user_id = ${target.id} AND permission_id = ANY(${dropped}::uuid[])`)
  }
  if (added.length > 0) {
    await ctx.db.query(sql`
      INSERT INTO user_permissions (user_id, permission_id) SELECT ${target.id}, unnest(${added}::uuid[])`)
  }
  return true
}
