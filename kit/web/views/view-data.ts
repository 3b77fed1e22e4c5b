/** The views of all lists, read once and kept fresh by the live channel, and each list's default view (D3-GRID-06). */
import type { Actor } from '#platform/contract/abilities.ts'
import { viewList, type View, type Views } from '#platform/contract/calls/views.ts'
import { queryClient, useCall } from '../query.ts'

const none: Views = { lists: [], values: [], chosen: {} }
const key = ['chedoxem', viewList.path, {}]

/** The views that the user may read; the live channel says when they change. */
export const useViews = (): Views => useCall('chedoxem', viewList, {}, { staleTime: Infinity }).data ?? none

/** Stores the views that came with the account, so that the first list opens with the right one. */
export const keepViews = (views: Views | null): unknown => queryClient.setQueryData(key, views ?? undefined)

/** The views as far as they have been read. */
export const knownViews = (): Views => queryClient.getQueryData<Views>(key) ?? none

/** The default view of a list: the user's own choice, else the role's. */
export function defaultView(
  { values, chosen }: Views,
  list: string,
  { priority }: Pick<Actor, 'priority'>,
): View | undefined {
  const chosenId = chosen[list]
  if (chosenId !== undefined) return values.find(({ id }) => id === chosenId)
  return values.find((view) => view.list === list && view.default_for.includes(priority))
}
