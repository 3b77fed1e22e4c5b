/** Results of the carrier's reconciliation for the demo's registrations. */
import sql from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { monthsOf } from './demo-days.ts'

/**
 * Registrations older than five days or of a completed month are reconciled: some failed, one of them within hours, a
 * few count less, and one in sixty belongs to another seller.
 */
export async function saveReconciliation(now: Date, client: PoolClient): Promise<void> {
  await client.query(sql`
    WITH old AS (
      SELECT id, abs(hashtext(so_dien_thoai_cs || goi_cuoc)) AS n FROM revenue_line
      WHERE named_at IS NULL AND ngay_thanh_cong < greatest(${now}::timestamptz - interval '5 days', month_start(${monthsOf(now)[2]}::date)))
    UPDATE revenue_line l SET
      named_at = least(l.ngay_thanh_cong + interval '4 days', ${now}::timestamptz),
      set_status = CASE WHEN n % 19 = 0 THEN 'FAILD' END,
      set_ti_le = CASE WHEN n % 23 = 0 THEN 80 END,
      set_username = CASE WHEN n % 61 = 0 THEN (
        SELECT min(u.username) FROM users u JOIN users o ON o.group_id = u.group_id AND o.username = l.own_username
        WHERE u.username <> o.username AND NOT u.is_deleted) END,
      set_at = CASE WHEN n % 19 = 0 OR n % 23 = 0 OR n % 61 = 0 THEN
        least(l.ngay_thanh_cong + CASE WHEN n % 133 = 0 THEN interval '9 hours' ELSE interval '4 days' END, ${now}::timestamptz) END
    FROM old WHERE l.id = old.id`)
}

/** After a month's closing the carrier cancels some of its registrations: one for each of some people. */
export async function failLate(month: string, instant: Date, client: PoolClient): Promise<void> {
  await client.query(sql`
    UPDATE revenue_line SET set_status = 'FAILD', set_at = ${instant} WHERE id IN (
      SELECT DISTINCT ON (username_nv) id FROM revenue_line
      WHERE line_id = id AND status = 'SUCCESS' AND deleted_at IS NULL AND username_nv IN ('sale111', 'sale122', 'sale211')
        AND ngay_thanh_cong >= month_start(${month}::date) AND ngay_thanh_cong < month_end(${month}::date)
      ORDER BY username_nv, ngay_thanh_cong DESC, id)`)
}
