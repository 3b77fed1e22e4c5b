/** Reported sales: list, dialog, approval, result, export (D1-BAODO). */
import { useMemo } from 'react'
import { can } from '#platform/contract/abilities.ts'
import { formatDate } from '#kit/contract/dates.ts'
import { showField } from '#kit/contract/kinds.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import { useActor } from '#kit/web/session.ts'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { soldPackage } from '#platform/web/known-package.ts'
import { knownForm } from '../known-form.tsx'
import { salesColumns, withDoubt, withSetter } from './sales-columns.tsx'

type Row = RowOf<typeof baodo>
const { gia_goi_cuoc, trang_thai } = baodo.fields

/** Doubts about approving the row. */
const doubtsOf = ({ nghi_van, goi_la }: Row): string[] =>
  [nghi_van, goi_la].filter((doubt) => typeof doubt === 'string')

/** Text of the question: number, package and price, salesperson and time, result, doubts. */
const about = (row: Row): string =>
  [
    `${showPhone(row.so_dien_thoai ?? '')}, gói ${row.ten_goi_cuoc}`,
    `Giá ${row.gia_goi_cuoc ? `${showField(row.gia_goi_cuoc, gia_goi_cuoc)} đ` : 'chưa có'}`,
    `${row.ten_nv ?? ''} (${row.username_nv ?? 'chưa có nhân viên'}), thành công ${formatDate(row.ngay_thanh_cong ?? '')}`,
    `Kết quả: ${showField(row.trang_thai, trang_thai)}`,
    row.ly_do && `Lý do: ${row.ly_do}`,
    ...doubtsOf(row).map((doubt) => `Cần xem: ${doubt}`),
  ]
    .filter(Boolean)
    .join('\n')

const texts = { createTitle: 'Báo đỏ một gói' }
const form = knownForm(
  {
    phone: 'so_dien_thoai',
    pack: 'ten_goi_cuoc',
    half: ['ngay_thanh_cong', 'kenh'],
    whole: ['username_nv', 'ly_do'],
  },
  (known) => soldPackage(known),
)

export default function Screen() {
  const actor = useActor()
  const columns = useMemo(() => {
    const setter = withSetter(can(actor, baodo.actions.setOutcome.may))
    return (declared: ResourceColumn<typeof baodo>[]) =>
      setter(withDoubt(salesColumns(declared), (row) => doubtsOf(row).join('. ') || null))
  }, [actor])
  return <ResourceScreen resource={baodo} columns={columns} about={about} texts={texts} form={form} />
}
