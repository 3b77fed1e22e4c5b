/** 'Info' of a subscriber file: totals by place, uploader, and its rows page by page (D1-UPL-10, D1-Q-114). */
import { useMemo } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { subscriberSheet } from '#subjects/numbers/contract/lists/subscriber-sheet.ts'
import { type FileInfo, fileInfo, fileRows } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { useCall } from '#kit/web/query.ts'
import { listOfCall } from '#kit/web/resource-api.ts'
import { ListPager, ListTable } from '#kit/web/resource/list-parts.tsx'
import { useListScreen } from '#kit/web/resource/use-list-screen.tsx'
import { fieldColumn, type AnyColumn } from '#kit/web/table/column.ts'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { StatePill } from './state-pill.tsx'
import css from './files.module.css'

const source = listOfCall('uploadchiadata', fileRows)
type FileRow = AnswerOf<typeof fileRows>['values'][number]
const paging = { sizes: [20, 50], size: 20 }
const columns: readonly AnyColumn<FileRow>[] = Object.entries(subscriberSheet.fields).map(([name, field]) =>
  fieldColumn(name, field),
)

const Fact = ({ label, value }: { label: string; value: number | undefined }) => (
  <div className={css.fact}>
    <span>{label}</span>
    <b>{value === undefined ? '…' : thousands(value)}</b>
  </div>
)

const Who = ({ info }: { info: FileInfo }) => (
  <p className={css.who}>
    <StatePill active={info.is_activated} />
    <span>
      Đã dùng <b data-num>{thousands(info.tong_da_dung)}</b> / tổng <b data-num>{thousands(info.tong)}</b>
    </span>
    <span>
      Người upload <b>{info.nguoi_upload}</b>
    </span>
    <span>
      Ngày upload <b data-num>{formatInstant(info.ngay_upload)}</b>
    </span>
  </p>
)

export function FileDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { data } = useCall('uploadchiadata', fileInfo, { FileName: name })
  const list = useListScreen({
    source,
    name: 'uploadchiadata-rows',
    title: `Số trong ${name}`,
    noun: 'số',
    columns,
    paging,
    fixed: useMemo(() => ({ FileName: name }), [name]),
    minWidth: 0,
  })
  return (
    <Dialog full bare title={name} note={data && `${thousands(data.tong)} số`} onClose={onClose}>
      <div className={css.facts}>
        <Fact label="Còn lại" value={data?.left} />
        <Fact label="Đang giữ" value={data?.open} />
        <Fact label="Đã gọi" value={data?.called} />
        <Fact label="Trong blacklist" value={data?.blocked} />
      </div>
      {data && <Who info={data} />}
      <ListTable list={list} />
      <ListPager list={list} />
    </Dialog>
  )
}
