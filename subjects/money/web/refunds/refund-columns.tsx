/**
 * The columns of both lists: people by name, amounts with their reasons, states in their cells, editors for
 * managers.
 */
import type { Field } from '#kit/contract/field.ts'
import type { Variant } from '#kit/contract/row.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { topUpType } from '#subjects/money/contract/refund-states.ts'
import { refundFields } from '#subjects/money/contract/lists/refund-fields.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import { saveCell } from '#kit/web/resource/resource-actions.ts'
import { Cell, Nothing, Person } from '#kit/web/kinds/cell.tsx'
import type { PricedPackage } from '#kit/web/packages.ts'
import type { SaveCell } from '#kit/web/table/cell-edits.ts'
import { ledBy, type Column } from '#kit/web/table/column.ts'
import type { Place } from './order.ts'
import { besidePrice } from './refund-form.ts'
import { RecoveryCell } from './recovery-cell.tsx'
import { isOpen, type RefundRow } from './row-steps.ts'
import { DecisionCell, DecisionState, PartnerCell, TransferCell } from './state-cells.tsx'
import css from './refunds.module.css'

/** Decisions are made in the screens' own cells and menu; only the actions that edit cells are left. */
const {
  approve: _approve,
  setTransferStatus: _transfer,
  setTrangThaiGiaoDich: _partner,
  setTrangThaiDuyetHoanGoiStatus: _decide,
  reopen: _reopen,
  ...setters
} = requestrefund.actions
const { form: _form, actions: _all, ...listed } = requestrefund
const { form: _reportForm, actions: _reportActions, ...reported } = requestrefundreport

/** The list as on its screen. */
export const refundList: Variant<typeof requestrefund> = { ...listed, actions: setters }
/** The report as on its screen. */
export const refundReport: Variant<typeof requestrefundreport> = reported

const Staff = ({ row }: { row: RefundRow }) => (
  <Person fullname={row.staff_fullname ?? ''} username={row.staff_username ?? ''} />
)

/** A grey zero, with the reason behind a sum. */
const Extra = ({ row }: { row: RefundRow }) =>
  row.request_type === topUpType ? (
    <Nothing />
  ) : (
    <span className={css.told} title={row.other_reason ?? ''}>
      {row.other_reason && <span className={css.reason}>{row.other_reason}</span>}
      <Cell field={refundFields.other_refund} value={row.other_refund} />
    </span>
  )

/** The difference and who changed it last (D2-REFUND-69). */
const Difference = ({ row }: { row: RefundRow }) => (
  <span className={css.told}>
    {row.username_cap_nhat_chenh_lech && (
      <span className={css.reason}>{row.username_cap_nhat_chenh_lech}</span>
    )}
    <Cell field={refundFields.chenh_lech} value={row.chenh_lech} />
  </span>
)

const extraText = ({ request_type, other_refund, other_reason }: RefundRow): string =>
  request_type === topUpType ? '' : [other_reason, other_refund].filter(Boolean).join(' ')

/** The sums at the foot as numbers, for columns of zeros. */
export const refundSums = (answer: Totals): Partial<Record<RefundColumn, unknown>> => ({
  refund_price: Number(answer.tongHoanTien) + Number(answer.tongNapTien),
  other_refund: answer.tongHoanThem,
  tien_hoan_sau_chiet_khau: answer.tongTienSauChietKhau,
})

/** '0/100,000' */
const progress = ({ tien_trinh_nap: text }: RefundRow): string =>
  (text ?? '')
    .split('/')
    .filter(Boolean)
    .map((part) => formatMoney(Number(part)))
    .join('/')

/** The columns of both screens. */
type RefundColumn = (typeof requestrefund.list | typeof requestrefundreport.list)[number]

const cells = (place: Place): Partial<Record<RefundColumn, (row: RefundRow) => React.ReactNode>> => ({
  staff_username: (row) => <Staff row={row} />,
  trang_thai_giao_dich_doi_tac: (row) => <PartnerCell place={place} row={row} />,
  other_refund: (row) => <Extra row={row} />,
  chenh_lech: (row) => <Difference row={row} />,
  tien_trinh_nap: (row) => (row.tien_trinh_nap ? <span data-num>{progress(row)}</span> : <Nothing />),
  kenh_doi_tac: (row) =>
    row.kenh_doi_tac === 'khong_qua_api' ? (
      'Không qua API'
    ) : (
      <Cell field={refundFields.kenh_doi_tac} value={row.kenh_doi_tac} />
    ),
  is_transfer: (row) => <TransferCell place={place} row={row} />,
  duyet: (row) => <DecisionCell place={place} row={row} />,
  trang_thai_truy_thu_hoan_theo_goi: (row) => <RecoveryCell row={row} which="theo_goi" />,
  trang_thai_truy_thu_hoan_them: (row) => <RecoveryCell row={row} which="them" />,
})

/** Which cells a manager edits in which rows; decided values are closed (D3-DEC-01). */
const editable: Partial<Record<RefundColumn, (row: RefundRow) => boolean>> = {
  staff_username: isOpen,
  package_code: isOpen,
  request_type: isOpen,
  request_method: (row) => isOpen(row) && row.request_type !== topUpType,
  refund_price: (row) => isOpen(row) && row.request_type === topUpType,
  other_refund: (row) => isOpen(row) && row.request_type !== topUpType,
  created_time: isOpen,
  chenh_lech: () => true,
}

/**
 * How a cell is edited: states, packages and staff by a list; an emptied box is no value, whatever the field's
 * default (D2-REFUND-32, D2-REFUND-38, D2-REFUND-82).
 */
function editedAs(declared: Field, name: string, packages: readonly PricedPackage[]): Field {
  const { default: _default, required: _required, ...field } = declared
  if (field.kind === 'staff') return { ...field, required: true }
  const listed =
    name === 'package_code' ? packages.map(({ name: code }) => ({ value: code, label: code })) : field.options
  if (!listed) return field
  const options = listed.filter(({ value }) => name !== 'request_type' || value !== '3')
  return { ...field, kind: 'choice', required: true, options }
}

const pins: Partial<Record<RefundColumn, 'left' | 'right'>> = { number_phone: 'left', duyet: 'right' }

/** Who, what, amount and age come first. */
const decisive: readonly RefundColumn[] = [
  'staff_username',
  'number_phone',
  'package_code',
  'request_type',
  'refund_price',
  'created_time',
]

/** The columns of both screens; `packages` are the options in their cells. */
export const refundColumns =
  (place: Place, packages: readonly PricedPackage[]) =>
  <R extends RefundRow, K extends RefundColumn>(columns: Column<R, K>[]): Column<R, K>[] =>
    ledBy(columns, decisive).map((column): Column<R, K> => {
      const { key, edit } = column
      const cell = cells(place)[key] ?? column.cell
      const pin = pins[key]
      const text = key === 'tien_trinh_nap' ? { text: progress, foldText: progress } : {}
      const extra = key === 'other_refund' && { foldText: extraText }
      const common = {
        ...column,
        cell,
        ...text,
        ...extra,
        ...(pin && { pin }),
        ...(key === 'duyet' && { plain: (row: R) => <DecisionState row={row} /> }),
      }
      if (!edit) return common
      return {
        ...common,
        edit: (row) => {
          const field = editable[key]?.(row) ? edit(row) : null
          return field && besidePrice(editedAs(field, key, packages), key, row.package_code ?? '', packages)
        },
      }
    })

/** Saves a cell; an empty one is not sent, and the old value is shown again (D2-REFUND-32). */
export const saveRefundCell: SaveCell<RefundRow> = async (row, column, value, more) =>
  value === null ? null : saveCell(requestrefund, row, column, value, more)

/** Names of the totals at the foot of the columns. */
type Totals = Partial<
  Record<'tongHoanTien' | 'tongHoanThem' | 'tongNapTien' | 'tongTienSauChietKhau', number>
>

const Sum = ({ label, value }: { label: string; value: number | undefined }) => (
  <span className={css.sum}>
    <span>{label}</span> <b data-num>{formatMoney(value ?? 0)}</b>
  </span>
)

/** The totals of the whole filter (D2-RFREP-30 to 33). */
export const refundTotals = (answer: Totals): Partial<Record<RefundColumn, React.ReactNode>> => ({
  refund_price: (
    <span className={css.sums}>
      <Sum label="Hoàn" value={answer.tongHoanTien} />
      <Sum label="Nạp" value={answer.tongNapTien} />
    </span>
  ),
  other_refund: <Sum label="Hoàn thêm" value={answer.tongHoanThem} />,
  ...(answer.tongTienSauChietKhau !== undefined && {
    tien_hoan_sau_chiet_khau: <b data-num>{formatMoney(answer.tongTienSauChietKhau)}</b>,
  }),
})
