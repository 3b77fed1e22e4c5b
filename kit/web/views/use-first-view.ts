/** The initial state of a list by its views. */
import type { Period } from '#kit/contract/resource.ts'
import { withDays } from '#kit/contract/views.ts'
import type { View } from '#platform/contract/calls/views.ts'
import type { FilterItem } from '../filters/filter-item.ts'
import type { Begin } from '../filters/list-state.ts'
import { useActor } from '../session.ts'
import { defaultView, knownViews } from './view-data.ts'

/** The filters of a list that its views may hold. */
export type ViewedParts = { items: readonly FilterItem[]; periods: readonly Period[] }

/** The list's initial state under a view, with `view` as its id in the address; null for no view. */
export const beginOf = (view: View | null, { items, periods }: ViewedParts, id = view?.id ?? ''): Begin => ({
  view: id,
  filters: view ? withDays(view.content.filters, periods) : {},
  heldNames: [...items.map(({ name }) => name), ...periods.flatMap(({ from, to }) => [from, to])],
  sort: view?.content.sort ?? '',
  size: view?.content.size ?? null,
})

/** The state that a view gives the list; '' is the default view, applied when a link names none. */
export function useBeginnings(list: string, parts: ViewedParts): (view: string) => Begin | undefined {
  const actor = useActor()
  return (id) => {
    const views = knownViews()
    const view =
      id === ''
        ? defaultView(views, list, actor)
        : views.values.find((one) => one.list === list && one.id === id)
    return view && beginOf(view, parts)
  }
}
