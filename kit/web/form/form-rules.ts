/** Rules of a form: which fields it has, which are wrong, what is sent. Pure. */
import { todayVn } from '#kit/contract/dates.ts'
import type { FieldErrors } from '#kit/contract/error.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Value } from '#kit/contract/kinds.ts'
import { messages } from '#platform/contract/messages.ts'
import { cleanText } from '#kit/contract/text.ts'
import { typedText } from '../kinds/input.tsx'
import { readTyped } from '../kinds/read-typed.ts'

/** Edited values by name. A multiple choice is an array, never a Set. */
export type Typed = Record<string, unknown>
export type Fields<N extends string = string> = readonly (readonly [N, Field])[]

/** The fields that the values require, in order, and checks beyond each field's own. */
export type Rules<V extends Typed> = {
  fields?: (values: V) => Fields<keyof V & string>
  check?: (values: V) => FieldErrors
}

/** Values parsed by their fields, without fields that are not shown. */
export type ReadValues = Record<string, Value>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether nothing was entered. */
export const isEmpty = (value: unknown): boolean => typeof value === 'string' && cleanText(value) === ''

/** Without its default: a cleared field is empty instead of defaulting on the server. */
const asTyped = (field: Field): Field => {
  const { default: _, ...rest } = field
  return rest
}

const initial = ({ fromToday, default: value }: Field): unknown => (fromToday ? todayVn() : (value ?? null))

/** Initial values of `fields`: those of the row, or the defaults. */
export const startOf = (
  fields: Fields,
  row: Readonly<Record<string, unknown>> | null,
): Record<string, string> =>
  Object.fromEntries(
    fields.map(([name, field]) => [name, typedText(row ? row[name] : initial(field), field)]),
  )

/** Parses every field of the form. */
export function readForm<V extends Typed>(
  { fields, check }: Rules<V>,
  values: V,
): { read: ReadValues; errors: FieldErrors } {
  const read: ReadValues = {}
  const errors: FieldErrors = {}
  for (const [name, field] of fields?.(values) ?? []) {
    const reading = readTyped(textOf(values[name]), asTyped(field))
    if (reading.ok) read[name] = reading.value
    else errors[name] = reading.reason
  }
  return { read, errors: { ...errors, ...check?.(values) } }
}

/**
 * The `errors` that remain after a change: not those of the changed `part`, nor those the rules no longer report; a
 * server error stays until its field is changed.
 */
export const stillWrong = (
  errors: FieldErrors,
  part: object,
  before: FieldErrors,
  after: FieldErrors,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([name, message]) => !(name in part) && (before[name] !== message || after[name] === message),
    ),
  )

/** The line beside the buttons for `errors` that fields show; '' if one of them says the same (D3-BELL-03). */
export const lineOf = (sentence: string, errors: FieldErrors): string =>
  Object.values(errors).includes(sentence) ? '' : `${messages.errorPrefix} ${sentence}`
