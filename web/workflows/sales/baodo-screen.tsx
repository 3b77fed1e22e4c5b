/** Reported sales: list, dialog, approval, result, export (D1-BAODO). */
import { useMemo } from 'react'
import { can } from '../../../contract/abilities.ts'
import type { RowOf } from '../../../contract/kit/row.ts'
import { showPhone } from '../../../contract/phone.ts'
import { baodo } from '../../../contract/resources/baodo.ts'
import { ResourceScreen } from '../../kit/resource/resource-screen.tsx'
import { useActor } from '../../kit/session.ts'
import type { ResourceColumn } from '../../kit/table/column.ts'
import { filteredFor } from './filters.ts'
import { salesColumns, withSetter } from './sales-columns.tsx'

const about = (row: RowOf<typeof baodo>): string =>
  `${showPhone(row.so_dien_thoai ?? '')}, gói ${row.ten_goi_cuoc}`

export default function Screen() {
  const actor = useActor()
  const columns = useMemo(() => {
    const setter = withSetter(can(actor, baodo.actions.setOutcome.may))
    return (own: ResourceColumn<typeof baodo>[]) => setter(salesColumns(own))
  }, [actor])
  const resource = useMemo(() => filteredFor(baodo, actor), [actor])
  return <ResourceScreen resource={resource} columns={columns} about={about} />
}
