/** Who may manage whom: nobody of higher authority, nothing one does not hold, never the last administrator. */
import sql from 'sql-template-tag'
import type { Priority } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { texts, type Account } from '../../../contract/workflows/accounts.ts'
import type { Ctx } from '../../kit/context.ts'
import { requireId } from '../../kit/list.ts'
import { takeTime } from '../../resources/customer/moving.ts'
import { readAccount } from './queries.ts'

/** What the last administrator keeps (D1-Q-037). */
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
 * Lets one change of accounts and roles in at a time: the rules below look at more than one row, and two changes
 * that are each right can be wrong together (two administrators who lock each other). Whoever comes waits its turn: a
 * hand-over of a whole file takes longer than a request may wait for anything else, and who is being locked must not
 * go on until somebody tries again.
 */
export async function oneAtATime(ctx: Ctx): Promise<void> {
  await takeTime(ctx)
  await ctx.db.query(`SET LOCAL lock_timeout = '60s'`)
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('accounts and roles', 7))`)
}

/** The account, when the caller may manage it; NOT_FOUND outside the scope, FORBIDDEN above (D1-Q-035). */
export async function manageable(id: string, ctx: Ctx): Promise<Account> {
  await oneAtATime(ctx)
  // People change their own profile beside that; what was there before is read of the locked row (D3-TRL-01).
  await ctx.db.query(sql`SELECT FROM users WHERE id = ${requireId(id)} FOR NO KEY UPDATE`)
  const account = await readAccount(ctx, sql`u.id = ${requireId(id)}`)
  if (account.role_priority < ctx.actor.priority) throw new AppError('FORBIDDEN', texts.higherAccount)
  return account
}

/**
 * Whoever gives an equal a new password can sign in as that one: refused where the equal holds more than the caller
 * (docs/decisions/ladder.md).
 */
export async function requireNothingMore(account: Account, ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (account.role_priority !== actor.priority || account.id === actor.id) return
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM permissions p
    WHERE (p.id IN (SELECT permission_id FROM role_permissions WHERE role_id = ${account.role_id})
        OR p.id IN (SELECT permission_id FROM user_permissions WHERE user_id = ${account.id}))
      AND NOT p.code = ANY(${[...actor.permissions]}) LIMIT 1`)
  if (rowCount) throw new AppError('FORBIDDEN', texts.equalHoldsMore)
}

export type AssignableRole = { id: string; name: string; priority: Priority }

/**
 * The role, when the caller may give it: not of higher authority (D1-Q-040), and at the caller's own level holding
 * nothing that the caller does not.
 */
export async function assignableRole(roleId: string, ctx: Ctx): Promise<AssignableRole> {
  const { rows } = await ctx.db.query<AssignableRole & { codes: string[] }>(sql`
    SELECT r.id, r.name, r.priority, ARRAY(
      SELECT p.code FROM role_permissions rp JOIN permissions p ON p.id = rp.permission_id
      WHERE rp.role_id = r.id) AS codes
    FROM roles r WHERE r.id::text = to_lower(${roleId})`)
  const role = rows[0]
  if (!role)
    throw new AppError('VALIDATION', messages.invalidValue, { fields: { role_id: messages.invalidValue } })
  if (role.priority < ctx.actor.priority) throw new AppError('FORBIDDEN', texts.higherRole)
  if (role.priority === ctx.actor.priority && !role.codes.every((code) => ctx.actor.permissions.has(code))) {
    throw new AppError('FORBIDDEN', texts.moreThanHeld)
  }
  return role
}

type Sent = readonly (string | { id: string })[]

/** The ids that were sent, once each; VALIDATION when one is no permission, FORBIDDEN when one newly granted is not held. */
export async function grantable(sent: Sent, known: readonly { id: string }[], ctx: Ctx): Promise<string[]> {
  const ids = [...new Set(sent.map((item) => (typeof item === 'string' ? item : item.id).toLowerCase()))]
  const { rows } = await ctx.db.query<{ id: string; code: string }>(sql`
    SELECT id, code FROM permissions WHERE id::text = ANY(${ids})`)
  if (rows.length !== ids.length) {
    throw new AppError('VALIDATION', messages.invalidValue, {
      fields: { permissions: messages.invalidValue },
    })
  }
  const before = new Set(known.map(({ id }) => id))
  const beyond = rows.some(({ id, code }) => !before.has(id) && !ctx.actor.permissions.has(code))
  if (beyond) throw new AppError('FORBIDDEN', texts.moreThanHeld)
  return ids
}

/** Whether two sets of permission ids are the same. */
export const samePermissions = (ids: readonly string[], known: readonly { id: string }[]): boolean =>
  ids.length === known.length && known.every(({ id }) => ids.includes(id))

/** After a change: refuses it when no active priority-1 account is left that manages accounts and roles. */
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
