/** A second list of the same rows under its own path: it declares only the differences from the first list. */
import type { Field } from './field.ts'
import { defineResource, fieldOf, tableOf, type Names, type Resource } from './resource.ts'

/** Properties of a second list; `desk` is not among them, so that a waiting row is listed once. */
type Own = Pick<Resource, 'path' | 'title' | 'list'> &
  Partial<Resource> & {
    /** Field → its name in bodies of this list; responses use the field's own name. */
    names?: Readonly<Record<string, string>>
  }

type Fields<R extends Resource, O> = O extends { fields: infer F }
  ? Omit<R['fields'], keyof F> & F
  : R['fields']

type SecondList<R extends Resource, O> = Omit<R, keyof O | 'fields' | 'desk'> &
  Omit<O, 'fields' | 'names'> & { fields: Fields<R, O>; rowsOf: R['path'] }

/** Declares the second list of the rows of `first`. */
export function secondList<R extends Resource, const O extends Own>(
  first: R,
  differences: O & Partial<Names<keyof Fields<R, O> & string>>,
): SecondList<R, O> {
  const { desk: _, ...rest } = first
  const { names = {}, ...overrides }: Own = differences
  const renamed = Object.entries(names).map(([name, bodyName]): [string, Field] => [
    name,
    { ...fieldOf(first, name), bodyName },
  ])
  const fields = { ...first.fields, ...overrides.fields, ...Object.fromEntries(renamed) }
  const declared: Resource = { ...rest, table: tableOf(first), rowsOf: first.path, ...overrides, fields }
  // The types of the spread properties are lost here; `defineResource` validates the complete declaration.
  return defineResource(declared) as unknown as SecondList<R, O>
}
