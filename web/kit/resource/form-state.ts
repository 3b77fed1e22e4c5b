/** The values of a form as typed, what is wrong with them, and what would be sent. */
import { useState } from 'react'
import type { FieldErrors } from '../../../contract/kit/error.ts'
import type { Field } from '../../../contract/kit/field.ts'
import type { Value } from '../../../contract/kit/kinds.ts'
import { cleanText } from '../../../contract/text.ts'
import { typedText } from '../kinds/input.tsx'
import { readTyped } from '../kinds/read-typed.ts'
import { without } from '../without.ts'

export type FormFields = readonly (readonly [string, Field])[]

export type FormState = {
  texts: Readonly<Record<string, string>>
  errors: FieldErrors
  dirty: boolean
  type: (name: string, text: string) => void
  /** The field was left: what is wrong with it can be known now. */
  leave: (name: string) => void
  setErrors: (errors: FieldErrors) => void
  /** Puts the texts of another row in, as the values to start from. */
  restart: (row: Readonly<Record<string, unknown>>) => void
  /** Reads everything: the values to send, or the errors by field. */
  read: () =>
    | { ok: true; values: Record<string, Value> }
    | { ok: false; errors: FieldErrors; missing: boolean }
}

const startOf = (fields: FormFields, row: Readonly<Record<string, unknown>> | null): Record<string, string> =>
  Object.fromEntries(
    fields.map(([name, field]) => [name, typedText(row ? row[name] : (field.default ?? null), field)]),
  )

const isEmpty = (text: string | undefined): boolean => cleanText(text ?? '') === ''

/** A form field knows what is missing before the server's default applies: an emptied one is empty. */
const asTyped = (field: Field): Field => {
  const { default: _, ...rest } = field
  return rest
}

/** State of a form over `fields`, beginning with `row` or the defaults. */
export function useFormState(fields: FormFields, row: Readonly<Record<string, unknown>> | null): FormState {
  const [start, setStart] = useState(() => startOf(fields, row))
  const [texts, setTexts] = useState(start)
  const [errors, setErrors] = useState<FieldErrors>({})
  const check = (name: string, text: string): string | undefined => {
    const field = fields.find(([known]) => known === name)?.[1]
    const reading = field && !isEmpty(text) ? readTyped(text, field) : undefined
    return reading && !reading.ok ? reading.why : undefined
  }
  const drop = (name: string): void => setErrors((now) => without(now, name))
  return {
    texts,
    errors,
    dirty: fields.some(([name]) => texts[name] !== start[name]),
    type: (name, text) => {
      setTexts((now) => ({ ...now, [name]: text }))
      drop(name)
    },
    leave: (name) => {
      const why = check(name, texts[name] ?? '')
      if (why) setErrors((now) => ({ ...now, [name]: why }))
    },
    setErrors,
    restart: (next) => setStart(startOf(fields, next)),
    read: () => {
      const values: Record<string, Value> = {}
      const wrong: FieldErrors = {}
      for (const [name, field] of fields) {
        const reading = readTyped(texts[name] ?? '', asTyped(field))
        if (reading.ok) values[name] = reading.value
        else wrong[name] = reading.why
      }
      if (Object.keys(wrong).length === 0) return { ok: true, values }
      return { ok: false, errors: wrong, missing: Object.keys(wrong).some((name) => isEmpty(texts[name])) }
    },
  }
}
