/** 'Đổi mật khẩu': the only page of a user whose password somebody else has set (D1-ACC-51, threats C7). */
import { useLocation } from 'wouter'
import type { FieldErrors } from '#kit/contract/error.ts'
import { changePassword, texts } from '#platform/contract/calls/session.ts'
import { send } from '#kit/web/client.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { queryClient } from '#kit/web/query.ts'
import { session, useSession } from '#kit/web/session.ts'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { LoginBackground } from './login-background.tsx'
import { Mark } from './mark.tsx'
import { PasswordField } from './password-field.tsx'
import css from './login.module.css'

const empty = { oldPassword: '', newPassword: '', confirmNewPassword: '' }

/** Errors found before sending; the server checks the same. */
function errorsOf(values: typeof empty, minLength: number): FieldErrors {
  const { oldPassword, newPassword, confirmNewPassword } = values
  return {
    ...(oldPassword === '' && { oldPassword: 'Nhập mật khẩu được cấp' }),
    ...(newPassword === ''
      ? { newPassword: 'Nhập mật khẩu mới' }
      : newPassword.length < minLength && { newPassword: texts.passwordShort(minLength) }),
    ...(confirmNewPassword === ''
      ? { confirmNewPassword: 'Nhập lại mật khẩu mới' }
      : newPassword !== confirmNewPassword && { confirmNewPassword: texts.passwordMismatch }),
  }
}

function useChange() {
  const minLength = usePublicSetting('password.length')
  return useForm({
    start: empty,
    check: (values) => errorsOf(values, minLength),
    // There is no tab to mark as unsaved.
    isDirty: () => false,
    fallbackField: 'confirmNewPassword',
    fallback: texts.passwordFailed,
    save: async (values, { key }) => {
      await send(changePassword, values, { idempotencyKey: key })
      await queryClient.invalidateQueries()
      session.set((now) => (now.status === 'in' ? { ...now, bar: null } : now))
    },
  })
}

function ChangeForm() {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const form = useChange()
  return (
    <form {...form.element} className={css.card}>
      {/* Password managers store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={user.username} />
      <h1 className={css.title}>Đổi mật khẩu</h1>
      <p className={css.lead}>
        {user.fullname}, mật khẩu hiện tại do người khác cấp. Đặt mật khẩu của riêng bạn để tiếp tục.
      </p>
      <div className={css.fields}>
        <PasswordField
          form={form}
          name="oldPassword"
          label="Mật khẩu được cấp"
          kind="current-password"
          autoFocus
        />
        <PasswordField form={form} name="newPassword" label="Mật khẩu mới" kind="new-password" />
        <PasswordField
          form={form}
          name="confirmNewPassword"
          label="Nhập lại mật khẩu mới"
          kind="new-password"
        />
      </div>
      <Button look="primary" large type="submit" busy={form.busy} className={css.submit}>
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

/** The shell appears only after the password is changed. */
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
