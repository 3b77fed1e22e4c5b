/** Settles the revenue of the played data, and adds sales known only from the reconciliation. */
import sql from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'

const settling = [
  ['revenue_line', 'revenue_line_made'],
  ['revenue_line', 'revenue_line_changed'],
  ['requestrefund', 'requestrefund_made'],
  ['requestrefund', 'requestrefund_changed'],
] as const

/** Settles the changes of `work` once at the end: reports and refunds give the same lines in any order. */
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
