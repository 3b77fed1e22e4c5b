/** What stands at the right end of every list's filters: columns, the link with the filters, reading again. */
import { IconRefresh } from '@tabler/icons-react'
import { LinkButton } from '../filters/filter-bar.tsx'
import type { Filters } from '../filters/list-state.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import type { Layout } from '../table/layout.ts'
import { IconButton } from '../ui/button.tsx'

type ListToolsProps<R> = {
  layout: Layout<R>
  /** Left out where the list has no address of its own. */
  filters?: Filters | undefined
  onRefresh: () => void
}

/** The three buttons. */
export const ListTools = <R,>({ layout, filters, onRefresh }: ListToolsProps<R>) => (
  <>
    <ColumnMenu layout={layout} />
    {filters && <LinkButton filters={filters} />}
    <IconButton label="Làm mới" onClick={onRefresh}>
      <IconRefresh size={16} stroke={1.9} />
    </IconButton>
  </>
)
