/** Values, errors and dirty state of a form, held by Mantine's library. */
import { useForm as useLibrary } from '@mantine/form'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#kit/contract/error.ts'
import { isEmpty, readForm, stillWrong, type Rules, type Typed } from './form-rules.ts'

export type ValueOptions<V extends Typed> = Rules<V> & {
  start: V
  /** Other values that change with `name`: a new branch clears the leader. */
  follow?: (values: V, name: keyof V) => Partial<V>
  /** Whether closing would lose something; by default any difference from `start`. */
  isDirty?: (values: V) => boolean
}

/** Whether a control on screen shows its error: not one that is folded away or hidden. */
const showsFault = (element: HTMLElement | null): boolean =>
  [...(element?.querySelectorAll('[aria-invalid="true"]') ?? [])].some((box) => box.checkVisibility())

const control = ':is(input, textarea, button):not(:disabled)'

/** The values and their errors. */
export function useValues<V extends Typed>(options: ValueOptions<V>) {
  // `stillWrong` decides which errors a change removes; the library would drop all of them.
  const library = useLibrary<V>({ initialValues: options.start, clearInputErrorOnChange: false })
  const element = useRef<HTMLFormElement>(null)
  // Only texts are ever set.
  const errors = library.errors as FieldErrors
  const errorsOf = (values: V): FieldErrors => readForm(options, values).errors
  const focusAt = (selector: string): void => element.current?.querySelector<HTMLElement>(selector)?.focus()
  return {
    values: library.values,
    now: library.getValues,
    errors,
    dirty: options.isDirty?.(library.values) ?? library.isDirty(),
    element,
    focus: (name: string): void => focusAt(`[data-field="${name}"] ${control}`),
    set: <N extends keyof V & string>(name: N, value: V[N]): void => {
      const before = library.getValues()
      const part = { [name]: value, ...options.follow?.({ ...before, [name]: value }, name) }
      library.setValues(part as Partial<V>)
      const after = errorsOf({ ...before, ...part })
      library.setErrors((now) => stillWrong(now as FieldErrors, part, errorsOf(before), after))
    },
    leave: (name: keyof V & string): void => {
      if (isEmpty(library.getValues()[name])) return
      const message = errorsOf(library.getValues())[name]
      if (message) library.setFieldError(name, message)
    },
    forget: (name: string): void => library.clearFieldError(name),
    clear: library.clearErrors,
    /** Returns whether a field on screen shows its error. */
    refuse: (errors: FieldErrors): boolean => {
      // At once, so that the first wrong field is marked before it is searched for.
      flushSync(() => library.setErrors(errors))
      focusAt(`[aria-invalid="true"]${control}`)
      return showsFault(element.current)
    },
    restart: (values: Partial<V>): void => {
      library.setValues(values)
      library.resetDirty()
      library.clearErrors()
    },
  }
}
