/** Results of the carrier's reconciliation for the demo's registrations, and lines that only came with it. */
import sql from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { monthsOf } from './demo-days.ts'

const settling = [
  ['revenue_line', 'revenue_line_made'],
  ['revenue_line', 'revenue_line_changed'],
  ['requestrefund', 'requestrefund_made'],
  ['requestrefund', 'requestrefund_changed'],
] as const

/** Settles the changes of `work` once at its end: reports and refunds give the same lines in any order. */
export async function settledOnce(client: PoolClient, work: () => Promise<void>): Promise<void> {
  const turn = async (how: 'DISABLE' | 'ENABLE'): Promise<void> => {
    for (const [table, trigger] of settling)
      await client.query(`ALTER TABLE ${table} ${how} TRIGGER ${trigger}`)
  }
  await turn('DISABLE')
  await work()
  await turn('ENABLE')
  // The planner has no statistics of rows written in this transaction.
  await client.query('ANALYZE revenue_line, requestrefund, customer_message_9084, mfy')
  await client.query(`
    SELECT settle_touched(array_agg(phone), array_agg(package)) FROM (
      SELECT so_dien_thoai_cs::text, goi_cuoc FROM revenue_line
      UNION SELECT number_phone::text, package_code FROM requestrefund) k(phone, package)`)
}

/**
 * Everything older than five days or of a completed month was reconciled: some registrations failed, one of them within
 * hours, a few count less, and one in sixty belongs to another seller.
 */
export async function saveReconciliation(now: Date, client: PoolClient): Promise<void> {
  await client.query(sql`
    WITH old AS (
      SELECT id, abs(hashtext(so_dien_thoai_cs || goi_cuoc)) AS n FROM revenue_line
      WHERE ngay_thanh_cong < greatest(${now}::timestamptz - interval '5 days', month_start(${monthsOf(now)[2]}::date)))
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

/** Sales of an agency that no source of ours reported. */
export async function saveAgency(now: Date, client: PoolClient): Promise<void> {
  await client.query(sql`
    SELECT * FROM write_lines((
      SELECT jsonb_agg(jsonb_build_object('kenh', 'Đại lý', 'username_nv', seller.username,
        'so_dien_thoai_cs', (986500000 + n * 7919 % 400000)::text, 'goi_cuoc', (ARRAY['VD90', 'VD120', 'D159V'])[1 + n % 3],
        'doanh_thu', (ARRAY[90000, 120000, 159000])[1 + n % 3], 'status', 'SUCCESS',
        'ngay_thanh_cong', date_trunc('minute', ${now}::timestamptz) - make_interval(hours => 61 * n + 8)))
      FROM generate_series(1, 8) n, LATERAL (
        SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority = 5 AND NOT u.is_deleted
        ORDER BY u.username OFFSET n % 8 LIMIT 1) seller))`)
}

/** After a month was closed the carrier cancels some of its registrations: one each of some people. */
export async function failLate(month: string, at: Date, client: PoolClient): Promise<void> {
  await client.query(sql`
    UPDATE revenue_line SET set_status = 'FAILD', set_at = ${at} WHERE id IN (
      SELECT DISTINCT ON (username_nv) id FROM revenue_line
      WHERE line_id = id AND status = 'SUCCESS' AND deleted_at IS NULL AND username_nv IN ('sale111', 'sale122', 'sale211')
        AND ngay_thanh_cong >= month_start(${month}::date) AND ngay_thanh_cong < month_end(${month}::date)
      ORDER BY username_nv, ngay_thanh_cong DESC, id)`)
}
