/** 'Đổi mật khẩu': the one page of somebody whose password was given by somebody else (D1-ACC-51, threats C7). */
import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { AppError, type FieldErrors } from '../../contract/kit/error.ts'
import { changePassword, texts } from '../../contract/workflows/session.ts'
import { send } from '../kit/client.ts'
import { showError } from '../kit/feedback.ts'
import { queryClient } from '../kit/query.ts'
import { session, useSession } from '../kit/session.ts'
import { usePublicSetting } from '../kit/public-settings.ts'
import { useAction } from '../kit/use-action.ts'
import { without } from '../kit/without.ts'
import { Button } from '../kit/ui/button.tsx'
import { LoginBackground } from './login-background.tsx'
import { Mark } from './login-screen.tsx'
import { PasswordField } from './password-field.tsx'
import css from './login.module.css'

const empty = { oldPassword: '', newPassword: '', confirmNewPassword: '' }
type Name = keyof typeof empty

/** What is wrong before anything is sent; the server checks the same. */
function faults(values: typeof empty, least: number): FieldErrors {
  const { oldPassword, newPassword, confirmNewPassword } = values
  return {
    ...(oldPassword === '' && { oldPassword: 'Nhập mật khẩu được cấp' }),
    ...(newPassword === ''
      ? { newPassword: 'Nhập mật khẩu mới' }
      : newPassword.length < least && { newPassword: texts.passwordShort(least) }),
    ...(confirmNewPassword === ''
      ? { confirmNewPassword: 'Nhập lại mật khẩu mới' }
      : newPassword !== confirmNewPassword && { confirmNewPassword: texts.passwordMismatch }),
  }
}

function useChange() {
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<FieldErrors>({})
  const least = usePublicSetting('password.length')
  const { run, busy } = useAction(async (idempotencyKey) => {
    try {
      await send(changePassword, values, { idempotencyKey })
    } catch (error) {
      if (error instanceof AppError && error.fields) setErrors(error.fields)
      else showError(error, texts.passwordFailed)
      return
    }
    await queryClient.invalidateQueries()
    session.set((now) => (now.status === 'in' ? { ...now, mustChange: false } : now))
  })
  const change = (name: Name, text: string): void => {
    setValues((now) => ({ ...now, [name]: text }))
    setErrors((now) => without(now, name))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = faults(values, least)
    setErrors(found)
    if (Object.keys(found).length === 0) void run()
  }
  const box = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (text: string) => change(name, text),
  })
  return { box, busy, submit }
}

function ChangeForm() {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const { box, busy, submit } = useChange()
  return (
    <form className={css.card} onSubmit={submit} noValidate>
      {/* Password managers keep the new one under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={user.username} />
      <h1 className={css.title}>Đổi mật khẩu</h1>
      <p className={css.lead}>
        {user.fullname}, mật khẩu hiện tại do người khác cấp. Đặt mật khẩu của riêng bạn để tiếp tục.
      </p>
      <div className={css.fields}>
        <PasswordField label="Mật khẩu được cấp" kind="current-password" autoFocus {...box('oldPassword')} />
        <PasswordField label="Mật khẩu mới" kind="new-password" {...box('newPassword')} />
        <PasswordField label="Nhập lại mật khẩu mới" kind="new-password" {...box('confirmNewPassword')} />
      </div>
      <Button look="primary" large type="submit" busy={busy} className={css.submit}>
        Đổi mật khẩu
      </Button>
      <div className={css.leave}>
        <Button look="ghost" type="button" onClick={() => navigate('/logout')}>
          Đăng xuất
        </Button>
      </div>
    </form>
  )
}

/** The whole page; nothing of the shell is there until the password is changed. */
export const ChangePasswordScreen = () => (
  <div className={css.page}>
    <LoginBackground />
    <main className={css.middle}>
      <div className={css.box}>
        <p className={css.brand}>
          <Mark size={32} />
        </p>
        <ChangeForm />
      </div>
    </main>
  </div>
)
