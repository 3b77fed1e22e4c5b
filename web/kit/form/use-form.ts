/** The one form: values as typed, what is wrong with them, and one submission at a time. */
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import { isObject } from '../../../contract/kit/is-object.ts'
import { messages } from '../../../contract/messages.ts'
import { newKey } from '../client.ts'
import { alertText } from '../feedback.ts'
import { useUnsaved } from '../tab-state.tsx'
import { useAction } from '../use-action.ts'
import { isEmpty, readForm, type Fields, type ReadValues, type Typed } from './form-rules.ts'
import { useValues, type ValueOptions } from './use-values.ts'

type Row = Readonly<Record<string, unknown>>

type Attempt = {
  /** Idempotency-Key: the same for the same values, so that a write whose answer was lost is not done twice. */
  key: string
  /** Version that is overwritten: of the row that was opened, or of the one a conflict has shown. */
  version: number | undefined
  /** What the declared fields read. */
  read: ReadValues
  /** The row that has shown itself in a conflict. */
  current: Row | null
}

export type FormOptions<V extends Typed> = ValueOptions<V> & {
  /** The row that is changed. */
  row?: Row | null
  save: (values: V, attempt: Attempt) => Promise<unknown>
  /** Sentence of a failure that the server gives none for. */
  fallback?: string
  /** How the first thing wrong is said beside its field; `missing`: something wanted is empty. */
  say?: (sentence: string, missing: boolean) => void
  /** Nothing is said elsewhere: what belongs to no field stands under this one. */
  under?: keyof V & string
}

/** The state of a form. Its verbs are methods, so that a part that knows some of the values takes the whole form. */
export type Form<V extends Typed> = {
  values: V
  errors: FieldErrors
  /** The fields that are there now. */
  fields: Fields
  dirty: boolean
  busy: boolean
  /** The row as somebody else left it meanwhile; saving again overwrites it. */
  current: Row | null
  /** What the server said of it. */
  conflict: string
  set<N extends keyof V & string>(name: N, value: V[N]): void
  /** The field was left: what is wrong with it can be known now. */
  leave(name: keyof V & string): void
  /** What was said of `name` no longer holds. */
  forget(name: string): void
  /** The values at this moment, also after something was waited for. */
  now(): V
  /** Shows what is wrong, and goes to the first of it. */
  refuse: (errors: FieldErrors) => void
  /** Takes `values` as those to start from. */
  restart(values: Partial<V>): void
  focus(name: keyof V & string): void
  submit: () => Promise<void>
  /** What the `<form>` element carries. */
  element: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
  }
}

/** A key per body: the same words keep theirs until they are stored. */
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

/** The current row of a refused stale version. */
const conflictOf = (error: unknown): Row | null =>
  error instanceof AppError && error.code === 'CONFLICT' && isObject(error.current) ? error.current : null

/** What a failed call says: the server's sentence, else `fallback`. */
function sentenceOf(error: unknown, fallback: string = messages.unknownError): string {
  if (!(error instanceof AppError)) {
    reportError(error)
    return fallback
  }
  return error.message === messages.unknownError ? fallback : error.message
}

const sayWrong = (sentence: string, missing: boolean): void =>
  alertText(missing ? messages.missingField : sentence)

const sameErrors = (a: FieldErrors, b: FieldErrors): boolean => JSON.stringify(a) === JSON.stringify(b)

const noConflict = { current: null, conflict: '' }

/** Sends the values; shows what the server refuses. */
function useSending<V extends Typed>(
  options: FormOptions<V>,
  form: ReturnType<typeof useValues<V>>,
  key: ReturnType<typeof useKey>,
) {
  const { row, save, fallback, under } = options
  const [{ current, conflict }, setMet] = useState<{ current: Row | null; conflict: string }>(noConflict)
  /** Answers whether the refusal is said in the form itself. */
  const refused = (error: unknown): boolean => {
    const met = conflictOf(error)
    if (met) setMet({ current: met, conflict: sentenceOf(error) })
    const fields = (error instanceof AppError && error.fields) || {}
    const known = Object.keys(fields).some((name) => name in form.values)
    if (under && !known) form.refuse({ [under]: sentenceOf(error, fallback) })
    else form.refuse(fields)
    return met !== null || under !== undefined
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

/** State of a form: what dialogs and pages with something to type in are made of. */
export function useForm<V extends Typed>(options: FormOptions<V>): Form<V> {
  const { say = sayWrong, under } = options
  const form = useValues(options)
  const key = useKey()
  const { current, conflict, run, busy } = useSending(options, form, key)
  useUnsaved(form.dirty)
  const submit = async (): Promise<void> => {
    const values = form.now()
    const { read, errors } = readForm(options, values)
    const [first] = Object.values(errors)
    if (first === undefined) return void (await run(values, read))
    const missing = Object.keys(errors).some((name) => isEmpty(values[name]))
    if (!under && !sameErrors(errors, form.errors)) say(first, missing)
    form.refuse(errors)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit()
  }
  const restart = (values: Partial<V>): void => {
    key.forget()
    form.restart(values)
  }
  const { clear: _, ...shown } = form
  return {
    ...shown,
    restart,
    fields: options.fields?.(form.values) ?? [],
    busy,
    current,
    conflict,
    submit,
    element: { ref: form.element, noValidate: true, onSubmit },
  }
}
