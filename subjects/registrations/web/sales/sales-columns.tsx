/** Cells of salesperson, approver and result in the sales lists. */
import type { RowOf } from '#kit/contract/row.ts'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import { Cell, Person } from '#kit/web/kinds/cell.tsx'
import { Doubt } from '#kit/web/kinds/doubt.tsx'
import type { TableRow } from '#kit/web/resource-api.ts'
import type { Column, ResourceColumn } from '#kit/web/table/column.ts'
import css from './sales.module.css'
import type { Field } from '#kit/contract/field.ts'
import { showField } from '#kit/contract/kinds.ts'
import { useStaffName } from '#kit/web/staff.ts'

/**
 * A person in a narrow column: full name, username in the tooltip. The name of `username`, or the row's own name for
 * an unknown user.
 */
function ByName({
  field,
  username,
  className,
}: {
  field: Field
  username: string
  className?: string | undefined
}) {
  const fullname = useStaffName(username)
  return (
    <span className={className} title={fullname && `${fullname} (${username})`}>
      {fullname ?? showField(username, field)}
    </span>
  )
}

const { nguoi_phe_duyet: approverField, nguoi_dat_trang_thai: setterField } = baodo.fields

/** Fields that both lists have. */
type SalesRow = TableRow & Record<'username_nv' | 'ten_nv', string | null>

const staffCell = (row: SalesRow) =>
  row.username_nv ? <Person fullname={row.ten_nv ?? ''} username={row.username_nv} /> : 'Chưa có nhân viên'

const approver = (row: RowOf<typeof baodo>) =>
  row.nguoi_phe_duyet ? (
    <ByName field={approverField} username={row.nguoi_phe_duyet} />
  ) : (
    <Cell field={approverField} value={null} />
  )

/** The number, marked when it or its registration belongs to somebody else. */
export const withDoubt = <R extends SalesRow, K extends string>(
  columns: Column<R, K>[],
  whyOf: (row: R) => string | null | undefined,
): Column<R, K>[] =>
  columns.map((column) =>
    column.key === 'so_dien_thoai'
      ? {
          ...column,
          cell: (row) => (
            <>
              {column.cell(row)}
              <Doubt reason={whyOf(row)} />
            </>
          ),
        }
      : column,
  )

/** The salesperson by the name in the row. */
export const salesColumns = <R extends SalesRow, K extends string>(columns: Column<R, K>[]): Column<R, K>[] =>
  columns.map((column) => (column.key === 'username_nv' ? { ...column, cell: staffCell } : column))

/** The approver by name, and one column for the result and who set it (D1-BAODO-23, D1-Q-130). */
export const withSetter =
  (decides: boolean) =>
  (columns: ResourceColumn<typeof baodo>[]): ResourceColumn<typeof baodo>[] =>
    columns
      .filter(({ key }) => key !== 'nguoi_dat_trang_thai')
      .map((column) => {
        if (column.key === 'nguoi_phe_duyet') return { ...column, cell: approver }
        if (column.key !== 'trang_thai') return column
        return {
          ...column,
          width: decides ? 212 : 176,
          cell: (row) => (
            <span className={css.outcome}>
              {column.cell(row)}
              {row.nguoi_dat_trang_thai ? (
                <ByName className={css.setter} field={setterField} username={row.nguoi_dat_trang_thai} />
              ) : null}
            </span>
          ),
        }
      })
