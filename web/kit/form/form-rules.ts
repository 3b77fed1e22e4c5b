/** What the values of a form ask for: which fields there are, what is wrong with them, what would be sent. Pure. */
import type { FieldErrors } from '../../../contract/kit/error.ts'
import type { Field } from '../../../contract/kit/field.ts'
import type { Value } from '../../../contract/kit/kinds.ts'
import { cleanText } from '../../../contract/text.ts'
import { typedText } from '../kinds/input.tsx'
import { readTyped } from '../kinds/read-typed.ts'

/** Values as typed, by name. Whatever is chosen from a list of many is an array, never a Set. */
export type Typed = Record<string, unknown>
export type Fields<N extends string = string> = readonly (readonly [N, Field])[]

/** The fields that the values ask for now, in their order, and what is wrong beyond each field's own rule. */
export type Rules<V extends Typed> = {
  fields?: (values: V) => Fields<keyof V & string>
  check?: (values: V) => FieldErrors
}

/** Values as their fields read them; a field that is not there now is not there. */
export type ReadValues = Record<string, Value>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether nothing was typed or chosen. */
export const isEmpty = (value: unknown): boolean => typeof value === 'string' && cleanText(value) === ''

/** A form field knows what is missing before the server's default applies: an emptied one is empty. */
const asTyped = (field: Field): Field => {
  const { default: _, ...rest } = field
  return rest
}

/** What the controls of `fields` begin with: the row's values, or the defaults. */
export const startOf = (
  fields: Fields,
  row: Readonly<Record<string, unknown>> | null,
): Record<string, string> =>
  Object.fromEntries(
    fields.map(([name, field]) => [name, typedText(row ? row[name] : (field.default ?? null), field)]),
  )

/** Reads every field that is there. */
export function readForm<V extends Typed>(
  { fields, check }: Rules<V>,
  values: V,
): { read: ReadValues; errors: FieldErrors } {
  const read: ReadValues = {}
  const errors: FieldErrors = {}
  for (const [name, field] of fields?.(values) ?? []) {
    const reading = readTyped(textOf(values[name]), asTyped(field))
    if (reading.ok) read[name] = reading.value
    else errors[name] = reading.why
  }
  return { read, errors: { ...errors, ...check?.(values) } }
}

/**
 * What stays of `errors`: not what was said of the changed `part`, nor what the rules said of the values before and no
 * longer say; a complaint of the server stays until its field is changed.
 */
export const stillWrong = (
  errors: FieldErrors,
  part: object,
  before: FieldErrors,
  after: FieldErrors,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([name, why]) => !(name in part) && (before[name] !== why || after[name] === why),
    ),
  )
