/** The drawer with the facts and the history of a row, for lists that are read by a declared call. */
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { HistorySubject } from '../../../contract/workflows/histories.ts'
import type { Row } from '../resource-api.ts'
import type { RowAction, TableRow } from '../table/table-types.ts'

const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }))

export type ListHistory<R extends TableRow> = {
  of: HistorySubject
  /** What the drawer is called. */
  name: (row: R) => string
  /** The row under the names of the trail's fields. */
  facts: (row: R) => Row
}

type Used<R extends TableRow> = {
  /** The row's action that opens the drawer. */
  action: (row: R) => RowAction
  openId: string | null
  drawer: ReactNode
}

/** The drawer over the rows of one page; `note` says where the row at a place of the page stands. */
export function useHistory<R extends TableRow>(
  { of, name, facts }: ListHistory<R>,
  rows: readonly R[],
  note: (at: number) => string,
): Used<R> {
  const [openId, setOpenId] = useState<string | null>(null)
  const at = rows.findIndex(({ id }) => id === openId)
  const row = rows[at]
  const go = (to: number): (() => void) | undefined => {
    const next = rows[to]
    return next && (() => setOpenId(next.id))
  }
  return {
    action: ({ id }) => ({
      label: 'Xem chi tiết và lịch sử',
      icon: <IconHistory size={16} stroke={1.9} />,
      run: () => setOpenId(id),
    }),
    openId,
    drawer: row && (
      <Suspense fallback={null}>
        <RowDrawer
          resource={of}
          row={facts(row)}
          title={name(row)}
          note={note(at)}
          onClose={() => setOpenId(null)}
          onPrevious={go(at - 1)}
          onNext={go(at + 1)}
        />
      </Suspense>
    ),
  }
}
