/** A field whose value is picked from options that the screen has loaded. */
import type { ReactNode } from 'react'
import { Picker, type PickerProps } from '../ui/picker.tsx'
import type { Typed } from './form-rules.ts'
import { FormField } from './form-field.tsx'
import type { Form } from './use-form.ts'

type PickFieldProps<V extends Typed, N extends keyof V & string> = Pick<
  PickerProps,
  'options' | 'placeholder' | 'emptyLabel' | 'icon' | 'disabled' | 'autoFocus'
> & { form: Form<V>; name: N; required?: boolean; hint?: ReactNode }

/** Rendered while the rules contain the field. */
export function PickField<V extends Typed, N extends keyof V & string>(props: PickFieldProps<V, N>) {
  const { form, name, required, hint, ...picker } = props
  return (
    <FormField form={form} name={name} hint={hint} {...(required !== undefined && { required })}>
      {({ control, value, onChange }) => (
        // The options are identified by texts.
        <Picker
          {...picker}
          control={control}
          value={String(value)}
          onChange={(next) => onChange(next as V[N])}
        />
      )}
    </FormField>
  )
}
