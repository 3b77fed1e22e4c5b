/** Rules of authority: no account manages a higher one, grants what it does not hold, or removes the last administrator. */
import sql from 'sql-template-tag'
import { can, type Priority } from '#platform/contract/abilities.ts'
import { codesOfAllUnits } from '#platform/contract/permissions.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { texts, type Account } from '#subjects/people/contract/calls/accounts.ts'
import { texts as roleTexts, type Role } from '#subjects/people/contract/calls/roles.ts'
import { requireConfirmed } from '#platform/server/db/confirmed.ts'
import type { Ctx } from '#kit/server/context.ts'
import { holdSession } from '#kit/server/hold-session.ts'
import { takeTime } from '#subjects/numbers/server/index.ts'
import { ownRole } from './list-roles.ts'

/** Permissions that at least one administrator must keep (D1-Q-037). */
const adminCodes = [
  'user.get',
  'user.add',
  'user.edit',
  'user.delete',
  'role.get',
  'role.add',
  'role.edit',
  'role.delete',
]

/**
 * Serialises changes of accounts and roles: the rules below read several rows, and two changes that are each allowed may break them
 * together (two administrators who lock each other). Waits up to 60 s: a hand-over of a whole file takes longer than the usual lock
 * timeout, and locking an account must not fail because of it.
 */
export async function oneAtATime(ctx: Ctx): Promise<void> {
  await takeTime(ctx)
  await ctx.db.query(`SET LOCAL lock_timeout = '60s'`)
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('accounts and roles', 7))`)
  // A caller locked while waiting may not change anything (D3-SEC-12).
  await holdSession(ctx)
}

/** Throws FORBIDDEN for an account of higher authority than the caller's (D1-Q-035). */
export function requireManageable({ role_priority }: Account, { actor }: Ctx): void {
  if (role_priority < actor.priority) throw new AppError('FORBIDDEN', texts.higherAccount)
}

/** Throws FORBIDDEN for a role of higher authority, and for one that is used outside the scope (D3-ORG-08). */
export async function requireManageableRole(role: Role, ctx: Ctx): Promise<void> {
  if (role.priority < ctx.actor.priority) throw new AppError('FORBIDDEN', texts.higherRole)
  const unshared = await ctx.db.query(sql`SELECT FROM roles r WHERE r.id = ${role.id} AND ${ownRole(ctx)}`)
  if (unshared.rowCount === 0) throw new AppError('FORBIDDEN', roleTexts.usedElsewhere)
}

/**
 * Throws FORBIDDEN unless the caller holds all the account's rights. Setting a password allows signing in as the account: refused for an
 * equal with more permissions than the caller, and for any account with a right over all units that the caller lacks
 * (docs/decisions/ladder.md).
 */
export async function requireNothingMore(account: Account, ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (account.id === actor.id) return
  const isEqual = account.role_priority === actor.priority
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM permissions p
    WHERE (p.id IN (SELECT permission_id FROM role_permissions WHERE role_id = ${account.role_id})
        OR p.id IN (SELECT permission_id FROM user_permissions WHERE user_id = ${account.id}))
      AND (${isEqual}::boolean OR p.code = ANY(${[...codesOfAllUnits]})) AND NOT p.code = ANY(${[...actor.permissions]}) LIMIT 1`)
  if (rowCount) throw new AppError('FORBIDDEN', isEqual ? texts.equalHoldsMore : texts.holdsAllUnits)
}

/**
 * Throws REAUTH unless the session is confirmed: with a given password or right a stolen session could sign in as that person and confirm
 * there instead (D3-SEC-07). The operator's command line has no session.
 */
export async function requireConfirmedToGive(ctx: Ctx): Promise<void> {
  if (ctx.session !== undefined) await requireConfirmed(ctx)
}

/** The same for a new account that is subject to the second factor. */
export async function requireConfirmedOver(userId: string, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ high: boolean }>(sql`SELECT factor_is_for(${userId}) AS high`)
  if (rows[0]?.high) await requireConfirmedToGive(ctx)
}

type NamedRole = { id: string; name: string; priority: Priority; codes: string[] }

/** The role to assign, with its permission codes; VALIDATION when there is none. */
export async function namedRole(roleId: string, ctx: Ctx): Promise<NamedRole> {
  const { rows } = await ctx.db.query<NamedRole>(sql`
    SELECT r.id, r.name, r.priority, ARRAY(
      SELECT p.code FROM role_permissions rp JOIN permissions p ON p.id = rp.permission_id
      WHERE rp.role_id = r.id) AS codes
    FROM roles r WHERE r.id::text = to_lower(${roleId})`)
  const role = rows[0]
  if (!role)
    throw new AppError('VALIDATION', messages.invalidValue, { fields: { role_id: messages.invalidValue } })
  return role
}

/** Whether the caller's level allows granting the code: one over all units only by a manager who holds it. */
const mayHandOn = (code: string, { actor }: Ctx): boolean =>
  !codesOfAllUnits.some((one) => one === code) || (can(actor, 'below3') && actor.permissions.has(code))

/**
 * Throws FORBIDDEN for a role of higher authority (D1-Q-040), for one of equal priority with permissions that the caller lacks, and for one
 * with rights over all units that the caller could not grant (D3-ACC-01).
 */
export function requireAssignable({ priority, codes }: NamedRole, ctx: Ctx): void {
  const { actor } = ctx
  if (priority < actor.priority) throw new AppError('FORBIDDEN', texts.higherRole)
  if (!codes.every((code) => mayHandOn(code, ctx))) throw new AppError('FORBIDDEN', texts.reachesAllUnits)
  if (priority === actor.priority && !codes.every((code) => actor.permissions.has(code)))
    throw new AppError('FORBIDDEN', texts.moreThanHeld)
}

type Sent = readonly (string | { id: string })[]

/**
 * The requested permission ids without duplicates; VALIDATION for an unknown id, FORBIDDEN for a newly granted one that the caller does not
 * hold.
 */
export async function grantable(sent: Sent, current: readonly { id: string }[], ctx: Ctx): Promise<string[]> {
  const ids = [...new Set(sent.map((item) => (typeof item === 'string' ? item : item.id).toLowerCase()))]
  const { rows } = await ctx.db.query<{ id: string; code: string }>(sql`
    SELECT id, code FROM permissions WHERE id::text = ANY(${ids})`)
  if (rows.length !== ids.length) {
    throw new AppError('VALIDATION', messages.invalidValue, {
      fields: { permissions: messages.invalidValue },
    })
  }
  const before = new Set(current.map(({ id }) => id))
  const added = rows.filter(({ id }) => !before.has(id))
  if (!added.every(({ code }) => ctx.actor.permissions.has(code)))
    throw new AppError('FORBIDDEN', texts.moreThanHeld)
  if (!added.every(({ code }) => mayHandOn(code, ctx))) throw new AppError('FORBIDDEN', texts.reachesAllUnits)
  return ids
}

export const samePermissions = (ids: readonly string[], current: readonly { id: string }[]): boolean =>
  ids.length === current.length && current.every(({ id }) => ids.includes(id))

/** Refuses a change that leaves no active priority-1 account able to manage accounts and roles; called after it. */
export async function requireAdministrator(ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM users u JOIN roles r ON r.id = u.role_id
    WHERE r.priority = 1 AND NOT u.is_deleted AND (
      SELECT count(*) FROM permissions p WHERE p.code = ANY(${adminCodes}) AND (
        p.id IN (SELECT permission_id FROM role_permissions WHERE role_id = u.role_id)
        OR p.id IN (SELECT permission_id FROM user_permissions WHERE user_id = u.id))) = ${adminCodes.length}
    LIMIT 1`)
  if (rowCount === 0) throw new AppError('CONFLICT', texts.lastAdmin)
}
