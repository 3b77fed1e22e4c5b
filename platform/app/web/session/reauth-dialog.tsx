/** Asks for the password again before a sensitive call, which is then repeated (D3-SEC-07). */
import { useId, useState } from 'react'
import { confirmedMinutes, confirmSession, texts } from '#platform/contract/calls/confirm-session.ts'
import { logout } from '#platform/contract/calls/session.ts'
import { send } from '#kit/web/client.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { useSession } from '#kit/web/session.ts'
import { currentToken, storeToken } from '#kit/web/token.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { answerReauth } from './sign-in.ts'
import css from './reauth-dialog.module.css'

/**
 * The tabs take turns, as they share the token: the second one uses the first one's confirmation, and the server
 * decides. Nothing is sent after `signal`.
 */
async function confirmInTurn(
  input: Partial<Record<'password' | 'code', string>>,
  signal: AbortSignal,
): Promise<void> {
  const before = currentToken()
  const confirm = async (): Promise<void> => {
    if (signal.aborted || currentToken() !== before) return
    const sent = { ...input, renew: true }
    const { renewed } = await send(confirmSession, sent, { quiet: true, impatient: true })
    if (!renewed) return
    if (currentToken() === before) storeToken(renewed.access_token, renewed.expires_in)
    // Signed out meanwhile in another tab.
    else await send(logout, { accessToken: renewed.access_token }, { quiet: true, impatient: true })
  }
  // Over plain HTTP browsers have no locks.
  await ('locks' in navigator ? navigator.locks.request('confirm-session', confirm) : confirm())
}

/** By password, or by code with a second factor, which is quicker to type. */
function useReauth(hasFactor: boolean) {
  const [by, setBy] = useState<'password' | 'code'>(hasFactor ? 'code' : 'password')
  const [until] = useState(() => new AbortController())
  const form = useForm({
    start: { password: '', code: '' },
    check: (values) => ({
      ...(values[by] === '' && { [by]: by === 'code' ? texts.missingCode : texts.missingPassword }),
    }),
    // The typed password is not unsaved work.
    isDirty: () => false,
    fallbackField: by,
    save: async (values) => {
      await confirmInTurn({ [by]: values[by] }, until.signal)
      // If the user cancelled meanwhile, the calls were answered, and the ones waiting now belong to another dialog.
      if (!until.signal.aborted) answerReauth(true)
    },
  })
  const cancel = (): void => {
    until.abort()
    answerReauth(false)
  }
  return { form, by, cancel, turn: () => setBy(by === 'code' ? 'password' : 'code') }
}

/** Closing it refuses every waiting call. */
export function ReauthDialog() {
  const { user, hasFactor } = useSession()
  const { form, by, cancel, turn } = useReauth(hasFactor)
  const id = useId()
  return (
    <Dialog
      title="Xác nhận lại"
      narrow
      above="all"
      onClose={cancel}
      aside={
        hasFactor && (
          <Button look="ghost" onClick={turn}>
            {by === 'code' ? 'Dùng mật khẩu' : 'Dùng mã xác thực'}
          </Button>
        )
      }
      action={
        <Button look="primary" keys="Enter" type="submit" form={id} busy={form.busy}>
          Xác nhận
        </Button>
      }
    >
      <form {...form.element} id={id} className={css.form}>
        {/* Password managers find the account by it. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <p className={css.lead}>
          {texts.needed}. Xác nhận xong thì {confirmedMinutes} phút sau không hỏi lại.
        </p>
        {by === 'code' ? (
          <CodeField form={form} name="code" />
        ) : (
          <PasswordField
            form={form}
            name="password"
            label="Mật khẩu của bạn"
            kind="current-password"
            autoFocus
          />
        )}
      </form>
    </Dialog>
  )
}
