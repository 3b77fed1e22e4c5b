/** The user's own profile and password (D1-PROF), second factor (D3-SEC-06) and sessions. */
import type { FieldErrors } from '#kit/contract/error.ts'
import { Suspense, useState } from 'react'
import { screenOf } from '#platform/contract/screens.ts'
import { saveProfile, texts, type Me } from '#platform/contract/calls/session.ts'
import { sendFull } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { FormLine } from '#kit/web/form/form-line.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { useForm, type Form } from '#kit/web/form/use-form.ts'
import { useCall } from '#kit/web/query.ts'
import { session, useSession } from '#kit/web/session.ts'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'

import { readPayout } from '#subjects/people/contract/calls/payout-account.ts'
import { FactorDialog, FactorSection, type FactorStep } from './factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import css from './profile.module.css'
import { PayoutAccountDialog } from '#subjects/people/web/accounts/payout-account.ts'

type Values = {
  fullname: string
  email: string
  phone: string
  oldPassword: string
  newPassword: string
  confirmNewPassword: string
}

const startOf = ({ fullname, email, phone }: Me): Values => ({
  fullname,
  email,
  phone: phone ?? '',
  oldPassword: '',
  newPassword: '',
  confirmNewPassword: '',
})

/** Errors found before sending; the server checks the same. */
function errorsOf(values: Values, minLength: number): FieldErrors {
  const { fullname, email, phone, oldPassword, newPassword, confirmNewPassword } = values
  const passwords = { oldPassword, newPassword, confirmNewPassword }
  const changing = Object.values(passwords).some((text) => text !== '')
  const missing = Object.entries(passwords).filter(([, text]) => changing && text === '')
  return {
    ...(fullname.trim() === '' && { fullname: 'Chưa nhập họ tên' }),
    ...(email.trim() === '' && { email: 'Chưa nhập email' }),
    ...(/\D/.test(phone.trim()) && { phone: 'Số điện thoại chỉ gồm chữ số' }),
    ...(newPassword !== '' &&
      newPassword.length < minLength && { newPassword: texts.passwordShort(minLength) }),
    ...(changing && newPassword !== confirmNewPassword && { confirmNewPassword: texts.passwordMismatch }),
    ...Object.fromEntries(missing.map(([name]) => [name, texts.passwordIncomplete])),
  }
}

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

function useProfile() {
  const { user } = useSession()
  const minLength = usePublicSetting('password.length')
  const form = useForm({
    start: startOf(user),
    check: (values) => errorsOf(values, minLength),
    fallback: texts.profileFailed,
    save: async (values, { key }) => {
      const saved = await store(values, key)
      form.restart(startOf(saved))
    },
  })
  return form
}

type BoxProps = {
  form: Form<Values>
  name: keyof Values
  label: string
  required?: boolean
  secret?: 'current-password' | 'new-password'
}

const Box = ({ form, name, label, required = false, secret }: BoxProps) => (
  <FormField form={form} name={name} label={label} required={required}>
    {({ control, value, onChange }) => (
      <TextBox
        {...control}
        name={name}
        type={secret ? 'password' : 'text'}
        autoComplete={secret ?? 'off'}
        {...(name === 'phone' && { inputMode: 'numeric' as const })}
        maxLength={255}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FormField>
)

/** The user's own bank account; only the button, as its dialog must not be inside the form (D3-ACC-04, D3-SEC-07). */
function PayoutSection({ onChange }: { onChange: () => void }) {
  const { actor } = useSession()
  const { data } = useCall('users', readPayout, { id: actor.id })
  return (
    <fieldset className={css.group}>
      <legend>Tài khoản ngân hàng nhận lương</legend>
      <p data-num>
        {data?.so_tai_khoan ? `${data.ngan_hang ?? ''} ${data.so_tai_khoan}` : data && 'Chưa có'}
      </p>
      <Button className={css.save} onClick={onChange}>
        {data?.so_tai_khoan ? 'Đổi tài khoản' : 'Nhập tài khoản'}
      </Button>
    </fieldset>
  )
}

/** The profile tab `Account`. */
export default function ProfileScreen() {
  const { actor } = useSession()
  const form = useProfile()
  const [changing, setChanging] = useState(false)
  const [factorStep, setFactorStep] = useState<FactorStep | null>(null)
  return (
    <>
      <ScreenHead title={screenOf('profile').label} note={`${actor.username}, ${actor.roleName}`} />
      <form {...form.element} className={css.form}>
        <fieldset className={css.group}>
          <legend>Thông tin</legend>
          <Box form={form} name="fullname" label="Họ tên" required />
          <Box form={form} name="email" label="Email" required />
          <Box form={form} name="phone" label="Số điện thoại" />
        </fieldset>
        <fieldset className={css.group}>
          <legend>Đổi mật khẩu</legend>
          <Box form={form} name="oldPassword" label="Mật khẩu cũ" secret="current-password" />
          <Box form={form} name="newPassword" label="Mật khẩu mới" secret="new-password" />
          <Box form={form} name="confirmNewPassword" label="Nhập lại mật khẩu mới" secret="new-password" />
        </fieldset>
        <FormLine form={form} />
        <Button look="primary" type="submit" busy={form.busy} className={css.save}>
          Lưu
        </Button>
        <PayoutSection onChange={() => setChanging(true)} />
        <SessionsSection />
        <FactorSection className={css.group} onAsk={setFactorStep} />
      </form>
      {changing && (
        <Suspense fallback={null}>
          <PayoutAccountDialog id={actor.id} onClose={() => setChanging(false)} />
        </Suspense>
      )}
      {factorStep && <FactorDialog step={factorStep} onClose={() => setFactorStep(null)} />}
    </>
  )
}
