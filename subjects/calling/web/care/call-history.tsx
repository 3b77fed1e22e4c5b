/** Earlier calls of the customer in hand, and the caller's own last results. */
import { formatInstant, present } from '#kit/contract/dates.ts'
import { relativeTime } from '#platform/contract/relative-time.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { showPhone } from '#kit/contract/phone.ts'
import type { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import type { CareCustomer } from '#subjects/calling/contract/calls/care.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Table, type TableColumn } from '#figures/table.tsx'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useRecent } from './care-data.ts'
import { ResultMark } from './result-icon.tsx'
import css from './side-cards.module.css'

const orNothing = (text: string | null) => text || <Nothing />

/** Reached by Tab, so that its rows can be scrolled by keyboard. */
const scrollable = { tabIndex: 0 } as const

type Call = CareCustomer['history'][number]

const callColumns: readonly TableColumn<Call>[] = [
  {
    title: 'Thời gian',
    width: 120,
    look: 'quiet',
    cell: ({ careAt }) => relativeTime(careAt, present()),
    tip: ({ careAt }) => formatInstant(careAt),
  },
  { title: 'Kết quả', width: 172, cell: ({ status }) => <ResultMark status={status} /> },
  { title: 'Gói cước', width: 80, cell: (call) => orNothing(call.package) },
  // The earlier calls should be read before the next one.
  {
    title: 'Ghi chú',
    look: 'quiet',
    whole: true,
    cell: ({ note }) => note,
    tip: ({ note }) => note ?? '',
  },
]

/** 'Lịch sử gọi': at most twenty results of this customer, newest first. */
export function CallHistory({ history }: { history: CareCustomer['history'] }) {
  return (
    <Card
      title="Lịch sử gọi"
      className={history.length > 0 ? css.grow : css.short}
      note={history.length > 0 ? `${history.length} lần` : 'Khách này chưa được gọi lần nào'}
    >
      {history.length > 0 && (
        <div className={`${css.scroll} ${css.calls}`} {...scrollable}>
          <Table label="Lịch sử gọi" columns={callColumns} rows={history} keyOf={({ id }) => id} />
        </div>
      )}
    </Card>
  )
}

type Result = RowOf<typeof careHistory>

const recentColumns: readonly TableColumn<Result>[] = [
  {
    title: 'Lúc',
    width: 104,
    look: 'quiet',
    cell: ({ careAt }) => relativeTime(careAt ?? '', present()),
    tip: ({ careAt }) => formatInstant(careAt ?? ''),
  },
  { title: 'Số điện thoại', width: 104, cell: ({ phone }) => showPhone(phone ?? '') },
  { title: 'Kết quả', width: 172, cell: ({ status }) => <ResultMark status={status} /> },
  { title: 'Gói cước', width: 80, cell: (row) => orNothing(row.package) },
  { title: 'Ghi chú', look: 'quiet', cell: ({ note }) => orNothing(note), tip: ({ note }) => note ?? '' },
]

/** 'Vừa xong': the caller's last ten results. */
export function RecentCalls({ onAll }: { onAll: () => void }) {
  const { data, error, refetch } = useRecent()
  const rows = data?.values ?? []
  return (
    <Card
      title="Vừa xong"
      className={css.grow}
      note={rows.length > 0 && `${rows.length} khách gần nhất`}
      end={
        <button type="button" className={css.link} onClick={onAll}>
          Nhật ký của tôi
        </button>
      }
    >
      {!data && error && (
        <ErrorNote error={error} title="Chưa tải được nhật ký" retry={() => void refetch()} />
      )}
      {data && rows.length === 0 && <CardNote>Chưa có kết quả nào</CardNote>}
      {rows.length > 0 && (
        <div className={`${css.scroll} ${css.recent}`} {...scrollable}>
          <Table label="Vừa xong" bare columns={recentColumns} rows={rows} keyOf={({ id }) => id} />
        </div>
      )}
    </Card>
  )
}
