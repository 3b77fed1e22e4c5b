/** A month right after its files were imported: statistics only include the months before (D3-PAY-17). */
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import type { Pool } from '#platform/server/db/pool.ts'

/** First day of the new month, and of the previous one, which is closed and analyzed. */
export const freshMonth = '2026-03-01'
export const seenMonth = '2026-02-01'

const tables = [
  'timekeeping',
  'payroll_input',
  'revenue_line',
  'requestrefund',
  'mfy',
  'mfy_wait',
  'customer_message_9084',
]

/** Data of all people in a month: two clockings a day on 26 days, as many lines; a tenth of that refunds and Mfy requests. */
const month = (first: string, people: number): string => `
  INSERT INTO timekeeping (thang, username, ngay, vao, ra, import_id, nghi)
  SELECT '${first}', 'fresh' || n, date '${first}' + d, 28800 + h * 18000, 43200 + h * 18000, uuidv7(), '{}'
  FROM generate_series(1, ${people}) n, generate_series(0, 25) d, generate_series(0, 1) h;
  INSERT INTO payroll_input (username, thang, "thiDuaThang", "baoHiemXaHoi", updated_by)
  SELECT 'fresh' || n, '${first}', 300000, 525000, 'admin' FROM generate_series(1, ${people}) n;
  INSERT INTO revenue_line (id, line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username,
    username_nv, status, ti_le_doanh_thu, tien_hoan)
  SELECT id, id, 'import', '${first}' || n, 300000000 + n, 'VD90', 90000, timestamptz '${first} 08:00+07' + make_interval(mins => n % 36000),
    'fresh' || 1 + n % ${people}, 'fresh' || 1 + n % ${people}, CASE n % 9 WHEN 0 THEN 'FAILD' ELSE 'SUCCESS' END, 90, n % 3 * 1000
  FROM (SELECT n, uuidv7() AS id FROM generate_series(1, ${people * 52}) n) l;
  INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Time", "Status", username_nv, ten_nv)
  SELECT '9084', 300000000 + n, 'VD90', timestamptz '${first} 08:00+07' + make_interval(mins => n % 36000), 1,
    'fresh' || 1 + n % ${people}, 'x' FROM generate_series(1, ${people * 26}) n;
  INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, request_method, refund_price,
    created_time, ma_trang_thai_giao_dich_doi_tac, quyet_dinh, trang_thai_truy_thu_hoan_theo_goi)
  SELECT 'fresh' || 1 + n % ${people}, '', 300000000 + n * 10, 'VD90', 1, 1, 30000,
    timestamptz '${first} 09:00+07' + make_interval(mins => n * 10 % 36000), -9999, '1', 'truy_thu'
  FROM generate_series(1, ${people * 5}) n;
  WITH made AS (
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, trang_thai, trang_thai_duyet_thong_tin, gia_ban_goi, doanh_thu, created_at)
    SELECT 310000000 + n, 'fresh' || 1 + n % ${people}, 'x', 'VD90', 'dang_ky_thanh_cong', 'da_duyet', 1, 45000,
      timestamptz '${first} 10:00+07' + make_interval(mins => n * 10 % 36000) FROM generate_series(1, ${people * 5}) n
    RETURNING id, username_nv, created_at)
  INSERT INTO mfy_wait (mfy_id, lan, username_nv, began, ended, ket_qua, truy_thu)
  SELECT id, 1, username_nv, created_at, created_at, 'qua_han', 30000 FROM made`

/**
 * Adds `people` named 'fresh1' and so on, a closed month of theirs (with statistics if `analyzed`),
 * changes in it that are due as adjustments, and a month without statistics.
 */
export async function addFreshMonth(pool: Pool, people: number, analyzed = true): Promise<void> {
  const triggers = (state: string): string =>
    tables.map((table) => `ALTER TABLE ${table} ${state} TRIGGER USER`).join(';')
  await pool.query(`
    INSERT INTO users (username, fullname, email, role_id, brand_id, group_id, password_hash)
    SELECT 'fresh' || n, 'Nhân viên mới ' || n, 'fresh@vasdesk.example', r.id, b.id, l.id, '-'
    FROM generate_series(1, ${people}) n, roles r, users b, users l
    WHERE r.priority = 5 AND b.username = 'chinhanh1' AND l.username = 'leader11'`)
  await pool.query(
    `${triggers('DISABLE')}; ${month(seenMonth, people)}; ${analyzed ? 'ANALYZE;' : ''} ${triggers('ENABLE')}`,
  )
  await pool.query(
    `SELECT close_payroll('${seenMonth}', '${JSON.stringify(payrollDefaults)}', 'admin', 'x', '[]')`,
  )
  await pool.query(
    `UPDATE timekeeping SET ra = ra - 3600 WHERE thang = '${seenMonth}' AND vao > 30000 AND ngay < date '${seenMonth}' + 5`,
  )
  await pool.query(`${triggers('DISABLE')}; ${month(freshMonth, people)}; ${triggers('ENABLE')}`)
}
