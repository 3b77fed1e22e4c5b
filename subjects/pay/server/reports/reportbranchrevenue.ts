/** Rows of the revenue report by branch (D2-BREV, D2-REVF-40 to 43, D3-ORG-01). */
import sql from 'sql-template-tag'
import { period } from '#kit/server/list.ts'
import type { ReportSource } from '#kit/server/report.ts'
import { placedAt, staffOf } from './branch-staff.ts'
import { personFilter } from '#subjects/people/server/index.ts'
import { figures, revenueSums, revenueWhere } from './revenue-sums.ts'

export const reportbranchrevenueRows: ReportSource = {
  /** Sales without a branch; empty when a branch is selected. */
  outside: (query, inScope) =>
    revenueWhere(
      query,
      query.username || query.message
        ? sql`false`
        : sql`brand_id IS NULL AND ${inScope(sql`username_nv`, 'staff')}`,
    ),
  /** Every branch existing on the last day of the range, also with zeros, and every branch with sales (D2-Q-180). */
  rows(query) {
    const range = period(query)
    const end = range ? sql`(${range.end}::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'` : sql`now()`
    const sums = revenueSums({ query, by: () => sql`brand_id`, where: () => sql`brand_id IS NOT NULL` })
    return sql`
      WITH placed AS (
        ${placedAt(end)}
      ), staff AS (
        ${staffOf(sql`placed`)}
      )
      SELECT u.username AS username_nv, u.fullname AS ten_nv, ${figures}, coalesce(n.n, 0) AS tong_nv_chi_nhanh,
        CASE WHEN n.n > 0 THEN vnd(coalesce(s.doanh_thu, 0)::numeric / n.n) ELSE 0 END AS doanh_thu_binh_quan,
        CASE WHEN n.n > 0 THEN vnd(coalesce(s.tam_tinh, 0)::numeric / n.n) ELSE 0 END AS doanh_thu_trung_binh
      FROM users u
      LEFT JOIN (${sums}) s ON s.key = u.id
      LEFT JOIN staff n ON n.brand_id = u.id
      WHERE (s.key IS NOT NULL OR u.id IN (SELECT id FROM placed WHERE priority = 3))
        AND ${personFilter(query, sql`u.username`, sql`u.fullname`)}`
  },
}
