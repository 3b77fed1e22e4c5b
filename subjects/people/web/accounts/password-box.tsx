/** A box for another person's new password: typed or generated, shown, copied (D3-WORD-01). */
import { IconCopy, IconEye, IconEyeOff, IconWand } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { copyText } from '#kit/web/feedback.ts'
import { FormField } from '#kit/web/form/form-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'

type BoxProps<N extends string> = {
  form: Form<Record<N, string>>
  name: N
  label: string
  first?: boolean
  hint?: string
  /** Generates a password and fills it in; without it the box only repeats that of another box. */
  make?: () => void
  /** Enter while the dialog's button is disabled because something is missing. */
  onEnter?: () => void
}

const icon = { size: 16, stroke: 1.9 } as const

export function PasswordBox<N extends string>(props: BoxProps<N>) {
  const { form, name, label, first, hint, make, onEnter } = props
  const [isVisible, setVisible] = useState(false)
  const tools = (value: string): ReactNode => (
    <>
      {make && (
        <IconButton
          small
          label="Tạo mật khẩu"
          onClick={() => {
            make()
            setVisible(true)
          }}
        >
          <IconWand {...icon} />
        </IconButton>
      )}
      {make && value !== '' && (
        <IconButton small label="Chép mật khẩu" onClick={() => void copyText(value, 'mật khẩu')}>
          <IconCopy {...icon} />
        </IconButton>
      )}
      <IconButton
        small
        label={isVisible ? 'Ẩn mật khẩu' : 'Hiện mật khẩu'}
        onClick={() => setVisible(!isVisible)}
      >
        {isVisible ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
      </IconButton>
    </>
  )
  return (
    <FormField form={form} name={name} label={label} required hint={hint}>
      {({ control, value, onChange }) => (
        <TextBox
          {...control}
          {...(first && { 'data-autofocus': true })}
          type={isVisible ? 'text' : 'password'}
          autoComplete="new-password"
          maxLength={255}
          value={value}
          right={tools(value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.()
          }}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  )
}
