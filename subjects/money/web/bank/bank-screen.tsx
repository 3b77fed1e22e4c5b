/** 'Tin nhắn ngân hàng': every message, its totals, filling in and deciding (D1-BANK, D1-Q-143). */
import { IconCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import type { Variant } from '#kit/contract/row.ts'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import type { Page } from '#kit/web/resource-api.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import type { BulkContext, ScreenContext } from '#kit/web/resource/screen-context.ts'
import { useActor, useCan } from '#kit/web/session.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { HeadTotal } from '#kit/web/ui/screen-head.tsx'
import { acceptProposal } from '../transfers/accept-proposal.ts'
import { PaymentSideDrawer, type PaymentSide } from '../transfers/payment-side-drawer.tsx'
import * as bank from './bank-actions.ts'
import { type Row, type Totals, doubtsOf } from './bank-actions.ts'
import css from './bank.module.css'
import type { Actor } from '#platform/contract/abilities.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { Cell, Nothing, TwoLines } from '#kit/web/kinds/cell.tsx'
import { Doubt } from '#kit/web/kinds/doubt.tsx'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { OrderCell } from '../transfers/order-cell.tsx'

type Column = ResourceColumn<typeof mesbank>

/** Confidence of the parsed text, with the reason as tooltip. */
const Reading = ({ row }: { row: Row }) => (
  <span title={row.ly_do_nhan_dang ?? ''}>
    <Cell field={fieldOf(mesbank, 'nhan_dang')} value={row.nhan_dang} />
  </span>
)

/** The amount; its mark is in front so that figures stay aligned. */
const Money = ({ row }: { row: Row }) => (
  <>
    <Doubt reason={doubtsOf(row).price} />
    <Cell field={fieldOf(mesbank, 'money')} value={row.money} />
  </>
)

/**
 * The package, marked when it or its parsed text is doubtful: a narrow screen does not show the column of
 * confidence.
 */
const Package = ({ row }: { row: Row }) => (
  <>
    <Cell field={fieldOf(mesbank, 'goi_cuoc')} value={row.goi_cuoc} />
    <Doubt reason={doubtsOf(row).package} />
  </>
)

const packageCell = (row: Row) => <Package row={row} />

/**
 * The columns of the bank messages: editable fields, parsed values and their confidence, decision. The declared
 * columns with their cells; above priority 2 a filled phone or package cannot be edited (D1-BANK-32, D1-BANK-33).
 * `open` shows the order that a message pays.
 */
const bankColumns =
  ({ priority }: Actor, open: (side: PaymentSide) => void) =>
  (columns: Column[]): Column[] =>
    columns.map((column): Column => {
      const { key, edit } = column
      if (key === 'str_mes')
        return { ...column, cell: ({ str_mes: text }) => (text ? <TwoLines>{text}</TwoLines> : <Nothing />) }
      if (key === 'nhan_dang') return { ...column, cell: (row) => <Reading row={row} /> }
      if (key === 'don') return { ...column, cell: (row) => <OrderCell row={row} open={open} /> }
      if (key === 'money') return { ...column, cell: (row) => <Money row={row} /> }
      const withCell = key === 'goi_cuoc' ? { ...column, cell: packageCell } : column
      if (!edit || priority < 3) return withCell
      return { ...withCell, edit: (row) => (row[key] ? null : edit(row)), typed: () => '' }
    })

const { form: _, filter: filters, ...messages } = mesbank
const { nhan_dang: _reading, chua_doc: _unread, da_dung: _used, ...filter } = filters
/**
 * Rows are filled in cell by cell, so there is no form; waiting ones are on the desk, so there is no filter for
 * them.
 */
const bankLookup: Variant<typeof mesbank> = { ...messages, filter }

/** Both totals of the whole filter (D1-BANK-09), for readers who get them. */
const headTotals = ({ tongChuyenKhoan, tongDonChuyen }: Page<Row, Totals>) =>
  typeof tongChuyenKhoan === 'number' &&
  typeof tongDonChuyen === 'number' && (
    <>
      <HeadTotal label="Tổng chuyển khoản">{formatMoney(tongChuyenKhoan)} đ</HeadTotal>
      <HeadTotal label="Tổng đơn chuyển">{thousands(tongDonChuyen)}</HeadTotal>
    </>
  )

function bulkSum(context: BulkContext<Row, Totals>) {
  const money = bank.moneyOf(context)
  return money !== null && <span className={css.sum}>{formatMoney(money)} đ</span>
}

/** Shortcut to the messages of today that wait for a decision. */
function TodaysUnread({ state }: ScreenContext) {
  const today = toFilterDate(todayVn())
  return (
    <Button onClick={() => state.setFilters({ is_read: '0', startDate: today, endDate: today })}>
      Chưa xử lý hôm nay
    </Button>
  )
}

/** 'Ghi nhận' in a row with a proposed order (D3-QR-02). */
const acceptOf = (row: Row): RowAction[] =>
  row.de_xuat_id
    ? [
        {
          label: 'Ghi nhận cho đơn',
          icon: <IconCheck size={16} stroke={1.9} />,
          run: () => void acceptProposal(row),
        },
      ]
    : []

const acceptKey = {
  help: [{ keys: 'C', what: 'Ghi nhận cho đơn được đề xuất' }],
  run: (row: Row, key: string): boolean => {
    if (key !== 'C') return false
    void acceptProposal(row)
    return true
  },
}

export default function BankScreen() {
  const actor = useActor()
  const manages = useCan()('below3')
  const [side, setSide] = useState<PaymentSide | null>(null)
  const columns = useMemo(() => bankColumns(actor, setSide), [actor])
  return (
    <>
      <ResourceScreen
        resource={bankLookup}
        columns={columns}
        save={bank.saveBankCell}
        headTotals={headTotals}
        headCount={false}
        rowName={bank.nameOf}
        about={bank.aboutOf}
        {...(manages && {
          bulkNote: bulkSum,
          filters: TodaysUnread,
          rowActions: acceptOf,
          keys: acceptKey,
        })}
      />
      {side && <PaymentSideDrawer side={side} onClose={() => setSide(null)} />}
    </>
  )
}
