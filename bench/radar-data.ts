/** Last month for the radar: a million lines and the related rows. */
import { addDays, firstOfMonthVn } from '#kit/contract/dates.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { numbers, sellers } from './data.ts'

/** First day of last month. */
export const radarMonth = `${addDays(firstOfMonthVn(), -1).slice(0, 8)}01`

const refunds = numbers / 5
const orders = numbers / 20
/** Description of the data for the row's note. */
export const dataNote = [
  `${refunds.toLocaleString('en-US')} refunds and as many agreements`,
  `${orders.toLocaleString('en-US')} Mfy requests and messages`,
].join(', ')

const phone = (n: string): string => `(200000000 + ${n})::text`
const username = `'bench' || 1 + n % ${sellers}`
const instant = `timestamptz '${radarMonth} 08:00+07' + make_interval(mins => n % 39000)`
const rows = (n: number): string =>
  `generate_series(1, ${n}) n, (SELECT id FROM users WHERE username = 'chinhanh1') b,
   (SELECT id FROM users WHERE username = 'leader11') l`

/**
 * Rows in their settled state, mostly without evidence: one line in a hundred is only from an import, one in ten failed
 * late and one in a thousand within a day; one refund in a hundred is a second one, one agreement in a hundred was not
 * registered, one Mfy request in a hundred was recovered and one in five hundred was paid with a top-up's message.
 */
export async function fillRadar(pool: Pool): Promise<void> {
  const tables = ['revenue_line', 'requestrefund', 'mesbank', 'mfy', 'care_history', 'baodo']
  for (const table of tables) await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  const statements = [
    `INSERT INTO revenue_line (id, line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong,
       own_username, username_nv, status, set_status, set_at, brand_id, group_id)
     SELECT s.id, s.id, CASE n % 100 WHEN 0 THEN 'import' ELSE 'ketqua' END, 'radar ' || n, ${phone('n')}, 'VD90', 90000, ${instant},
       ${username}, ${username}, coalesce(s.failed, 'SUCCESS'), s.failed,
       CASE WHEN s.failed IS NOT NULL THEN ${instant} + make_interval(hours => CASE n % 1000 WHEN 7 THEN 5 ELSE 50 END) END, b.id, l.id
     FROM (SELECT uuidv7() AS id, n, CASE n % 10 WHEN 7 THEN 'FAILD' END AS failed FROM generate_series(1, ${numbers}) n) s,
       (SELECT id FROM users WHERE username = 'chinhanh1') b, (SELECT id FROM users WHERE username = 'leader11') l`,
    `INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, request_method,
       refund_price, created_time, ma_trang_thai_giao_dich_doi_tac, quyet_dinh, brand_id, group_id)
     SELECT ${username}, '', ${phone(`n % ${refunds * 0.99}`)}, 'VD90', CASE n % 4 WHEN 0 THEN 5 ELSE 1 END,
       CASE n % 4 WHEN 0 THEN NULL ELSE 1 END, 12000, ${instant}, -9999, '1', b.id, l.id FROM ${rows(refunds)}`,
    `INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, trang_thai, trang_thai_thu_tien, gia_ban_goi, doanh_thu,
       created_at, brand_id, group_id)
     SELECT CASE n % 500 WHEN 0 THEN ${phone('n')} ELSE ${phone(`${refunds} + n`)} END, ${username}, 'radar', 'VD90', CASE n % 100 WHEN 0 THEN 'thu_hoi' ELSE 'dang_ky_thanh_cong' END,
       CASE n % 2 WHEN 0 THEN 'da_chuyen_khoan' ELSE 'chua_thu_tien' END, 1, 45000, ${instant}, b.id, l.id FROM ${rows(orders)}`,
    `INSERT INTO mfy_success (mfy_id, username_nv, tu, den)
     SELECT id, username_nv, created_at, CASE trang_thai WHEN 'thu_hoi' THEN created_at + interval '30 minutes' END FROM mfy
     WHERE ten_nv = 'radar'`,
    // A message for each top-up; half of them are recorded as used.
    `INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
     SELECT 'VCB', 90000, r.created_time + interval '20 minutes', 'radar ' || r.id, r.number_phone, r.package_code, 'cao'
     FROM requestrefund r WHERE r.request_type = 5 AND r.staff_fullname = '' AND r.package_code = 'VD90' LIMIT ${orders}`,
    `INSERT INTO transfer_use (message_id, kind, order_id, chenh_lech, chenh_lech_truoc, phai_thu, username)
     SELECT m.id, 'nap_tien', r.id, 0, 0, m.money, 'admin' FROM requestrefund r JOIN mesbank m ON m.str_mes = 'radar ' || r.id
     WHERE r.request_type = 5 AND abs(hashtext(r.id::text)) % 2 = 0`,
    `INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at, brand_id, group_id, lan)
     SELECT c.id, u.id, u.username, CASE n % 100 WHEN 0 THEN '7' || lpad(n::text, 8, '0') ELSE ${phone('n')} END, 'VD90',
       'APPROVED', '', ${instant} - interval '1 hour', b.id, l.id, 1
     FROM ${rows(refunds)}, (SELECT id FROM customer LIMIT 1) c, (SELECT id, username FROM users WHERE username = 'bench1') u`,
    `INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_goi_cuoc, gia_goi_cuoc, kenh, trang_thai, nguoi_dat_trang_thai)
     SELECT ${phone('n')}, (${instant})::date, ${username}, 'VD90', 90000, 'd1', CASE n % 100 WHEN 0 THEN 'SUCCESS' ELSE '0' END,
       CASE n % 100 WHEN 0 THEN 'admin' END FROM ${rows(orders)}`,
  ]
  for (const statement of statements) await pool.query(statement)
  for (const table of tables) await pool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await pool.query(`VACUUM ANALYZE ${tables.join(', ')}, mfy_success, transfer_use`)
}
