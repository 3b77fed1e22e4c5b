-- The payroll of a month: one calculation for list, export, dialog, explanation and tests (subjects/pay/decisions/payroll.md).
-- Months are given by their first day; `p_people` null means everybody; parameters are an object by setting key. Uses
-- functions of later files.
SET LOCAL check_function_bodies = off;

-- 00:00 of a month's first day in Vietnam.
CREATE OR REPLACE FUNCTION month_start(p_month date) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN p_month::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh';
CREATE OR REPLACE FUNCTION month_end(p_month date) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (p_month + interval '1 month') AT TIME ZONE 'Asia/Ho_Chi_Minh';

-- Parameters valid on the last day of a month, with defaults for unset ones (D3-PAY-02); for a closed month the stored
-- ones (D3-PAY-06).
CREATE OR REPLACE FUNCTION payroll_parameters(p_month date, p_defaults jsonb) RETURNS jsonb LANGUAGE sql STABLE
  RETURN coalesce((SELECT tham_so FROM payroll_closing WHERE thang = p_month AND mo_lai_luc IS NULL),
    p_defaults || coalesce((
      SELECT jsonb_object_agg(key, value) FROM (
        SELECT DISTINCT ON (key) key, value FROM dated_setting
        WHERE tu_ngay < p_month + interval '1 month' AND p_defaults ? key ORDER BY key, tu_ngay DESC) s), '{}'));

-- Revenue lines that count in a month (D2-PAYF-10, D2-PAYF-11, D2-REVF-15). `line` is the row itself: joining it again
-- would cost more than all the rest.
DROP FUNCTION IF EXISTS payroll_lines(date, text[]);
CREATE FUNCTION payroll_lines(p_month date, p_people text[])
RETURNS TABLE (id uuid, username text, pay bigint, success bigint, price bigint, line revenue_line) LANGUAGE sql STABLE AS $$
  SELECT l.id, l.username_nv, line_pay(l), l."doanhThu", l.doanh_thu, l
  FROM revenue_line l
  WHERE l.line_id = l.id AND l.deleted_at IS NULL AND (p_people IS NULL OR l.username_nv = ANY (p_people))
    AND l.ngay_thanh_cong >= month_start(p_month) AND l.ngay_thanh_cong < month_end(p_month)
$$;

-- Whether a request is recovered from its person, and whether that was only set automatically (D2-REVF-02, D3-PAY-05).
CREATE OR REPLACE FUNCTION is_owed(r requestrefund) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN r.deleted_at IS NULL
    AND (r.trang_thai_truy_thu_hoan_theo_goi = recovery_truy_thu() OR r.trang_thai_truy_thu_hoan_them = recovery_truy_thu())
    AND r.ma_trang_thai_giao_dich_doi_tac NOT IN (partner_hoan_tien(), partner_don_bi_tu_choi())
    AND NOT (r.request_type = top_up() AND r.ma_trang_thai_giao_dich_doi_tac = partner_dang_cho_duyet());
CREATE OR REPLACE FUNCTION is_undecided(r requestrefund) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN r.trang_thai_truy_thu_hoan_theo_goi = recovery_truy_thu() AND r.username_duyet_trang_thai_truy_thu_hoan_theo_goi IS NOT DISTINCT FROM '__AUTO'
    OR r.trang_thai_truy_thu_hoan_them = recovery_truy_thu() AND r.username_duyet_trang_thai_truy_thu_hoan_them IS NOT DISTINCT FROM '__AUTO';

-- Amount recovered for a request with a recovery, in đồng.
CREATE OR REPLACE FUNCTION recovered(r requestrefund) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN r.request_type = top_up() THEN CASE r.trang_thai_truy_thu_hoan_theo_goi WHEN recovery_truy_thu() THEN r.transfer_final_amount ELSE 0 END
    WHEN is_refund(r.request_type) THEN
      CASE r.trang_thai_truy_thu_hoan_theo_goi WHEN recovery_truy_thu()
        THEN refund_after_discount(r.refund_price, r.ti_le_chiet_khau_hoan_tien) ELSE 0 END
      + CASE r.trang_thai_truy_thu_hoan_them WHEN recovery_truy_thu()
        THEN refund_after_discount(r.other_refund, r.ti_le_chiet_khau_hoan_tien) ELSE 0 END
    ELSE 0 END
$$;

-- Recoveries from requests and Mfy requests of a month, one row per reason (D2-PAYF-27, D2-REVF-02).
CREATE OR REPLACE FUNCTION payroll_recoveries(p_month date, p_people text[])
RETURNS TABLE (kind text, id uuid, username text, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT CASE r.request_type WHEN top_up() THEN 'nap_tien' ELSE 'hoan_tien' END, r.id, r.staff_username, recovered(r)
  FROM requestrefund r
  WHERE is_owed(r) AND (p_people IS NULL OR r.staff_username = ANY (p_people))
    AND r.created_time >= month_start(p_month) AND r.created_time < month_end(p_month)
  UNION ALL
  SELECT 'mfy_qua_han', m.id, w.username_nv, sum(w.truy_thu)::bigint
  FROM mfy_wait w JOIN mfy m ON m.id = w.mfy_id
  WHERE w.truy_thu > 0 AND m.deleted_at IS NULL AND (p_people IS NULL OR w.username_nv = ANY (p_people))
    AND m.created_at >= month_start(p_month) AND m.created_at < month_end(p_month)
  GROUP BY m.id, w.username_nv
  UNION ALL
  SELECT 'mfy_thu_hoi', m.id, m.username_nv, m.phi_thu_hoi FROM mfy m
  WHERE m.trang_thai = mfy_thu_hoi() AND m.deleted_at IS NULL AND (p_people IS NULL OR m.username_nv = ANY (p_people))
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

-- Timekeeping rows of a month with their anomalies, and whether they need a decision (D3-PAY-14). Exact duplicates of a dated row appear
-- once, as a counting one if there is any. Rows crossing the month's ends are checked for overlaps.
CREATE OR REPLACE FUNCTION timekeeping_rows(p_month date, p_params jsonb, p_people text[])
RETURNS TABLE (id uuid, username text, ngay date, vao int, ra int, quyet_dinh text, quyet_dinh_boi text,
  quyet_dinh_luc timestamptz, version int, bat_thuong text[], cho boolean) LANGUAGE sql STABLE AS $$
  WITH near AS (
    SELECT k.*, (k.ngay - p_month) * 86400 + k.vao AS began, (k.ngay - p_month) * 86400 + k.ra AS ended FROM timekeeping k
    WHERE k.thang BETWEEN p_month - interval '1 month' AND p_month + interval '1 month'
      AND (k.thang >= p_month OR (k.ngay - p_month) * 86400 + k.ra > 0)
      AND (p_people IS NULL OR k.username = ANY (p_people))
  ), t AS (
    SELECT n.*, ngay IS NOT NULL AND vao IS NOT NULL AND ra >= vao AND quyet_dinh IS DISTINCT FROM 'bo' AS timed
    FROM (SELECT near.*, CASE WHEN ngay IS NULL THEN 1 ELSE row_number() OVER (PARTITION BY thang, username, ngay, vao, ra
      ORDER BY quyet_dinh IS NOT DISTINCT FROM 'bo', quyet_dinh IS NULL, id) END AS copy
      FROM near WHERE thang <= p_month
        OR thang > p_month AND began < (SELECT max(ended) FROM near WHERE thang = p_month)) n
    WHERE copy = 1
  ), met AS (
    -- Computed in the same subquery and not joined: with statistics that lack the month the window would run for each row.
    SELECT t.*, coalesce(max(ended) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) > began, false)
      OR coalesce(lead(began) OVER w < ended, false) AS meets
    FROM t WINDOW w AS (PARTITION BY username, timed ORDER BY began, ended, id)
  ), judged AS (
    SELECT t.*, array_remove(ARRAY[
      CASE WHEN t.vao IS NULL THEN 'thieu_vao' END, CASE WHEN t.ra IS NULL OR t.ra = t.vao THEN 'thieu_ra' END,
      CASE WHEN t.ra < t.vao THEN 'ra_truoc_vao' END,
      CASE WHEN t.timed AND t.meets THEN 'trung' END, CASE WHEN u.username IS NULL THEN 'khong_ro' END,
      CASE WHEN t.ra - t.vao > 57600 THEN 'qua_16h' END, CASE WHEN t.ngay = ANY (ARRAY(
        SELECT to_date(d, 'DD/MM/YYYY') FROM jsonb_array_elements_text(p_params -> 'tinh_luong_ngay_le') d)) THEN 'ngay_le' END], NULL)
      || t.nghi AS bat_thuong
    FROM met t LEFT JOIN users u ON u.username = t.username
    WHERE t.thang = p_month
  )
  SELECT id, username, ngay, vao, ra, quyet_dinh, quyet_dinh_boi, quyet_dinh_luc, version, bat_thuong,
    bat_thuong <> '{}' AND (quyet_dinh IS NULL OR quyet_dinh <> 'bo' AND 'khong_ro' = ANY (bat_thuong))
  FROM judged
$$;

-- People who clock in (branches, leaders, salespeople, the office), and whether they have days in a month (D3-PAY-05).
CREATE OR REPLACE FUNCTION payroll_clockings(p_month date) RETURNS TABLE (username text, co boolean) LANGUAGE sql STABLE AS $$
  SELECT u.username, EXISTS (SELECT FROM timekeeping t WHERE t.thang = p_month AND t.username = u.username)
    OR EXISTS (SELECT FROM payroll_input i WHERE i.thang = p_month AND i.username = u.username AND i.ngay_cong IS NOT NULL)
  FROM users u JOIN roles r ON r.id = u.role_id WHERE NOT u.is_deleted AND r.priority BETWEEN 3 AND 6
$$;

-- Value of each day of a month: 1, 0.5 or 0 (D2-Q-154). `giay`: seconds of the rows that count by hours.
CREATE OR REPLACE FUNCTION timekeeping_days(p_month date, p_params jsonb, p_people text[])
RETURNS TABLE (username text, ngay date, giay int, cong numeric, cho int, so_dong int) LANGUAGE sql STABLE AS $$
  WITH day AS (
    SELECT username, ngay,
      range_agg(CASE WHEN ra >= vao THEN int4range(vao, ra) END) FILTER (WHERE ra >= vao
        AND (quyet_dinh = 'theo_gio' OR quyet_dinh IS NULL AND bat_thuong = '{}')) AS spans,
      coalesce(sum(CASE quyet_dinh WHEN 'ca_ngay' THEN 1 WHEN 'nua_ngay' THEN 0.5 END), 0) AS told,
      count(*) FILTER (WHERE cho)::int AS cho, count(*)::int AS so_dong
    FROM timekeeping_rows(p_month, p_params, p_people)
    GROUP BY username, ngay, CASE WHEN ngay IS NULL THEN id END
  ), timed AS (
    -- Most days have one row, which needs no sum.
    SELECT day.*, coalesce(CASE so_dong WHEN 1 THEN upper(spans) - lower(spans)
      ELSE (SELECT sum(upper(r) - lower(r)) FROM unnest(spans) r) END, 0)::int AS giay FROM day
  )
  SELECT username, ngay, giay, least(1, told + CASE
    WHEN giay >= (p_params ->> 'tinh_luong_gio_du_cong')::numeric * 3600 THEN 1
    WHEN giay >= (p_params ->> 'tinh_luong_gio_nua_cong')::numeric * 3600 THEN 0.5 ELSE 0 END), cho, so_dong
  FROM timed
$$;

-- Row of a person (D2-PAYF), the columns after column 30 (D3-PAY-07), and warnings for the screen.
-- Generated by npm run format from subjects/pay/contract/pay-components.ts (tools/sql-pay.ts): do not edit up to the end.
DROP TYPE IF EXISTS payroll_row CASCADE;
CREATE TYPE payroll_row AS (
  id text, username text, fullname text, "thangTinhLuong" text, "ngayCongThucTe" numeric, "luongCoBan" bigint,
  "luongTheoNgayCong" bigint, "luongHocViec" bigint, "chuyenCan" bigint, "tongLuongCoBan" bigint,
  "tongDoanhThuGiaGoc" bigint, "tongDoanhThuVasTinhLuong" bigint, "binhQuanDoanhThuTheoNgay" bigint,
  "hoaHongPhanTram" numeric, "hoaHongThucTinh" bigint, "hoaHongDichVu" bigint, "hoaHongSim" bigint, "thiDuaThang" bigint,
  "thuongKhuyenKhich" bigint, "thuongLeTet" bigint, "hoTroBaoHiemXaHoi" bigint, "nhanKhac" bigint, "tongThuongPhuCap" bigint,
  "tongLuongThang" bigint, "baoHiemXaHoi" bigint, "phiCongDoan" bigint, "tongCheTai" bigint, "truyThuSauChietKhau" bigint,
  "kyQuyTamUng" bigint, "tongKhauTru" bigint, "luongThucNhan" bigint, "dieuChinh" bigint, "chiTra" bigint,
  "doanhThuTamTinh" bigint, "doanhThuThucTe" bigint, "canCuCheTai" text, "chamCongCho" int, "khauTruCao" smallint,
  "thieuCanCu" smallint, "daChot" smallint);
-- A pay row with the typed amounts filled in and every other figure 0, for payroll_figures to calculate from.
CREATE FUNCTION payroll_typed(p_typed payroll_input) RETURNS payroll_row LANGUAGE sql IMMUTABLE AS $$ SELECT ROW(
  NULL, NULL, NULL, NULL, 0, 0, 0, coalesce((p_typed)."luongHocViec", 0), 0, 0, 0, 0, 0, 0, 0,
  coalesce((p_typed)."hoaHongDichVu", 0), coalesce((p_typed)."hoaHongSim", 0), coalesce((p_typed)."thiDuaThang", 0),
  coalesce((p_typed)."thuongKhuyenKhich", 0), coalesce((p_typed)."thuongLeTet", 0),
  coalesce((p_typed)."hoTroBaoHiemXaHoi", 0), coalesce((p_typed)."nhanKhac", 0), 0, 0, coalesce((p_typed)."baoHiemXaHoi", 0),
  0,
  coalesce((p_typed)."cheTaiSaiNoiQuyCongTy", 0) + coalesce((p_typed)."cheTaiSaiNghiepVu", 0) + coalesce((p_typed)."cheTaiKhieuNai", 0) + coalesce((p_typed)."cheTaiKhac", 0),
  0, coalesce((p_typed)."kyQuyTamUng", 0), 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0, 0)::payroll_row $$;
-- Sums of a row.
CREATE FUNCTION tong_luong_co_ban(r payroll_row) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (r)."luongTheoNgayCong" + (r)."luongHocViec" + (r)."chuyenCan";
CREATE FUNCTION tong_thuong_phu_cap(r payroll_row) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (r)."thiDuaThang" + (r)."thuongKhuyenKhich" + (r)."thuongLeTet" + (r)."hoTroBaoHiemXaHoi" + (r)."nhanKhac";
CREATE FUNCTION tong_luong_thang(r payroll_row) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (r)."tongLuongCoBan" + (r)."hoaHongThucTinh" + (r)."hoaHongDichVu" + (r)."hoaHongSim" + (r)."tongThuongPhuCap";
CREATE FUNCTION tong_khau_tru(r payroll_row) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (r)."baoHiemXaHoi" + (r)."phiCongDoan" + (r)."tongCheTai" + (r)."truyThuSauChietKhau" + (r)."kyQuyTamUng";
CREATE FUNCTION luong_thuc_nhan(r payroll_row) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (r)."tongLuongThang" - (r)."tongKhauTru";
CREATE FUNCTION chi_tra(r payroll_row) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (r)."luongThucNhan" + (r)."dieuChinh";
-- Sign of a typed amount in net pay.
CREATE OR REPLACE FUNCTION typed_sign(p_name text) RETURNS int LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN p_name IN ('baoHiemXaHoi', 'cheTaiSaiNoiQuyCongTy', 'cheTaiSaiNghiepVu', 'cheTaiKhieuNai', 'cheTaiKhac', 'kyQuyTamUng')
    THEN -1 ELSE 1 END;
-- End of generated code.

-- Computes one row from a person's month: days, revenue, recoveries, refunds and typed amounts. Whole đồng; divides last, so that halves
-- are exact. Typed amounts and sums come from the table of components: a calculated one is a line here, before the sum that includes it.
CREATE FUNCTION payroll_figures(p_month date, p_params jsonb, p_username text, p_fullname text, p_days numeric, p_odd int,
  p_vas bigint, p_success bigint, p_price bigint, p_owed bigint, p_refunded bigint, p_typed payroll_input)
RETURNS payroll_row LANGUAGE plpgsql STABLE AS $$
DECLARE
  r payroll_row := payroll_typed(p_typed);
  standard numeric := (p_params ->> 'tinh_luong_ngay_cong_chuan')::numeric;
BEGIN
  r.id := p_username || ':' || to_char(p_month, 'MM-YYYY');
  r.username := p_username;
  r.fullname := p_fullname;
  r."thangTinhLuong" := to_char(p_month, 'MM/YYYY');
  r."ngayCongThucTe" := p_days;
  r."luongCoBan" := coalesce(p_params -> 'tinh_luong_luong_co_ban_nv' ->> p_username, p_params ->> 'tinh_luong_luong_co_ban')::bigint;
  r."luongTheoNgayCong" := vnd(r."luongCoBan" * p_days / standard);
  r."chuyenCan" := CASE WHEN p_days >= standard THEN (p_params ->> 'tinh_luong_chuyen_can')::bigint ELSE 0 END;
  r."tongLuongCoBan" := tong_luong_co_ban(r);
  r."tongDoanhThuVasTinhLuong" := p_vas;
  r."tongDoanhThuGiaGoc" := p_success;
  r."binhQuanDoanhThuTheoNgay" := CASE WHEN p_days > 0 THEN vnd(p_vas / p_days) ELSE 0 END;
  r."hoaHongPhanTram" := CASE WHEN p_vas = 0 THEN 0 ELSE coalesce((
    SELECT (t ->> 'phanTram')::numeric FROM jsonb_array_elements(p_params -> 'tinh_luong_bac_hoa_hong') t
    WHERE (t ->> 'tu')::numeric <= r."binhQuanDoanhThuTheoNgay" ORDER BY (t ->> 'tu')::numeric DESC LIMIT 1), 0) END;
  r."hoaHongThucTinh" := vnd(p_vas * r."hoaHongPhanTram" / 100);
  r."tongThuongPhuCap" := tong_thuong_phu_cap(r);
  r."tongLuongThang" := tong_luong_thang(r);
  r."phiCongDoan" := least((p_params ->> 'tinh_luong_phi_cong_doan_toi_da')::bigint,
    vnd(greatest(0, r."tongLuongThang") * (p_params ->> 'tinh_luong_phi_cong_doan')::numeric / 100));
  r."truyThuSauChietKhau" := p_owed;
  r."tongKhauTru" := tong_khau_tru(r);
  r."luongThucNhan" := luong_thuc_nhan(r);
  r."chiTra" := chi_tra(r);
  r."doanhThuTamTinh" := p_price;
  r."doanhThuThucTe" := p_success - p_refunded;
  r."canCuCheTai" := (p_typed)."canCuCheTai";
  r."chamCongCho" := p_odd;
  -- Warnings, not refusals (D3-PAY-11).
  r."khauTruCao" := (r."tongKhauTru" * 10 > r."tongLuongThang" * 3)::int;
  r."thieuCanCu" := (r."tongCheTai" > 0 AND coalesce(r."canCuCheTai", '') = '')::int;
  RETURN r;
END $$;

-- The rows of a month as of now. `p_also` get one even without data. Replanned each time, as everybody and a single
-- person need different plans. `p_without`: a revenue line to leave out, for its effect on pay (D3-PAY-10).
DROP FUNCTION IF EXISTS payroll(date, jsonb, text[]);
DROP FUNCTION IF EXISTS payroll(date, jsonb, text[], text[]);
DROP FUNCTION IF EXISTS payroll(date, jsonb, text[], uuid);
CREATE FUNCTION payroll(p_month date, p_params jsonb, p_people text[] DEFAULT NULL, p_also text[] DEFAULT '{}',
  p_without uuid DEFAULT NULL)
RETURNS SETOF payroll_row LANGUAGE sql STABLE SET plan_cache_mode = force_custom_plan AS $$
  WITH line AS (
    SELECT username, sum(pay)::bigint AS pay, sum(success)::bigint AS success, sum(price)::bigint AS price
    FROM payroll_lines(p_month, p_people) WHERE id IS DISTINCT FROM p_without GROUP BY username
  ), owed AS (
    SELECT username, sum(amount)::bigint AS amount FROM payroll_recoveries(p_month, p_people) GROUP BY username
  ), worked AS (
    SELECT username, sum(cong) AS cong, sum(cho)::int AS cho FROM timekeeping_days(p_month, p_params, p_people) GROUP BY username
  )
  SELECT f.* FROM users u JOIN roles role ON role.id = u.role_id
  LEFT JOIN line l ON l.username = u.username LEFT JOIN owed o ON o.username = u.username
  LEFT JOIN payroll_refunds(p_month, p_people) r ON r.username = u.username
  LEFT JOIN worked w ON w.username = u.username
  LEFT JOIN payroll_input i ON i.username = u.username AND i.thang = p_month
  CROSS JOIN LATERAL payroll_figures(p_month, p_params, u.username, u.fullname, coalesce(i.ngay_cong, w.cong, 0),
    coalesce(w.cho, 0), coalesce(l.pay, 0), coalesce(l.success, 0), coalesce(l.price, 0), coalesce(o.amount, 0),
    coalesce(r.amount, 0), i) f
  WHERE (p_people IS NULL OR u.username = ANY (p_people))
    AND (NOT u.is_deleted AND role.priority >= 3 OR u.username = ANY (p_also)
      OR coalesce(l.username, o.username, r.username, w.username, i.username) IS NOT NULL)
$$;

-- The rows of a month as paid: stored ones for a closed month, with 0 for columns that the stored row lacks; for the first open one with
-- the adjustments due, for which people get a row even without other data (D3-PAY-06, D3-PAY-07).
CREATE FUNCTION payroll_rows(p_month date, p_defaults jsonb, p_people text[]) RETURNS SETOF payroll_row LANGUAGE plpgsql STABLE AS $$
DECLARE
  closing uuid := closing_of(p_month);
  due jsonb;
  r payroll_row;
BEGIN
  IF closing IS NOT NULL THEN
    RETURN QUERY SELECT k.* FROM payroll_closed_row c, jsonb_populate_record(payroll_typed(NULL), c.dong) k
      WHERE c.closing_id = closing AND (p_people IS NULL OR c.username = ANY (p_people));
    RETURN;
  END IF;
  SELECT coalesce(jsonb_object_agg(username, so), '{}') INTO due
    FROM (SELECT d.username, sum(d.so) AS so FROM payroll_due(p_month, p_people) d GROUP BY d.username) d;
  FOR r IN SELECT * FROM payroll(p_month, payroll_parameters(p_month, p_defaults), p_people,
    ARRAY(SELECT jsonb_object_keys(due)))
  LOOP
    r."dieuChinh" := coalesce((due ->> r.username)::bigint, 0);
    r."chiTra" := chi_tra(r);
    RETURN NEXT r;
  END LOOP;
END $$;
