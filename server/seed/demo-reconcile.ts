/** What the carrier's reconciliation has said of the demo's registrations by now, and the lines that came with it alone. */
import type { PoolClient } from '../db/pool.ts'

/**
 * Everything older than five days was in a file: some registrations failed, a few count for less, and an agency sold some
 * that no source of ours reported. One line in sixty was sold by somebody else than it was booked on.
 */
export async function saveReconciliation(now: Date, client: PoolClient): Promise<void> {
  await client.query(
    `WITH old AS (
      SELECT id, abs(hashtext(so_dien_thoai_cs || goi_cuoc)) AS n FROM revenue_line
      WHERE line_id = id AND ngay_thanh_cong < $1::timestamptz - interval '5 days')
    UPDATE revenue_line l SET named_at = l.ngay_thanh_cong + interval '4 days',
      status = CASE WHEN n % 19 = 0 THEN 'FAILD' ELSE l.status END,
      ti_le_doanh_thu = CASE WHEN n % 23 = 0 THEN 80 ELSE l.ti_le_doanh_thu END,
      username_nv = CASE WHEN n % 61 = 0 THEN coalesce((
        SELECT min(u.username) FROM users u JOIN users o ON o.group_id = u.group_id AND o.username = l.username_nv
        WHERE u.username <> o.username AND NOT u.is_deleted), l.username_nv) ELSE l.username_nv END
    FROM old WHERE l.id = old.id`,
    [now],
  )
  await client.query(
    `SELECT * FROM write_lines((
      SELECT jsonb_agg(jsonb_build_object('kenh', 'Đại lý', 'username_nv', seller.username,
        'so_dien_thoai_cs', (986500000 + n * 7919 % 400000)::text, 'goi_cuoc', (ARRAY['VD90', 'VD120', 'D159V'])[1 + n % 3],
        'doanh_thu', (ARRAY[90000, 120000, 159000])[1 + n % 3], 'status', 'SUCCESS',
        'ngay_thanh_cong', date_trunc('minute', $1::timestamptz) - make_interval(hours => 7 * n + 8)))
      FROM generate_series(1, 24) n, LATERAL (
        SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority = 5 AND NOT u.is_deleted
        ORDER BY u.username OFFSET n % 8 LIMIT 1) seller))`,
    [now],
  )
}
