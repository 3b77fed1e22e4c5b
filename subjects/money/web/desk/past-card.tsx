/** Earlier refunds and top-ups of a waiting row's number (D3-APR-02). */
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { showField } from '#kit/contract/kinds.ts'
import type { DeskPast } from '#subjects/money/contract/calls/desk.ts'
import { refundFields } from '#subjects/money/contract/lists/refund-fields.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Table, type TableColumn } from '#figures/table.tsx'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { NameOf } from './row-facts.tsx'
import css from './evidence.module.css'

const { request_type, request_method, duyet } = refundFields

/** 'VD90, Hoàn trước, Gia hạn'. */
const requestText = (row: DeskPast): string =>
  [row.package, showField(row.request_type, request_type), showField(row.request_method, request_method)]
    .filter(Boolean)
    .join(', ')

const columns: readonly TableColumn<DeskPast>[] = [
  { title: 'Ngày', width: 104, cell: ({ at }) => formatDate(at), tip: ({ at }) => formatInstant(at) },
  { title: 'Gói và yêu cầu', cell: requestText, tip: requestText },
  { title: 'Số tiền', width: 76, numeric: true, cell: ({ amount }) => formatMoney(amount) },
  {
    title: 'Duyệt',
    width: 112,
    cell: ({ returned, decision }) =>
      returned ? <Pill tone="red">Tiền đã trả lại</Pill> : <Cell field={duyet} value={decision} />,
  },
  {
    title: 'Người duyệt',
    width: 116,
    cell: ({ decidedBy }) => (decidedBy === null ? '-' : <NameOf username={decidedBy} />),
    tip: ({ decidedBy }) => decidedBy ?? undefined,
  },
]

/** So many are seen at least, however low the window. */
const leastRows = 4

export function PastCard({ past }: { past: readonly DeskPast[] }) {
  const approved = past.filter(({ decision, returned }) => decision === '1' && !returned)
  const sum = approved.reduce((total, { amount }) => total + amount, 0)
  return (
    <Card
      title="Hoàn, nạp trước đây của số này"
      note={past.length > 0 && `${past.length} lần`}
      end={approved.length > 0 && `Đã duyệt ${approved.length} lần, ${formatMoney(sum)}`}
      className={css.past}
      data-many={past.length > leastRows || undefined}
    >
      {past.length === 0 ? (
        <CardNote>Số này chưa từng được hoàn hay nạp</CardNote>
      ) : (
        <div className={css.scroll}>
          <Table columns={columns} rows={past} keyOf={({ id }) => id} fit="dense" />
        </div>
      )}
    </Card>
  )
}
