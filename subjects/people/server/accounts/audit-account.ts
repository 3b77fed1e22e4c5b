/** Audit entries of accounts: every changeable field except the password. */
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'

const changeable = (account: Account) => ({
  username: account.username,
  fullname: account.fullname,
  email: account.email,
  phone: account.phone,
  avatar: account.avatar,
  role_id: account.role_id,
  role_name: account.role_name,
  brand_id: account.brand_id,
  group_id: account.group_id,
  // Also by name, as an id is unreadable in the history.
  brand: account.brand?.username ?? null,
  group: account.group?.username ?? null,
  is_deleted: account.is_deleted,
  permissions: account.permissions.map(({ id }) => id),
})

/** Writes the audit entry of a changed account and publishes the change. */
export async function auditAccount(
  action: AuditAction,
  before: Account | null,
  after: Account,
  ctx: Ctx,
): Promise<void> {
  await audit(ctx, {
    action,
    resource: 'users',
    resourceId: after.id,
    before: before && changeable(before),
    after: changeable(after),
  })
  ctx.publish('users')
}
