/** What the account dialog holds while it is filled in, and what it sends. */
import { f } from '../../../contract/kit/field.ts'
import type { FieldErrors } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { texts as accountTexts, treeFields, type Account } from '../../../contract/workflows/accounts.ts'
import type { FormFields, FormState } from '../../kit/resource/form-state.ts'
import type { PositionIds } from './position-fields.tsx'

const profile: FormFields = [
  ['fullname', f.text({ label: 'Họ tên', required: true, max: 200 })],
  ['email', f.text({ label: 'Email', required: true, max: 255 })],
  ['phone', f.text({ label: 'Số điện thoại', max: 15 })],
  ['role_id', f.text({ label: 'Vai trò', required: true })],
]

/** Fields of an edit; the user name cannot be changed (D1-Q-040). */
export const editFields: FormFields = profile
/** Fields of a new account, its password apart: that one is not trimmed. */
export const createFields: FormFields = [
  ['username', f.text({ label: 'Tên đăng nhập', required: true, max: 255 })],
  ...profile,
]

/** Branch and leader of the account as the pickers hold them. */
export const positionOf = (account: Account | null): PositionIds => ({
  brand_id: account?.brand_id ?? '',
  group_id: account?.group_id ?? '',
})

/** What is missing of branch and leader for a role of this number. */
function placeErrors(priority: number | undefined, place: PositionIds): FieldErrors {
  const { brand, group } = treeFields(priority)
  return {
    ...(brand === 'required' && !place.brand_id && { brand_id: 'Chi nhánh chưa có' }),
    ...(group && !place.group_id && { group_id: 'Leader chưa có' }),
  }
}

type Typed = {
  form: FormState
  place: PositionIds
  priority: number | undefined
  password: string | null
  /** Characters of a password at least. */
  least: number
}
export type AccountReading =
  | { ok: true; body: Record<string, string | null> }
  | { ok: false; errors: FieldErrors; msg: string }

/** Reads the whole dialog. `password` is null in an edit. */
export function readAccount({ form, place, priority, password, least }: Typed): AccountReading {
  const reading = form.read()
  const missing = placeErrors(priority, place)
  const errors: FieldErrors = { ...(!reading.ok && reading.errors), ...missing }
  const short = password !== null && password.length < least
  if (short) errors.password = password === '' ? 'Mật khẩu chưa có' : accountTexts.passwordShort(least)
  const first = Object.values(errors)[0]
  if (!reading.ok || first !== undefined) {
    const empty = (!reading.ok && reading.missing) || Object.keys(missing).length > 0 || password === ''
    return { ok: false, errors, msg: empty ? messages.missingField : (first ?? messages.invalid) }
  }
  // All fields of this form are texts.
  const texts = reading.values as Record<string, string | null>
  const { brand, group } = treeFields(priority)
  return {
    ok: true,
    body: {
      ...texts,
      brand_id: (brand && place.brand_id) || null,
      group_id: (group && place.group_id) || null,
      ...(password !== null && { password }),
    },
  }
}
