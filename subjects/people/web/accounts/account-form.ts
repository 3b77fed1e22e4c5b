/** The fields of the account dialog for the present values, and the body it sends. */
import type { Field } from '#kit/contract/field.ts'
import {
  createAccount,
  texts,
  treeFields,
  updateAccount,
  type Account,
} from '#subjects/people/contract/calls/accounts.ts'
import type { ReadValues, Rules } from '#kit/web/form/form-rules.ts'

export type AccountValues = Record<
  'username' | 'password' | 'fullname' | 'email' | 'phone' | 'role_id' | 'brand_id' | 'group_id' | 'numbers',
  string
>

const { fullname, email, phone, role_id, brand_id, group_id, numbers } = updateAccount.asks
const { username } = createAccount.asks
const needed = (field: Field): Field => ({ ...field, required: true })

type Facts = {
  /** The account to change; null creates one. */
  account: Account | null
  /** The number of its numbers that were never called. */
  uncalled: number
  /** Priority of a role. */
  priorityOf: (roleId: string) => number | undefined
  /** Minimum length of a password. */
  least: number
}

/**
 * The user name cannot be changed (D1-Q-040); branch and leader depend on the role (D1-ACC-32, D1-ACC-33). A
 * password is not trimmed, so it has no declared field.
 */
export const rulesOf = ({ account, uncalled, priorityOf, least }: Facts): Rules<AccountValues> => ({
  fields: (values) => {
    const { brand, group } = treeFields(priorityOf(values.role_id))
    const same = account !== null && values.role_id === account.role_id
    // An account in a branch without a leader stays so until somebody moves it.
    const stays = same && account.group_id === null && values.brand_id === account.brand_id
    const moves =
      account !== null &&
      (!same || brand !== null) &&
      ((brand ? values.brand_id : '') !== (account.brand_id ?? '') ||
        (group ? values.group_id : '') !== (account.group_id ?? ''))
    return [
      ['fullname', fullname],
      ...(account ? [] : [['username', username] as const]),
      ['email', email],
      ['phone', phone],
      ['role_id', role_id],
      ...(brand ? [['brand_id', brand === 'required' ? needed(brand_id) : brand_id] as const] : []),
      ...(group ? [['group_id', stays ? group_id : needed(group_id)] as const] : []),
      ...(moves && uncalled > 0 ? [['numbers', numbers] as const] : []),
    ]
  },
  check: ({ password }) => {
    if (account || password.length >= least) return {}
    return { password: password === '' ? texts.noPassword : texts.passwordShort(least) }
  },
})

/** The body: a branch or leader that the role does not have is removed. */
export const bodyOf = (read: ReadValues, password: string | null): Record<string, string | null> => ({
  brand_id: null,
  group_id: null,
  // All fields of this form are texts.
  ...(read as Record<string, string | null>),
  ...(password !== null && { password }),
})
