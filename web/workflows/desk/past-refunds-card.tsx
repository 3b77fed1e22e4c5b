/** Earlier refunds and top-ups of a waiting row's number. */
import { formatInstant } from '../../../contract/dates.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import { formatMoney } from '../../../contract/money.ts'
import { refundFields } from '../../../contract/resources/refund-fields.ts'
import type { DeskPast } from '../../../contract/workflows/desk.ts'
import { Card, CardNote } from '../../figures/card.tsx'
import { Cell } from '../../kit/kinds/cell.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import css from './evidence.module.css'

const { request_type, request_method, duyet } = refundFields
const heads = ['Thời gian', 'Yêu cầu', 'Hình thức', 'Gói cước', 'Số tiền', 'Duyệt', 'Người duyệt']

const Refund = ({ row }: { row: DeskPast }) => (
  <tr>
    <td data-num>{formatInstant(row.at)}</td>
    <td>{showField(row.request_type, request_type)}</td>
    <td>{showField(row.request_method, request_method) || '-'}</td>
    <td>{row.package}</td>
    <td data-num>{formatMoney(row.amount)}</td>
    <td>
      {row.returned ? <Pill tone="red">Tiền đã trả lại</Pill> : <Cell field={duyet} value={row.decision} />}
    </td>
    <td>{row.decidedBy === '__AUTO' ? 'Tự động' : (row.decidedBy ?? '-')}</td>
  </tr>
)

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
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {past.map((row) => (
                <Refund key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
