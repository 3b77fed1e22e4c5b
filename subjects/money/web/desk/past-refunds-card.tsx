/** Earlier refunds and top-ups of a waiting row's number. */
import { formatInstant } from '#kit/contract/dates.ts'
import { showField } from '#kit/contract/kinds.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { refundFields } from '#subjects/money/contract/lists/refund-fields.ts'
import type { DeskPast } from '#subjects/money/contract/calls/desk.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Table, type TableColumn } from '#figures/table.tsx'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import css from './evidence.module.css'

const { request_type, request_method, duyet } = refundFields
const columns: readonly TableColumn<DeskPast>[] = [
  { title: 'Thời gian', cell: ({ at }) => formatInstant(at) },
  { title: 'Yêu cầu', cell: (row) => showField(row.request_type, request_type) },
  { title: 'Hình thức', cell: (row) => showField(row.request_method, request_method) || '-' },
  { title: 'Gói cước', cell: (row) => row.package },
  { title: 'Số tiền', numeric: true, cell: ({ amount }) => formatMoney(amount) },
  {
    title: 'Duyệt',
    cell: ({ returned, decision }) =>
      returned ? <Pill tone="red">Tiền đã trả lại</Pill> : <Cell field={duyet} value={decision} />,
  },
  {
    title: 'Người duyệt',
    cell: ({ decidedBy }) => (decidedBy === '__AUTO' ? 'Tự động' : (decidedBy ?? '-')),
  },
]

export function PastRefundsCard({ past }: { past: readonly DeskPast[] }) {
  const approved = past.filter(({ decision, returned }) => decision === '1' && !returned)
  const sum = approved.reduce((total, { amount }) => total + amount, 0)
  return (
    <Card
      title="Hoàn, nạp trước đây của số này"
      note={past.length > 0 && `${past.length} lần`}
      end={approved.length > 0 && `Đã duyệt ${approved.length} lần, ${formatMoney(sum)}`}
      className={css.past}
    >
      {past.length === 0 ? (
        <CardNote>Số này chưa từng được hoàn hay nạp</CardNote>
      ) : (
        <div className={css.scroll}>
          <Table columns={columns} rows={past} keyOf={({ id }) => id} />
        </div>
      )}
    </Card>
  )
}
