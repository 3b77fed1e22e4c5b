/** Earlier calls of the customer in hand, and the caller's own last results. */
import { formatInstant, formatShortInstant, toFilterDate, todayVn } from '../../../contract/dates.ts'
import type { RowOf } from '../../../contract/kit/row.ts'
import { showPhone } from '../../../contract/phone.ts'
import type { careHistory } from '../../../contract/resources/care-history.ts'
import type { CareCustomer } from '../../../contract/workflows/care.ts'
import { Card, CardNote } from '../../figures/card.tsx'
import { Nothing } from '../../kit/kinds/cell.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { useRecent } from './care-data.ts'
import { Dated } from './dated.tsx'
import { ResultMark } from './result-icon.tsx'
import css from './side-cards.module.css'

const orNothing = (text: string | null) => text || <Nothing />

const CallTable = ({ history }: { history: CareCustomer['history'] }) => (
  <table className={`${css.table} ${css.calls}`} aria-label="Lịch sử gọi">
    <colgroup>
      <col style={{ width: 172 }} />
      <col style={{ width: 172 }} />
      <col style={{ width: 80 }} />
      <col />
    </colgroup>
    <thead>
      <tr>
        <th scope="col">Thời gian</th>
        <th scope="col">Kết quả</th>
        <th scope="col">Gói cước</th>
        <th scope="col">Ghi chú</th>
      </tr>
    </thead>
    <tbody>
      {history.map((call) => (
        <tr key={call.id}>
          <td>
            <Dated text={formatInstant(call.careAt)} />
          </td>
          <td>
            <ResultMark status={call.status} />
          </td>
          <td>{orNothing(call.package)}</td>
          <td title={call.note ?? ''}>
            <p>{orNothing(call.note)}</p>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** 'Lịch sử gọi': at most twenty results of this customer, newest first. */
export function CallHistory({ history }: { history: CareCustomer['history'] }) {
  return (
    <Card
      title="Lịch sử gọi"
      className={history.length > 0 ? css.grow : css.short}
      note={`${history.length} lần`}
    >
      {history.length === 0 && <CardNote>Khách này chưa được gọi lần nào</CardNote>}
      {history.length > 0 && (
        <div className={css.scroll}>
          <CallTable history={history} />
        </div>
      )}
    </Card>
  )
}

/** Today's results by time, older ones by day. */
const whenOf = (at: string): string => {
  const [day, clock = ''] = formatInstant(at).split(' ')
  return toFilterDate(todayVn()).replaceAll('/', '-') === day ? clock : formatShortInstant(at).slice(0, 5)
}

type Result = RowOf<typeof careHistory>

const Recent = ({ row }: { row: Result }) => (
  <tr>
    <td title={formatInstant(row.careAt ?? '')}>{whenOf(row.careAt ?? '')}</td>
    <td>{showPhone(row.phone ?? '')}</td>
    <td>
      <ResultMark status={row.status} />
    </td>
    <td>{orNothing(row.package)}</td>
    <td title={row.note ?? ''}>{orNothing(row.note)}</td>
  </tr>
)

const RecentTable = ({ rows }: { rows: readonly Result[] }) => (
  <table className={`${css.table} ${css.recent}`} aria-label="Vừa xong">
    <colgroup>
      <col style={{ width: 88 }} />
      <col style={{ width: 104 }} />
      <col style={{ width: 172 }} />
      <col style={{ width: 80 }} />
      <col />
    </colgroup>
    <tbody>
      {rows.map((row) => (
        <Recent key={row.id} row={row} />
      ))}
    </tbody>
  </table>
)

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
        <div className={css.scroll}>
          <RecentTable rows={rows} />
        </div>
      )}
    </Card>
  )
}
