/** Creates and edits an account (D1-ACC-18, D1-ACC-20, D1-ACC-24 to D1-ACC-33). */
import {
  createAccount,
  texts,
  updateAccount,
  type Account,
} from '#subjects/people/contract/calls/accounts.ts'
import { heldBy } from '#subjects/people/contract/calls/handovers.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { FormStart } from '#kit/web/errand.ts'
import { useCallForm } from '#kit/web/form/call-dialog.tsx'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { useCall } from '#kit/web/query.ts'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { bodyOf, rulesOf, type AccountValues } from './account-form.ts'
import { newPassword } from './new-password.ts'
import { PasswordBox } from './password-box.tsx'
import { PositionFields, useRoles } from './position-fields.tsx'
import css from './accounts.module.css'

/** The account as changed by somebody else, with the names of its role and unit. */
function withNames(row: Readonly<Record<string, unknown>>) {
  const { role_name, brand, group } = row as unknown as Account
  return { ...row, role_id: role_name, brand_id: brand?.username, group_id: group?.username }
}

type AccountDialogProps = {
  account: Account | null
  /** Initial values for a new account. */
  initial?: FormStart | undefined
  onClose: () => void
}

/** State of the dialog and its saving. */
function useAccountForm({ account, initial = {}, onClose }: AccountDialogProps) {
  const roles = useRoles(account)
  const least = usePublicSetting('password.length')
  const uncalled = useCall('customer', heldBy, account ? { id: account.id } : null).data?.uncalled ?? 0
  const priorityOf = (roleId: string) => roles.find(({ id }) => id === roleId)?.priority
  const form: Form<AccountValues> = useCallForm(account ? updateAccount : createAccount, {
    ...rulesOf({ account, uncalled, priorityOf, least }),
    start: { username: account?.username ?? '', password: '', numbers: 'return', ...initial },
    row: account,
    // The leaders belong to a branch.
    follow: (_, name) => (name === 'brand_id' ? { group_id: '' } : {}),
    fallback: account ? texts.updateFailed : texts.createFailed,
    input: ({ password }, read) => bodyOf(read, account ? null : password),
    refreshes: ['users'],
    onDone: onClose,
  })
  return { form, roles, uncalled, least }
}

/** The dialog; without an account it creates one. */
export function AccountDialog(props: AccountDialogProps) {
  const { account, onClose } = props
  const { form, roles, uncalled, least } = useAccountForm(props)
  return (
    <FormDialog
      form={form}
      title={account ? 'Cập nhật nhân viên' : 'Tạo nhân viên'}
      note={account?.username}
      tell={withNames}
      onClose={onClose}
    >
      <FormField form={form} name="fullname" autoFocus />
      {!account && (
        <div className={css.pair}>
          <FormField form={form} name="username" />
          <PasswordBox
            form={form}
            name="password"
            label="Mật khẩu"
            make={() => form.set('password', newPassword(least))}
          />
        </div>
      )}
      <div className={css.pair}>
        <FormField form={form} name="email" />
        <FormField form={form} name="phone" />
        <PositionFields form={form} roles={roles} account={account} />
        <FormField form={form} name="numbers" hint={`Đang có ${formatMoney(uncalled)} số chưa gọi`} />
      </div>
    </FormDialog>
  )
}
