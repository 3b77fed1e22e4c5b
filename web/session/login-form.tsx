/** Username, password, and the error under them (D1-Q-027). */
import { IconUser } from '@tabler/icons-react'
import { messages } from '../../contract/messages.ts'
import { credentialLength } from '../../contract/workflows/session.ts'
import { FormField } from '../kit/form/form-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { session } from '../kit/session.ts'
import { Button } from '../kit/ui/button.tsx'
import { TextBox } from '../kit/ui/field.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn } from './sign-in.ts'
import css from './login.module.css'

/** Username of the session that has just ended, so that only the password is left to type; else ''. */
function lastUsername(): string {
  const now = session.get()
  return now.status === 'expired' ? now.actor.username : ''
}

const useLogin = () =>
  useForm({
    start: { username: lastUsername(), password: '' },
    check: ({ username, password }) => ({
      ...(username.trim() === '' && { username: 'Nhập tên đăng nhập' }),
      ...(password === '' && { password: 'Nhập mật khẩu' }),
    }),
    // A sign-in has no unsaved changes.
    isDirty: () => false,
    fallbackField: 'password',
    save: ({ username, password }) => signIn(username.trim(), password),
  })

/** `over`: the session has just ended. */
export function LoginForm({ over }: { over: boolean }) {
  const form = useLogin()
  return (
    <form {...form.element} className={css.card}>
      <h1 className={css.title}>Đăng nhập</h1>
      <p className={css.lead}>{over ? messages.sessionEnded : 'Dùng tài khoản được cấp cho bạn'}</p>
      <FormField form={form} name="username" label="Tên đăng nhập">
        {({ control, value, onChange }) => (
          <TextBox
            {...control}
            boxClassName={css.control}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus={!over}
            maxLength={credentialLength}
            value={value}
            left={<IconUser size={16} stroke={1.9} aria-hidden />}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
      <div className={css.second}>
        <PasswordField
          form={form}
          label="Mật khẩu"
          name="password"
          kind="current-password"
          autoFocus={over}
        />
      </div>
      <Button look="primary" large type="submit" busy={form.busy} className={css.submit}>
        Đăng nhập
      </Button>
      <p className={css.forgot}>Quên mật khẩu? Nhờ leader hoặc quản lý cấp lại.</p>
    </form>
  )
}
