/** Rows of the orders by partner and day (D3-ACC-05). */
import sql, { type Sql } from 'sql-template-tag'
import { period, type Query } from '#kit/server/list.ts'
import type { ReportSource } from '#kit/server/report.ts'

/** First day of the filter, and the day after its last. */
export const daysOf = (query: Query): { from: Sql; to: Sql } => {
  const range = period(query)
  return range
    ? { from: sql`${range.start}::date`, to: sql`(${range.end}::date + 1)` }
    : { from: sql`date '2015-01-01'`, to: sql`(now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date + 1` }
}

/** Condition: part of a partner's name, ignoring case. */
export const ofPartner = ({ doi_tac = '' }: Query, column: Sql): Sql =>
  doi_tac === '' ? sql`true` : sql`position(lower(${doi_tac}::text) IN lower(${column})) > 0`

const midnight = (day: Sql): Sql => sql`(${day})::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'`

export const reportdoitacRows: ReportSource = {
  rows(query) {
    const { from, to } = daysOf(query)
    return sql`
      SELECT o.day::text || ' ' || o.provider AS id, o.day AS ngay, o.provider AS doi_tac, count(*)::int AS da_gui,
        sum(o.amount)::bigint AS tien_gui,
        (count(*) FILTER (WHERE o.standing = 'completed'))::int AS hoan_thanh,
        coalesce(sum(o.paid) FILTER (WHERE o.standing = 'completed'), 0)::bigint AS tien_hoan_thanh,
        (count(*) FILTER (WHERE o.standing = 'returned'))::int AS hoan_tien,
        coalesce(sum(o.amount) FILTER (WHERE o.standing = 'returned'), 0)::bigint AS tien_hoan_tien,
        (count(*) FILTER (WHERE o.standing = 'refused'))::int AS khong_nhan,
        (count(*) FILTER (WHERE o.standing = 'processing'))::int AS dang_cho,
        coalesce(sum(o.amount) FILTER (WHERE o.standing = 'processing'), 0)::bigint AS tien_dang_cho
      FROM (
        SELECT order_day(o) AS day, o.provider, o.amount, o.paid, order_standing(o) AS standing FROM provider_orders o
        WHERE o.sent_at >= ${midnight(from)} AND o.sent_at < ${midnight(to)} AND ${ofPartner(query, sql`o.provider`)}) o
      WHERE o.standing <> 'unsent'
      GROUP BY o.day, o.provider`
  },
}
