/** The people paid by transfer: in the next file, or in an existing one (D3-ACC-04). */
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { PayoutRow } from '#subjects/pay/contract/calls/payouts.ts'
import { Card } from '#figures/card.tsx'
import { Table, TableScroll, type TableColumn } from '#figures/table.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { amountOf } from './payout-sums.ts'
import css from './payouts.module.css'

/** The account was changed after the month was closed, or another person has it too. */
function Warning({ row: { doi_boi, doi_luc, chung } }: { row: PayoutRow }) {
  const text = [
    ...(doi_luc ? [`Đổi sau khi chốt: ${formatInstant(doi_luc)}, ${doi_boi ?? ''}`] : []),
    ...(chung.length > 0 ? [`Cùng số tài khoản với ${chung.join(', ')}`] : []),
  ].join('. ')
  if (text === '') return null
  return (
    <IconAlertTriangle
      size={14}
      stroke={2}
      className={css.changed}
      role="img"
      aria-label={text}
      title={text}
    />
  )
}

/** The files that paid a person, and the button to record a payment returned by the bank. */
function Filed({ row, onReturn, busy }: { row: PayoutRow; onReturn: () => void; busy: boolean }) {
  if (row.lan === null) return null
  return (
    <>
      lần {row.lan}{' '}
      <Button small look="ghost" disabled={busy} onClick={onReturn}>
        Bị trả lại
      </Button>
    </>
  )
}

type TableProps = {
  rows: readonly PayoutRow[]
  onAccount: (row: PayoutRow) => void
  onReturn: (row: PayoutRow) => void
  busy: boolean
}

export function PayoutTable({ rows, onAccount, onReturn, busy }: TableProps) {
  const changed = rows.filter(({ doi_luc }) => doi_luc !== null).length
  const shared = rows.filter(({ chung }) => chung.length > 0).length
  const warnings = [
    ...(changed > 0 ? [`${changed} tài khoản đổi sau khi chốt`] : []),
    ...(shared > 0 ? [`${shared} người dùng chung số tài khoản`] : []),
  ].join(', ')
  const columns: TableColumn<PayoutRow>[] = [
    { title: '#', numeric: true, look: 'quiet', cell: (_row, index) => index + 1 },
    {
      title: 'Tài khoản',
      cell: (row) => (
        <button type="button" className={css.person} onClick={() => onAccount(row)}>
          {row.username}
        </button>
      ),
    },
    { title: 'Tên người nhận', cell: ({ ten }) => ten },
    { title: 'Ngân hàng', look: 'quiet', cell: ({ ngan_hang: bank }) => bank },
    {
      title: 'Số tài khoản',
      look: 'quiet',
      cell: (row) => (
        <span className={css.number} data-num>
          {row.so_tai_khoan} <Warning row={row} />
        </span>
      ),
    },
    { title: 'Số tiền', numeric: true, look: 'strong', cell: (row) => formatMoney(amountOf(row)) },
    { title: 'Nội dung', look: 'quiet', cell: ({ noi_dung: text }) => text },
    {
      title: 'File',
      look: 'quiet',
      cell: (row) => <Filed row={row} busy={busy} onReturn={() => onReturn(row)} />,
    },
  ]
  return (
    <Card
      title="Chuyển khoản"
      note={`${rows.length} người`}
      className={css.list}
      end={warnings || 'Số tài khoản hiện đủ trong file, mỗi lần tải được ghi lại'}
    >
      <TableScroll>
        <Table label="Chuyển khoản" columns={columns} rows={rows} keyOf={({ username }) => username} />
      </TableScroll>
      <footer className={css.foot}>
        <b>Cộng {rows.length} dòng</b>
        <b data-num>{formatMoney(rows.reduce((sum, row) => sum + amountOf(row), 0))}</b>
      </footer>
    </Card>
  )
}
