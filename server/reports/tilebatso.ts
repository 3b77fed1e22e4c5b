/** The rows of the number-capture report, read from the ledger and the care log (D2-CAP, D2-REVF-50 to 60). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { captureResults, captureShare } from '../../contract/reports/tilebatso.ts'
import { received } from '../db/received.ts'
import { inTeam } from '../kit/kinds.ts'
import { inPeriod, period } from '../kit/list.ts'
import type { ReportSource } from '../kit/report.ts'
import { personFilter } from './person-filter.ts'

const results = join(
  captureResults.map(
    ({ name, status }) => sql`count(*) FILTER (WHERE status = ${status})::int AS ${raw(name)}`,
  ),
  ', ',
)
const names = join(
  captureResults.map(({ name }) => sql`coalesce(r.${raw(name)}, 0) AS ${raw(name)}`),
  ', ',
)

export const tilebatsoRows: ReportSource = {
  /** Everybody with a received number or a result in the range, within the viewer's unit (D2-REVF-60, D3-ORG-01). */
  rows(query, mine) {
    const { team = '' } = query
    const range = period(query)
    const counted = (person: Sql, time: Sql): Sql =>
      join(
        [
          mine(person, 'id'),
          ...(team === '' ? [] : [inTeam(team)]),
          ...(range ? [inPeriod(time, 'instant', range)] : []),
        ],
        ' AND ',
      )
    return sql`
      SELECT u.username AS username_nv, u.fullname AS ten_nv, coalesce(g.n, 0)::int AS da_nhan_so,
        coalesce(r.n, 0)::int AS so_tra_ket_qua, ${names}
      FROM users u
      LEFT JOIN (
        SELECT to_holder, count(*) AS n FROM movements
        WHERE ${received} AND ${counted(sql`to_holder`, sql`at`)} GROUP BY 1) g
        ON g.to_holder = u.id
      LEFT JOIN (
        SELECT user_id, count(*) AS n, ${results} FROM care_history
        WHERE ${counted(sql`user_id`, sql`created_at`)} GROUP BY 1) r
        ON r.user_id = u.id
      WHERE ${personFilter(query, sql`u.username`, sql`u.fullname`)} AND (g.n > 0 OR r.n > 0)
        AND still_counted(${range?.start ?? null}::date)`
  },
  /** The seven results with their share (D2-REVF-59). */
  sheet: {
    texts: captureResults.map(({ name }) => name),
    row: (row) => ({
      ...row,
      ...Object.fromEntries(
        captureResults.map(({ name }) => [name, captureShare(Number(row[name]), Number(row.so_tra_ket_qua))]),
      ),
    }),
  },
}
