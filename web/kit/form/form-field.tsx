/** One field of a form: there while the values ask for it, with its label, its control, and what is wrong with it. */
import type { ReactNode } from 'react'
import type { Field as FieldFacts } from '../../../contract/kit/field.ts'
import { FieldInput } from '../kinds/input.tsx'
import { Field, type ControlProps } from '../ui/field.tsx'
import type { Typed } from './form-rules.ts'
import type { Form } from './use-form.ts'

/** What a control of one's own is given. */
export type FieldControl<T> = { control: ControlProps; value: T; onChange: (value: T) => void }

type FormFieldProps<V extends Typed, N extends keyof V & string> = {
  form: Form<V>
  name: N
  /** Where it is not the declared field's. */
  label?: ReactNode
  required?: boolean
  hint?: ReactNode
  className?: string | undefined
  /** The dialog begins here. */
  autoFocus?: boolean
  /** A control of its own instead of the one of the field's kind. */
  children?: (control: FieldControl<V[N]>) => ReactNode
}

const hints: Partial<Record<FieldFacts['kind'], string>> = {
  phone: 'Nhận 0…, 84…, +84 …',
  date: 'Gõ 512 thành 05-12',
}

/** The field called `name`. */
export function FormField<V extends Typed, N extends keyof V & string>(props: FormFieldProps<V, N>) {
  const { form, name, className, autoFocus = false, children } = props
  const declared = form.fields.find(([known]) => known === name)?.[1]
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
                  // A field with a kind is typed as text.
                  onChange={(text) => form.set(name, text as V[N])}
                />
              )
        }
      </Field>
    </div>
  )
}
