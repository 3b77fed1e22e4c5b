/** POST users/{id}/reset-password (D1-ACC-51, D1-Q-032, D1-Q-033). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { texts, type resetPassword as call } from '#subjects/people/contract/calls/accounts.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { endSessions } from '../session/sign-in.ts'
import { hashPassword } from '../session/password.ts'
import { oneAtATime, requireConfirmedToGive, requireManageable, requireNothingMore } from './authority.ts'
import { lockedAccount } from './queries.ts'
import { readPassword, refuse, requirePasswordFor } from './read-profile.ts'

/** Sets a new password for an account of no higher authority; its sessions end, and the account must change it at sign-in. */
export async function resetPassword(input: ParsedOf<typeof call>, ctx: Ctx) {
  const fields: FieldErrors = {}
  const password = await readPassword(input.password, fields, ctx)
  if (!input.rePassword) fields.rePassword = messages.missingField
  refuse(fields)
  if (password !== input.rePassword) {
    throw new AppError('VALIDATION', texts.passwordMismatch, {
      fields: { rePassword: texts.passwordMismatch },
    })
  }
  const stored = await hashPassword(password)
  await oneAtATime(ctx)
  const account = await lockedAccount(input.id, ctx)
  requireManageable(account, ctx)
  await requireNothingMore(account, ctx)
  // Somebody at an unattended screen must not be able to take over the account.
  if (account.id === ctx.actor.id) throw new AppError('FORBIDDEN', texts.ownPassword)
  await requireConfirmedToGive(ctx)
  await requirePasswordFor({ username: account.username, priority: account.role_priority }, password, ctx)
  await ctx.db.query(sql`
    UPDATE users SET password_hash = ${stored}, credentials_changed_at = now(),
      must_change_password = true, given_until = NULL, given_by = ${ctx.actor.username}
    WHERE id = ${account.id}`)
  await endSessions(ctx.db, account.id)
  // Failed tries before the reset must not keep the owner of the new password out.
  await ctx.db.query(sql`DELETE FROM login_failures WHERE username = to_lower(${account.username})`)
  await audit(ctx, { action: 'reset-password', resource: 'users', resourceId: account.id })
  return withMsg(null, texts.passwordReset)
}
