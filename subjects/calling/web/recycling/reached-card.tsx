/** Share reached by the second and third call, by the former result (D3-REC-05). */
import { careResults, recycledResults } from '#subjects/calling/contract/care-results.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { recycleReached, type ReachedAgain } from '#subjects/calling/contract/calls/recycling.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Table, type TableColumn } from '#figures/table.tsx'
import { useCall } from '#kit/web/query.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import css from './recycle.module.css'

const share = (reached: number, calls: number): string =>
  calls === 0 ? '-' : `${Math.round((reached / calls) * 100)}%`

/** Results with a rule and with further calls, in the order of the rules. */
export const shownOf = (rows: readonly ReachedAgain[]): ReachedAgain[] =>
  recycledResults.flatMap((status) =>
    rows.filter((row) => row.status === status && row.calls2 + row.calls3 > 0),
  )

const labelOf = (status: ReachedAgain['status']): string =>
  careResults.find(({ value }) => value === status)?.label ?? status

const Share = ({ reached, calls }: { reached: number; calls: number }) => (
  <span className={css.reached}>
    <b>{share(reached, calls)}</b> {thousands(calls)}
  </span>
)

const columns: readonly TableColumn<ReachedAgain>[] = [
  { title: 'Sau kết quả', heads: true, cell: ({ status }) => labelOf(status) },
  { title: 'lần 2', numeric: true, cell: (row) => <Share reached={row.reached2} calls={row.calls2} /> },
  { title: 'lần 3', numeric: true, cell: (row) => <Share reached={row.reached3} calls={row.calls3} /> },
  {
    title: 'gặp thêm',
    numeric: true,
    look: 'quiet',
    cell: ({ reached2, reached3 }) => `+${thousands(reached2 + reached3)}`,
  },
]

export function ReachedCard() {
  const { data, error, refetch } = useCall('luatmoilai', recycleReached, {})
  const rows = shownOf(data ?? [])
  return (
    <Card title="Gặp khách khi gọi lại" end="30 ngày, cạnh tỉ lệ là số đã gọi" busy={!data && !error}>
      {error && <ErrorNote error={error} title="Chưa đếm được" retry={() => void refetch()} />}
      {data && rows.length === 0 && <CardNote>Chưa có số nào được gọi lần 2.</CardNote>}
      {rows.length > 0 && <Table columns={columns} rows={rows} keyOf={({ status }) => status} />}
    </Card>
  )
}
