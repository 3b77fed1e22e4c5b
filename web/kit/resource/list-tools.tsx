/** Icons at the right end of every list's filters: columns, link with the filters, refresh. */
import { LinkButton } from '../filters/filter-bar.tsx'
import type { Filters } from '../filters/list-state.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import type { Layout } from '../table/layout.ts'
import { RefreshButton, type useRefreshing } from '../ui/refresh-button.tsx'

type ListToolsProps<R> = {
  layout: Layout<R>
  /** Left out when the list has no address of its own. */
  filters?: Filters | undefined
  refresh: ReturnType<typeof useRefreshing>
}

export const ListTools = <R,>({ layout, filters, refresh }: ListToolsProps<R>) => (
  <>
    <ColumnMenu layout={layout} />
    {filters && <LinkButton filters={filters} />}
    <RefreshButton {...refresh} />
  </>
)
