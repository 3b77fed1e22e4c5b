/** Rows of the number-capture report, from ledger and care log (D2-CAP, D2-REVF-50 to 60, D3-REC-05). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import {
  captureCalls,
  captureResults,
  captureShare,
  captureWhole,
} from '#subjects/registrations/contract/reports/tilebatso.ts'
import { reached, received } from '#platform/server/db/received.ts'
import { inTeam } from '#kit/server/kinds.ts'
import { inPeriod, period } from '#kit/server/list.ts'
import type { ReportSource } from '#kit/server/report.ts'
import { personFilter } from '#subjects/people/server/index.ts'

/** Report columns that count results, by name: one per result, and those of second and third calls. */
const counts: readonly (readonly [name: string, condition: Sql])[] = [
  ...captureResults.map(({ column, value }) => [column, sql`status = ${value}`] as const),
  ...captureCalls.flatMap(({ name, of }, index) => {
    const isAttempt = sql`lan = ${raw(String(index + 2))}`
    return [[of, isAttempt] as const, [name, sql`${isAttempt} AND ${reached}`] as const]
  }),
]
const results = join(
  counts.map(([name, condition]) => sql`count(*) FILTER (WHERE ${condition})::int AS ${raw(name)}`),
  ', ',
)
const names = join(
  counts.map(([name]) => sql`coalesce(r.${raw(name)}, 0) AS ${raw(name)}`),
  ', ',
)

/**
 * Condition: the result is the person's first call of its number in the range, by which the number is counted. Every row stores the
 * person's previous call, so that counting needs no sort.
 */
const firstOfNumber = (range: ReturnType<typeof period>): Sql =>
  range
    ? sql`NOT coalesce(${inPeriod(sql`goi_truoc_luc`, 'instant', range)}, false)`
    : sql`goi_truoc_luc IS NULL`

export const tilebatsoRows: ReportSource = {
  /**
   * Everybody with a received number or a result in the range, within the viewer's unit (D2-REVF-60, D3-ORG-01). Own results by name, as an
   * index has it: by id the results of everybody were read.
   */
  rows(query, inScope) {
    const { team = '' } = query
    const range = period(query)
    const counted = (isMine: Sql, time: Sql): Sql =>
      join(
        [
          isMine,
          ...(team === '' ? [] : [inTeam(team)]),
          ...(range ? [inPeriod(time, 'instant', range)] : []),
        ],
        ' AND ',
      )
    return sql`
      SELECT u.username AS username_nv, u.fullname AS ten_nv, coalesce(g.n, 0)::int AS da_nhan_so,
        coalesce(r.n, 0)::int AS so_tra_ket_qua, ${names}, coalesce(r.so_da_goi, 0) AS so_da_goi
      FROM users u
      LEFT JOIN (
        SELECT to_holder, count(*) AS n FROM movements
        WHERE ${received} AND ${counted(inScope(sql`to_holder`, 'id'), sql`at`)} GROUP BY 1) g
        ON g.to_holder = u.id
      LEFT JOIN (
        SELECT user_id, count(*) AS n, ${results}, count(*) FILTER (WHERE ${firstOfNumber(range)})::int AS so_da_goi
        FROM care_history
        WHERE ${counted(inScope(sql`username`, 'staff'), sql`created_at`)} GROUP BY 1) r
        ON r.user_id = u.id
      WHERE ${personFilter(query, sql`u.username`, sql`u.fullname`)} AND (g.n > 0 OR r.n > 0)
        AND still_counted(${range?.start ?? null}::date)`
  },
  /** The results, and reached calls of later attempts, with their share (D2-REVF-59, D3-REC-05). */
  sheet: {
    texts: [...captureWhole.keys()],
    row: (row) => ({
      ...row,
      ...Object.fromEntries(
        [...captureWhole].map(([name, whole]) => [name, captureShare(Number(row[name]), Number(row[whole]))]),
      ),
    }),
  },
}
