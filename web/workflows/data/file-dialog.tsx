/** 'Info' of a subscriber file: totals by place, uploader, and its rows page by page (D1-UPL-10, D1-Q-114). */
import { useMemo, useState } from 'react'
import { formatInstant } from '../../../contract/dates.ts'
import { subscriberSheet } from '../../../contract/resources/subscriber-sheet.ts'
import { fileInfo, fileRows, type FileInfo } from '../../../contract/workflows/data.ts'
import { Pager } from '../../kit/pager.tsx'
import { useCall } from '../../kit/query.ts'
import type { Row } from '../../kit/resource-api.ts'
import { fieldColumn } from '../../kit/table/column.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { useLayout } from '../../kit/table/layout.ts'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { grouped } from './split-model.ts'
import { StatePill } from './state-pill.tsx'
import css from './files.module.css'

const columns = Object.entries(subscriberSheet.fields).map(([name, field]) => fieldColumn(name, field))

const Fact = ({ label, value }: { label: string; value: number | undefined }) => (
  <div className={css.fact}>
    <span>{label}</span>
    <b>{value === undefined ? '…' : grouped(value)}</b>
  </div>
)

const Who = ({ info }: { info: FileInfo }) => (
  <p className={css.who}>
    <StatePill active={info.is_activated} />
    <span>
      Đã dùng <b data-num>{grouped(info.tong_da_dung)}</b> / tổng <b data-num>{grouped(info.tong)}</b>
    </span>
    <span>
      Người upload <b>{info.nguoi_upload}</b>
    </span>
    <span>
      Ngày upload <b data-num>{formatInstant(info.ngay_upload)}</b>
    </span>
  </p>
)

/** The dialog. */
export function FileDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [{ page, size }, setPaging] = useState({ page: 0, size: 20 })
  const info = useCall('uploadchiadata', fileInfo, { FileName: name })
  const rows = useCall('uploadchiadata', fileRows, { FileName: name, page, count: size }, { keep: true })
  const layout = useLayout('uploadchiadata-rows', columns)
  const values = useMemo(
    () => rows.data?.values.map((row): Row => ({ ...row, id: String(row.id) })),
    [rows.data],
  )
  const { data } = info
  return (
    <Dialog full bare title={name} note={data && `${grouped(data.tong)} số`} onClose={onClose}>
      <div className={css.facts}>
        <Fact label="Còn lại" value={data?.left} />
        <Fact label="Đang giữ" value={data?.open} />
        <Fact label="Đã gọi" value={data?.called} />
        <Fact label="Trong blacklist" value={data?.blocked} />
      </div>
      {data && <Who info={data} />}
      <DataTable
        label={`Số trong ${name}`}
        layout={layout}
        rows={values}
        firstNumber={page * size + 1}
        count={rows.data?.count}
        stale={rows.isPlaceholderData}
        error={rows.error}
        onRetry={() => void rows.refetch()}
      />
      <Pager
        page={page}
        size={size}
        sizes={[20, 50]}
        count={rows.data?.count}
        onPage={(next) => setPaging({ page: next, size })}
        onSize={(next) => setPaging({ page: 0, size: next })}
      />
    </Dialog>
  )
}
