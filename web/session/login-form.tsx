/** User name, password, and what went wrong under them (D1-Q-027). */
import { IconUser } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { AppError } from '../../contract/kit/error.ts'
import { messages } from '../../contract/messages.ts'
import { credentialLength } from '../../contract/workflows/session.ts'
import { session } from '../kit/session.ts'
import { Button } from '../kit/ui/button.tsx'
import { Field, TextBox } from '../kit/ui/field.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn } from './sign-in.ts'
import css from './login.module.css'

type Errors = { username?: string; password?: string; form?: string }

function missing(username: string, password: string): Errors {
  return {
    ...(username.trim() === '' && { username: 'Nhập tên đăng nhập' }),
    ...(password === '' && { password: 'Nhập mật khẩu' }),
  }
}

/** Whose session has just ended, so that only the password is left to type; empty when nobody's has. */
function lastUsername(): string {
  const now = session.get()
  return now.status === 'expired' ? now.actor.username : ''
}

/** State and submission of the form. */
function useLogin() {
  const [values, setValues] = useState(() => ({ username: lastUsername(), password: '' }))
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const change = (part: Partial<typeof values>): void => {
    setValues((now) => ({ ...now, ...part }))
    setErrors({})
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const found = missing(values.username, values.password)
    setErrors(found)
    if (busy || Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await signIn(values.username.trim(), values.password)
    } catch (error) {
      if (!(error instanceof AppError)) reportError(error)
      setErrors(
        error instanceof AppError
          ? { form: error.message, ...error.fields }
          : { form: messages.unknownError },
      )
    } finally {
      setBusy(false)
    }
  }
  return { values, errors, busy, change, submit }
}

/** The form itself; `over` speaks to somebody whose session has just ended. */
export function LoginForm({ over }: { over: boolean }) {
  const { values, errors, busy, change, submit } = useLogin()
  return (
    <form className={css.card} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={css.title}>Đăng nhập</h1>
      <p className={css.lead}>{over ? messages.sessionEnded : 'Dùng tài khoản được cấp cho bạn'}</p>
      <Field label="Tên đăng nhập" error={errors.username}>
        {(control) => (
          <TextBox
            {...control}
            boxClassName={css.control}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus={!over}
            maxLength={credentialLength}
            value={values.username}
            left={<IconUser size={16} stroke={1.9} aria-hidden />}
            onChange={(event) => change({ username: event.target.value })}
          />
        )}
      </Field>
      <div className={css.second}>
        <PasswordField
          label="Mật khẩu"
          name="password"
          kind="current-password"
          autoFocus={over}
          value={values.password}
          error={errors.password ?? errors.form}
          onChange={(password) => change({ password })}
        />
      </div>
      <Button look="primary" large type="submit" busy={busy} className={css.submit}>
        Đăng nhập
      </Button>
      <p className={css.forgot}>Quên mật khẩu? Nhờ leader hoặc quản lý cấp lại.</p>
    </form>
  )
}
