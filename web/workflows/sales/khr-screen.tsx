/** Private customers: list, dialog, approval (D1-KHR). */
import { useMemo } from 'react'
import { khr } from '../../../contract/resources/khr.ts'
import { ResourceScreen } from '../../kit/resource/resource-screen.tsx'
import { useActor } from '../../kit/session.ts'
import { filteredFor } from './filters.ts'
import { salesColumns } from './sales-columns.tsx'

export default function Screen() {
  const actor = useActor()
  const resource = useMemo(() => filteredFor(khr, actor), [actor])
  return <ResourceScreen resource={resource} columns={salesColumns} actionsFor="below5" />
}
