/** One's own profile and password (D1-PROF). */
import { useState, type FormEvent } from 'react'
import { AppError, type FieldErrors } from '../../contract/kit/error.ts'
import { messages } from '../../contract/messages.ts'
import { screenOf } from '../../contract/screens.ts'
import { saveProfile, texts, type Me } from '../../contract/workflows/session.ts'
import { sendFull } from '../kit/client.ts'
import { alertText, showError, toast } from '../kit/feedback.ts'
import { useUnsaved } from '../kit/tab-state.tsx'
import { session, useSession } from '../kit/session.ts'
import { usePublicSetting } from '../kit/public-settings.ts'
import { useAction } from '../kit/use-action.ts'
import { without } from '../kit/without.ts'
import { Button } from '../kit/ui/button.tsx'
import { Field, TextBox } from '../kit/ui/field.tsx'
import { ScreenHead } from '../kit/ui/screen-head.tsx'
import css from './profile.module.css'

type Values = {
  fullname: string
  email: string
  phone: string
  oldPassword: string
  newPassword: string
  confirmNewPassword: string
}
type Name = keyof Values

const startOf = ({ fullname, email, phone }: Me): Values => ({
  fullname,
  email,
  phone: phone ?? '',
  oldPassword: '',
  newPassword: '',
  confirmNewPassword: '',
})

/** What is wrong before anything is sent; the server checks the same. */
function faults(values: Values, least: number): FieldErrors {
  const { fullname, email, phone, oldPassword, newPassword, confirmNewPassword } = values
  const passwords = [oldPassword, newPassword, confirmNewPassword]
  const changing = passwords.some((text) => text !== '')
  return {
    ...(fullname.trim() === '' && { fullname: 'Họ tên chưa có' }),
    ...(email.trim() === '' && { email: 'Email chưa có' }),
    ...(/\D/.test(phone.trim()) && { phone: 'Số điện thoại chỉ gồm chữ số' }),
    ...(changing && passwords.includes('') && { oldPassword: texts.passwordIncomplete }),
    ...(newPassword !== '' && newPassword.length < least && { newPassword: texts.passwordShort(least) }),
    ...(changing && newPassword !== confirmNewPassword && { confirmNewPassword: texts.passwordMismatch }),
  }
}

const isMissing = ({ fullname, email }: Values): boolean => fullname.trim() === '' || email.trim() === ''

/** Sends the profile; the three password fields only when they are filled in. */
async function store(values: Values, idempotencyKey: string): Promise<Me> {
  const { fullname, email, phone, ...passwords } = values
  const { data, msg } = await sendFull(
    saveProfile,
    { fullname, email, phone: phone.trim() || null, ...(passwords.oldPassword !== '' && passwords) },
    { idempotencyKey, quiet: true },
  )
  toast('success', msg ?? texts.profileSaved)
  session.set((now) =>
    now.status === 'in'
      ? { ...now, user: data.user, actor: { ...now.actor, fullname: data.user.fullname } }
      : now,
  )
  return data.user
}

/** State of the form. */
function useProfile() {
  const { user } = useSession()
  const least = usePublicSetting('password.length')
  const [start, setStart] = useState(() => startOf(user))
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { run, busy } = useAction(async (key) => {
    try {
      const saved = startOf(await store(values, key))
      setStart(saved)
      setValues(saved)
    } catch (error) {
      if (error instanceof AppError && error.fields) setErrors(error.fields)
      showError(error, texts.profileFailed)
    }
  })
  const change = (name: Name, text: string): void => {
    setValues((now) => ({ ...now, [name]: text }))
    setErrors((now) => without(now, name))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = faults(values, least)
    setErrors(found)
    const first = Object.values(found)[0]
    if (first !== undefined) alertText(isMissing(values) ? messages.missingField : first)
    else void run()
  }
  const dirty = JSON.stringify(values) !== JSON.stringify(start)
  return { values, errors, busy, dirty, change, submit }
}

type BoxProps = {
  name: Name
  label: string
  required?: boolean
  secret?: 'current-password' | 'new-password'
  profile: ReturnType<typeof useProfile>
}

const Box = ({ name, label, required, secret, profile }: BoxProps) => (
  <Field label={label} required={required} error={profile.errors[name]}>
    {(control) => (
      <TextBox
        {...control}
        name={name}
        type={secret ? 'password' : 'text'}
        autoComplete={secret ?? 'off'}
        {...(name === 'phone' && { inputMode: 'numeric' as const })}
        maxLength={255}
        value={profile.values[name]}
        onChange={(event) => profile.change(name, event.target.value)}
      />
    )}
  </Field>
)

/** The profile tab `Account`. */
export default function ProfileScreen() {
  const { actor } = useSession()
  const profile = useProfile()
  useUnsaved(profile.dirty)
  return (
    <>
      <ScreenHead title={screenOf('profile').label} note={`${actor.username}, ${actor.roleName}`} />
      <form className={css.form} onSubmit={profile.submit} noValidate>
        <fieldset className={css.group}>
          <legend>Thông tin</legend>
          <Box name="fullname" label="Họ tên" required profile={profile} />
          <Box name="email" label="Email" required profile={profile} />
          <Box name="phone" label="Số điện thoại" profile={profile} />
        </fieldset>
        <fieldset className={css.group}>
          <legend>Đổi mật khẩu</legend>
          <Box name="oldPassword" label="Mật khẩu cũ" secret="current-password" profile={profile} />
          <Box name="newPassword" label="Mật khẩu mới" secret="new-password" profile={profile} />
          <Box
            name="confirmNewPassword"
            label="Nhập lại mật khẩu mới"
            secret="new-password"
            profile={profile}
          />
        </fieldset>
        <Button look="primary" type="submit" busy={profile.busy} className={css.save}>
          Lưu
        </Button>
      </form>
    </>
  )
}
