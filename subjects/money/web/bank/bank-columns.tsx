/** The columns of the bank messages: editable fields, reading and its confidence, decision. */
import type { Actor } from '#platform/contract/abilities.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { Cell } from '#kit/web/kinds/cell.tsx'
import { Doubt } from '#kit/web/kinds/doubt.tsx'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { OrderCell } from '../transfers/order-cell.tsx'
import type { PaymentSide } from '../transfers/payment-side-drawer.tsx'
import { doubtsOf, type Row } from './bank-actions.ts'

type Column = ResourceColumn<typeof mesbank>

/** Confidence of the reading, with the reason as tooltip. */
const Reading = ({ row }: { row: Row }) => (
  <span title={row.ly_do_nhan_dang ?? ''}>
    <Cell field={fieldOf(mesbank, 'nhan_dang')} value={row.nhan_dang} />
  </span>
)

/** The amount; its mark stands in front so that figures stay aligned. */
const Money = ({ row }: { row: Row }) => (
  <>
    <Doubt why={doubtsOf(row).price} />
    <Cell field={fieldOf(mesbank, 'money')} value={row.money} />
  </>
)

/** The package, marked when it or its reading is doubtful: a narrow screen does not show the column of readings. */
const Package = ({ row }: { row: Row }) => (
  <>
    <Cell field={fieldOf(mesbank, 'goi_cuoc')} value={row.goi_cuoc} />
    <Doubt why={doubtsOf(row).package} />
  </>
)

const packageCell = (row: Row) => <Package row={row} />

/**
 * The declared columns with their cells; above priority 2 a filled phone or package cannot be edited (D1-BANK-32,
 * D1-BANK-33). `open` shows the order that a message pays.
 */
export const bankColumns =
  ({ priority }: Actor, open: (side: PaymentSide) => void) =>
  (columns: Column[]): Column[] =>
    columns.map((column): Column => {
      const { key, edit } = column
      if (key === 'nhan_dang') return { ...column, cell: (row) => <Reading row={row} /> }
      if (key === 'don') return { ...column, cell: (row) => <OrderCell row={row} open={open} /> }
      if (key === 'money') return { ...column, cell: (row) => <Money row={row} /> }
      const withCell = key === 'goi_cuoc' ? { ...column, cell: packageCell } : column
      if (!edit || priority < 3) return withCell
      return { ...withCell, edit: (row) => (row[key] ? null : edit(row)), typed: () => '' }
    })
