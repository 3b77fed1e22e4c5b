/** A new password for an account, typed twice (D1-ACC-21, D1-ACC-34 to D1-ACC-36). */
import { resetPassword, texts, type Account } from '../../../contract/workflows/accounts.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { FormField } from '../../kit/form/form-field.tsx'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { send } from '../../kit/client.ts'
import { TextBox } from '../../kit/ui/field.tsx'
import { usePublicSetting } from '../../kit/public-settings.ts'

type BoxProps<N extends string> = {
  form: Form<Record<N, string>>
  name: N
  label: string
  first?: boolean
  hint?: string
}

/** A box for a new password. */
export const PasswordBox = <N extends string>({ form, name, label, first, hint }: BoxProps<N>) => (
  <FormField form={form} name={name} label={label} required hint={hint}>
    {({ control, value, onChange }) => (
      <TextBox
        {...control}
        {...(first && { 'data-autofocus': true })}
        type="password"
        autoComplete="new-password"
        maxLength={255}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FormField>
)

/** The dialog; 'Xác nhận' is off until both boxes are filled. */
export function PasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const least = usePublicSetting('password.length')
  const form = useForm({
    start: { password: '', rePassword: '' },
    check: ({ password, rePassword }) =>
      password === rePassword ? {} : { rePassword: texts.passwordMismatch },
    fallback: texts.passwordResetFailed,
    save: async (values, { key }) => {
      await send(resetPassword, { id: account.id, ...values }, { idempotencyKey: key })
      onClose()
    },
  })
  const { password, rePassword } = form.values
  return (
    <FormDialog
      narrow
      form={form}
      title="Cấp mật khẩu mới"
      note={account.username}
      ready={password !== '' && rePassword !== ''}
      saveLabel="Xác nhận"
      onClose={onClose}
    >
      <PasswordBox
        first
        form={form}
        name="password"
        label="Mật khẩu mới"
        hint={`Ít nhất ${least} ký tự. Các phiên đăng nhập của tài khoản sẽ kết thúc.`}
      />
      <PasswordBox form={form} name="rePassword" label="Nhập lại mật khẩu" />
    </FormDialog>
  )
}
