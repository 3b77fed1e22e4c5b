/** Shown instead of a table or of cards without rows. */
import type { ReactNode } from 'react'
import { EmptyNote, ErrorNote } from '../ui/state.tsx'
import type { TableRow } from '../resource-api.ts'
import type { DataTableProps } from './table-types.ts'
import css from './table.module.css'

/** Empty while there are rows, or before the first answer. */
export function EmptyTable<R extends TableRow>({ props }: { props: DataTableProps<R> }): ReactNode {
  const { rows, error, onRetry, empty } = props
  if (error && (!rows || rows.length === 0)) {
    return (
      <div className={css.instead}>
        <ErrorNote error={error} {...(onRetry && { retry: onRetry })} />
      </div>
    )
  }
  return rows?.length === 0 && <div className={css.instead}>{empty ?? <EmptyNote />}</div>
}
