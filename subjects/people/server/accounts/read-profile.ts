/** Reads and validates the fields of account create and edit. */
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { cleanText } from '#kit/contract/text.ts'
import { avatarFault, texts, updateAccount } from '#subjects/people/contract/calls/accounts.ts'
import { credentialLength } from '#platform/contract/calls/session.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import { looksLikeEmail } from '../session/save-profile.ts'
import { passwordFault } from '../session/password-rule.ts'

type Sent = Partial<Record<'fullname' | 'email' | 'phone' | 'avatar' | 'role_id', string | null | undefined>>

export type Profile = {
  fullname: string
  email: string
  phone: string | null
  avatar: string | null
  roleId: string
}

/** Throws VALIDATION for any error in `fields`; the message is 'missing field' if one is missing, else the first error. */
export function refuse(fields: FieldErrors): void {
  const problems = Object.values(fields)
  const first = problems.find((message) => message === messages.missingField) ?? problems[0]
  if (first) throw new AppError('VALIDATION', first, { fields })
}

/** Full name, email and role are required (D1-ACC-24, D1-ACC-27 to D1-ACC-31); problems are added to `fields`. */
export function readProfile(sent: Sent, fields: FieldErrors): Profile {
  const fullname = cleanText(sent.fullname)
  const email = cleanText(sent.email)
  const phone = cleanText(sent.phone)
  const avatar = cleanText(sent.avatar)
  const roleId = cleanText(sent.role_id)
  for (const [name, value] of Object.entries({ fullname, email, role_id: roleId })) {
    if (value === '') fields[name] = messages.missingField
  }
  const { label, max } = updateAccount.asks.fullname
  if (fullname.length > max) fields.fullname = `${label} dài tối đa ${max} ký tự`
  if (email !== '' && !looksLikeEmail(email)) fields.email = 'Email không đúng dạng ten@congty.vn'
  if (!/^\d{0,15}$/.test(phone)) fields.phone = 'Số điện thoại chỉ gồm chữ số'
  const fault = avatar === '' ? undefined : avatarFault(avatar)
  if (fault !== undefined) fields.avatar = `Ảnh đại diện ${fault}`
  return { fullname, email, phone: phone || null, avatar: avatar || null, roleId }
}

// Latin letters only: a Cyrillic look-alike of a branch's prefix would pass for the branch (D1-Q-013).
const usernameShape = /^[\p{Script=Latin}\p{N}._@+-]+$/u

/** The username in canonical form: NFKC, trimmed (D1-Q-040). */
export function readUsername(sent: string | null | undefined, fields: FieldErrors): string {
  const username = cleanText(sent).normalize('NFKC')
  if (username === '') fields.username = messages.missingField
  else if (username.length > credentialLength) fields.username = `Tối đa ${credentialLength} ký tự`
  else if (!usernameShape.test(username)) {
    fields.username = 'Tên đăng nhập chỉ gồm chữ cái, chữ số và các dấu . _ - @ +'
  }
  return username
}

/** A new password of the minimum length from the settings (D1-Q-040); `requirePasswordFor` adds the rules of the account. */
export async function readPassword(
  sent: string | null | undefined,
  fields: FieldErrors,
  ctx: Ctx,
): Promise<string> {
  const password = sent ?? ''
  const { 'password.length': least } = await readSettings(ctx.db, ['password.length'])
  if (password === '') fields.password = messages.missingField
  else if (password.length < least) fields.password = texts.passwordShort(least)
  else if (password.length > credentialLength) fields.password = `Tối đa ${credentialLength} ký tự`
  return password
}

/** Throws VALIDATION for a common password, or one too short for the account (D3-SEC-04). */
export async function requirePasswordFor(
  whose: { username: string; priority: number },
  password: string,
  { db, services: { production } }: Ctx,
): Promise<void> {
  const { 'app.title': title } = await readSettings(db, ['app.title'])
  const fault = await passwordFault(password, { ...whose, title, least: 0, production })
  if (fault) throw new AppError('VALIDATION', fault, { fields: { password: fault } })
}
