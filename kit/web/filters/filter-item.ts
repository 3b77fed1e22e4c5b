/** What a filter bar offers. */
import { can, type Actor } from '#platform/contract/abilities.ts'
import type { Field } from '#kit/contract/field.ts'
import type { AppError, FieldErrors } from '#kit/contract/error.ts'
import { fieldOf, type Period, type Resource } from '#kit/contract/resource.ts'
import { maySee } from '../table/column.ts'

/** One search box or select by its query parameter and field. `teams`: only accounts that lead others. */
export type FilterItem = { name: string; field: Field; placeholder: string; label: string; teams?: boolean }

/** One date range by its two query parameters. */
export type PeriodItem = Pick<Period, 'from' | 'to' | 'label'>

/** The filters of a resource that a reader may use, in the declared order. */
export const filterItems = (
  resource: Pick<Resource, 'path' | 'fields' | 'filter'>,
  actor: Actor,
): FilterItem[] =>
  Object.entries(resource.filter)
    .filter(
      ([, { on, offerTo }]) => maySee(fieldOf(resource, on), actor) && (!offerTo || can(actor, offerTo)),
    )
    .map(([name, filter]) => {
      const field = fieldOf(resource, filter.on)
      const label = filter.label ?? field.label
      const placeholder = filter.placeholder ?? `Tìm ${label.toLocaleLowerCase('vi')}`
      return { name, field, label, placeholder, teams: filter.op === 'team' }
    })

/** Refusals of filters by name, if nothing else is wrong: the user corrects them in the bar (D3-SIM-02). */
export function refusedFilters(
  error: AppError | null,
  items: readonly Pick<FilterItem, 'name'>[],
): FieldErrors | null {
  const refused = error?.code === 'VALIDATION' ? Object.keys(error.fields ?? {}) : []
  const atFilters = refused.length > 0 && refused.every((name) => items.some((item) => item.name === name))
  return (atFilters && error?.fields) || null
}
