-- Sums of 'Kết quả tháng' outside the payroll (subjects/pay/decisions/month-result.md). Uses functions of later files.
SET LOCAL check_function_bodies = off;

DROP FUNCTION IF EXISTS month_revenue(date);

-- 00:00 of a day in Vietnam.
CREATE OR REPLACE FUNCTION day_start(p_day date) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN p_day::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh';

-- Revenue and refunds of a range of days, over the whole operation (D3-ONE-01, D2-REVF-33).
CREATE OR REPLACE FUNCTION revenue_between(p_from date, p_to date, OUT lines int, OUT revenue bigint, OUT requests int,
  OUT refunded bigint)
LANGUAGE sql STABLE AS $$
  SELECT l.n, l.amount, r.n, r.amount
  FROM (SELECT count(*) FILTER (WHERE status = 'SUCCESS')::int AS n, coalesce(sum("doanhThu"), 0)::bigint AS amount
    FROM revenue_line
    WHERE line_id = id AND deleted_at IS NULL AND ngay_thanh_cong >= day_start(p_from) AND ngay_thanh_cong < day_start(p_to + 1)) l,
    (SELECT count(*)::int AS n, coalesce(sum(refund_price + other_refund), 0)::bigint AS amount FROM requestrefund
    WHERE hieu_luc = 1 AND deleted_at IS NULL AND created_time >= day_start(p_from) AND created_time < day_start(p_to + 1)) r
$$;

-- The first month with data; null without any (D3-ONE-02).
CREATE OR REPLACE FUNCTION first_month() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', least(
    ((SELECT min(ngay_thanh_cong) FROM revenue_line WHERE line_id = id AND deleted_at IS NULL) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date,
    ((SELECT min(created_time) FROM requestrefund WHERE deleted_at IS NULL) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date,
    (SELECT min(thang) FROM payroll_input), (SELECT min(thang) FROM timekeeping),
    (SELECT min(ngay_nhap) FROM chiphiquanly WHERE deleted_at IS NULL),
    (SELECT min(ngay_nhap) FROM chiphihotro WHERE deleted_at IS NULL),
    (SELECT min(ngay_nhap) FROM chiphikhac WHERE deleted_at IS NULL)))::date
$$;
