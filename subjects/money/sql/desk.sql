-- Warnings against approving a refund, a top-up or a Mfy request, as text (D3-APR-03): a table with a row that says it, or none. They take
-- values, so that PostgreSQL plans them as part of the statement: calling functions per row took four times as long as what they look up.

-- Longest time between a customer's transfer and the request it pays.
CREATE OR REPLACE FUNCTION transfer_span() RETURNS interval LANGUAGE sql IMMUTABLE RETURN interval '3 days';
-- A second refund or top-up of a package within its thirty-day cycle gets a warning.
CREATE OR REPLACE FUNCTION repeat_span() RETURNS interval LANGUAGE sql IMMUTABLE RETURN interval '28 days';

CREATE OR REPLACE FUNCTION dong(p_amount bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN to_char(p_amount, 'FM999,999,999,999,990');
CREATE OR REPLACE FUNCTION day_text(p_at timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN to_char(p_at AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD-MM-YYYY');
-- Text such as ' của Nguyễn A (sale111)' if the reader may see names.
CREATE OR REPLACE FUNCTION whose(p_fullname text, p_username text, p_names boolean) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN p_names THEN format(' của %s (%s)', p_fullname, p_username) ELSE '' END;

-- Bank message that pays a request of this number and package: of those not rejected the nearest in time.
CREATE OR REPLACE FUNCTION transfers_for(p_phone text, p_package text, p_at timestamptz) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT m.id FROM mesbank m
  WHERE m.so_dien_thoai = p_phone AND package_key(m.goi_cuoc) = p_package AND m.deleted_at IS NULL
    AND m.trang_thai_duyet_thong_tin IS DISTINCT FROM '2'
    AND m.datetime BETWEEN p_at - transfer_span() AND p_at + transfer_span()
  ORDER BY greatest(m.datetime, p_at) - least(m.datetime, p_at), m.id LIMIT 1
$$;
CREATE OR REPLACE FUNCTION transfer_for(p_phone text, p_package text, p_at timestamptz) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM transfers_for(p_phone, p_package, p_at)
$$;

-- Bank message of a request: the one that pays it, otherwise the likely one; null without one.
CREATE OR REPLACE FUNCTION transfers_of(p_request uuid, p_phone text, p_package text, p_at timestamptz) RETURNS TABLE (id uuid)
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT u.message_id FROM transfer_use u WHERE u.order_id = p_request AND u.ended_at IS NULL ORDER BY u.lan LIMIT 1),
    (SELECT t.id FROM transfers_for(p_phone, p_package, p_at) t))
$$;
CREATE OR REPLACE FUNCTION transfer_of(p_request uuid, p_phone text, p_package text, p_at timestamptz) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM transfers_of(p_request, p_phone, p_package, p_at)
$$;

-- Whether a message pays a request, as recorded (transfers.sql); null when nothing is recorded of either.
CREATE OR REPLACE FUNCTION recorded_payment(p_message uuid, p_request uuid) RETURNS TABLE (paid boolean) LANGUAGE sql STABLE AS $$
  SELECT bool_or(u.message_id = p_message AND u.order_id = p_request) FROM transfer_use u
  WHERE u.ended_at IS NULL AND (u.message_id = p_message OR u.order_id = p_request)
$$;

-- Another request paid by the bank message, as recorded or else as matched by time: an approved one, or one marked as paid.
CREATE OR REPLACE FUNCTION transfer_uses(p_message uuid, p_request uuid, p_names boolean) RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT u.said FROM (
    SELECT r.created_time AS at, r.id, format('đơn nạp %s%s ngày %s', r.package_code,
      whose(r.staff_fullname, r.staff_username, p_names), day_text(r.created_time)) AS said
    FROM mesbank m JOIN requestrefund r ON r.number_phone = m.so_dien_thoai
    WHERE m.id = p_message AND r.request_type = top_up() AND r.deleted_at IS NULL AND r.id <> p_request
      AND coalesce((SELECT p.paid FROM recorded_payment(m.id, r.id) p),
        r.package_code = package_key(m.goi_cuoc) AND (r.quyet_dinh = '1' OR r.quyet_dinh = '0' AND r.is_transfer = 1)
          AND (SELECT t.id FROM transfers_for(r.number_phone, r.package_code, r.created_time) t) = m.id)
    UNION ALL
    SELECT f.created_at, f.id, format('đơn Mfy %s%s ngày %s', f.ma_goi, whose(f.ten_nv, f.username_nv, p_names),
      day_text(f.created_at))
    FROM mesbank m JOIN mfy f ON f.so_dien_thoai = m.so_dien_thoai
    WHERE m.id = p_message AND f.deleted_at IS NULL AND f.id <> p_request
      AND coalesce((SELECT p.paid FROM recorded_payment(m.id, f.id) p),
        f.ma_goi = package_key(m.goi_cuoc) AND f.trang_thai_thu_tien = collection_da_chuyen_khoan()
          AND (SELECT t.id FROM transfers_for(f.so_dien_thoai, f.ma_goi, f.created_at) t) = m.id)) u
  ORDER BY u.at, u.id LIMIT 1
$$;
CREATE OR REPLACE FUNCTION transfer_used_by(p_message uuid, p_request uuid, p_names boolean) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT said FROM transfer_uses(p_message, p_request, p_names)
$$;

-- Text such as 'Khách chuyển thiếu 4,500: đơn cần 139,500, tin ngân hàng báo 135,000'.
CREATE OR REPLACE FUNCTION wrong_transfer(p_message uuid, p_due bigint) RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT format('Khách chuyển %s %s: đơn cần %s, tin ngân hàng báo %s', CASE WHEN m.money < p_due THEN 'thiếu' ELSE 'dư' END,
    dong(abs(m.money - p_due)), dong(p_due), dong(m.money))
  FROM mesbank m WHERE m.id = p_message AND m.money <> p_due
$$;

CREATE OR REPLACE FUNCTION used_transfer(p_message uuid, p_request uuid, p_names boolean) RETURNS TABLE (said text)
LANGUAGE sql STABLE AS $$
  SELECT format('Tin ngân hàng %s đ lúc %s đã dùng cho %s', dong(m.money),
    to_char(m.datetime AT TIME ZONE 'Asia/Ho_Chi_Minh', 'HH24:MI DD-MM-YYYY'), u.said)
  FROM mesbank m, transfer_uses(m.id, p_request, p_names) u WHERE m.id = p_message
$$;

-- Sum of an order's messages after the first one, in đồng (D3-FEED-01).
CREATE OR REPLACE FUNCTION payments_after_first(p_order uuid) RETURNS TABLE (amount bigint) LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(money), 0)::bigint FROM (
    SELECT m.money FROM transfer_use u JOIN mesbank m ON m.id = u.message_id
    WHERE u.order_id = p_order AND u.ended_at IS NULL ORDER BY u.lan OFFSET 1) later
$$;

-- Compares a top-up with the customer's transfers and its recorded difference (`p_due`); a refund with today's price table.
CREATE OR REPLACE FUNCTION refund_amount_doubt(p_id uuid, p_phone text, p_package text, p_type int, p_method int, p_at timestamptz,
  p_price bigint, p_due bigint)
RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_type = top_up() THEN (
      SELECT w.said
      FROM transfers_of(p_id, p_phone, p_package, p_at) t, payments_after_first(p_id) b, wrong_transfer(t.id, p_due - b.amount) w)
    WHEN is_package_refund(p_type) THEN (
      SELECT format('Tiền hoàn lệch %s: đơn ghi %s, bảng giá nay là %s', dong(abs(p.price - p_price)), dong(p_price), dong(p.price))
      FROM refund_prices(p_package, p_method) p WHERE p.price <> p_price) END
$$;

-- Amount that the customer receives by a request (D3-ONE-04).
CREATE OR REPLACE FUNCTION refund_sum(r requestrefund) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN r.refund_price + CASE r.request_type WHEN top_up() THEN 0 ELSE r.other_refund END;

-- An extra refund without a package that justifies it, or without an explanation.
CREATE OR REPLACE FUNCTION refund_extra_doubt(p_package text, p_type int, p_other bigint, p_reason text) RETURNS TABLE (said text)
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_other > coalesce(price, 0) THEN format('Hoàn thêm %s, nhiều hơn giá gói %s (%s)%s', dong(p_other),
      p_package, coalesce(dong(price), 'chưa có giá'), CASE WHEN unreasoned THEN ', không có lý do' ELSE '' END)
    WHEN unreasoned THEN format('Hoàn thêm %s không có lý do', dong(p_other)) END
  FROM (SELECT (SELECT p.price FROM package_prices(p_package) p) AS price, coalesce(readable(p_reason), '') = '' AS unreasoned OFFSET 0) x
  WHERE p_type <> top_up() AND p_other <> 0
$$;

-- A refund above the package price, as a wrong price list would produce (D3-FILE-06). None without a price; a top-up is compared with the
-- customer's transfer.
CREATE OR REPLACE FUNCTION refund_price_doubt(p_package text, p_type int, p_price bigint) RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT format('Tiền hoàn %s, cao hơn giá gói %s (%s)', dong(p_price), p_package, dong(p.price))
  FROM package_prices(p_package) p WHERE is_package_refund(p_type) AND p_price > p.price
$$;

-- The same number was refunded, or topped up, for the same package within the cycle.
CREATE OR REPLACE FUNCTION refund_repeat_doubt(p_id uuid, p_phone text, p_package text, p_type int, p_at timestamptz)
RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT format('Số này đã được %s %s ngày %s, cách %s ngày, cùng gói %s', CASE p.request_type WHEN top_up() THEN 'nạp' ELSE 'hoàn' END,
    dong(refund_sum(p)), day_text(p.created_time),
    abs((p.created_time AT TIME ZONE 'Asia/Ho_Chi_Minh')::date - (p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date), p.package_code)
  FROM requestrefund p
  WHERE p.number_phone = p_phone AND p.package_code = p_package AND p.id <> p_id AND p.deleted_at IS NULL
    AND (p.request_type = top_up()) = (p_type = top_up()) AND is_handed_over(p.request_type) AND p.quyet_dinh = '1'
    AND p.khoa_trang_thai IS DISTINCT FROM partner_key_hoan_tien()
    AND p.created_time BETWEEN p_at - repeat_span() AND p_at + repeat_span()
  ORDER BY p.created_time DESC, p.id LIMIT 1
$$;

-- A refund without its registration; for one requested beforehand only after its window. Hidden phones (`p_untold`) are matched only with
-- the decision (D3-SEC-05): looks for the line that it would get.
CREATE OR REPLACE FUNCTION refund_line_doubt(p_id uuid, p_phone text, p_package text, p_type int, p_at timestamptz, p_untold boolean)
RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN l.status <> 'SUCCESS' THEN format('Đăng ký %s ngày %s không thành công', l.goi_cuoc, day_text(l.ngay_thanh_cong))
    WHEN l.turn IS NULL AND NOT (p_type = refund_before() AND now() < p_at + make_interval(days => s.days)) THEN
      format('Không thấy đăng ký %s của số này trong %s ngày trước và sau đơn', p_package, s.days) END
  FROM (SELECT (SELECT setting_number('doi_soat_so_ngay_khop', 31)::int) AS days) s
  LEFT JOIN LATERAL (
    SELECT 1 AS turn, o.status, o.goi_cuoc, o.ngay_thanh_cong FROM revenue_line o WHERE o.request_id = p_id AND o.deleted_at IS NULL
    UNION ALL
    (SELECT 2, f.status, f.goi_cuoc, f.ngay_thanh_cong FROM revenue_line f
    WHERE p_untold AND f.so_dien_thoai_cs = p_phone AND f.goi_cuoc = p_package AND f.line_id = f.id AND f.deleted_at IS NULL
      AND f.request_id IS NULL
      AND f.ngay_thanh_cong BETWEEN p_at - make_interval(days => s.days) AND p_at + make_interval(days => s.days)
    ORDER BY greatest(f.ngay_thanh_cong, p_at) - least(f.ngay_thanh_cong, p_at), f.id LIMIT 1)
    ORDER BY turn LIMIT 1) l ON true
  WHERE is_package_refund(p_type)
$$;

-- Other requests for the same, waiting or approved.
CREATE OR REPLACE FUNCTION refund_claim_doubt(p_id uuid, p_phone text, p_package text, p_type int, p_names boolean)
RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT format('Cũng có đơn %s%s ngày %s đang chờ duyệt', CASE o.request_type WHEN top_up() THEN 'nạp' ELSE 'hoàn' END,
    whose(o.staff_fullname, o.staff_username, p_names), day_text(o.created_time))
  FROM requestrefund o
  WHERE o.number_phone = p_phone AND o.package_code = p_package AND o.id <> p_id AND o.deleted_at IS NULL
    AND (o.request_type = top_up()) = (p_type = top_up()) AND o.duyet = '0' AND o.khoa_trang_thai = partner_key_dang_cho_duyet()
  ORDER BY o.created_time, o.id LIMIT 1
$$;

CREATE OR REPLACE FUNCTION refund_transfer_doubt(p_id uuid, p_phone text, p_package text, p_type int, p_at timestamptz, p_names boolean)
RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT u.said FROM transfers_of(p_id, p_phone, p_package, p_at) t, used_transfer(t.id, p_id, p_names) u WHERE p_type = top_up()
$$;

-- Desk warnings that prevent automatic approval although a registration proves the refund (D3-APR-03, D3-FILE-06). Excluded: line and
-- extra, which automatic approval checks itself, and another open request of the package, which this registration does not pay.
CREATE OR REPLACE FUNCTION automatic_doubt(r requestrefund) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT said FROM refund_amount_doubt(r.id, r.number_phone, r.package_code, r.request_type, r.request_method, r.created_time,
      r.refund_price, r.transfer_final_amount + r.chenh_lech)),
    (SELECT said FROM refund_price_doubt(r.package_code, r.request_type, r.refund_price)),
    (SELECT said FROM refund_repeat_doubt(r.id, r.number_phone, r.package_code, r.request_type, r.created_time)),
    (SELECT said FROM unknown_package(r.package_code)))
$$;

CREATE OR REPLACE FUNCTION mfy_amount_doubt(p_id uuid, p_phone text, p_package text, p_at timestamptz, p_due bigint)
RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT w.said FROM transfers_of(p_id, p_phone, p_package, p_at) t, wrong_transfer(t.id, p_due) w
$$;

CREATE OR REPLACE FUNCTION unknown_mfy_package(p_package text) RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT format('Gói "%s" không có trong bảng giá Mfy', p_package)
  WHERE NOT EXISTS (SELECT FROM giagoimfy WHERE package_key(ten_goi_cuoc) = package_key(p_package) AND deleted_at IS NULL)
$$;

-- Another open request of the number.
CREATE OR REPLACE FUNCTION mfy_claim_doubt(p_id uuid, p_phone text, p_names boolean) RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT format('Số này cũng có đơn Mfy %s%s ngày %s chưa xong', o.ma_goi, whose(o.ten_nv, o.username_nv, p_names),
    day_text(o.created_at))
  FROM mfy o
  WHERE o.so_dien_thoai = p_phone AND o.id <> p_id AND o.deleted_at IS NULL
    AND o.trang_thai IN (mfy_dang_cho_duyet(), mfy_duyet(), mfy_da_soan_y_lan_1(), mfy_duyet_lan_2())
  ORDER BY o.created_at, o.id LIMIT 1
$$;

CREATE OR REPLACE FUNCTION mfy_transfer_doubt(p_id uuid, p_phone text, p_package text, p_at timestamptz, p_names boolean)
RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT u.said FROM transfers_of(p_id, p_phone, p_package, p_at) t, used_transfer(t.id, p_id, p_names) u
$$;
