/** Sums of the revenue reports by staff and by branch: lines and effective refunds of the range (D2-REVF-30 to 33). */
import sql, { type Sql } from 'sql-template-tag'
import { inPeriod, period, type Query } from '#kit/server/list.ts'

type Parts = {
  query: Query
  /** Group key, given the person column. */
  by: (person: Sql) => Sql
  /** Condition of counted rows, given the person column. */
  where: (person: Sql) => Sql
}

/** Condition: an instant lies in the range of the filter. */
function during(query: Query, time: Sql): Sql {
  const range = period(query)
  return range ? inPeriod(time, 'instant', range) : sql`true`
}

/** Revenue of the range without a branch (D3-ONE-01). */
export const revenueWhere = (query: Query, where: Sql): Sql => sql`
  SELECT coalesce(sum("doanhThu"), 0)::bigint AS "doanhThuNgoaiChiNhanh" FROM revenue_line
  WHERE line_id = id AND deleted_at IS NULL AND ${during(query, sql`ngay_thanh_cong`)} AND ${where}`

/** One row per `key`: so_goi, don_moi, tam_tinh, doanh_thu, hoan; whole đồng. */
export function revenueSums({ query, by, where }: Parts): Sql {
  return sql`
    SELECT key, sum(so_goi)::bigint AS so_goi, sum(don_moi)::bigint AS don_moi, sum(tam_tinh)::bigint AS tam_tinh,
      sum(doanh_thu)::bigint AS doanh_thu, sum(hoan)::bigint AS hoan
    FROM (
      SELECT ${by(sql`username_nv`)} AS key, count(*) FILTER (WHERE status = 'SUCCESS') AS so_goi, count(*) AS don_moi, sum(doanh_thu) AS tam_tinh,
        sum("doanhThu") AS doanh_thu, 0 AS hoan
      FROM revenue_line
      WHERE line_id = id AND deleted_at IS NULL AND ${during(query, sql`ngay_thanh_cong`)} AND ${where(sql`username_nv`)}
      GROUP BY 1
      UNION ALL
      SELECT ${by(sql`staff_username`)}, 0, 0, 0, 0, sum(refund_price + other_refund)
      FROM requestrefund
      WHERE hieu_luc = 1 AND deleted_at IS NULL AND ${during(query, sql`created_time`)} AND ${where(sql`staff_username`)}
      GROUP BY 1) s
    GROUP BY 1`
}

/** The figures of a sum `s`, zero without one. */
export const figures = sql`coalesce(s.doanh_thu, 0) AS "doanhThu", coalesce(s.so_goi, 0) AS so_goi, coalesce(s.don_moi, 0) AS don_moi,
  coalesce(s.tam_tinh, 0) AS doanh_thu_tam_tinh, coalesce(s.hoan, 0) AS tong_hoan_tien,
  coalesce(s.doanh_thu, 0) - coalesce(s.hoan, 0) AS doanh_thu_thuc_te`
