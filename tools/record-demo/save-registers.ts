/** Writes the accounting registers of the demo: refunds and registrations of older days. */
import { recoveries } from '#subjects/money/contract/refund-states.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'

/** Run after refunds and registrations; the last two days are not entered yet. */
export async function saveRegisters(client: PoolClient): Promise<void> {
  await client.query(
    `
    INSERT INTO chiphihoantien (id, kenh_dang_ky, nha_mang, chi_nhanh_khu_vuc, ma_dl_tinh_luong, stt, username_nhan_vien,
      ten_nhan_vien, so_dien_thoai, goi_cuoc, trang_thai, yeu_cau_hinh_thuc, thoi_gian_yeu_cau, da_thanh_toan,
      ghi_nhan_dang_ky, so_tien_hoan_hoac_nap, so_tien_hoan_them, so_tien_sau_chiet_khau, ti_le_chiet_khau,
      chenh_lech_chuyen_khoan, so_tien_khach_hang_da_chuyen_khoan, truy_thu_hoan_goi, truy_thu_nap_chiet_khau, tong_truy_thu,
      tong_truy_thu_sau_tru_chiet_khau, trang_thai_truy_thu_tien_hoan_theo_goi, trang_thai_truy_thu_tien_hoan_them, "createdAt")
    SELECT r.id, coalesce(l.kenh, '9084'), CASE WHEN r.number_phone ~ '^(7|89|90|93)' THEN 'MOBIFONE' ELSE 'VINAPHONE' END, b.username, 'DL-' || lpad(r.n::text, 5, '0'), r.n, r.staff_username, r.staff_fullname,
      r.number_phone, r.package_code, r.trang_thai_giao_dich_doi_tac,
      CASE r.request_type WHEN 1 THEN 'Hoàn trước' WHEN 2 THEN 'Hoàn sau' WHEN 4 THEN 'Hoàn thêm' ELSE 'Nạp tiền' END,
      r.created_time, CASE WHEN r.ma_trang_thai_giao_dich_doi_tac = partner_hoan_thanh() THEN 'Đã thanh toán' ELSE 'Chưa thanh toán' END,
      'Thành công', r.refund_price, r.other_refund, r.tien_hoan_sau_chiet_khau,
      CASE r.request_type WHEN 5 THEN r.ti_le_chiet_khau ELSE r.ti_le_chiet_khau_hoan_tien END, r.chenh_lech,
      CASE r.is_transfer WHEN 1 THEN r.transfer_final_amount ELSE 0 END,
      CASE WHEN r.request_type <> 5 AND r.owed THEN r.refund_price ELSE 0 END,
      CASE WHEN r.request_type = 5 AND r.owed THEN r.refund_price ELSE 0 END,
      CASE WHEN r.owed THEN r.refund_price ELSE 0 END, CASE WHEN r.owed THEN r.tien_hoan_sau_chiet_khau ELSE 0 END,
      goi.label, them.label, r.created_time + interval '1 day'
    FROM (SELECT *, row_number() OVER (ORDER BY created_time, id) AS n, trang_thai_truy_thu_hoan_theo_goi = 'truy_thu' AS owed
      FROM requestrefund) r
    LEFT JOIN users b ON b.id = r.brand_id LEFT JOIN revenue_line l ON l.request_id = r.id
    LEFT JOIN jsonb_to_recordset($1) AS goi (value text, label text) ON goi.value = r.trang_thai_truy_thu_hoan_theo_goi
    LEFT JOIN jsonb_to_recordset($1) AS them (value text, label text) ON them.value = r.trang_thai_truy_thu_hoan_them
    WHERE r.created_time < (SELECT max(created_time) FROM requestrefund) - interval '2 days'`,
    [JSON.stringify(recoveries)],
  )
  await client.query(`
    INSERT INTO doanhthutinhluong (id, kenh, username_nv, ten_nv, so_dien_thoai_cs, goi_cuoc, gia_goi_cuoc, ngay_dang_ky,
      ket_qua_doi_soat, so_tien_hoan, ti_le_doanh_thu_tinh_luong, doanh_thu_tinh_luong, nha_mang, ma_chi_nhanh, doi_tac, gia_von,
      hoa_hong_1, hoa_hong_cn, so_tien_khach_hang_thanh_toan_thuc, chenh_lech, chi_phi, ho_tro, "createdAt")
    SELECT l.id, l.kenh, l.username_nv, u.fullname, l.so_dien_thoai_cs, l.goi_cuoc, l.doanh_thu, l.ngay_thanh_cong,
      CASE l.status WHEN 'SUCCESS' THEN 'Thành công' ELSE 'Thất bại' END, l.tien_hoan, l.ti_le_doanh_thu, line_pay(l),
      'MOBIFONE', b.username, NULL, vnd(l.doanh_thu * 0.35), vnd(l.doanh_thu * 0.1), vnd(l.doanh_thu * 0.05),
      l.doanh_thu - l.tien_hoan, l.doanh_thu - line_pay(l), 0, 0, l.ngay_thanh_cong + interval '1 day'
    FROM revenue_line l JOIN users u ON u.username = l.username_nv LEFT JOIN users b ON b.id = l.brand_id
    WHERE l.line_id = l.id AND l.deleted_at IS NULL
      AND l.ngay_thanh_cong < (SELECT max(ngay_thanh_cong) FROM revenue_line) - interval '2 days'`)
}
