/** The views of all lists, read once and kept fresh by the live channel; the one that a list begins with (D3-GRID-06). */
import type { Actor } from '../../../contract/abilities.ts'
import { viewList, type View, type Views } from '../../../contract/workflows/views.ts'
import { send } from '../client.ts'
import { queryClient, useCall } from '../query.ts'

const none: Views = { lists: [], values: [], chosen: {} }
const key = ['chedoxem', viewList.path, {}]

/** Reads the views before the first list is shown, so that it begins with the right one. Never fails: without them lists begin as declared. */
export const loadViews = (): Promise<unknown> =>
  queryClient
    .fetchQuery({
      queryKey: key,
      queryFn: ({ signal }) => send(viewList, {}, { signal, quiet: true }),
      retry: false,
    })
    .catch(() => undefined)

/** The views that the user may read; the live channel says when they change. */
export const useViews = (): Views => useCall('chedoxem', viewList, {}, { staleTime: Infinity }).data ?? none

/** The views as far as they have been read. */
export const knownViews = (): Views => queryClient.getQueryData<Views>(key) ?? none

/** The view that a list begins with: of the user's own choice, else the role's. */
export function defaultView(
  { values, chosen }: Views,
  list: string,
  { priority }: Pick<Actor, 'priority'>,
): View | undefined {
  const own = chosen[list]
  if (own !== undefined) return values.find(({ id }) => id === own)
  return values.find((view) => view.list === list && view.default_for.includes(priority))
}
