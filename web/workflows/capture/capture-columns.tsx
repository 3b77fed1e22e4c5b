/** Columns of the capture report: who, numbers received, results returned, and the seven with their share (D2-CAP). */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { captureResults, captureShare, type CaptureRow } from '../../../contract/workflows/capture.ts'
import type { Filters } from '../../kit/filters/list-state.ts'
import type { Column } from '../../kit/table/column.ts'
import { callsBehind, type Counts } from './capture-figures.ts'
import css from './capture.module.css'

export type Row = CaptureRow & { id: string }

const thousands = (value: number): string => value.toLocaleString('en-US')

/** '2 (50%)' with the share in grey; zero is quiet. */
function Share({ count, of }: { count: number; of: number }) {
  const [shown, share] = captureShare(count, of).split(' ')
  return (
    <span className={count === 0 ? css.zero : undefined} data-num>
      {shown} <span className={css.share}>{share}</span>
    </span>
  )
}

const who: Column<Row>[] = [
  {
    key: 'username_nv',
    title: 'Mã NV',
    full: 'Mã nhân viên',
    width: 96,
    pin: 'left',
    cell: (row) => row.username_nv,
    text: (row) => row.username_nv,
  },
  {
    key: 'ten_nv',
    title: 'Tên nhân viên',
    width: 184,
    pin: 'left',
    cell: (row) => row.ten_nv,
    text: (row) => row.ten_nv,
  },
  {
    key: 'da_nhan_so',
    title: 'Số đã nhận',
    width: 96,
    numeric: true,
    cell: (row) => <span data-num>{thousands(row.da_nhan_so)}</span>,
  },
]

/** The columns; figures open the calls they count under `filters`. */
export function captureColumns(filters: Filters): Column<Row>[] {
  const linked = (row: Row, status: string, count: number, shown: ReactNode): ReactNode =>
    count === 0 ? (
      shown
    ) : (
      <Link className={css.link ?? ''} href={callsBehind(filters, status, row.username_nv)}>
        {shown}
      </Link>
    )
  const returned: Column<Row> = {
    key: 'so_tra_ket_qua',
    title: 'Số trả kết quả',
    width: 112,
    numeric: true,
    cell: (row) => linked(row, '', row.so_tra_ket_qua, <span data-num>{thousands(row.so_tra_ket_qua)}</span>),
  }
  const seven = captureResults.map(({ name, label, status }): Column<Row> => ({
    key: name,
    title: label,
    width: name === 'khong_lien_lac_duoc' ? 140 : 116,
    numeric: true,
    cell: (row) => linked(row, status, row[name], <Share count={row[name]} of={row.so_tra_ket_qua} />),
    text: (row) => captureShare(row[name], row.so_tra_ket_qua),
  }))
  return [...who, returned, ...seven]
}

/** Sums at the foot of the columns, over all rows of the filter. */
export const captureTotals = (total: Counts): Record<string, ReactNode> => ({
  da_nhan_so: <span data-num>{thousands(total.da_nhan_so)}</span>,
  so_tra_ket_qua: <span data-num>{thousands(total.so_tra_ket_qua)}</span>,
  ...Object.fromEntries(
    captureResults.map(({ name }) => [
      name,
      <Share key={name} count={total[name]} of={total.so_tra_ket_qua} />,
    ]),
  ),
})
