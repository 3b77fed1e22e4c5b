/** A second list of the same rows, under a path of its own: it says what is different, all else is as the first one says. */
import type { Field } from './field.ts'
import { defineResource, fieldOf, tableOf, type Names, type Resource } from './resource.ts'

/** What a second list says; `desk` stays with the first one, for what waits, waits once. */
type Own = Pick<Resource, 'path' | 'title' | 'list'> &
  Partial<Resource> & {
    /** Field → what bodies of this list call it; the answers have the field's own name. */
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
  own: O & Partial<Names<keyof Fields<R, O> & string>>,
): SecondList<R, O> {
  const { desk: _, ...rest } = first
  const { names = {}, ...said }: Own = own
  const renamed = Object.entries(names).map(([name, bodyName]): [string, Field] => [
    name,
    { ...fieldOf(first, name), bodyName },
  ])
  const fields = { ...first.fields, ...said.fields, ...Object.fromEntries(renamed) }
  const declared: Resource = { ...rest, table: tableOf(first), rowsOf: first.path, ...said, fields }
  // What is put together here is what the type says; the checks of a declaration are made of the whole.
  return defineResource(declared) as unknown as SecondList<R, O>
}
