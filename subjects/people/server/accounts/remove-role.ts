/** DELETE role/{id} (D1-ROLE-17, D1-Q-044). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#subjects/people/contract/calls/roles.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { oneAtATime, requireManageableRole } from './authority.ts'
import { readRole } from './list-roles.ts'

/** Deletes a role of no higher authority; CONFLICT while any account, even a locked one, has it. */
export async function removeRole(id: string, ctx: Ctx) {
  await oneAtATime(ctx)
  const role = await readRole(id, ctx)
  await requireManageableRole(role, ctx)
  if (role.accounts > 0) throw new AppError('CONFLICT', texts.inUse)
  await ctx.db.query(sql`DELETE FROM roles WHERE id = ${role.id}`)
  const { name, priority, permissions } = role
  await audit(ctx, {
    action: 'remove',
    resource: 'role',
    resourceId: role.id,
    before: { name, priority, permissions: permissions.map((permission) => permission.id) },
  })
  ctx.publish('role')
  return withMsg(null, texts.removed)
}
