/** What the account dialog asks for while it is filled in, and what it sends. */
import { f } from '../../../contract/kit/field.ts'
import { texts, treeFields, type Account } from '../../../contract/workflows/accounts.ts'
import type { ReadValues, Rules } from '../../kit/form/form-rules.ts'

export type AccountValues = Record<
  'username' | 'password' | 'fullname' | 'email' | 'phone' | 'role_id' | 'brand_id' | 'group_id',
  string
>

/** What the dialog begins with. */
export const startOf = (account: Account | null): AccountValues => ({
  username: account?.username ?? '',
  password: '',
  fullname: account?.fullname ?? '',
  email: account?.email ?? '',
  phone: account?.phone ?? '',
  role_id: account?.role_id ?? '',
  brand_id: account?.brand_id ?? '',
  group_id: account?.group_id ?? '',
})

const username = f.text({ label: 'Tên đăng nhập', required: true, max: 255 })
const fullname = f.text({ label: 'Họ tên', required: true, max: 200 })
const email = f.text({ label: 'Email', required: true, max: 255 })
const phone = f.text({ label: 'Số điện thoại', max: 15 })
const role = f.text({ label: 'Vai trò', required: true })
const branch = {
  optional: f.text({ label: 'Chi nhánh' }),
  required: f.text({ label: 'Chi nhánh', required: true }),
}
const leader = f.text({ label: 'Leader', required: true })

type Facts = {
  isNew: boolean
  /** Number of a role. */
  priorityOf: (roleId: string) => number | undefined
  /** Characters of a password at least. */
  least: number
}

/**
 * The user name cannot be changed (D1-Q-040); branch and leader come and go with the role (D1-ACC-32, D1-ACC-33). A
 * password is not trimmed, so it is no field of a kind.
 */
export const rulesOf = ({ isNew, priorityOf, least }: Facts): Rules<AccountValues> => ({
  fields: ({ role_id }) => {
    const { brand, group } = treeFields(priorityOf(role_id))
    return [
      ['fullname', fullname],
      ...(isNew ? [['username', username] as const] : []),
      ['email', email],
      ['phone', phone],
      ['role_id', role],
      ...(brand ? [['brand_id', branch[brand]] as const] : []),
      ...(group ? [['group_id', leader] as const] : []),
    ]
  },
  check: ({ password }) => {
    if (!isNew || password.length >= least) return {}
    return { password: password === '' ? 'Mật khẩu chưa có' : texts.passwordShort(least) }
  },
})

/** What is sent: a branch or leader that the role does not have is taken away. */
export const bodyOf = (read: ReadValues, password: string | null): Record<string, string | null> => ({
  brand_id: null,
  group_id: null,
  // All fields of this form are texts.
  ...(read as Record<string, string | null>),
  ...(password !== null && { password }),
})
