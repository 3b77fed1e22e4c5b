/** JSON Schemas of values by field, bodies, envelopes and refusals. */
import { toJSONSchema, type z } from 'zod/mini'
import { codes } from '#kit/contract/error.ts'
import type { Field, Kind } from '#kit/contract/field.ts'
import { fieldOf, importChunk, type Resource, type SheetTarget } from '#kit/contract/resource.ts'
import { valueOf } from '#kit/contract/row-schema.ts'

export type Schema = Record<string, unknown>

const wholeNumbers = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** Removes redundant keywords: safe-integer bounds, and patterns of named formats. */
function plainer({ jsonSchema }: { jsonSchema: Schema }): void {
  for (const [key, value] of Object.entries(wholeNumbers))
    if (jsonSchema[key] === value) delete jsonSchema[key]
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

/** The schema in JSON, with the named schemas it refers to. */
export function jsonSchema(schema: z.ZodMiniType): { schema: Schema; named: Record<string, Schema> } {
  const schemaJson: Schema = toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: plainer })
  const text = JSON.stringify(schemaJson).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $schema: _, $defs: named = {}, ...rest } = JSON.parse(text) as Schema
  return { schema: rest, named: named as Record<string, Schema> }
}

/** Description of a kind, if its type is not enough. */
export const kindHints: Partial<Record<Kind, string>> = {
  phone: '9 national digits, or **** and the last 5 for priority 3 and above',
  sim: '10 digits with the 0, with dots where it was typed so; goods, shown to everybody',
  choices: 'Sent as a list of values, or as a text with commas between',
  staff: 'A user name',
  money: 'đồng',
}

/** Bounds of a value; answers may also hold older values. */
function boundsOf({ kind, max = 500, min = 0 }: Field): Schema {
  if (kind === 'text' || kind === 'note') return { maxLength: max }
  return kind === 'money' || kind === 'number' ? { minimum: min } : {}
}

/** Schema of one field's value; `x-see` and `x-write` name the required abilities. */
export function fieldSchema(field: Field): Schema {
  const { see, write, label, kind, default: standard } = field
  return {
    title: label,
    ...(kindHints[kind] && { description: kindHints[kind] }),
    ...jsonSchema(valueOf(field)).schema,
    ...boundsOf(field),
    ...(standard !== undefined && { default: standard }),
    ...(see !== undefined && { 'x-see': see }),
    ...(write !== undefined && write !== 'never' && { 'x-write': write }),
  }
}

const fieldsSchema = (
  resource: Pick<Resource, 'path' | 'fields'>,
  names: readonly string[],
  required: readonly string[],
): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, fieldSchema(fieldOf(resource, name))])),
  ...(required.length > 0 && { required: [...required] }),
})

const settable = (resource: Pick<Resource, 'path' | 'fields'>, names: readonly string[]): string[] =>
  names.filter((name) => fieldOf(resource, name).write !== 'never')

/** Body of create or update; an update takes any subset, and the version it is based on. */
export function bodySchema(resource: Resource, operation: 'create' | 'update'): Schema {
  const names = settable(resource, [...new Set([...(resource.form ?? []), ...(resource.inline ?? [])])])
  const needed = names.filter(
    (name) => fieldOf(resource, name).required || resource.formRequired?.includes(name),
  )
  const schema = fieldsSchema(resource, names, operation === 'create' ? needed : [])
  if (operation === 'create') return schema
  return { ...schema, properties: { ...(schema.properties as object), version: { type: 'integer' } } }
}

/** Body of an import call: rows by field name, with import id and chunk number. */
export function chunkSchema(resource: Resource | SheetTarget): Schema {
  const names = (resource.sheet?.columns ?? resource.form ?? []).filter((name) => name !== null)
  const row = fieldsSchema(resource, settable(resource, names), [])
  return {
    type: 'object',
    properties: {
      data: { type: 'array', maxItems: importChunk, items: row },
      importId: { type: 'string', format: 'uuid' },
      chunk: { type: 'integer', minimum: 0 },
    },
    required: ['data'],
  }
}

type Form = { notice?: true; mes?: true }

/** Envelope of an answer: `{ status, msg?, data }`, `{ channel, message, status, data? }` for a notice, or `{ result, mes, data }`. */
export function envelopeSchema(data: Schema, { notice, mes }: Form): Schema {
  const text = { type: 'string' }
  if (mes) {
    const properties = { result: { const: 'success' }, mes: text, data }
    return { type: 'object', properties, required: Object.keys(properties) }
  }
  const properties = notice
    ? { channel: text, message: text, status: text, data }
    : { status: { const: 'success' }, msg: text, data }
  const always = notice ? ['channel', 'message', 'status'] : ['status']
  const hasData = !notice || data.type !== 'null'
  return { type: 'object', properties, required: hasData ? [...always, 'data'] : always }
}

/** Every refusal: a stable code and a Vietnamese message. */
export const errorSchema: Schema = {
  type: 'object',
  properties: {
    code: { enum: Object.keys(codes) },
    msg: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    current: { description: 'The row as it is now, when a stale version was refused' },
  },
  required: ['code', 'msg'],
}
