/** POST role and PUT role/{id} (D1-ROLE-16, D1-ROLE-18, D1-Q-041). */
import sql from 'sql-template-tag'
import type { Priority } from '#platform/contract/abilities.ts'
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { cleanText } from '#kit/contract/text.ts'
import { texts as accountTexts } from '#subjects/people/contract/calls/accounts.ts'
import {
  createRole as create,
  defaultPriority,
  texts,
  type Role,
  type updateRole as update,
} from '#subjects/people/contract/calls/roles.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { keepExceptions, requireAgreed } from './affected-by-priority.ts'
import { grantable, oneAtATime, requireAdministrator, requireManageableRole } from './authority.ts'
import { knownPriority } from './known-priority.ts'
import { readRole } from './list-roles.ts'
import { tellHolders } from './tell-rights.ts'

function readName(sent: string | null | undefined): string {
  const name = cleanText(sent)
  const { max } = create.asks.name
  const refusal = name === '' ? messages.missingField : name.length > max ? `Tối đa ${max} ký tự` : null
  if (refusal) throw new AppError('VALIDATION', refusal, { fields: { name: refusal } })
  return name
}

function readPriority(sent: unknown, ctx: Ctx): Priority {
  const priority = knownPriority(sent)
  if (priority < ctx.actor.priority) throw new AppError('FORBIDDEN', accountTexts.higherRole)
  return priority
}

const nameTaken = (): AppError =>
  new AppError('CONFLICT', texts.nameTaken, { fields: { name: texts.nameTaken } })

const changeable = ({ name, priority, permissions }: Role) => ({
  name,
  priority,
  permissions: permissions.map(({ id }) => id),
})

async function record(action: AuditAction, before: Role | null, after: Role, ctx: Ctx): Promise<void> {
  await audit(ctx, {
    action,
    resource: 'role',
    resourceId: after.id,
    before: before && changeable(before),
    after: changeable(after),
  })
  ctx.publish('role')
  // The list of accounts shows the name and priority of the role.
  if (before && after.accounts > 0) ctx.publish('users')
}

/** Creates a role of no higher authority than the caller's, with permissions the caller holds. */
export async function createRole(input: ParsedOf<typeof create>, ctx: Ctx) {
  await oneAtATime(ctx)
  const name = readName(input.name)
  const priority = readPriority(input.priority === undefined ? defaultPriority : input.priority, ctx)
  const ids = await grantable(input.permissions ?? [], [], ctx)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    INSERT INTO roles (name, priority) VALUES (${name}, ${priority})
    ON CONFLICT (to_lower(name)) DO NOTHING RETURNING id`)
  const id = rows[0]?.id
  if (!id) throw nameTaken()
  await ctx.db.query(sql`
    INSERT INTO role_permissions (role_id, permission_id) SELECT ${id}, unnest(${ids}::uuid[])`)
  const after = await readRole(id, ctx)
  await record('create', null, after, ctx)
  return withMsg(after, texts.created)
}

async function savePermissions(role: Role, ids: readonly string[], ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`
    DELETE FROM role_permissions WHERE role_id = ${role.id} AND NOT permission_id = ANY(${ids}::uuid[])`)
  await ctx.db.query(sql`
    INSERT INTO role_permissions (role_id, permission_id) SELECT ${role.id}, unnest(${ids}::uuid[])
    ON CONFLICT DO NOTHING`)
}

/** Updates the sent fields of a role of no higher authority; a stale version returns 409 with the role. */
export async function updateRole(input: ParsedOf<typeof update>, ctx: Ctx) {
  await oneAtATime(ctx)
  const before = await readRole(input.id, ctx)
  await requireManageableRole(before, ctx)
  if (input.version !== undefined && input.version !== before.version) {
    throw new AppError('CONFLICT', refusals.stale, { current: before })
  }
  const name = input.name === undefined ? before.name : readName(input.name)
  const priority = input.priority === undefined ? before.priority : readPriority(input.priority, ctx)
  const namesake = await ctx.db.query(sql`
    SELECT FROM roles WHERE to_lower(name) = to_lower(${name}) AND id <> ${before.id}`)
  if (namesake.rowCount) throw nameTaken()
  if (priority !== before.priority) {
    await requireAgreed(before, priority, input.affected, ctx)
    await keepExceptions(before, ctx)
  }
  if (input.permissions)
    await savePermissions(before, await grantable(input.permissions, before.permissions, ctx), ctx)
  await ctx.db.query(sql`
    UPDATE roles SET name = ${name}, priority = ${priority}, version = version + 1 WHERE id = ${before.id}`)
  if (before.priority === 1) await requireAdministrator(ctx)
  const after = await readRole(before.id, ctx)
  await record('update', before, after, ctx)
  await tellHolders(before, after, ctx)
  return withMsg(after, texts.updated)
}
