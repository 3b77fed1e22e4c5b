/** Reported sales: list, dialog, approval, result, export (D1-BAODO). */
import { useMemo } from 'react'
import { baodo } from '../../../contract/resources/baodo.ts'
import { ResourceScreen } from '../../kit/resource/resource-screen.tsx'
import { useActor } from '../../kit/session.ts'
import type { Column } from '../../kit/table/column.ts'
import { decidableOf, type Decidable } from './decide.ts'
import { decideActions, decideBulk, salesColumns } from './decision-cell.tsx'
import { filteredFor } from './filters.ts'
import { outcomeColumns } from './outcome-cell.tsx'

const list: Decidable = { resource: baodo, ...decidableOf.baodo }

export default function Screen() {
  const actor = useActor()
  const columns = useMemo(() => {
    const [sales, outcome] = [salesColumns(list, actor), outcomeColumns(actor)]
    return (own: Column[]): Column[] => outcome(sales(own))
  }, [actor])
  const resource = useMemo(() => filteredFor(baodo, actor), [actor])
  return (
    <ResourceScreen
      resource={resource}
      columns={columns}
      rowActions={(row) => decideActions(list, actor, row)}
      bulk={(context) => decideBulk(list, actor, context)}
    />
  )
}
