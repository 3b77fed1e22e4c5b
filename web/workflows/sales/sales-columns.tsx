/** How salesperson, approver and result of sales stand in their lists. */
import type { Resource } from '../../../contract/kit/resource.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { Cell, Person } from '../../kit/kinds/cell.tsx'
import type { Row } from '../../kit/resource-api.ts'
import type { Column } from '../../kit/table/column.ts'
import { ByName } from './by-name.tsx'
import css from './sales.module.css'

const staffCell = (row: Row) =>
  row.username_nv ? (
    <Person fullname={String(row.ten_nv ?? '')} username={String(row.username_nv)} />
  ) : (
    'Chưa có nhân viên'
  )

const approver = (resource: Resource) => (row: Row) => {
  const field = fieldOf(resource, 'nguoi_phe_duyet')
  return row.nguoi_phe_duyet ? (
    <ByName field={field} username={String(row.nguoi_phe_duyet)} />
  ) : (
    <Cell field={field} value={null} />
  )
}

/** The salesperson by the name the row has. */
export const salesColumns = (columns: Column[]): Column[] =>
  columns.map((column) => (column.key === 'username_nv' ? { ...column, cell: staffCell } : column))

/** Who decided by name, and one column for the result and who set it (D1-BAODO-23, D1-Q-130). */
export const withSetter =
  (resource: Resource, decides: boolean) =>
  (columns: Column[]): Column[] =>
    columns
      .filter(({ key }) => key !== 'nguoi_dat_trang_thai')
      .map((column) => {
        if (column.key === 'nguoi_phe_duyet') return { ...column, cell: approver(resource) }
        if (column.key !== 'trang_thai') return column
        const setter = fieldOf(resource, 'nguoi_dat_trang_thai')
        return {
          ...column,
          width: decides ? 212 : 176,
          cell: (row) => (
            <span className={css.outcome}>
              {column.cell(row)}
              {row.nguoi_dat_trang_thai ? (
                <ByName className={css.setter} field={setter} username={String(row.nguoi_dat_trang_thai)} />
              ) : null}
            </span>
          ),
        }
      })
