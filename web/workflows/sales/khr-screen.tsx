/** Private customers: list, dialog, approval (D1-KHR). */
import { useMemo } from 'react'
import { khr } from '../../../contract/resources/khr.ts'
import { ResourceScreen } from '../../kit/resource/resource-screen.tsx'
import { useActor } from '../../kit/session.ts'
import { decidableOf, type Decidable } from './decide.ts'
import { decideActions, decideBulk, salesColumns } from './decision-cell.tsx'
import { filteredFor } from './filters.ts'

const list: Decidable = { resource: khr, ...decidableOf.khr }

export default function Screen() {
  const actor = useActor()
  const columns = useMemo(() => salesColumns(list, actor), [actor])
  const resource = useMemo(() => filteredFor(khr, actor), [actor])
  return (
    <ResourceScreen
      resource={resource}
      columns={columns}
      rowActions={(row) => decideActions(list, actor, row)}
      bulk={(context) => decideBulk(list, actor, context)}
      actionsFor="below5"
    />
  )
}
