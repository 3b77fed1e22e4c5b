/** Reported sales: list, dialog, approval, result, export (D1-BAODO). */
import { useMemo } from 'react'
import { can } from '../../../contract/abilities.ts'
import { showPhone } from '../../../contract/phone.ts'
import { baodo } from '../../../contract/resources/baodo.ts'
import type { Row } from '../../kit/resource-api.ts'
import { ResourceScreen } from '../../kit/resource/resource-screen.tsx'
import { useActor } from '../../kit/session.ts'
import type { Column } from '../../kit/table/column.ts'
import { filteredFor } from './filters.ts'
import { salesColumns, withSetter } from './sales-columns.tsx'

const about = (row: Row): string =>
  `${showPhone(String(row.so_dien_thoai ?? ''))}, gói ${String(row.ten_goi_cuoc)}`

export default function Screen() {
  const actor = useActor()
  const columns = useMemo(() => {
    const setter = withSetter(baodo, can(actor, baodo.actions.setOutcome.may))
    return (own: Column[]): Column[] => setter(salesColumns(own))
  }, [actor])
  const resource = useMemo(() => filteredFor(baodo, actor), [actor])
  return <ResourceScreen resource={resource} columns={columns} about={about} />
}
