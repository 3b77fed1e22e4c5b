/** The evidence beside a waiting row: bank messages, price, registrations, earlier refunds (D3-APR-02). */
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { BankCard } from './bank-card.tsx'
import { OrderCard } from './order-card.tsx'
import { useEvidence, type Item } from './use-desk.ts'
import css from './evidence.module.css'
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { DeskLine, DeskPast } from '#subjects/money/contract/calls/desk.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Verdict } from './verdict.tsx'
import { showField } from '#kit/contract/kinds.ts'
import { refundFields } from '#subjects/money/contract/lists/refund-fields.ts'
import { Table, type TableColumn } from '#figures/table.tsx'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'

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

/** Earlier refunds and top-ups of a waiting row's number. */
function PastRefundsCard({ past }: { past: readonly DeskPast[] }) {
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

/** Registrations of a waiting row's number, its own ones marked. */
const RegistrationsCard = ({ lines }: { lines: readonly DeskLine[] }) => (
  <Card title="Dòng đăng ký" end={lines.some(({ own }) => own) ? 'đã khớp với đơn' : undefined}>
    {lines.length === 0 ? (
      <CardNote>Chưa thấy đăng ký nào của số này</CardNote>
    ) : (
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line.id} data-own={line.own || undefined}>
            <span>
              {[line.package, line.channel].filter(Boolean).join(', ')}
              <small data-num>
                {formatInstant(line.at)} {line.username}
              </small>
            </span>
            <span>
              <b data-num>{formatMoney(line.amount)}</b>
              <Verdict good={line.status === 'SUCCESS'}>
                {line.status === 'SUCCESS' ? 'Thành công' : line.status}
              </Verdict>
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

/** The cards; they keep their places while loading. */
export function Evidence({ item }: { item: Item }) {
  const { data, error, refetch } = useEvidence(item)
  if (error && !data)
    return <ErrorNote error={error} title="Chưa tải được bằng chứng" retry={() => void refetch()} />
  return (
    <div className={css.evidence} aria-busy={!data || undefined}>
      {data && (
        <>
          {(item.kind.due || data.messages.length > 0) && <BankCard item={item} evidence={data} />}
          <OrderCard item={item} evidence={data} />
          <RegistrationsCard lines={data.lines} />
          <PastRefundsCard past={data.past} />
        </>
      )}
    </div>
  )
}
