/** Shared by both lists of revenue lines: columns, form, figures that open their rows. */
import { useMemo, type ReactNode } from 'react'
import type { Actor } from '#platform/contract/abilities.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import type { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'
import { lineResults, revenueFields } from '#subjects/pay/contract/lists/revenue-fields.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { FigureLink } from '#figures/figure-link.tsx'
import { queryText } from '#kit/web/client.ts'
import type { Filters } from '#kit/web/filters/list-state.ts'
import { Cell, Nothing } from '#kit/web/kinds/cell.tsx'
import { saveCell } from '#kit/web/resource/resource-actions.ts'
import type { TableRow } from '#kit/web/resource-api.ts'
import { useActor } from '#kit/web/session.ts'
import type { SaveCell } from '#kit/web/table/cell-edits.ts'
import { typedText } from '#kit/web/kinds/input.tsx'
import { valueOf, mayWrite, type Column } from '#kit/web/table/column.ts'

/** The result as a choice; the call takes any text. */
export const resultField = {
  ...revenueFields.status,
  kind: 'choice',
  label: revenueFields.ket_qua.label,
  options: lineResults,
} as const

/** The dialog also shows whose line it is. */
export const lineForm = ['username_nv', ...dsdttinhluong.form] as const

/** Name of a line in questions. */
export const nameOf = (row: { so_dien_thoai_cs: string | null; goi_cuoc: string | null }): string =>
  `${showPhone(row.so_dien_thoai_cs ?? '')} ${row.goi_cuoc ?? ''}`

/** The columns of both lists. */
type LineColumn = (typeof dsdttinhluong.list | typeof report90849332.list)[number]

type LineRow = TableRow & {
  username_nv: string | null
  ten_nv: string | null
  doi_soat_luc: string | null
  da_doi_soat: number | null
}

/** Only the username: the name has its own column (D2-RECON-15, D2-RECON-16). */
const owner = ({ username_nv: name, ten_nv: full }: LineRow): ReactNode =>
  name ? <span title={full ?? ''}>{name}</span> : <Nothing />

/** Time of reconciliation, or a mark if it is missing (D3-PAY-05). */
const reconciled = ({ doi_soat_luc: reconciledAt }: LineRow): ReactNode =>
  reconciledAt ? (
    <Cell field={revenueFields.doi_soat_luc} value={reconciledAt} />
  ) : (
    <span data-quiet>Chưa đối soát</span>
  )

const cells: Partial<Record<LineColumn, (row: LineRow) => ReactNode>> = {
  username_nv: owner,
  doi_soat_luc: reconciled,
}

/** Pinned columns: the number, and those that determine pay. */
const pins: Partial<Record<LineColumn, 'left' | 'right'>> = {
  so_dien_thoai_cs: 'left',
  doanh_thu_tinh_luong: 'right',
}

const edited: Partial<Record<LineColumn, Field>> = {
  username_nv: { ...revenueFields.username_nv, required: true },
  ket_qua: { ...resultField, required: true },
  ti_le_doanh_thu: revenueFields.ti_le_doanh_thu,
}

/** The columns of both lists; result and ratio are editable in their cells. */
const lineColumns =
  (actor: Actor) =>
  <R extends LineRow, K extends LineColumn>(columns: Column<R, K>[]): Column<R, K>[] =>
    columns.map((column): Column<R, K> => {
      const { key } = column
      const { pin: _, ...unpinned } = { ...column, cell: cells[key] ?? column.cell }
      const pin = pins[key]
      const field = mayWrite(revenueFields.status, actor) ? edited[key] : undefined
      return {
        ...unpinned,
        ...(pin && { pin }),
        ...(field && { edit: () => field, typed: (row: R) => typedText(valueOf(row, key), field) }),
      }
    })

/** The columns for the signed-in user. */
export function useLineColumns() {
  const actor = useActor()
  return useMemo(() => lineColumns(actor), [actor])
}

/** Saves a cell; the result as its code. Clearing a cell changes nothing. */
export const lineSaver =
  (resource: Resource): SaveCell<TableRow> =>
  async (row, column, value, more) =>
    value === null ? null : saveCell(resource, row, column === 'ket_qua' ? 'status' : column, value, more)

/** Filter of the lines that count as revenue. */
export const successful = { status: 'SUCCESS' } as const

/** Link to a list with filters. */
export const addressOf = (screen: ScreenName, filters: Filters): string =>
  (screenOf(screen).routes[0] ?? '') + queryText(filters)

/** A figure of the whole filter, linked to its rows. */
export const figureOf =
  (screen: ScreenName) =>
  (value: number | undefined, filters: Filters, only: Filters = {}): ReactNode => {
    const amountText = <b data-num>{formatMoney(value ?? 0)}</b>
    if (!value) return amountText
    return (
      <FigureLink href={addressOf(screen, { ...filters, ...only })} title="Xem các dòng này">
        {amountText}
      </FigureLink>
    )
  }

/** The revenue of the whole filter, for the foot of a list. */
export const revenueSumOf =
  (figure: ReturnType<typeof figureOf>) =>
  ({ doanhThu, soGoi = 0 }: { doanhThu?: number; soGoi?: number }, filters: Filters): ReactNode => (
    <>
      Doanh thu {figure(doanhThu, filters, successful)}
      Gói thành công <b data-num>{thousands(soGoi)}</b>
    </>
  )
