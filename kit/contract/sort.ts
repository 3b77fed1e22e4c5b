/** Sorting a list by a declared field: `sort=<field>` ascending, `sort=-<field>` descending (D3-GRID-01). */
import { can, seesPhones, type Actor } from '#platform/contract/abilities.ts'
import { messages } from '#platform/contract/messages.ts'
import { AppError } from './error.ts'
import { fieldOf, type Resource } from './resource.ts'

export type Sort = readonly [field: string, way: 'asc' | 'desc']

/** Ascending and descending form of each name, as in the parameter. */
export const bothWays = (names: readonly string[]): string[] => names.flatMap((name) => [name, `-${name}`])

/** Reads the parameter; null without one. */
export function readSort(text: string | undefined): Sort | null {
  const name = text?.trim() ?? ''
  if (name === '') return null
  return name.startsWith('-') ? [name.slice(1), 'desc'] : [name, 'asc']
}

/** Whether `actor` may sort by a field: the order of hidden or masked values would reveal them. */
export function maySort(resource: Resource, name: string, actor: Actor): boolean {
  const { see, kind, maskedFrom } = fieldOf(resource, name)
  if (see !== undefined && !can(actor, see)) return false
  return (kind !== 'phone' && maskedFrom === undefined) || seesPhones(actor)
}

/** The requested sort; VALIDATION for an undeclared field, FORBIDDEN for a hidden one. */
export function sortOf(resource: Resource, text: string | undefined, actor: Actor): Sort | null {
  const sort = readSort(text)
  if (!sort) return null
  const [name] = sort
  if (!resource.sort?.includes(name))
    throw new AppError('VALIDATION', messages.invalid, { fields: { sort: messages.invalidValue } })
  if (!maySort(resource, name, actor)) throw new AppError('FORBIDDEN', messages.forbidden)
  return sort
}
