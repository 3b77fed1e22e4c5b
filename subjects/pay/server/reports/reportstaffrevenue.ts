/** Rows of the revenue report by staff (D2-SREV, D2-REVF-30 to 35). */
import sql from 'sql-template-tag'
import { noneValue } from '#kit/contract/resource.ts'
import { inTeam } from '#kit/server/kinds.ts'
import type { ReportSource } from '#kit/server/report.ts'
import { personFilter } from '#subjects/people/server/index.ts'
import { figures, revenueSums } from './revenue-sums.ts'

export const reportstaffrevenueRows: ReportSource = {
  /** Everybody with a line or an effective refund in the range; lines without an owner form a row. */
  rows(query, inScope) {
    const { team = '' } = query
    const sums = revenueSums({
      query,
      by: (person) => person,
      where: (person) =>
        team === '' ? inScope(person, 'staff') : sql`${inScope(person, 'staff')} AND ${inTeam(team)}`,
    })
    return sql`
      SELECT * FROM (
        SELECT coalesce(s.key, ${noneValue}) AS username_nv,
          CASE WHEN s.key IS NULL THEN 'Chưa rõ nhân viên' ELSE u.fullname END AS ten_nv, ${figures}
        FROM (${sums}) s LEFT JOIN users u ON u.username = s.key) r
      WHERE ${personFilter(query, sql`username_nv`, sql`ten_nv`)}`
  },
  sheet: {
    texts: [],
    row: (row) => ({ ...row, username_nv: row.username_nv === noneValue ? null : row.username_nv }),
  },
}
