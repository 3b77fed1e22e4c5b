/** A labelled field: label above, required mark, hint or error below, and the plain text box. */
import { Input } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import css from './field.module.css'

/** Props of a control inside a `Field` that link it to label and error. */
export type ControlProps = {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: ReactNode
  required?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label, control, and one line below it. */
export function Field({ label, required = false, hint, error, children }: FieldProps) {
  const id = useId()
  const below = `${id}-below`
  const described = error || hint ? below : undefined
  return (
    <Input.Wrapper
      id={id}
      label={label}
      withAsterisk={required}
      description={error ? undefined : hint}
      descriptionProps={{ id: below }}
      error={
        error && (
          <>
            <IconAlertTriangle size={12} stroke={2} aria-hidden />
            {error}
          </>
        )
      }
      errorProps={{ id: below, role: 'alert' }}
    >
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
    </Input.Wrapper>
  )
}

type BoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> & {
  left?: ReactNode
  right?: ReactNode
  small?: boolean
  /** Aligned right, for numbers. */
  numeric?: boolean
  boxClassName?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A text box with an optional icon at either end. */
export function TextBox({ left, right, small, numeric, boxClassName, className, ...rest }: BoxProps) {
  const names = [css.box, small && css.small, rest.readOnly && css.readOnly, boxClassName]
  return (
    <span className={names.filter(Boolean).join(' ')} data-invalid={rest['aria-invalid'] || undefined}>
      {left}
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={[css.input, numeric && css.numeric, className].filter(Boolean).join(' ')}
      />
      {right}
    </span>
  )
}

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** A text box with several lines. */
export const TextArea = (props: AreaProps) => (
  <textarea
    spellCheck={false}
    {...props}
    className={css.area}
    data-invalid={props['aria-invalid'] || undefined}
  />
)
