/** Asks for the password again before a sensitive call, which is repeated after it (D3-SEC-07). */
import { useId } from 'react'
import { confirmedMinutes, confirmSession, texts } from '../../contract/workflows/confirm-session.ts'
import { send } from '../kit/client.ts'
import { useForm } from '../kit/form/use-form.ts'
import { useSession } from '../kit/session.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { PasswordField } from './password-field.tsx'
import { answerReauth } from './sign-in.ts'
import css from './reauth-dialog.module.css'

const useReauth = () =>
  useForm({
    start: { password: '' },
    check: ({ password }) => ({ ...(password === '' && { password: texts.missingPassword }) }),
    // What was typed here is nothing to lose.
    isDirty: () => false,
    fallbackField: 'password',
    save: async ({ password }) => {
      await send(confirmSession, { password }, { quiet: true, impatient: true })
      answerReauth(true)
    },
  })

/** Closing it refuses every call that waits. */
export function ReauthDialog() {
  const { user } = useSession()
  const form = useReauth()
  const id = useId()
  const cancel = (): void => answerReauth(false)
  return (
    <Dialog
      title="Xác nhận lại"
      narrow
      above="all"
      onClose={cancel}
      footer={
        <>
          <span className={css.space} />
          <Button keys="Esc" onClick={cancel}>
            Huỷ
          </Button>
          <Button look="primary" keys="Enter" type="submit" form={id} busy={form.busy}>
            Xác nhận
          </Button>
        </>
      }
    >
      <form {...form.element} id={id} className={css.form}>
        {/* Password managers find the account by it. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <p className={css.lead}>
          {texts.needed}. Xác nhận xong thì {confirmedMinutes} phút sau không hỏi lại.
        </p>
        <PasswordField
          form={form}
          name="password"
          label="Mật khẩu của bạn"
          kind="current-password"
          autoFocus
        />
      </form>
    </Dialog>
  )
}
