/** The table of bank messages, shared by the look-up and the approval. */
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Resource } from '../../../contract/kit/resource.ts'
import { formatMoney } from '../../../contract/money.ts'
import { bankTexts, mesbank } from '../../../contract/resources/mesbank.ts'
import { useKeyHelp } from '../../kit/keys.ts'
import type { ListAnswer, Row } from '../../kit/resource-api.ts'
import { ResourceScreen } from '../../kit/resource/resource-screen.tsx'
import { useActor, useCan } from '../../kit/session.ts'
import type { RowAction } from '../../kit/table/table-types.ts'
import { decide, isWaiting, saveBankCell } from './bank-actions.ts'
import { bankColumns } from './bank-columns.tsx'
import css from './bank.module.css'

type BankListProps = {
  resource: Resource
  title: string
  fixed?: Readonly<Record<string, string>>
}

const icon = { size: 16, stroke: 1.9 }
const help = [
  { keys: 'D', what: 'Duyệt dòng đang chọn' },
  { keys: 'T', what: 'Từ chối dòng đang chọn' },
]

const noHelp: typeof help = []

const { form: _, ...messages } = mesbank
/** What both screens show: rows are filled in cell by cell, so there is no form. */
export const bankMessages: Resource = messages

/** Both totals over the whole filter (D1-BANK-09). */
const headTotals = ({ tongChuyenKhoan, tongDonChuyen }: ListAnswer) => (
  <>
    {' '}
    <span className={css.totals}>
      Tổng chuyển khoản <b>{formatMoney(Number(tongChuyenKhoan))} đ</b>
    </span>{' '}
    <span className={css.totals}>
      Tổng đơn chuyển <b>{Number(tongDonChuyen).toLocaleString('en-US')}</b>
    </span>
  </>
)

/** Why the row cannot be decided on, or nothing. */
function closed(row: Row): { reason?: string } {
  if (isWaiting(row)) return {}
  return { reason: row.trang_thai_duyet_thong_tin ? bankTexts.decided : bankTexts.incomplete }
}

const decisions = (row: Row): RowAction[] => [
  {
    label: 'Duyệt',
    icon: <IconCheck {...icon} />,
    run: () => void decide(row, 'approve'),
    ...closed(row),
  },
  {
    label: 'Từ chối',
    icon: <IconX {...icon} />,
    danger: true,
    run: () => void decide(row, 'deny'),
    ...closed(row),
  },
]

/** D approves and T rejects the row that has the focus, so that a queue is worked through without the mouse. */
function decisionKey(row: Row, key: string): boolean {
  if (key !== 'D' && key !== 'T') return false
  if (isWaiting(row)) void decide(row, key === 'D' ? 'approve' : 'deny')
  return true
}

/** The screen. */
export function BankList({ resource, title, fixed }: BankListProps) {
  const actor = useActor()
  const manages = useCan()('below3')
  const columns = useMemo(() => bankColumns(actor), [actor])
  useKeyHelp(`${title}: duyệt`, manages ? help : noHelp)
  return (
    <ResourceScreen
      resource={resource}
      title={title}
      columns={columns}
      save={saveBankCell}
      headTotals={headTotals}
      {...(fixed && { fixed })}
      {...(manages && { rowActions: decisions, rowKey: decisionKey })}
    />
  )
}
