/** Rows of 'Ra-đa truy thu': evidence from routines/radar.sql with marks (D3-PAY-12). */
import sql, { join, type Sql } from 'sql-template-tag'
import { period, type Query } from '#kit/server/list.ts'
import type { ReportSource } from '#kit/server/report.ts'

/** 00:00 of a day in Vietnam. */
const midnight = (day: string): Sql => sql`(${day}::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'`

function filterConditions({ da_xem = '', username = '' }: Query): Sql {
  const conditions = [
    sql`true`,
    ...(da_xem === '' ? [] : [sql`(s.id IS NOT NULL)::int::text = ${da_xem}`]),
    ...(username === '' ? [] : [sql`e.username_nv = ${username}`]),
  ]
  return join(conditions, ' AND ')
}

export const radatruythuRows: ReportSource = {
  rows(query) {
    const range = period(query)
    const [from, to] = range
      ? [midnight(range.start), sql`${midnight(range.end)} + interval '1 day'`]
      : [sql`'-infinity'::timestamptz`, sql`'infinity'::timestamptz`]
    return sql`
      SELECT e.id, e.luc, e.loai, e.username_nv, u.fullname AS ten_nv, e.so_dien_thoai, e.goi_cuoc, e.so_tien, e.bang_chung,
        (s.id IS NOT NULL)::int::smallint AS da_xem, s.nguoi_xem, s.luc_xem, s.ghi_chu, e.tinh_luc
      FROM radar_shown(${from}, ${to}, nullif(${query.loai ?? ''}, '')) e LEFT JOIN radar_seen s ON s.id = e.id LEFT JOIN users u ON u.username = e.username_nv
      WHERE ${filterConditions(query)}`
  },
}
