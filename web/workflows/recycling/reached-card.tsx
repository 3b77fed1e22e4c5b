/** How many were reached by the second and third call, by the result before (D3-REC-05). */
import { careResults, recycledResults } from '../../../contract/care-results.ts'
import { thousands } from '../../../contract/thousands.ts'
import { recycleReached, type ReachedAgain } from '../../../contract/workflows/recycling.ts'
import { Card, CardNote } from '../../figures/card.tsx'
import { useCall } from '../../kit/query.ts'
import { ErrorNote } from '../../kit/ui/state.tsx'
import css from './recycle.module.css'

const share = (reached: number, calls: number): string =>
  calls === 0 ? '-' : `${Math.round((reached / calls) * 100)}%`

/** Results that rules call again and after which somebody was called again, in the order of the rules. */
export const shownOf = (rows: readonly ReachedAgain[]): ReachedAgain[] =>
  recycledResults.flatMap((status) =>
    rows.filter((row) => row.status === status && row.calls2 + row.calls3 > 0),
  )

const labelOf = (status: ReachedAgain['status']): string =>
  careResults.find(({ value }) => value === status)?.label ?? status

export function ReachedCard() {
  const { data, error, refetch } = useCall('luatmoilai', recycleReached, {})
  const rows = shownOf(data ?? [])
  return (
    <Card title="Gặp khách khi gọi lại" end="30 ngày, cạnh tỉ lệ là số đã gọi" busy={!data && !error}>
      {error && <ErrorNote error={error} title="Chưa đếm được" retry={() => void refetch()} />}
      {data && rows.length === 0 && <CardNote>Chưa có số nào được gọi lần 2.</CardNote>}
      {rows.length > 0 && (
        <table className={css.reached}>
          <thead>
            <tr>
              <th scope="col">Sau kết quả</th>
              <th scope="col">lần 2</th>
              <th scope="col">lần 3</th>
              <th scope="col">gặp thêm</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.status}>
                <th scope="row">{labelOf(row.status)}</th>
                <td data-num>
                  <b>{share(row.reached2, row.calls2)}</b> {thousands(row.calls2)}
                </td>
                <td data-num>
                  <b>{share(row.reached3, row.calls3)}</b> {thousands(row.calls3)}
                </td>
                <td data-num>+{thousands(row.reached2 + row.reached3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
