/** The table of bank messages, shared by the look-up and the approval. */
import { IconCheck, IconChecks, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Resource } from '../../../contract/kit/resource.ts'
import { todayVn, toFilterDate } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import { bankTexts, mesbank } from '../../../contract/resources/mesbank.ts'
import { useKeyHelp } from '../../kit/keys.ts'
import type { ListAnswer, Row } from '../../kit/resource-api.ts'
import { ResourceScreen } from '../../kit/resource/resource-screen.tsx'
import type { BulkContext, ScreenContext } from '../../kit/resource/screen-state.tsx'
import type { BulkAction } from '../../kit/resource/selection-bar.tsx'
import { useActor, useCan } from '../../kit/session.ts'
import type { RowAction } from '../../kit/table/table-types.ts'
import { Button } from '../../kit/ui/button.tsx'
import * as bank from './bank-actions.ts'
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
  { keys: 'X', what: 'Đánh dấu dòng đã xử lý hoặc chưa' },
]

const noHelp: typeof help = []

const { form: _, ...messages } = mesbank
/** What both screens show: rows are filled in cell by cell, so there is no form. */
export const bankMessages: Resource = messages

const { nhan_dang: _reading, ...filter } = mesbank.filter
/** The look-up leaves the readings to the approval: its own filters fill the line. */
export const bankLookup: Resource = { ...messages, filter }

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
  if (bank.isWaiting(row)) return {}
  return { reason: row.trang_thai_duyet_thong_tin ? bankTexts.decided : bankTexts.incomplete }
}

/** What a manager does with one row, beside what every list offers. */
const rowActions = (row: Row): RowAction[] => [
  {
    label: 'Duyệt',
    icon: <IconCheck {...icon} />,
    run: () => void bank.decide(row, 'approve'),
    ...closed(row),
  },
  {
    label: 'Từ chối',
    icon: <IconX {...icon} />,
    danger: true,
    run: () => void bank.decide(row, 'deny'),
    ...closed(row),
  },
  {
    label: row.is_read === 1 ? 'Đánh dấu chưa xử lý' : 'Đánh dấu đã xử lý',
    icon: <IconChecks {...icon} />,
    run: () => void bank.switchProcessed(row),
  },
]

const bulk = (context: BulkContext): BulkAction[] => [
  { label: 'Duyệt', icon: <IconCheck {...icon} />, run: () => void bank.decideMany(context, 'approve') },
  { label: 'Từ chối', icon: <IconX {...icon} />, run: () => void bank.decideMany(context, 'deny') },
  { label: 'Đã xử lý', icon: <IconChecks {...icon} />, run: () => void bank.processMany(context) },
]

function bulkSum(context: BulkContext) {
  const money = bank.moneyOf(context)
  return money !== null && <span className={css.sum}>{formatMoney(money)} đ</span>
}

/** One click to what the day still wants done. */
function TodaysWork({ state }: ScreenContext) {
  const today = toFilterDate(todayVn())
  return (
    <Button onClick={() => state.setFilters({ is_read: '0', startDate: today, endDate: today })}>
      Chưa xử lý hôm nay
    </Button>
  )
}

/** D approves, T rejects, X marks the row that has the focus: a queue is worked through without the mouse. */
function rowKey(row: Row, key: string): boolean {
  if (key === 'X') {
    void bank.switchProcessed(row)
    return true
  }
  if (key !== 'D' && key !== 'T') return false
  if (bank.isWaiting(row)) void bank.decide(row, key === 'D' ? 'approve' : 'deny')
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
      save={bank.saveBankCell}
      headTotals={headTotals}
      rowName={bank.nameOf}
      {...(fixed && { fixed })}
      {...(manages && { rowActions, rowKey, bulk, bulkNote: bulkSum })}
      {...(manages && resource.filter.is_read && { toolbar: TodaysWork })}
    />
  )
}
