/**
 * Replaces zod in the build: the browser relies on the types of the calls, and only the server checks. Schemas are
 * only declared here; parsing with one is a TypeError. A missing name fails the build.
 */
type Schema = { check: () => Schema; shape: Record<string, Schema> }

const schema: Schema = { check: () => schema, shape: {} }
const schemaOf = (): Schema => schema

export {
  schemaOf as _default,
  schemaOf as array,
  schemaOf as boolean,
  schemaOf as enum,
  schemaOf as extend,
  schemaOf as guid,
  schemaOf as int,
  schemaOf as literal,
  schemaOf as maximum,
  schemaOf as maxLength,
  schemaOf as minimum,
  schemaOf as minLength,
  schemaOf as never,
  schemaOf as null,
  schemaOf as nullable,
  schemaOf as number,
  schemaOf as object,
  schemaOf as optional,
  schemaOf as overwrite,
  schemaOf as pipe,
  schemaOf as record,
  schemaOf as refine,
  schemaOf as regex,
  schemaOf as strictObject,
  schemaOf as string,
  schemaOf as union,
  schemaOf as unknown,
}
export const coerce = { number: schemaOf }
export const iso = { datetime: schemaOf, date: schemaOf }
