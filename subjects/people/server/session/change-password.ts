/** Change of the own password: from the profile, or forced after another account set it (D1-Q-031, threats C7). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { credentialLength, texts, type changePassword as call } from '#platform/contract/calls/session.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import { passwordFault } from './password-rule.ts'
import { hashPassword, passwordFits } from './password.ts'
import { endSessions } from './sign-in.ts'
import { sessionOf, tryInSession } from './session-tries.ts'

type Input = ParsedOf<typeof call>

const refusal = (field: keyof Input, msg: string): AppError =>
  new AppError('VALIDATION', msg, { fields: { [field]: msg } })

/** Both passwords when all three fields are valid; null when all are empty. */
function read(input: Input): { old: string; next: string } | null {
  const { oldPassword, newPassword, confirmNewPassword } = input
  if (!oldPassword && !newPassword && !confirmNewPassword) return null
  if (!oldPassword || !newPassword || !confirmNewPassword) {
    const fields: FieldErrors = {
      ...(!oldPassword && { oldPassword: 'Nhập mật khẩu cũ' }),
      ...(!newPassword && { newPassword: 'Nhập mật khẩu mới' }),
      ...(!confirmNewPassword && { confirmNewPassword: 'Nhập lại mật khẩu mới' }),
    }
    throw new AppError('VALIDATION', texts.passwordIncomplete, { fields })
  }
  if (newPassword !== confirmNewPassword) throw refusal('confirmNewPassword', texts.passwordMismatch)
  if (newPassword.length > credentialLength) throw refusal('newPassword', texts.passwordLong)
  return { old: oldPassword, next: newPassword }
}

type Own = { password_hash: string; must_change_password: boolean }

/** Throws unless `old` is the password; RATE_LIMITED after too many tries in this session. */
async function requireOld(old: string, account: Own | undefined, ctx: Ctx): Promise<void> {
  const fits = await tryInSession(ctx, texts.passwordTries, () => passwordFits(account?.password_hash, old))
  if (!fits) throw refusal('oldPassword', texts.wrongOldPassword)
}

/** Sets the password when the three fields ask for it; ends all other sessions. Returns whether it did. */
export async function setPassword(input: Input, ctx: Ctx): Promise<boolean> {
  const passwords = read(input)
  if (!passwords) return false
  const { rows } = await ctx.db.query<Own>(
    sql`SELECT password_hash, must_change_password FROM users WHERE id = ${ctx.actor.id}`,
  )
  await requireOld(passwords.old.slice(0, credentialLength), rows[0], ctx)
  // The account that assigned the password knows it, so it may not be kept.
  if (rows[0]?.must_change_password && passwords.old === passwords.next)
    throw refusal('newPassword', texts.passwordSame)
  const { 'password.length': least, 'app.title': title } = await readSettings(ctx.db, [
    'password.length',
    'app.title',
  ])
  const { production } = ctx.services
  const fault = await passwordFault(passwords.next, { ...ctx.actor, title, least, production })
  if (fault) throw refusal('newPassword', fault)
  const stored = await hashPassword(passwords.next)
  // Nothing is updated if the password was changed concurrently.
  const { rowCount } = await ctx.db.query(sql`
    UPDATE users SET password_hash = ${stored}, credentials_changed_at = now(), must_change_password = false
    WHERE id = ${ctx.actor.id} AND password_hash = ${rows[0]?.password_hash}`)
  if (rowCount === 0) throw refusal('oldPassword', texts.wrongOldPassword)
  await endSessions(ctx.db, ctx.actor.id, sessionOf(ctx))
  await audit(ctx, { action: 'password', resource: 'users', resourceId: ctx.actor.id })
  return true
}

/** POST auth/changePassword. VALIDATION with a message per field; three empty fields are refused as well. */
export async function changePassword(input: Input, ctx: Ctx) {
  if (!(await setPassword(input, ctx))) {
    throw new AppError('VALIDATION', texts.passwordIncomplete, {
      fields: { oldPassword: 'Nhập mật khẩu cũ' },
    })
  }
  return withMsg(null, texts.passwordChanged)
}
