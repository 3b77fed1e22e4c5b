/** A password box with a show button and a warning for Caps Lock. */
import { IconAlertTriangle, IconEye, IconEyeOff, IconLock } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { credentialLength } from '#platform/contract/calls/session.ts'
import { FormField } from '#kit/web/form/form-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import css from './login.module.css'

type Props<N extends string> = {
  form: Form<Record<N, string>>
  name: N
  label: string
  kind: 'current-password' | 'new-password'
  autoFocus?: boolean
}

export function PasswordField<N extends string>({ form, label, name, kind, autoFocus = false }: Props<N>) {
  const [isVisible, setIsVisible] = useState(false)
  const [caps, setCaps] = useState(false)
  const look = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'))
  const notice = caps && (
    <span className={css.caps}>
      <IconAlertTriangle size={12} stroke={2} aria-hidden /> Caps Lock đang bật
    </span>
  )
  return (
    <FormField form={form} name={name} label={label} hint={notice}>
      {({ control, value, onChange }) => (
        <TextBox
          {...control}
          boxClassName={css.control}
          type={isVisible ? 'text' : 'password'}
          name={name}
          autoComplete={kind}
          autoFocus={autoFocus}
          maxLength={credentialLength}
          value={value}
          left={<IconLock size={16} stroke={1.9} aria-hidden />}
          right={
            <IconButton
              small
              label={isVisible ? 'Ẩn mật khẩu' : 'Hiện mật khẩu'}
              onClick={() => setIsVisible(!isVisible)}
            >
              {isVisible ? <IconEyeOff size={16} stroke={1.9} /> : <IconEye size={16} stroke={1.9} />}
            </IconButton>
          }
          onKeyUp={look}
          onKeyDown={look}
          onBlur={() => setCaps(false)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  )
}
