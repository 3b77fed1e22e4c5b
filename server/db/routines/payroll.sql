-- The payroll of a month: one calculation for list, export, dialog, explanation and tests (docs/decisions/payroll.md).
-- Months are given by their first day; `p_people` null means everybody; parameters are an object by the keys of the settings.
-- What other routines define comes after this file.
SET LOCAL check_function_bodies = off;

-- 00:00 of a month's first day in Vietnam.
CREATE OR REPLACE FUNCTION month_start(p_month date) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN p_month::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh';
CREATE OR REPLACE FUNCTION month_end(p_month date) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (p_month + interval '1 month') AT TIME ZONE 'Asia/Ho_Chi_Minh';

-- The parameters in force on a month's last day over those that nobody has set (D3-PAY-02).
CREATE OR REPLACE FUNCTION payroll_parameters(p_month date, p_defaults jsonb) RETURNS jsonb LANGUAGE sql STABLE
  RETURN p_defaults || coalesce((
    SELECT jsonb_object_agg(key, value) FROM (
      SELECT DISTINCT ON (key) key, value FROM dated_setting
      WHERE tu_ngay < p_month + interval '1 month' AND p_defaults ? key ORDER BY key, tu_ngay DESC) s), '{}');

-- What the revenue lines of a month count (D2-PAYF-10, D2-PAYF-11, D2-REVF-15).
CREATE OR REPLACE FUNCTION payroll_lines(p_month date, p_people text[])
RETURNS TABLE (id uuid, username text, pay bigint, success bigint, price bigint) LANGUAGE sql STABLE AS $$
  SELECT l.id, l.username_nv, line_pay(l), CASE WHEN l.status = 'SUCCESS' THEN l.doanh_thu ELSE 0 END, l.doanh_thu
  FROM revenue_line l
  WHERE l.line_id = l.id AND l.deleted_at IS NULL AND (p_people IS NULL OR l.username_nv = ANY (p_people))
    AND l.ngay_thanh_cong >= month_start(p_month) AND l.ngay_thanh_cong < month_end(p_month)
$$;

-- What is taken back of requests and Mfy requests of a month, one row a cause (D2-PAYF-27, D2-REVF-02).
CREATE OR REPLACE FUNCTION payroll_recoveries(p_month date, p_people text[])
RETURNS TABLE (kind text, id uuid, username text, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT CASE r.request_type WHEN 5 THEN 'nap_tien' ELSE 'hoan_tien' END, r.id, r.staff_username, CASE
    WHEN r.request_type = 5 THEN CASE r.trang_thai_truy_thu_hoan_theo_goi WHEN 'truy_thu' THEN r.transfer_final_amount ELSE 0 END
    WHEN r.request_type IN (1, 2, 4) THEN
      CASE r.trang_thai_truy_thu_hoan_theo_goi WHEN 'truy_thu'
        THEN refund_after_discount(r.refund_price, r.ti_le_chiet_khau_hoan_tien) ELSE 0 END
      + CASE r.trang_thai_truy_thu_hoan_them WHEN 'truy_thu'
        THEN refund_after_discount(r.other_refund, r.ti_le_chiet_khau_hoan_tien) ELSE 0 END
    ELSE 0 END
  FROM requestrefund r
  WHERE r.deleted_at IS NULL
    AND (r.trang_thai_truy_thu_hoan_theo_goi = 'truy_thu' OR r.trang_thai_truy_thu_hoan_them = 'truy_thu')
    AND r.ma_trang_thai_giao_dich_doi_tac NOT IN (-10000, -10001)
    AND NOT (r.request_type = 5 AND r.ma_trang_thai_giao_dich_doi_tac = -10003)
    AND (p_people IS NULL OR r.staff_username = ANY (p_people))
    AND r.created_time >= month_start(p_month) AND r.created_time < month_end(p_month)
  UNION ALL
  SELECT 'mfy_qua_han', m.id, w.username_nv, sum(w.truy_thu)::bigint
  FROM mfy_wait w JOIN mfy m ON m.id = w.mfy_id
  WHERE w.truy_thu > 0 AND m.deleted_at IS NULL AND (p_people IS NULL OR w.username_nv = ANY (p_people))
    AND m.created_at >= month_start(p_month) AND m.created_at < month_end(p_month)
  GROUP BY m.id, w.username_nv
  UNION ALL
  SELECT 'mfy_thu_hoi', m.id, m.username_nv, m.phi_thu_hoi FROM mfy m
  WHERE m.trang_thai = 'thu_hoi' AND m.deleted_at IS NULL AND (p_people IS NULL OR m.username_nv = ANY (p_people))
    AND m.created_at >= month_start(p_month) AND m.created_at < month_end(p_month)
$$;

-- The effective refunds of a month (D2-REVF-33).
CREATE OR REPLACE FUNCTION payroll_refunds(p_month date, p_people text[])
RETURNS TABLE (username text, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT r.staff_username, sum(r.refund_price + r.other_refund)::bigint FROM requestrefund r
  WHERE is_effective(r) AND (p_people IS NULL OR r.staff_username = ANY (p_people))
    AND r.created_time >= month_start(p_month) AND r.created_time < month_end(p_month)
  GROUP BY 1
$$;

-- Timekeeping rows of a month with what is odd of each; whether it still waits for a decision (D3-PAY-14).
CREATE OR REPLACE FUNCTION timekeeping_rows(p_month date, p_params jsonb, p_people text[])
RETURNS TABLE (id uuid, username text, ngay date, vao int, ra int, quyet_dinh text, quyet_dinh_boi text,
  quyet_dinh_luc timestamptz, version int, bat_thuong text[], cho boolean) LANGUAGE sql STABLE AS $$
  WITH t AS (
    SELECT k.*, k.ngay IS NOT NULL AND k.vao IS NOT NULL AND k.ra IS NOT NULL AND k.quyet_dinh IS DISTINCT FROM 'bo' AS timed,
      (k.ngay - k.thang) * 86400 + k.vao AS began, (k.ngay - k.thang) * 86400 + k.ra AS ended
    FROM timekeeping k WHERE k.thang = p_month AND (p_people IS NULL OR k.username = ANY (p_people))
  ), meeting AS (
    SELECT id FROM (
      SELECT id, began, ended,
        max(ended) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS last_end, lead(began) OVER w AS next_begin
      FROM t WHERE timed WINDOW w AS (PARTITION BY username ORDER BY began, ended, id)) m
    WHERE last_end > began OR next_begin < ended
  ), holiday AS (
    SELECT to_date(d, 'DD/MM/YYYY') AS ngay FROM jsonb_array_elements_text(p_params -> 'tinh_luong_ngay_le') d
  ), judged AS (
    SELECT t.*, array_remove(ARRAY[
      CASE WHEN t.vao IS NULL THEN 'thieu_vao' END, CASE WHEN t.ra IS NULL THEN 'thieu_ra' END,
      CASE WHEN m.id IS NOT NULL THEN 'trung' END, CASE WHEN u.username IS NULL THEN 'khong_ro' END,
      CASE WHEN t.ra - t.vao > 57600 THEN 'qua_16h' END, CASE WHEN h.ngay IS NOT NULL THEN 'ngay_le' END], NULL) AS bat_thuong
    FROM t LEFT JOIN meeting m USING (id) LEFT JOIN users u ON u.username = t.username LEFT JOIN holiday h ON h.ngay = t.ngay
  )
  SELECT id, username, ngay, vao, ra, quyet_dinh, quyet_dinh_boi, quyet_dinh_luc, version, bat_thuong,
    bat_thuong <> '{}' AND (quyet_dinh IS NULL OR quyet_dinh <> 'bo' AND 'khong_ro' = ANY (bat_thuong))
  FROM judged
$$;

-- What each day of a month counts: 1, 0.5 or 0 (D2-Q-154). `giay`: seconds of the rows that count by their hours.
CREATE OR REPLACE FUNCTION timekeeping_days(p_month date, p_params jsonb, p_people text[])
RETURNS TABLE (username text, ngay date, giay int, cong numeric, cho int, so_dong int) LANGUAGE sql STABLE AS $$
  WITH day AS (
    SELECT username, ngay,
      range_agg(int4range(vao, ra)) FILTER (WHERE vao IS NOT NULL AND ra IS NOT NULL
        AND (quyet_dinh = 'theo_gio' OR quyet_dinh IS NULL AND bat_thuong = '{}')) AS spans,
      coalesce(sum(CASE quyet_dinh WHEN 'ca_ngay' THEN 1 WHEN 'nua_ngay' THEN 0.5 END), 0) AS told,
      count(*) FILTER (WHERE cho)::int AS cho, count(*)::int AS so_dong
    FROM timekeeping_rows(p_month, p_params, p_people)
    GROUP BY username, ngay, CASE WHEN ngay IS NULL THEN id END
  ), timed AS (
    SELECT day.*, coalesce((SELECT sum(upper(r) - lower(r)) FROM unnest(spans) r), 0)::int AS giay FROM day
  )
  SELECT username, ngay, giay, least(1, told + CASE
    WHEN giay >= (p_params ->> 'tinh_luong_gio_du_cong')::numeric * 3600 THEN 1
    WHEN giay >= (p_params ->> 'tinh_luong_gio_nua_cong')::numeric * 3600 THEN 0.5 ELSE 0 END), cho, so_dong
  FROM timed
$$;

-- The row of each person (D2-PAYF). Amounts in whole đồng; products are divided last, so that a half is a half.
-- `p_without`: a revenue line that is left out, to see what it brought (D3-PAY-10).
-- A plan of its own each time: one for everybody and one for a single person have little in common.
DROP FUNCTION IF EXISTS payroll(date, jsonb, text[]);
DROP FUNCTION IF EXISTS payroll(date, jsonb, text[], uuid);
CREATE FUNCTION payroll(p_month date, p_params jsonb, p_people text[] DEFAULT NULL, p_without uuid DEFAULT NULL)
RETURNS TABLE (
  id text, username text, fullname text, "thangTinhLuong" text, "ngayCongThucTe" numeric, "luongCoBan" bigint,
  "luongTheoNgayCong" bigint, "luongHocViec" bigint, "chuyenCan" bigint, "tongLuongCoBan" bigint,
  "tongDoanhThuVasTinhLuong" bigint, "tongDoanhThuGiaGoc" bigint, "binhQuanDoanhThuTheoNgay" bigint,
  "hoaHongPhanTram" numeric, "hoaHongThucTinh" bigint, "hoaHongDichVu" bigint, "hoaHongSim" bigint, "thiDuaThang" bigint,
  "thuongKhuyenKhich" bigint, "thuongLeTet" bigint, "hoTroBaoHiemXaHoi" bigint, "nhanKhac" bigint, "tongThuongPhuCap" bigint,
  "tongLuongThang" bigint, "baoHiemXaHoi" bigint, "phiCongDoan" bigint, "tongCheTai" bigint, "truyThuSauChietKhau" bigint,
  "kyQuyTamUng" bigint, "tongKhauTru" bigint, "luongThucNhan" bigint,
  "doanhThuTamTinh" bigint, "doanhThuThucTe" bigint, "canCuCheTai" text, "chamCongCho" int,
  "khauTruCao" smallint, "thieuCanCu" smallint)
LANGUAGE sql STABLE SET plan_cache_mode = force_custom_plan AS $$
  WITH p AS MATERIALIZED (
    SELECT (p_params ->> 'tinh_luong_luong_co_ban')::bigint AS base, p_params -> 'tinh_luong_luong_co_ban_nv' AS base_of,
      (p_params ->> 'tinh_luong_ngay_cong_chuan')::numeric AS standard, (p_params ->> 'tinh_luong_chuyen_can')::bigint AS bonus,
      (p_params ->> 'tinh_luong_phi_cong_doan')::numeric AS fee, (p_params ->> 'tinh_luong_phi_cong_doan_toi_da')::bigint AS cap
  ), tier AS MATERIALIZED (
    SELECT (t ->> 'tu')::numeric AS reached, (t ->> 'phanTram')::numeric AS percent
    FROM jsonb_array_elements(p_params -> 'tinh_luong_bac_hoa_hong') t
  ), line AS (
    SELECT username, sum(pay)::bigint AS pay, sum(success)::bigint AS success, sum(price)::bigint AS price
    FROM payroll_lines(p_month, p_people) WHERE id IS DISTINCT FROM p_without GROUP BY username
  ), owed AS (
    SELECT username, sum(amount)::bigint AS amount FROM payroll_recoveries(p_month, p_people) GROUP BY username
  ), worked AS (
    SELECT username, sum(cong) AS cong, sum(cho)::int AS cho FROM timekeeping_days(p_month, p_params, p_people) GROUP BY username
  ), person AS (
    SELECT u.username, u.fullname, p.*, i AS typed, coalesce(i.ngay_cong, w.cong, 0) AS cong, coalesce(w.cho, 0) AS cho,
      coalesce((p.base_of ->> u.username)::bigint, p.base) AS own_base,
      coalesce(l.pay, 0) AS vas, coalesce(l.success, 0) AS success, coalesce(l.price, 0) AS price,
      coalesce(o.amount, 0) AS owed, coalesce(r.amount, 0) AS refunded
    FROM users u JOIN roles role ON role.id = u.role_id CROSS JOIN p
    LEFT JOIN line l ON l.username = u.username LEFT JOIN owed o ON o.username = u.username
    LEFT JOIN payroll_refunds(p_month, p_people) r ON r.username = u.username
    LEFT JOIN worked w ON w.username = u.username
    LEFT JOIN payroll_input i ON i.username = u.username AND i.thang = p_month
    WHERE (p_people IS NULL OR u.username = ANY (p_people))
      AND (NOT u.is_deleted AND role.priority >= 3
        OR coalesce(l.username, o.username, r.username, w.username, i.username) IS NOT NULL)
  )
  SELECT n.username || ':' || to_char(p_month, 'MM-YYYY'), n.username, n.fullname, to_char(p_month, 'MM/YYYY'), n.cong,
    n.own_base, a.by_days, m.hoc_viec, a.bonus, a.base, n.vas, n.success, a.average, b.percent, c.commission,
    m.dich_vu, m.sim, m.thi_dua, m.khuyen_khich, m.le_tet, m.ho_tro, m.khac, c.extra, d.pay, m.bao_hiem, d.fee, d.sanction,
    n.owed, m.ky_quy, e.deducted, d.pay - e.deducted, n.price, n.success - n.refunded, (n.typed)."canCuCheTai", n.cho,
    -- Marks, not refusals (D3-PAY-11).
    (e.deducted * 10 > d.pay * 3)::int::smallint, (d.sanction > 0 AND coalesce((n.typed)."canCuCheTai", '') = '')::int::smallint
  FROM person n
  CROSS JOIN LATERAL (SELECT
    coalesce((n.typed)."luongHocViec", 0) AS hoc_viec, coalesce((n.typed)."hoaHongDichVu", 0) AS dich_vu,
    coalesce((n.typed)."hoaHongSim", 0) AS sim, coalesce((n.typed)."thiDuaThang", 0) AS thi_dua,
    coalesce((n.typed)."thuongKhuyenKhich", 0) AS khuyen_khich, coalesce((n.typed)."thuongLeTet", 0) AS le_tet,
    coalesce((n.typed)."hoTroBaoHiemXaHoi", 0) AS ho_tro, coalesce((n.typed)."nhanKhac", 0) AS khac,
    coalesce((n.typed)."baoHiemXaHoi", 0) AS bao_hiem, coalesce((n.typed)."kyQuyTamUng", 0) AS ky_quy,
    coalesce((n.typed)."cheTaiSaiNoiQuyCongTy" + (n.typed)."cheTaiSaiNghiepVu" + (n.typed)."cheTaiKhieuNai"
      + (n.typed)."cheTaiKhac", 0) AS che_tai) m
  CROSS JOIN LATERAL (SELECT by_days, due AS bonus, by_days + m.hoc_viec + due AS base,
    CASE WHEN n.cong > 0 THEN vnd(n.vas / n.cong) ELSE 0 END AS average
    FROM (SELECT vnd(n.own_base * n.cong / n.standard) AS by_days,
      CASE WHEN n.cong >= n.standard THEN n.bonus ELSE 0 END AS due) x) a
  CROSS JOIN LATERAL (SELECT CASE WHEN n.vas = 0 THEN 0 ELSE coalesce((
    SELECT t.percent FROM tier t WHERE t.reached <= a.average ORDER BY t.reached DESC LIMIT 1), 0) END AS percent) b
  CROSS JOIN LATERAL (SELECT vnd(n.vas * b.percent / 100) AS commission,
    m.thi_dua + m.khuyen_khich + m.le_tet + m.ho_tro + m.khac AS extra) c
  CROSS JOIN LATERAL (SELECT x.pay, m.che_tai AS sanction, least(n.cap, vnd(greatest(0, x.pay) * n.fee / 100)) AS fee
    FROM (SELECT a.base + c.commission + m.dich_vu + m.sim + c.extra AS pay) x) d
  CROSS JOIN LATERAL (SELECT m.bao_hiem + d.fee + d.sanction + n.owed + m.ky_quy AS deducted) e
$$;
