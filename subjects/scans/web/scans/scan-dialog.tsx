/** 'Info' of a scan file: progress, speed over the last hour, results, and its numbers (D2-SCAN-14). */
import { useMemo } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { resultFields, type ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { scanCalls, type ScanInfo } from '#subjects/scans/contract/calls/scans.ts'
import { Fact, Facts } from '#figures/facts.tsx'
import { useCall } from '#kit/web/query.ts'
import { listOfCall } from '#kit/web/resource-api.ts'
import { ListPager, ListTable } from '#kit/web/resource/list-parts.tsx'
import { useListScreen } from '#kit/web/resource/use-list-screen.tsx'
import { fieldColumn, type AnyColumn } from '#kit/web/table/column.ts'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { unscanned } from './scan-words.ts'
import css from './scans.module.css'

type Row = AnswerOf<typeof scanCalls.quetdata.rows>['values'][number]
const paging = { sizes: [20, 50], size: 20 }

const FactList = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <Facts>
    {rows.map(([name, value]) => (
      <Fact key={name} label={name}>
        {value}
      </Fact>
    ))}
  </Facts>
)

const instantText = (instant: string | null): string => (instant === null ? '-' : formatInstant(instant))

/** Numbers per minute over the last hour as bars; the text beside has the figures. */
function Speed({ minutes }: { minutes: readonly number[] }) {
  const most = Math.max(1, ...minutes)
  const sum = minutes.reduce((total, n) => total + n, 0)
  return (
    <div>
      <h3>Tốc độ</h3>
      <span className={css.quiet}>
        số/phút, 60 phút qua: cao nhất <b data-num>{thousands(Math.max(...minutes))}</b>, cả giờ{' '}
        <b data-num>{thousands(sum)}</b> số
      </span>
      <div className={css.chart} aria-hidden>
        {minutes.map((n, index) => (
          // A bar's identity is its position: all minutes move together.
          <i key={59 - index} style={{ height: `${(n / most) * 100}%` }} />
        ))}
      </div>
      <p className={css.axis} aria-hidden>
        <span>60 phút trước</span>
        <span>bây giờ</span>
      </p>
    </div>
  )
}

function Head({ info }: { info: ScanInfo }) {
  const { total_numbers: total, so_da_quet: scanned, goi_da_quet: withPackage } = info
  const share = (n: number): string =>
    `${thousands(n)}${scanned > 0 ? ` (${((n / scanned) * 100).toFixed(1)}%)` : ''}`
  const without = scanned - withPackage - info.khong_tim_thay
  return (
    <div className={css.head}>
      <div>
        <span className={css.percent}>{total > 0 ? `${((scanned / total) * 100).toFixed(1)}%` : '-'}</span>{' '}
        <span className={css.quiet}>còn {thousands(unscanned(info))} số</span>
        <FactList
          rows={[
            ['Người upload', info.nguoi_upload],
            ['Ngày upload', instantText(info.ngay_upload)],
            ['Bắt đầu', instantText(info.bat_dau_luc)],
            ['Người quét', info.nguoi_quet ?? '-'],
            ['Quét xong', instantText(info.xong_luc)],
          ]}
        />
      </div>
      <Speed minutes={info.minutes} />
      <div>
        <h3>Kết quả đến giờ</h3>
        <FactList
          rows={[
            ['Đã quét', thousands(scanned)],
            ['Có gói', share(withPackage)],
            ['Không gói', share(without)],
            ['Không tìm thấy', share(info.khong_tim_thay)],
            ['Không tra được', thousands(info.khong_tra_duoc)],
          ]}
        />
      </div>
    </div>
  )
}

export function ScanDialog({ kind, name, onClose }: { kind: ScanKind; name: string; onClose: () => void }) {
  const { data } = useCall(kind, scanCalls[kind].info, { FileName: name }, { every: 5_000 })
  const columns = useMemo<readonly AnyColumn<Row>[]>(
    () => Object.entries(resultFields(kind)).map(([key, field]) => fieldColumn(key, field)),
    [kind],
  )
  const list = useListScreen({
    source: useMemo(() => listOfCall(kind, scanCalls[kind].rows), [kind]),
    name: `${kind}-rows`,
    title: `Số trong ${name}`,
    noun: 'số',
    columns,
    paging,
    fixed: useMemo(() => ({ FileName: name }), [name]),
    minWidth: 0,
  })
  return (
    <Dialog full bare title={name} note={data && `${thousands(data.total_numbers)} số`} onClose={onClose}>
      {data && <Head info={data} />}
      <ListTable list={list} />
      <ListPager list={list} />
    </Dialog>
  )
}
