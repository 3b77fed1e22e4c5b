/** A new password for an account, typed twice (D1-ACC-21, D1-ACC-34 to D1-ACC-36). */
import type { FieldErrors } from '#kit/contract/error.ts'
import { resetPassword, texts, type Account } from '#subjects/people/contract/calls/accounts.ts'
import { useCallForm } from '#kit/web/form/call-dialog.tsx'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { newPassword } from './new-password.ts'
import { PasswordBox } from './password-box.tsx'

/** The errors of the two boxes; '' counts as missing, so that Enter shows it instead of doing nothing. */
const faultsOf = (
  { password, rePassword }: Record<'password' | 'rePassword', string>,
  least: number,
): FieldErrors => ({
  ...(password.length < least && {
    password: password === '' ? texts.noPassword : texts.passwordShort(least),
  }),
  ...(rePassword !== password && {
    rePassword: rePassword === '' ? texts.noRePassword : texts.passwordMismatch,
  }),
})

/** The dialog; 'Xác nhận' is disabled until both boxes are filled, Enter shows what is missing. */
export function PasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const least = usePublicSetting('password.length')
  const form = useCallForm(resetPassword, {
    start: { password: '', rePassword: '' },
    check: (values) => faultsOf(values, least),
    fallback: texts.passwordResetFailed,
    input: (values) => ({ id: account.id, ...values }),
    onDone: onClose,
  })
  const { password, rePassword } = form.values
  const ready = password !== '' && rePassword !== ''
  // Browsers do not submit a form whose button is disabled.
  const onEnter = (): void => void (ready || form.refuse(faultsOf(form.values, least)))
  const make = (): void => {
    const made = newPassword(least)
    form.set('password', made)
    form.set('rePassword', made)
  }
  return (
    <FormDialog
      narrow
      form={form}
      title="Cấp mật khẩu mới"
      note={account.username}
      ready={ready}
      saveLabel="Xác nhận"
      onClose={onClose}
    >
      <PasswordBox
        first
        form={form}
        name="password"
        label="Mật khẩu mới"
        make={make}
        onEnter={onEnter}
        hint={`Ít nhất ${least} ký tự. Các phiên đăng nhập của tài khoản sẽ kết thúc.`}
      />
      <PasswordBox form={form} name="rePassword" label="Nhập lại mật khẩu" onEnter={onEnter} />
    </FormDialog>
  )
}
