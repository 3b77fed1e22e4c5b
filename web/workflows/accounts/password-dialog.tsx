/** A new password for an account, typed twice (D1-ACC-21, D1-ACC-34 to D1-ACC-36). */
import { useCallback, useState } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import { resetPassword, texts, type Account } from '../../../contract/workflows/accounts.ts'
import { send } from '../../kit/client.ts'
import { Field, TextBox } from '../../kit/ui/field.tsx'
import { usePublicSetting } from '../../kit/public-settings.ts'
import { FormDialog } from '../../kit/resource/form-dialog.tsx'
import { useSaving } from './use-saving.ts'

type BoxProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
  first?: boolean
  hint?: string
}

/** A box for a new password. */
export const PasswordBox = ({ label, value, error, onChange, first, hint }: BoxProps) => (
  <Field label={label} required error={error} hint={hint}>
    {(control) => (
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
  </Field>
)

/** The dialog; 'Xác nhận' is off until both boxes are filled. */
export function PasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const least = usePublicSetting('password.length')
  const [rePassword, setRePassword] = useState('')
  const save = useCallback(
    async (idempotencyKey: string) => {
      if (password !== rePassword) {
        throw new AppError('VALIDATION', texts.passwordMismatch, {
          fields: { rePassword: texts.passwordMismatch },
        })
      }
      await send(resetPassword, { id: account.id, password, rePassword }, { idempotencyKey })
      onClose()
    },
    [account.id, password, rePassword, onClose],
  )
  const { run, busy, errors, forget } = useSaving(save, texts.passwordResetFailed)
  return (
    <FormDialog
      narrow
      title="Cấp mật khẩu mới"
      note={account.username}
      dirty={password !== '' || rePassword !== ''}
      busy={busy}
      ready={password !== '' && rePassword !== ''}
      saveLabel="Xác nhận"
      onSubmit={run}
      onClose={onClose}
    >
      <PasswordBox
        first
        label="Mật khẩu mới"
        hint={`Ít nhất ${least} ký tự. Các phiên đăng nhập của tài khoản sẽ kết thúc.`}
        value={password}
        error={errors.password}
        onChange={(text) => {
          setPassword(text)
          forget('password')
        }}
      />
      <PasswordBox
        label="Nhập lại mật khẩu"
        value={rePassword}
        error={errors.rePassword}
        onChange={(text) => {
          setRePassword(text)
          forget('rePassword')
        }}
      />
    </FormDialog>
  )
}
