/** POST /api/v1/auth/saveProfile (D1-PROF, D1-Q-031). */
import sql from 'sql-template-tag'
import { AppError, refuseFields, type FieldErrors } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { texts, type saveProfile as SaveProfile } from '#platform/contract/calls/session.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { cleanText } from '#kit/contract/text.ts'
import { withMsg } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { accountOf } from './account.ts'
import { setPassword } from './change-password.ts'

type Input = ParsedOf<typeof SaveProfile>

/** Checks the shape of an address only. */
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
  refuseFields(fields)
  return { fullname, email, phone: phone || null }
}

/** Saves own name, email, phone and, if given, password; a new password ends other sessions. */
export async function saveProfile(input: Input, ctx: Ctx) {
  const profile = check(input)
  await setPassword(input, ctx)
  const changed = changeRows(ctx, 'update', 'users', {
    table: 'users',
    where: sql`t.id = ${ctx.actor.id}`,
    set: sql`fullname = ${profile.fullname}, email = ${profile.email}, phone = ${profile.phone}, version = t.version + 1`,
    audited: sql`jsonb_build_object('fullname', t.fullname, 'email', t.email, 'phone', t.phone)`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  const account = await accountOf(ctx.db, ctx.actor.id)
  if (!account) throw new AppError('NOT_FOUND', refusals.notFound)
  ctx.publish('users')
  return withMsg({ user: account.user }, texts.profileSaved)
}
