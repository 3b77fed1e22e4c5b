-- What 'Kết quả tháng' sums beside the payroll (docs/decisions/month-result.md).
-- What other routines define comes after this file.
SET LOCAL check_function_bodies = off;

-- What a month earned and paid back, all rows of the operation (D2-REVF-33).
CREATE OR REPLACE FUNCTION month_revenue(p_month date, OUT lines int, OUT revenue bigint, OUT requests int, OUT refunded bigint)
LANGUAGE sql STABLE AS $$
  SELECT l.n, l.amount, r.n, r.amount
  FROM (SELECT count(*)::int AS n, coalesce(sum(doanh_thu), 0)::bigint AS amount FROM revenue_line
    WHERE line_id = id AND deleted_at IS NULL AND status = 'SUCCESS'
      AND ngay_thanh_cong >= month_start(p_month) AND ngay_thanh_cong < month_end(p_month)) l,
    (SELECT count(*)::int AS n, coalesce(sum(refund_price + other_refund), 0)::bigint AS amount FROM requestrefund
    WHERE hieu_luc = 1 AND deleted_at IS NULL
      AND created_time >= month_start(p_month) AND created_time < month_end(p_month)) r
$$;
