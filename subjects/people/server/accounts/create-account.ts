/** POST users (D1-ACC-48). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { texts, type Account, type createAccount as call } from '#subjects/people/contract/calls/accounts.ts'
import { can } from '#platform/contract/abilities.ts'
import { readPayoutAccount, type PayoutAccount } from '#subjects/people/contract/banks.ts'
import { looksLikeStart } from '#kit/contract/look-alikes.ts'
import { channelPrefixes } from '#subjects/registrations/contract/lists/registration-channels.ts'
import { withMsg } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireConfirmed } from '#platform/server/db/confirmed.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import { hashPassword } from '../session/password.ts'
import { openCodeChannels } from './choose-channel.ts'
import { namedRole, oneAtATime, requireAssignable, requireConfirmedOver } from './authority.ts'
import {
  fittingPosition,
  refuseExtra,
  requireInScope,
  requirePosition,
  type Position,
} from './position-in-tree.ts'
import { storePayout } from './payout-account.ts'
import { readAccount } from './queries.ts'
import {
  readPassword,
  readProfile,
  readUsername,
  refuse,
  requirePasswordFor,
  type Profile,
} from './read-profile.ts'
import { setPermissions } from './set-permissions.ts'
import { auditAccount } from './audit-account.ts'

/**
 * Throws FORBIDDEN when the name starts, or seems to start, with a prefix that decides rights, and the caller is no manager (D3-ORG-09).
 */
async function requireFreePrefix(username: string, ctx: Ctx): Promise<void> {
  if (can(ctx.actor, 'below3')) return
  const { noRefundPrefixes } = await readSettings(ctx.db, ['noRefundPrefixes'])
  const prefix = [...channelPrefixes, ...noRefundPrefixes].find((one) => looksLikeStart(username, one))
  if (prefix === undefined) return
  const refusal = texts.prefixReserved(prefix)
  throw new AppError('FORBIDDEN', refusal, { fields: { username: refusal } })
}

export type NewAccount = {
  username: string
  profile: Profile
  requestedPosition: Position
  /** Already validated for the role; null when no password was chosen. */
  password: string | null
  /** Session confirmation is checked by the caller (D3-SEC-07). */
  payout: PayoutAccount
  permissions?: ParsedOf<typeof call>['permissions']
}

/** Stores an account as far as the caller's authority allows; the lock of `oneAtATime` must be held (D1-ACC-48, D3-SETUP-02). */
export async function addAccount(
  { username, profile, requestedPosition, password, payout, permissions = [] }: NewAccount,
  stored: string,
  ctx: Ctx,
): Promise<Account> {
  await requireFreePrefix(username, ctx)
  const role = await namedRole(profile.roleId, ctx)
  requireAssignable(role, ctx)
  if (password !== null) await requirePasswordFor({ username, priority: role.priority }, password, ctx)
  const position = fittingPosition(role.priority, requestedPosition)
  await requirePosition(role.priority, position, ctx)
  requireInScope(position, ctx)
  refuseExtra(role.priority, requestedPosition)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    INSERT INTO users (username, fullname, email, phone, avatar, role_id, brand_id, group_id, password_hash,
      must_change_password, given_by)
    VALUES (${username}, ${profile.fullname}, ${profile.email}, ${profile.phone}, ${profile.avatar}, ${role.id},
      ${position.brandId}, ${position.groupId}, ${stored}, true, ${password === null ? null : ctx.actor.username})
    ON CONFLICT (to_lower(username)) DO NOTHING RETURNING id`)
  const id = rows[0]?.id
  if (!id) throw new AppError('CONFLICT', texts.usernameTaken, { fields: { username: texts.usernameTaken } })
  await setPermissions({ id, priority: role.priority, permissions: [] }, permissions, ctx)
  if (role.priority === 3) await openCodeChannels(username, ctx)
  await requireConfirmedOver(id, ctx)
  await auditAccount('create', null, await readAccount(id, { ...ctx, scope: { all: true } }), ctx)
  if (payout.so_tai_khoan) await storePayout(id, payout, ctx)
  return readAccount(id, { ...ctx, scope: { all: true } })
}

/** Creates an account of no higher authority than the caller's, inside the caller's scope; it must change the password at first sign-in. */
export async function createAccount(input: ParsedOf<typeof call>, ctx: Ctx) {
  const fields: FieldErrors = {}
  const profile = readProfile(input, fields)
  const username = readUsername(input.username, fields)
  const payout = readPayoutAccount(input, fields)
  const password = await readPassword(input.password, fields, ctx)
  refuse(fields)
  const stored = await hashPassword(password)
  await oneAtATime(ctx)
  const position = { brandId: input.brand_id || null, groupId: input.group_id || null }
  const account = {
    username,
    profile,
    requestedPosition: position,
    password,
    payout,
    permissions: input.permissions,
  }
  const made = await addAccount(account, stored, ctx)
  if (payout.so_tai_khoan) await requireConfirmed(ctx)
  return withMsg(made, texts.created)
}
