/** POST users (D1-ACC-48). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import { texts, type createAccount as call } from '../../../contract/workflows/accounts.ts'
import { can } from '../../../contract/abilities.ts'
import { readPayoutAccount } from '../../../contract/banks.ts'
import { looksLikeStart } from '../../../contract/look-alikes.ts'
import { channelPrefixes } from '../../../contract/resources/registration-channels.ts'
import { withMsg } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { requireConfirmed } from '../../db/confirmed.ts'
import { readSettings } from '../../db/settings.ts'
import { hashPassword } from '../session/index.ts'
import { namedRole, oneAtATime, requireAssignable, requireConfirmedOver } from './authority.ts'
import { fittingPosition, refuseExtra, requireInScope, requirePosition } from './position-in-tree.ts'
import { storePayout } from './payout-account.ts'
import { readAccount } from './queries.ts'
import { readPassword, readProfile, readUsername, refuse, requirePasswordFor } from './read-profile.ts'
import { setPermissions } from './set-permissions.ts'
import { auditAccount } from './audit-account.ts'

/** Throws FORBIDDEN when the name has, or seems to have, a prefix that decides rights and the caller does not manage (D3-ORG-09). */
async function requireFreePrefix(username: string, ctx: Ctx): Promise<void> {
  if (can(ctx.actor, 'below3')) return
  const { noRefundPrefixes } = await readSettings(ctx.db, ['noRefundPrefixes'])
  const prefix = [...channelPrefixes, ...noRefundPrefixes].find((one) => looksLikeStart(username, one))
  if (prefix === undefined) return
  const why = texts.prefixReserved(prefix)
  throw new AppError('FORBIDDEN', why, { fields: { username: why } })
}

/** Creates an account of no higher authority than the caller's, inside the caller's scope; it sets an own password first. */
export async function createAccount(input: ParsedOf<typeof call>, ctx: Ctx) {
  const fields: FieldErrors = {}
  const profile = readProfile(input, fields)
  const username = readUsername(input.username, fields)
  const payout = readPayoutAccount(input, fields)
  const password = await readPassword(input.password, fields, ctx)
  refuse(fields)
  await requireFreePrefix(username, ctx)
  const stored = await hashPassword(password)
  await oneAtATime(ctx)
  const role = await namedRole(profile.roleId, ctx)
  requireAssignable(role, ctx)
  await requirePasswordFor({ username, priority: role.priority }, password, ctx)
  const asked = { brandId: input.brand_id || null, groupId: input.group_id || null }
  const position = fittingPosition(role.priority, asked)
  await requirePosition(role.priority, position, ctx)
  requireInScope(position, ctx)
  refuseExtra(role.priority, asked)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    INSERT INTO users (username, fullname, email, phone, avatar, role_id, brand_id, group_id, password_hash,
      must_change_password)
    VALUES (${username}, ${profile.fullname}, ${profile.email}, ${profile.phone}, ${profile.avatar}, ${role.id},
      ${position.brandId}, ${position.groupId}, ${stored}, true)
    ON CONFLICT (to_lower(username)) DO NOTHING RETURNING id`)
  const id = rows[0]?.id
  if (!id) throw new AppError('CONFLICT', texts.usernameTaken, { fields: { username: texts.usernameTaken } })
  await setPermissions({ id, priority: role.priority, permissions: [] }, input.permissions ?? [], ctx)
  await requireConfirmedOver(id, ctx)
  await auditAccount('create', null, await readAccount(id, { ...ctx, scope: { all: true } }), ctx)
  if (payout.so_tai_khoan) {
    await requireConfirmed(ctx)
    await storePayout(id, payout, ctx)
  }
  const after = await readAccount(id, { ...ctx, scope: { all: true } })
  return withMsg(after, texts.created)
}
