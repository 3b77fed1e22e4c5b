/** The box for a code of the second factor (D3-SEC-06). */
import { IconDeviceMobile } from '@tabler/icons-react'
import { FormField } from '#kit/web/form/form-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { TextBox } from '#kit/web/ui/field.tsx'
import css from './login.module.css'

type Props<N extends string> = {
  form: Form<Record<N, string>>
  name: N
  label?: string
  hint?: string
  /** Also accepts letters. */
  recovery?: boolean
}

export const CodeField = <N extends string>({
  form,
  name,
  label = 'Mã xác thực',
  hint = '6 số đang hiện trên ứng dụng xác thực của điện thoại',
  recovery = false,
}: Props<N>) => (
  <FormField form={form} name={name} label={label} hint={hint}>
    {({ control, value, onChange }) => (
      <TextBox
        {...control}
        boxClassName={css.control}
        name={name}
        autoComplete="one-time-code"
        autoCapitalize="none"
        inputMode={recovery ? 'text' : 'numeric'}
        autoFocus
        maxLength={40}
        value={value}
        left={<IconDeviceMobile size={16} stroke={1.9} aria-hidden />}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FormField>
)
