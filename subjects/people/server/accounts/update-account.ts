/** PUT users/{id}: profile, role, place and own permissions of an account (D1-ACC-49, D1-Q-036). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  texts,
  treeFields,
  type Account,
  type updateAccount as call,
} from '#subjects/people/contract/calls/accounts.ts'
import { withMsg } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { endSessions } from '../session/sign-in.ts'
import {
  namedRole,
  oneAtATime,
  requireAdministrator,
  requireAssignable,
  requireConfirmedToGive,
  requireManageable,
  samePermissions,
} from './authority.ts'
import { moveNumbers } from './give-back.ts'
import {
  fittingPosition,
  refuseExtra,
  requireInScope,
  requireNoMembers,
  requirePosition,
} from './position-in-tree.ts'
import { lockedAccount, readAccount } from './queries.ts'
import { readProfile, refuse } from './read-profile.ts'
import { setPermissions } from './set-permissions.ts'
import { tellRights } from './tell-rights.ts'
import { auditAccount } from './audit-account.ts'

type Input = ParsedOf<typeof call>

const permissionIds = ({ permissions }: Account): string[] => permissions.map(({ id }) => id)

/** Whether the request comes from the permission dialog, which does not send the profile's required fields. */
const permissionsAlone = ({ permissions, ...rest }: Input): boolean =>
  permissions !== undefined &&
  !['fullname', 'email', 'phone', 'avatar', 'role_id', 'brand_id', 'group_id'].some((name) => name in rest)

function requireSameUsername(input: Input, before: Account): void {
  const { username } = input
  if (username === undefined || username === null || username === before.username) return
  throw new AppError('VALIDATION', texts.usernameFixed, { fields: { username: texts.usernameFixed } })
}

/** Validates role and place after the edit, and returns them. */
async function newPosition(input: Input, roleId: string, before: Account, ctx: Ctx) {
  const role = await namedRole(roleId, ctx)
  if (roleId !== before.role_id) requireAssignable(role, ctx)
  const sameRole = role.id === before.role_id
  const requested = {
    brandId: input.brand_id === undefined ? before.brand_id : input.brand_id || null,
    groupId: input.group_id === undefined ? before.group_id : input.group_id || null,
  }
  // A change of role also sets the place; an edit without a role change keeps it.
  const formerPlace = sameRole ? { brandId: before.brand_id, groupId: before.group_id } : undefined
  refuseExtra(
    role.priority,
    { brandId: input.brand_id || null, groupId: input.group_id || null },
    formerPlace,
  )
  // A place lost with a former role must be given again, even where it is optional.
  if (
    !sameRole &&
    input.brand_id === undefined &&
    before.brand_id === null &&
    treeFields(role.priority).brand
  )
    throw new AppError('VALIDATION', texts.choosePlace, { fields: { brand_id: texts.choosePlace } })
  const position = fittingPosition(role.priority, requested, formerPlace)
  const stays = position.brandId === before.brand_id && position.groupId === before.group_id
  if (stays && sameRole) return { role, position }
  await requirePosition(role.priority, position, ctx)
  // An account that edits only itself need not be below itself.
  if (!(stays && before.id === ctx.actor.id)) requireInScope(position, ctx)
  if (!stays || role.priority !== before.role_priority) await requireNoMembers(before, ctx)
  return { role, position }
}

async function saveProfile(input: Input, before: Account, ctx: Ctx): Promise<void> {
  const fields: FieldErrors = {}
  // Omitted fields keep their value, except those required by the form.
  const profile = readProfile(
    {
      ...input,
      phone: input.phone === undefined ? before.phone : input.phone,
      avatar: input.avatar === undefined ? before.avatar : input.avatar,
    },
    fields,
  )
  refuse(fields)
  const { role, position } = await newPosition(input, profile.roleId, before, ctx)
  await ctx.db.query(sql`
    UPDATE users SET fullname = ${profile.fullname}, email = ${profile.email}, phone = ${profile.phone},
      avatar = ${profile.avatar}, role_id = ${role.id}, brand_id = ${position.brandId}, group_id = ${position.groupId},
      leaderless = leaderless AND role_id = ${role.id}
    WHERE id = ${before.id}`)
  if (role.id !== before.role_id) await endSessions(ctx.db, before.id)
  const stays = position.brandId === before.brand_id && position.groupId === before.group_id
  if (!stays) await moveNumbers(before, input.numbers ?? 'return', ctx)
}

/**
 * Expires a pending password given by another account: after a change of role or place its giver must not be able to use it. Returns
 * whether there was one.
 */
async function endGivenPassword(id: string, { db, actor }: Ctx): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    UPDATE users SET given_until = now()
    WHERE id = ${id} AND must_change_password AND given_by <> ${actor.username}`)
  return Boolean(rowCount)
}

/** Updates an account of no higher authority than the caller's; a stale version returns 409 with the account. */
export async function updateAccount(input: Input, ctx: Ctx) {
  await oneAtATime(ctx)
  const before = await lockedAccount(input.id, ctx)
  requireManageable(before, ctx)
  if (input.version !== undefined && input.version !== before.version) {
    throw new AppError('CONFLICT', refusals.stale, { current: before })
  }
  requireSameUsername(input, before)
  if (!permissionsAlone(input)) await saveProfile(input, before, ctx)
  if (input.permissions) {
    const priority = before.role_priority
    await setPermissions({ id: before.id, priority, permissions: before.permissions }, input.permissions, ctx)
  }
  await ctx.db.query(sql`UPDATE users SET version = version + 1 WHERE id = ${before.id}`)
  if (before.role_priority === 1) await requireAdministrator(ctx)
  const after = await readAccount(before.id, { ...ctx, scope: { all: true } })
  const sameRights =
    after.role_id === before.role_id && samePermissions(permissionIds(after), before.permissions)
  if (!sameRights) await requireConfirmedToGive(ctx)
  const moved = after.brand_id !== before.brand_id || after.group_id !== before.group_id
  const ended = (!sameRights || moved) && (await endGivenPassword(before.id, ctx))
  await auditAccount('update', before, after, ctx)
  await tellRights(before, after, ctx)
  return withMsg(after, ended ? texts.updatedPasswordEnded : texts.updated)
}
