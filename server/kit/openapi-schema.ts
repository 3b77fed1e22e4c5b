/** JSON Schema of what travels: fields by their kind, rows, bodies, the answers' envelope and refusals. */
import { codes } from '../../contract/kit/error.ts'
import type { Field, Kind } from '../../contract/kit/field.ts'
import { fieldOf, importChunk, type Resource, type Total } from '../../contract/kit/resource.ts'

export type Schema = Record<string, unknown>

const byKind: Record<Kind, (field: Field) => Schema> = {
  id: () => ({ type: 'string', format: 'uuid' }),
  phone: () => ({
    type: 'string',
    description: '9 national digits, or **** and the last 5 for priority 3 and above',
  }),
  text: ({ max = 500 }) => ({ type: 'string', maxLength: max }),
  note: ({ max = 500 }) => ({ type: 'string', maxLength: max }),
  staff: () => ({ type: 'string', description: 'A user name' }),
  money: ({ min = 0 }) => ({ type: 'integer', minimum: min, description: 'đồng' }),
  number: ({ min = 0, decimals = 0 }) => ({ type: decimals > 0 ? 'number' : 'integer', minimum: min }),
  date: () => ({ type: 'string', format: 'date' }),
  instant: () => ({ type: 'string', format: 'date-time' }),
  choice: ({ options = [] }) => ({ type: 'string', enum: options.map((option) => option.value) }),
  flag: () => ({ type: 'integer', enum: [0, 1] }),
}

/** Schema of one field's value; `x-see` and `x-write` name the ability it takes, where it takes one. */
export function fieldSchema(field: Field): Schema {
  const { see, write, label, default: standard } = field
  return {
    title: label,
    ...byKind[field.kind](field),
    ...(standard !== undefined && { default: standard }),
    ...(see !== undefined && { 'x-see': see }),
    ...(write !== undefined && write !== 'never' && { 'x-write': write }),
  }
}

/** An object of the named fields. */
const fieldsSchema = (resource: Resource, names: readonly string[], required: readonly string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, fieldSchema(fieldOf(resource, name))])),
  ...(required.length > 0 && { required: [...required] }),
})

/** What the reader may do with a row that can be decided. */
const mayRow: Schema = {
  type: 'object',
  properties: { update: { type: 'boolean' }, remove: { type: 'boolean' } },
}

/** A row as lists and single reads carry it: fields that the caller may not see are absent. */
export function rowSchema(resource: Resource): Schema {
  const names = new Set([...resource.list, ...(resource.also ?? []), ...(resource.form ?? [])])
  const { properties } = fieldsSchema(resource, [...names], [])
  return {
    type: 'object',
    title: resource.title,
    properties: {
      id: { type: 'string', format: 'uuid' },
      ...(properties as object),
      version: { type: 'integer' },
      ...(resource.approval && { may: mayRow }),
    },
    required: ['id', 'version'],
  }
}

const settable = (resource: Resource, names: readonly string[]): string[] =>
  names.filter((name) => fieldOf(resource, name).write !== 'never')

/** Body of a create or an update; an update takes any part of it, and the version it was made from. */
export function bodySchema(resource: Resource, how: 'create' | 'update'): Schema {
  const names = settable(resource, [...new Set([...(resource.form ?? []), ...(resource.inline ?? [])])])
  const needed = names.filter(
    (name) => fieldOf(resource, name).required || resource.formRequired?.includes(name),
  )
  const schema = fieldsSchema(resource, names, how === 'create' ? needed : [])
  if (how === 'create') return schema
  return { ...schema, properties: { ...(schema.properties as object), version: { type: 'integer' } } }
}

/** Body of an import call: rows by field name, with the place of the chunk in its import. */
export function chunkSchema(resource: Resource): Schema {
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

/** `{ status, data }` around what an operation answers. */
export const answerSchema = (data: Schema): Schema => ({
  type: 'object',
  properties: { status: { const: 'success' }, msg: { type: 'string' }, data },
  required: ['status', 'data'],
})

/** A figure over the whole filter; `x-see` names the ability without which it is absent. */
function totalSchema(resource: Resource, total: Total): Schema {
  if ('rows' in total) return { type: 'integer' }
  const name = 'sum' in total ? total.sum : total.by
  const { see, kind, label } = fieldOf(resource, name)
  const seen = { title: label, ...(see !== undefined && { 'x-see': see }) }
  if ('sum' in total) return { ...seen, type: kind === 'money' ? 'integer' : 'number' }
  const count = { type: 'integer' }
  const item = fieldsSchema(resource, [name], [])
  const properties = { ...(item.properties as object), count }
  return { ...seen, type: 'array', items: { type: 'object', properties, required: [name, 'count'] } }
}

/** A page of rows with its total, and the declared figures of a resource beside it. */
export const pageSchema = (row: Schema, resource?: Resource): Schema => ({
  type: 'object',
  properties: {
    values: { type: 'array', items: row },
    count: { type: 'integer' },
    ...(resource &&
      !resource.totals && {
        more: { type: 'boolean', description: 'Còn nhiều hơn `count`: tìm theo một phần chữ chỉ đếm đến đó' },
      }),
    ...(resource &&
      Object.fromEntries(
        Object.entries(resource.totals ?? {}).map(([name, total]) => [name, totalSchema(resource, total)]),
      )),
  },
  required: ['values', 'count'],
})

/** Every refusal: a stable code and a Vietnamese sentence. */
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
