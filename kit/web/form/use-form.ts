/** The one form: values, errors, and one submission at a time. */
import { useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { messages } from '#platform/contract/messages.ts'
import { newKey } from '../client.ts'
import { alertText } from '../feedback.ts'
import { useUnsaved } from '../tab-state.tsx'
import { useAction } from '../use-action.ts'
import { confirmDoubts, doubtOf } from '../far-values.ts'
import { isEmpty, lineOf, readForm, type Fields, type ReadValues, type Typed } from './form-rules.ts'
import { useValues, type ValueOptions } from './use-values.ts'

type Row = Readonly<Record<string, unknown>>

type Attempt = {
  /** Idempotency key: stays the same for the same values, so that a write with a lost answer is not done twice. */
  key: string
  /** The version to overwrite: of the opened row, or of the one shown in a conflict. */
  version: number | undefined
  /** Values parsed by the declared fields. */
  read: ReadValues
  /** The present row, after a conflict. */
  current: Row | null
}

export type FormOptions<V extends Typed> = ValueOptions<V> & {
  /** The row being edited. */
  row?: Row | null
  save: (values: V, attempt: Attempt) => Promise<unknown>
  /** Message of a failure for which the server gives none. */
  fallback?: string
  /** Text for the first error; by default a sentence of its own where a required field is empty. */
  words?: (error: string, missing: boolean) => string
  /** Errors without a field are shown under this one, and nowhere else. */
  fallbackField?: keyof V & string
}

/** The state of a form; its functions are methods, so that a part with some of the values accepts the whole form. */
export type Form<V extends Typed> = {
  values: V
  errors: FieldErrors
  /** The fields shown now. */
  fields: Fields
  dirty: boolean
  busy: boolean
  /** The row as somebody else changed it; saving again overwrites it. */
  current: Row | null
  /** The server's message about the conflict. */
  conflict: string
  set<N extends keyof V & string>(name: N, value: V[N]): void
  /** The field lost the focus: shows its error. */
  leave(name: keyof V & string): void
  /** Removes the error of `name`. */
  forget(name: string): void
  /** The present values, also after an await. */
  now(): V
  /** The line beside the buttons while fields show errors; '' without (D3-BELL-03). */
  line: string
  /** Shows errors, focuses the first and shows `line`; returns whether a field on screen shows its error. */
  refuse: (errors: FieldErrors, line?: string) => boolean
  /** Takes `values` as the new initial ones. */
  restart(values: Partial<V>): void
  focus(name: keyof V & string): void
  submit: () => Promise<void>
  /** Props of the `<form>` element. */
  element: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
  }
}

/** One key per body, kept until that body is saved. */
function useKey() {
  const last = useRef({ body: '', key: '' })
  return {
    of: (body: unknown): string => {
      const text = JSON.stringify(body)
      if (last.current.body !== text) last.current = { body: text, key: newKey() }
      return last.current.key
    },
    forget: (): void => void (last.current.body = ''),
  }
}

const versionOf = (row: Row | null | undefined): number | undefined =>
  typeof row?.version === 'number' ? row.version : undefined

/** The present row in a refusal for a stale version. */
const conflictOf = (error: unknown): Row | null =>
  error instanceof AppError && error.code === 'CONFLICT' && isObject(error.current) ? error.current : null

/** The message of a failed call: the server's, else `fallback`. */
function sentenceOf(error: unknown, fallback: string = messages.unknownError): string {
  if (!(error instanceof AppError)) {
    reportError(error)
    return fallback
  }
  return error.message === messages.unknownError ? fallback : error.message
}

const missingFirst = (error: string, missing: boolean): string => (missing ? messages.missingField : error)

const sameErrors = (a: FieldErrors, b: FieldErrors): boolean => JSON.stringify(a) === JSON.stringify(b)

const noConflict = { current: null, conflict: '' }

/** Sends the values and shows the server's errors. */
function useSending<V extends Typed>(
  options: FormOptions<V>,
  form: ReturnType<typeof useValues<V>>,
  refuse: Form<V>['refuse'],
  key: ReturnType<typeof useKey>,
) {
  const { row, save, fallback, fallbackField } = options
  const [{ current, conflict }, setMet] = useState<{ current: Row | null; conflict: string }>(noConflict)
  /** Returns whether the refusal is shown in the form itself. */
  const refused = (error: unknown): boolean => {
    const met = conflictOf(error)
    if (met) setMet({ current: met, conflict: sentenceOf(error) })
    const fields = (error instanceof AppError && error.fields) || {}
    const hasField = Object.keys(fields).some((name) => name in form.values)
    if (fallbackField && !hasField) refuse({ [fallbackField]: sentenceOf(error, fallback) })
    else if (Object.keys(fields).length > 0) {
      const line = fallbackField || met ? '' : lineOf(sentenceOf(error, fallback), fields)
      if (refuse(fields, line)) return true
    }
    return met !== null || fallbackField !== undefined
  }
  const { run, busy } = useAction(async (_, values: V, read: ReadValues) => {
    const version = versionOf(current) ?? versionOf(row)
    form.clear()
    try {
      await save(values, { key: key.of([values, version]), version, read, current })
      key.forget()
    } catch (error) {
      if (!refused(error)) throw error
    }
  }, fallback)
  return { current, conflict, run, busy }
}

/** Asks once about values far from their kind; a yes holds until the values change (D3-GRID-10). */
function useFarValues(row: Row | null | undefined) {
  const accepted = useRef('')
  return async (fields: Fields, read: ReadValues): Promise<boolean> => {
    const whys = fields.flatMap(([name, field]) => doubtOf(field, row?.[name], read[name]) ?? [])
    if (whys.join() !== accepted.current && !(await confirmDoubts(whys))) return false
    accepted.current = whys.join()
    return true
  }
}

/** A held Enter sends once; in a text of several lines Enter belongs to the box. */
const onKeyDown = (event: KeyboardEvent): void => {
  const isRepeat = event.key === 'Enter' && event.repeat
  if (isRepeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
}

/** State of a form, for dialogs and pages. */
export function useForm<V extends Typed>(options: FormOptions<V>): Form<V> {
  const { words = missingFirst, fallbackField } = options
  const form = useValues(options)
  const [line, setLine] = useState('')
  const refuse: Form<V>['refuse'] = (errors, about = '') => {
    const isShown = form.refuse(errors)
    setLine(isShown ? about : '')
    return isShown
  }
  const key = useKey()
  const { current, conflict, run, busy } = useSending(options, form, refuse, key)
  useUnsaved(form.dirty)
  const confirmed = useFarValues(options.row)
  const submit = async (): Promise<void> => {
    const values = form.now()
    const { read, errors } = readForm(options, values)
    const [first] = Object.values(errors)
    if (first === undefined) {
      if (await confirmed(options.fields?.(values) ?? [], read)) await run(values, read)
      return
    }
    const missing = Object.keys(errors).some((name) => name in values && isEmpty(values[name]))
    const sentence = words(first, missing)
    const repeated = sameErrors(errors, form.errors)
    const isShown = refuse(errors, fallbackField ? '' : lineOf(sentence, errors))
    if (!isShown && !fallbackField && !repeated) alertText(sentence)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit()
  }
  const restart = (values: Partial<V>): void => {
    key.forget()
    form.restart(values)
  }
  const { clear: _, ...exposed } = form
  return {
    ...exposed,
    refuse,
    line: Object.keys(form.errors).length > 0 ? line : '',
    restart,
    fields: options.fields?.(form.values) ?? [],
    busy,
    current,
    conflict,
    submit,
    element: { ref: form.element, noValidate: true, onSubmit, onKeyDown },
  }
}
