/** Wire schema of a declared resource's rows, for the check of answers and the API description. */
import * as z from 'zod/mini'
import type { Field, Kind } from './field.ts'
import { fieldOf, saysMay, type Resource } from './resource.ts'
import { day, flag, instant, mayChange } from './shapes.ts'

const byKind: Record<Kind, (field: Field) => z.ZodMiniType> = {
  id: () => z.guid(),
  phone: () => z.string(),
  sim: () => z.string(),
  text: () => z.string(),
  note: () => z.string(),
  staff: () => z.string(),
  money: () => z.int(),
  number: ({ decimals = 0 }) => (decimals > 0 ? z.number() : z.int()),
  date: () => day,
  instant: () => instant,
  choice: ({ options = [] }) => z.enum(options.map(({ value }) => value)),
  choices: ({ options = [], item = 'value' }) =>
    z.array(z.strictObject({ [item]: z.enum(options.map(({ value }) => value)) })),
  flag: ({ options }) => (options ? z.literal(options.map(({ value }) => Number(value))) : flag),
}

/** Schema of a field's value. */
export const valueOf = (field: Field): z.ZodMiniType => byKind[field.kind](field)

/** Names of all fields of a row on the wire. */
export const wireNames = (resource: Resource): string[] => [
  ...new Set([...resource.list, ...(resource.also ?? []), ...(resource.form ?? [])]),
]

/** Schema of a field in a row: null without a value, absent for users who may not see it. */
export const cellOf = (field: Field): z.ZodMiniType => {
  const cell = z.nullable(valueOf(field))
  return field.see ? z.optional(cell) : cell
}

/** Row schema with these fields. */
export const rowWith = (resource: Resource, names: readonly string[]) =>
  z.strictObject({
    id: z.guid(),
    ...Object.fromEntries(names.map((name) => [name, cellOf(fieldOf(resource, name))])),
    version: z.int(),
    ...(saysMay(resource) && { may: mayChange }),
  })

/** Row schema of lists and single reads. */
export const rowOf = (resource: Resource) => rowWith(resource, wireNames(resource))

/** A row as handlers pass it. */
export type Row = z.output<ReturnType<typeof rowOf>> & { [field: string]: unknown }
