/** Username, password, and the error under them (D1-Q-027). */
import { IconUser } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { messages } from '#platform/contract/messages.ts'
import { AppError } from '#kit/contract/error.ts'
import { credentialLength, texts } from '#platform/contract/calls/session.ts'
import { FormField } from '#kit/web/form/form-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { session } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn } from './sign-in.ts'
import css from './login.module.css'

const CodeStep = lazyPart(() => named(import('./code-step.tsx'), 'CodeStep'))

/** Username of the session that has just ended, so that the user only types the password; else ''. */
function lastUsername(): string {
  const now = session.get()
  return now.status === 'expired' ? now.actor.username : ''
}

/** `codeAsked`: the password was right, and a code is required too (D3-SEC-06). */
function useLogin() {
  const [codeAsked, setCodeAsked] = useState(false)
  const form = useForm({
    start: { username: lastUsername(), password: '', code: '' },
    check: ({ username, password, code }) => ({
      ...(username.trim() === '' && { username: 'Nhập tên đăng nhập' }),
      ...(password === '' && { password: 'Nhập mật khẩu' }),
      ...(codeAsked && code.trim() === '' && { code: texts.codeWanted }),
    }),
    // A sign-in has no unsaved changes.
    isDirty: () => false,
    fallbackField: codeAsked ? 'code' : 'password',
    save: async ({ username, password, code }) => {
      try {
        await signIn({ username: username.trim(), password, ...(codeAsked && { code }) })
      } catch (error) {
        if (codeAsked || !(error instanceof AppError) || error.code !== 'SECOND_FACTOR') throw error
        setCodeAsked(true)
      }
    },
  })
  return { form, codeAsked, back: () => setCodeAsked(false) }
}

/** `over`: the session has just ended. */
export function LoginForm({ over }: { over: boolean }) {
  const { form, codeAsked, back } = useLogin()
  if (codeAsked)
    return (
      <Suspense fallback={null}>
        <CodeStep form={form} back={back} />
      </Suspense>
    )
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
