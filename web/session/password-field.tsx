/** A password box that can be looked into and warns of Caps Lock. */
import { IconAlertTriangle, IconEye, IconEyeOff, IconLock } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { credentialLength } from '../../contract/workflows/session.ts'
import { IconButton } from '../kit/ui/button.tsx'
import { Field, TextBox } from '../kit/ui/field.tsx'
import css from './login.module.css'

type Props = {
  label: string
  name: string
  kind: 'current-password' | 'new-password'
  value: string
  error: string | undefined
  autoFocus?: boolean
  onChange: (value: string) => void
}

/** One password of the sign-in card. */
export function PasswordField({ label, name, kind, value, error, autoFocus = false, onChange }: Props) {
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const look = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'))
  const notice = caps && (
    <span className={css.caps}>
      <IconAlertTriangle size={12} stroke={2} aria-hidden /> Caps Lock đang bật
    </span>
  )
  return (
    <Field label={label} error={error} hint={notice}>
      {(control) => (
        <TextBox
          {...control}
          boxClassName={css.control}
          type={shown ? 'text' : 'password'}
          name={name}
          autoComplete={kind}
          autoFocus={autoFocus}
          maxLength={credentialLength}
          value={value}
          left={<IconLock size={16} stroke={1.9} aria-hidden />}
          right={
            <IconButton
              small
              label={shown ? 'Ẩn mật khẩu' : 'Hiện mật khẩu'}
              onClick={() => setShown(!shown)}
            >
              {shown ? <IconEyeOff size={16} stroke={1.9} /> : <IconEye size={16} stroke={1.9} />}
            </IconButton>
          }
          onKeyUp={look}
          onKeyDown={look}
          onBlur={() => setCaps(false)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
