/** POST /api/v1/auth/saveProfile (D1-PROF, D1-Q-031). */
import sql from 'sql-template-tag'
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import {
  passwordLength,
  texts,
  type saveProfile as SaveProfile,
} from '../../../contract/workflows/session.ts'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { cleanText } from '../../../contract/text.ts'
import { withMsg } from '../../kit/answer.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { accountOf } from './account.ts'
import { hashPassword, passwordFits } from './password.ts'
import { endSessions } from './sign-in.ts'

type Input = ParsedOf<typeof SaveProfile>

/** The shape of an address, no more: that it arrives is not ours to know. */
export const looksLikeEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 255

function check(input: Input): { fullname: string; email: string; phone: string | null } {
  const fields: FieldErrors = {}
  const fullname = cleanText(input.fullname)
  const email = cleanText(input.email)
  const phone = cleanText(input.phone ?? '')
  if (fullname === '') fields.fullname = 'Nhập họ tên'
  if (email === '') fields.email = 'Nhập email'
  else if (!looksLikeEmail(email)) fields.email = 'Email không đúng dạng ten@congty.vn'
  if (!/^\d{0,15}$/.test(phone)) fields.phone = 'Số điện thoại chỉ gồm chữ số'
  const first = Object.values(fields)[0]
  if (first) throw new AppError('VALIDATION', first, { fields })
  return { fullname, email, phone: phone || null }
}

async function changePassword(input: Input, ctx: Ctx): Promise<void> {
  const { oldPassword, newPassword, confirmNewPassword } = input
  if (!oldPassword && !newPassword && !confirmNewPassword) return
  if (!oldPassword || !newPassword || !confirmNewPassword) {
    throw new AppError('VALIDATION', texts.passwordIncomplete, {
      fields: {
        ...(!oldPassword && { oldPassword: 'Nhập mật khẩu cũ' }),
        ...(!newPassword && { newPassword: 'Nhập mật khẩu mới' }),
        ...(!confirmNewPassword && { confirmNewPassword: 'Nhập lại mật khẩu mới' }),
      },
    })
  }
  if (newPassword !== confirmNewPassword) {
    throw new AppError('VALIDATION', texts.passwordMismatch, {
      fields: { confirmNewPassword: texts.passwordMismatch },
    })
  }
  if (newPassword.length < passwordLength || newPassword.length > 255) {
    throw new AppError('VALIDATION', texts.passwordShort, { fields: { newPassword: texts.passwordShort } })
  }
  const { rows } = await ctx.db.query<{ password_hash: string }>(
    sql`SELECT password_hash FROM users WHERE id = ${ctx.actor.id}`,
  )
  if (!(await passwordFits(rows[0]?.password_hash, oldPassword))) {
    throw new AppError('VALIDATION', texts.wrongOldPassword, {
      fields: { oldPassword: texts.wrongOldPassword },
    })
  }
  const stored = await hashPassword(newPassword)
  await ctx.db.query(sql`
    UPDATE users SET password_hash = ${stored}, credentials_changed_at = now() WHERE id = ${ctx.actor.id}`)
  await audit(ctx, { action: 'password', resource: 'users', resourceId: ctx.actor.id })
}

/** Saves the own name, email, phone and, when asked, password; other sessions end with a new password. */
export async function saveProfile(input: Input, ctx: Ctx, sessionHash: string) {
  const profile = check(input)
  await changePassword(input, ctx)
  const { rows } = await ctx.db.query<{ before: object; after: object }>(sql`
    UPDATE users SET fullname = ${profile.fullname}, email = ${profile.email}, phone = ${profile.phone},
      version = version + 1
    WHERE id = ${ctx.actor.id}
    RETURNING json_build_object('fullname', old.fullname, 'email', old.email, 'phone', old.phone) AS before,
      json_build_object('fullname', new.fullname, 'email', new.email, 'phone', new.phone) AS after`)
  await audit(ctx, { action: 'update', resource: 'users', resourceId: ctx.actor.id, ...rows[0] })
  if (input.newPassword) await endSessions(ctx.db, ctx.actor.id, sessionHash)
  const account = await accountOf(ctx.db, ctx.actor.id)
  if (!account) throw new AppError('NOT_FOUND', messages.notFound)
  ctx.touch('users', [ctx.actor.id])
  return withMsg({ user: account.user }, texts.profileSaved)
}
