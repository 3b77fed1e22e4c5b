/** One field of a form with label, control and error; rendered while the rules contain it. */
import type { ReactNode } from 'react'
import type { Field as FieldFacts } from '#kit/contract/field.ts'
import { FieldInput } from '../kinds/input.tsx'
import { Field, type ControlProps } from '../ui/field.tsx'
import type { Typed } from './form-rules.ts'
import type { Form } from './use-form.ts'

/** Props of a custom control. */
export type FieldControl<T> = { control: ControlProps; value: T; onChange: (value: T) => void }

type FormFieldProps<V extends Typed, N extends keyof V & string> = {
  form: Form<V>
  name: N
  /** Replaces the declared field's label. */
  label?: ReactNode
  required?: boolean
  hint?: ReactNode
  className?: string | undefined
  /** Takes the focus when the dialog opens. */
  autoFocus?: boolean
  /** A custom control instead of the one of the field's kind. */
  children?: (control: FieldControl<V[N]>) => ReactNode
}

const hints: Partial<Record<FieldFacts['kind'], string>> = {
  phone: 'Nhận 0…, 84…, +84 …',
  date: 'Gõ 512 thành 05-12',
}

export function FormField<V extends Typed, N extends keyof V & string>(props: FormFieldProps<V, N>) {
  const { form, name, className, autoFocus = false, children } = props
  const declared = form.fields.find(([fieldName]) => fieldName === name)?.[1]
  if (!declared && props.label === undefined) return null
  const value = form.values[name]
  return (
    <div className={className} data-field={name} onBlur={() => form.leave(name)}>
      <Field
        label={props.label ?? declared?.label}
        required={props.required ?? declared?.required}
        error={form.errors[name]}
        hint={props.hint ?? (declared && hints[declared.kind])}
      >
        {(control) =>
          children
            ? children({ control, value, onChange: (next) => form.set(name, next) })
            : declared && (
                <FieldInput
                  field={declared}
                  control={control}
                  value={String(value ?? '')}
                  autoFocus={autoFocus}
                  // Fields with a declared kind are edited as text.
                  onChange={(text) => form.set(name, text as V[N])}
                />
              )
        }
      </Field>
    </div>
  )
}
