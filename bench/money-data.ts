/** A year of money: a million requests, revenue lines and Mfy requests of five hundred salespeople. */
import sql, { raw } from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'
import { inBulk, numbers, sellers } from './data.ts'

const phone = '(300000000 + n * 600 + n % 599)::text'
const packages = `(ARRAY['VD90', 'VD120', 'VD150', 'D159V', 'MG149'])[1 + n % 5]`

// A year in seconds, spread over the rows.
const ago = sql`make_interval(secs => n * ${31_536_000 / numbers}::float8)`
const owner = sql`JOIN (SELECT username, brand_id, group_id, (row_number() OVER (ORDER BY username))::int - 1 AS seller
  FROM users WHERE username LIKE 'bench%') u ON u.seller = n % ${sellers}::int`

/**
 * Requests of both kinds in the state that the routines leave, because a million rows through triggers are not what
 * is measured.
 */
export const fillRequests = (pool: Pool): Promise<void> =>
  inBulk(pool, ['requestrefund', 'mfy'], () => Promise.all([fillRefunds(pool), fillMfy(pool)]))

async function fillRefunds(pool: Pool): Promise<void> {
  // One in three refunds has its registration; the others and top-ups have none.
  await pool.query(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, request_method,
      refund_price, other_refund, tien_hoan_sau_chiet_khau, created_time, ma_trang_thai_giao_dich_doi_tac,
      trang_thai_duyet_hoan_goi, quyet_dinh, brand_id, group_id)
    SELECT u.username, '', ${raw(phone)}, ${raw(packages)}, k, CASE k WHEN 5 THEN NULL ELSE 1 END, 10000 + n % 90 * 1000,
      CASE WHEN n % 3 = 0 AND k <> 5 THEN 5000 ELSE 0 END, 10000, now() - ${ago},
      CASE WHEN n % 100 = 0 THEN -10003 ELSE -9999 END, CASE WHEN n % 100 = 0 THEN 0 ELSE 1 END,
      CASE WHEN n % 100 = 0 THEN '0' ELSE '1' END, u.brand_id, u.group_id
    FROM generate_series(1, ${numbers}::int) n CROSS JOIN LATERAL (SELECT (ARRAY[1, 2, 4, 5])[1 + n % 4] AS k) kind ${owner}`)
}

async function fillMfy(pool: Pool): Promise<void> {
  await pool.query(sql`
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, trang_thai, gia_ban_goi, doanh_thu, created_at, brand_id, group_id)
    SELECT ${raw(phone)}, u.username, u.username, ${raw(packages)},
      (ARRAY['dang_ky_thanh_cong', 'huy_qua_han', 'thu_hoi', 'huy_qua_han_lan_2'])[1 + n % 4], 1 + n % 3, 45000,
      now() - ${ago}, u.brand_id, u.group_id
    FROM generate_series(1, ${numbers}::int) n ${owner}`)
  await pool.query(
    `INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1) SELECT DISTINCT ma_goi, 45000 FROM mfy LIMIT 5; ANALYZE giagoimfy`,
  )
}

/** The requests, with matching lines for some of them. */
export async function fillMoney(pool: Pool): Promise<void> {
  await fillRequests(pool)
  await inBulk(pool, ['revenue_line'], async () => {
    await pool.query(sql`
      INSERT INTO revenue_line (id, line_id, track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong,
        username_he_thong, own_username, username_nv, request_id, tien_hoan, brand_id, group_id)
      SELECT l.id, l.id, 'ketqua', l.id::text, CASE WHEN r.id IS NULL THEN (200000000 + n * 600)::text ELSE r.number_phone END,
        coalesce(r.package_code, 'VD90'), 90000, coalesce(r.created_time, now() - ${ago}), u.username, u.username, u.username,
        r.id, coalesce(r.refund_price + r.other_refund, 0), u.brand_id, u.group_id
      FROM (SELECT n, uuidv7() AS id FROM generate_series(1, ${numbers}::int) n) l ${owner}
      LEFT JOIN requestrefund r ON n % 3 = 0 AND r.request_type <> 5 AND r.number_phone = ${raw(phone)}`)
  })
}
