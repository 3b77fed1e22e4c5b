/** Private customers: list, dialog, approval (D1-KHR). */
import { formatDate } from '#kit/contract/dates.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { salesColumns, withDoubt } from './sales-columns.tsx'

type Row = RowOf<typeof khr>

/** The present owner of the number, as far as the reader may know. */
const doubtOf = (row: Row): string | null => row.trung_voi ?? row.trung ?? null

const columns = (declared: ResourceColumn<typeof khr>[]) => withDoubt(salesColumns(declared), doubtOf)

const about = (row: Row): string =>
  [
    `${showPhone(row.so_dien_thoai ?? '')}, thành công ${formatDate(row.ngay_thanh_cong ?? '')}`,
    `${row.ten_nv ?? ''} (${row.username_nv ?? ''})`,
    doubtOf(row) && `Cần xem: ${doubtOf(row)}`,
  ]
    .filter(Boolean)
    .join('\n')

export default function Screen() {
  return <ResourceScreen resource={khr} columns={columns} about={about} actionsFor="below5" />
}
