/** The columns of scan files: progress, speed and time left beside the declared ones (D2-SCAN-06 to 11, D3-SCN-04). */
import { thousands } from '#kit/contract/thousands.ts'
import { f } from '#kit/contract/field.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import type { ScanNow } from '#subjects/scans/contract/calls/scans.ts'
import { Bar } from '#figures/bar.tsx'
import { Cell } from '#kit/web/kinds/cell.tsx'
import type { AnyColumn } from '#kit/web/table/column.ts'
import { Pill } from '#kit/web/ui/pill.tsx'
import { toSubscribers, type ScanRow } from './scan-actions.ts'
import { goingOf, leftWords, stateOf } from './scan-words.ts'
import css from './scans.module.css'

const uploadedAt = f.instant({ label: 'Ngày upload' })
const uploader = f.staff({ label: 'Người upload' })

/** Scanned of total, as bar and figures; screen readers read only the figures. */
const Progress = ({ row: { so_da_quet, total_numbers, trang_thai } }: { row: ScanRow }) => (
  <span className={css.use}>
    <span className={css.bar}>
      <Bar
        to={total_numbers ? so_da_quet / total_numbers : 0}
        tone={trang_thai === 'done' || trang_thai === 'stopped' ? 'quiet' : undefined}
      />
    </span>
    <span data-num>
      {thousands(so_da_quet)} <span className={css.quiet}>/ {thousands(total_numbers)}</span>
    </span>
  </span>
)

/** The next step after the scan, or its remaining time. */
function Next({ kind, row, pace }: { kind: ScanKind; row: ScanRow; pace: ScanNow | undefined }) {
  if (row.trang_thai !== 'done') return leftWords(row, pace, goingOf(pace, row.id))
  if (row.file_thue_bao) return <span className={css.quiet}>đã tạo file thuê bao</span>
  return (
    <button type="button" className={css.link} onClick={() => void toSubscribers(kind, row)}>
      Tạo file thuê bao
    </button>
  )
}

/** Numbers a minute while a file runs. */
const Speed = ({ row, pace }: { row: ScanRow; pace: ScanNow | undefined }) =>
  row.trang_thai === 'running' ? (
    <span data-num>{`${thousands(goingOf(pace, row.id).perMinute)} số/phút`}</span>
  ) : (
    '-'
  )

function State({ row, pace }: { row: ScanRow; pace: ScanNow | undefined }) {
  const { label, tone, icon } = stateOf(row.trang_thai, pace, goingOf(pace, row.id))
  return (
    <Pill tone={tone} icon={icon}>
      {label}
    </Pill>
  )
}

const fileColumn: AnyColumn<ScanRow> = {
  key: 'FileName',
  title: 'Tên file',
  width: 216,
  grows: true,
  pin: 'left',
  sort: { by: 'FileName', first: 'asc' },
  cell: ({ FileName }) => <span title={FileName}>{FileName}</span>,
  text: ({ FileName }) => FileName,
}

export function scanColumns(kind: ScanKind, pace: ScanNow | undefined): readonly AnyColumn<ScanRow>[] {
  return [
    fileColumn,
    {
      key: 'so_da_quet',
      title: 'Đã quét / tổng',
      width: 184,
      numeric: true,
      cell: (row) => <Progress row={row} />,
    },
    {
      key: 'goi_da_quet',
      title: 'Có gói',
      width: 76,
      numeric: true,
      cell: ({ goi_da_quet }) => <span data-num>{thousands(goi_da_quet)}</span>,
    },
    {
      key: 'speed',
      title: 'Tốc độ',
      width: 104,
      numeric: true,
      cell: (row) => <Speed row={row} pace={pace} />,
    },
    {
      key: 'left',
      title: 'Còn lại',
      width: 136,
      cell: (row) => <Next kind={kind} row={row} pace={pace} />,
    },
    {
      key: 'trang_thai',
      card: 'state',
      title: 'Trạng thái',
      width: 108,
      cell: (row) => <State row={row} pace={pace} />,
    },
    {
      key: 'ngay_upload',
      title: 'Ngày upload',
      width: 156,
      sort: { by: 'ngay_upload', first: 'desc' },
      cell: ({ ngay_upload }) => <Cell field={uploadedAt} value={ngay_upload} />,
    },
    {
      key: 'nguoi_upload',
      title: 'Người upload',
      width: 160,
      cell: ({ nguoi_upload }) => <Cell field={uploader} value={nguoi_upload} />,
      text: ({ nguoi_upload }) => nguoi_upload,
    },
  ]
}
