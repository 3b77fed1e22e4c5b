-- 'Ra-đa truy thu': evidence for recoveries, never a verdict (subjects/pay/decisions/radar.md). Uses functions of earlier and
-- later files.
SET LOCAL check_function_bodies = off;

-- A line or Mfy request that fails within this time of its success is evidence.
CREATE OR REPLACE FUNCTION radar_failing() RETURNS interval LANGUAGE sql IMMUTABLE RETURN interval '24 hours';
-- Time for an agreement to become a registration.
CREATE OR REPLACE FUNCTION radar_registering() RETURNS interval LANGUAGE sql IMMUTABLE RETURN interval '3 days';

-- Records when a Mfy request reaches its success and leaves it.
CREATE OR REPLACE FUNCTION note_mfy_success() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP = 'UPDATE' AND OLD.trang_thai = mfy_dang_ky_thanh_cong() AND OLD.deleted_at IS NULL;
  becomes boolean := NEW.trang_thai = mfy_dang_ky_thanh_cong() AND NEW.deleted_at IS NULL;
BEGIN
  IF becomes AND NOT was THEN
    INSERT INTO mfy_success (mfy_id, username_nv, tu) VALUES (NEW.id, NEW.username_nv, mfy_since(NEW));
  ELSIF was AND NOT becomes THEN
    UPDATE mfy_success SET username_nv = OLD.username_nv,
      den = CASE WHEN NEW.deleted_at IS NULL THEN mfy_since(NEW) ELSE NEW.deleted_at END
    WHERE mfy_id = NEW.id AND den IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mfy_success_noted AFTER INSERT OR UPDATE OF trang_thai, deleted_at ON mfy
  FOR EACH ROW EXECUTE FUNCTION note_mfy_success();

-- The same number refunded again before the package's next cycle; each refund beside the one before it, in one pass.
CREATE OR REPLACE FUNCTION radar_refunded_twice(p_from timestamptz, p_to timestamptz)
RETURNS TABLE (id text, luc timestamptz, username_nv text, so_dien_thoai text, goi_cuoc text, so_tien bigint, bang_chung text)
LANGUAGE sql STABLE SET work_mem = '32MB' AS $$
  WITH again AS MATERIALIZED (
    SELECT n.id, n.former FROM (
      SELECT r.id, r.created_time, lag(r.id) OVER w AS former, lag(r.created_time) OVER w AS former_time
      FROM requestrefund r
      WHERE r.hieu_luc = 1 AND r.deleted_at IS NULL AND r.created_time >= p_from - repeat_span() AND r.created_time < p_to
      WINDOW w AS (PARTITION BY r.number_phone ORDER BY r.created_time, r.id)) n
    WHERE n.created_time >= p_from AND n.former_time >= n.created_time - repeat_span()
  )
  SELECT r.id::text, r.created_time, r.staff_username, r.number_phone::text, r.package_code, r.refund_price + r.other_refund,
    format('Đã hoàn %s gói %s ngày %s (%s), lần này hoàn %s gói %s', dong(p.refund_price + p.other_refund), p.package_code,
      day_text(p.created_time), p.staff_username, dong(r.refund_price + r.other_refund), r.package_code)
  FROM again a JOIN requestrefund r ON r.id = a.id JOIN requestrefund p ON p.id = a.former
$$;

-- One bank message that paid two orders: as recorded for an order, else as it seems.
CREATE OR REPLACE FUNCTION radar_message_twice(p_from timestamptz, p_to timestamptz)
RETURNS TABLE (id text, luc timestamptz, username_nv text, so_dien_thoai text, goi_cuoc text, so_tien bigint, bang_chung text)
LANGUAGE sql STABLE SET work_mem = '32MB' AS $$
  WITH bought AS MATERIALIZED (
    SELECT r.number_phone::text AS phone, r.package_code AS package, r.created_time AS at, kind_nap_tien() AS kind, r.id
    FROM requestrefund r
    WHERE r.request_type = top_up() AND r.deleted_at IS NULL AND (r.quyet_dinh = '1' OR r.quyet_dinh = '0' AND r.is_transfer = 1)
      AND r.created_time >= p_from - transfer_span() AND r.created_time < p_to + transfer_span()
    UNION ALL
    SELECT y.so_dien_thoai::text, y.ma_goi, y.created_at, 'mfy', y.id
    FROM mfy y
    WHERE y.trang_thai_thu_tien = collection_da_chuyen_khoan() AND y.deleted_at IS NULL
      AND y.created_at >= p_from - transfer_span() AND y.created_at < p_to + transfer_span()
  ), noted AS MATERIALIZED (
    SELECT m.so_dien_thoai::text AS phone, package_key(m.goi_cuoc) AS package, u.message_id, u.kind, u.order_id
    FROM transfer_use u JOIN mesbank m ON m.id = u.message_id
    WHERE u.ended_at IS NULL AND m.datetime >= p_from AND m.datetime < p_to
  ), shared AS MATERIALIZED (
    -- A message is recorded for at most one order, so the other one seems paid by number and package. Few numbers have
    -- two orders.
    SELECT phone, package FROM (
      SELECT b.phone, b.package, b.id FROM bought b UNION SELECT n.phone, n.package, n.order_id FROM noted n) o
    GROUP BY phone, package HAVING count(*) > 1
  ), paid AS (
    SELECT transfer_of(b.id, b.phone, b.package, b.at) AS message, b.kind, b.id FROM bought b JOIN shared USING (phone, package)
    UNION
    SELECT n.message_id, n.kind, n.order_id FROM noted n JOIN shared USING (phone, package)
  ), told AS (
    SELECT p.message, coalesce(r.created_time, y.created_at) AS at, coalesce(r.staff_username, y.username_nv) AS username,
      format('%s của %s ngày %s', order_words(p.kind, p.id), coalesce(r.staff_username, y.username_nv),
        day_text(coalesce(r.created_time, y.created_at))) AS said
    FROM paid p LEFT JOIN requestrefund r ON p.kind = kind_nap_tien() AND r.id = p.id LEFT JOIN mfy y ON p.kind = kind_mfy() AND y.id = p.id
  )
  SELECT m.id::text, m.datetime, (array_agg(t.username ORDER BY t.at DESC, t.said))[1], m.so_dien_thoai::text, m.goi_cuoc,
    m.money, format('Một tin %s đứng sau %s đơn: %s', dong(m.money), count(*), string_agg(t.said, '; ' ORDER BY t.at, t.said))
  FROM told t JOIN mesbank m ON m.id = t.message
  WHERE m.datetime >= p_from AND m.datetime < p_to AND m.deleted_at IS NULL
  GROUP BY m.id HAVING count(*) > 1
$$;

-- A sale confirmed by neither carrier nor customer: a line from imports only, or a reported sale without registration.
CREATE OR REPLACE FUNCTION radar_unconfirmed(p_from timestamptz, p_to timestamptz)
RETURNS TABLE (id text, luc timestamptz, username_nv text, so_dien_thoai text, goi_cuoc text, so_tien bigint, bang_chung text)
LANGUAGE sql STABLE AS $$
  SELECT l.id::text, l.ngay_thanh_cong, l.username_nv, l.so_dien_thoai_cs::text, l.goi_cuoc, l.doanh_thu,
    'Chỉ có trong file nhập, không có mã xác nhận hay tin đăng ký'
  FROM revenue_line l
  -- The import counts only without another report of the registration.
  WHERE l.track0 = 'import' AND l.line_id = l.id AND l.status = 'SUCCESS' AND l.deleted_at IS NULL
    AND l.ngay_thanh_cong >= p_from AND l.ngay_thanh_cong < p_to
  UNION ALL
  SELECT b.id::text, b.ngay_thanh_cong::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh', b.username_nv, b.so_dien_thoai::text,
    b.ten_goi_cuoc, b.gia_goi_cuoc, format('Báo đỏ thành công (%s), không giữ kết quả đăng ký nào',
      CASE b.nguoi_dat_trang_thai WHEN '__AUTO' THEN 'tự động' ELSE b.nguoi_dat_trang_thai END)
  FROM baodo b
  WHERE b.trang_thai = 'SUCCESS' AND b.dang_ky_id IS NULL AND b.trang_thai_duyet <> '2' AND b.deleted_at IS NULL
    AND b.ngay_thanh_cong::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh' >= p_from
    AND b.ngay_thanh_cong::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh' < p_to
$$;

-- A success that ended within a day.
CREATE OR REPLACE FUNCTION radar_undone(p_from timestamptz, p_to timestamptz)
RETURNS TABLE (id text, luc timestamptz, username_nv text, so_dien_thoai text, goi_cuoc text, so_tien bigint, bang_chung text)
LANGUAGE sql STABLE AS $$
  SELECT l.id::text, l.ngay_thanh_cong, l.username_nv, l.so_dien_thoai_cs::text, l.goi_cuoc, l.doanh_thu,
    format('Dòng doanh thu thành công lúc %s, thành %s lúc %s', clock(l.ngay_thanh_cong), l.status, clock(s.at))
  FROM (
    -- Reports of one registration lie within a day of each other, so an ended success was set within two days of its
    -- own report.
    SELECT o.line_id, o.set_status, min(o.set_at) AS at FROM revenue_line o
    WHERE o.set_status <> 'SUCCESS' AND o.set_at - o.ngay_thanh_cong <= interval '48 hours'
      AND o.ngay_thanh_cong >= p_from - interval '24 hours' AND o.ngay_thanh_cong < p_to + interval '24 hours'
    GROUP BY o.line_id, o.set_status) s
  JOIN revenue_line l ON l.id = s.line_id AND l.status = s.set_status
  WHERE l.line_id = l.id AND l.status <> 'SUCCESS' AND l.deleted_at IS NULL
    AND l.ngay_thanh_cong >= p_from AND l.ngay_thanh_cong < p_to AND s.at <= l.ngay_thanh_cong + radar_failing()
  UNION ALL
  SELECT s.id::text, s.tu, s.username_nv, m.so_dien_thoai::text, m.ma_goi, m.doanh_thu,
    format('Mfy đăng ký thành công lúc %s, rời trạng thái này lúc %s', clock(s.tu), clock(s.den))
  FROM mfy_success s JOIN mfy m ON m.id = s.mfy_id
  WHERE s.tu >= p_from AND s.tu < p_to AND s.den IS NOT NULL AND s.den <= s.tu + radar_failing()
$$;

-- A customer who reportedly agreed, without a later registration of number and package.
CREATE OR REPLACE FUNCTION radar_unregistered(p_from timestamptz, p_to timestamptz)
RETURNS TABLE (id text, luc timestamptz, username_nv text, so_dien_thoai text, goi_cuoc text, so_tien bigint, bang_chung text)
LANGUAGE sql STABLE AS $$
  SELECT h.id::text, h.created_at, h.username, h.phone::text, h.package, coalesce(package_price(h.package), 0),
    format('Chấp nhận %s, đến %s không có đăng ký', clock(h.created_at),
      clock(h.created_at + radar_registering()))
  FROM care_history h
  WHERE is_agreement(h.status) AND h.created_at >= p_from AND h.created_at < p_to
    AND h.created_at < now() - radar_registering() AND NOT EXISTS (
      SELECT FROM revenue_line l
      WHERE l.so_dien_thoai_cs = h.phone AND l.goi_cuoc = package_key(h.package) AND l.deleted_at IS NULL
        AND l.ngay_thanh_cong >= h.created_at - interval '1 day'
        AND l.ngay_thanh_cong < h.created_at + radar_registering())
$$;

-- People whose share of refunds in a month's revenue is a multiple of their group's, or branch's without a leader; by
-- the unit in which it happened. Dated at the month's last refund and counting refunds, so that one more is new
-- evidence.
CREATE OR REPLACE FUNCTION radar_refund_share(p_from timestamptz, p_to timestamptz)
RETURNS TABLE (id text, luc timestamptz, username_nv text, so_dien_thoai text, goi_cuoc text, so_tien bigint, bang_chung text)
LANGUAGE sql STABLE AS $$
  WITH span AS (
    SELECT month_start(month_of(p_from)) AS since, month_end(month_of(p_to - interval '1 microsecond')) AS until
  ), refund AS MATERIALIZED (
    -- Offset in hours instead of the zone's name, which would be looked up for each row.
    SELECT staff_username AS username, coalesce(group_id, brand_id) AS unit,
      date_trunc('month', created_time AT TIME ZONE interval '7 hours')::date AS month, count(*) AS refunds,
      sum(refund_price + other_refund) AS refunded, max(created_time) AS at
    FROM requestrefund, span
    WHERE hieu_luc = 1 AND deleted_at IS NULL AND created_time >= since AND created_time < until
    GROUP BY 1, 2, 3
  ), part AS (
    SELECT l.username_nv AS username, coalesce(l.group_id, l.brand_id) AS unit, m.month,
      coalesce(sum(l.doanh_thu) FILTER (WHERE l.status = 'SUCCESS'), 0) AS revenue, 0 AS refunds, 0 AS refunded, NULL::timestamptz AS at
    FROM (SELECT DISTINCT month FROM refund) m JOIN revenue_line l
      ON l.ngay_thanh_cong >= month_start(m.month) AND l.ngay_thanh_cong < month_end(m.month)
    WHERE l.line_id = l.id AND l.deleted_at IS NULL
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT username, unit, month, 0, refunds, refunded, at FROM refund
  ), person AS (
    SELECT username, unit, month, sum(revenue) AS revenue, sum(refunds) AS refunds, sum(refunded) AS refunded, max(at) AS at
    FROM part WHERE unit IS NOT NULL GROUP BY 1, 2, 3
  ), compared AS (
    SELECT p.*, sum(revenue) OVER u AS unit_revenue, sum(refunded) OVER u AS unit_refunded
    FROM person p WINDOW u AS (PARTITION BY unit, month)
  )
  SELECT concat_ws(':', c.username, to_char(c.month, 'MM-YYYY'), c.unit, c.refunds), c.at, c.username, NULL, NULL,
    c.refunded::bigint, format('Tháng %s hoàn %s đơn, %s trên doanh thu %s (%s); cả nhóm của %s (%s)', to_char(c.month, 'MM/YYYY'),
      c.refunds, dong(c.refunded::bigint), dong(c.revenue::bigint),
      CASE WHEN c.revenue > 0 THEN round(c.refunded * 100 / c.revenue, 1) || '%' ELSE 'không có doanh thu' END,
      coalesce(l.fullname, ''), round(c.unit_refunded * 100 / c.unit_revenue, 1) || '%')
  FROM compared c LEFT JOIN users l ON l.id = c.unit
  WHERE c.at >= p_from AND c.at < p_to AND c.refunds >= setting_number('radar_hoan_toi_thieu', 3) AND c.unit_revenue > 0
    AND c.refunded * c.unit_revenue >= setting_number('radar_hoan_gap', 2) * c.unit_refunded * c.revenue
$$;

-- All evidence of a time range, with stable ids.
CREATE OR REPLACE FUNCTION radar(p_from timestamptz, p_to timestamptz) RETURNS TABLE (id text, loai text, luc timestamptz,
  username_nv text, so_dien_thoai text, goi_cuoc text, so_tien bigint, bang_chung text) LANGUAGE sql STABLE AS $$
  SELECT kind || ':' || r.id, kind, r.luc, r.username_nv, r.so_dien_thoai, r.goi_cuoc, r.so_tien, r.bang_chung FROM (
    SELECT 'hoan_hai_lan' AS kind, * FROM radar_refunded_twice(p_from, p_to)
    UNION ALL SELECT 'tin_hai_don', * FROM radar_message_twice(p_from, p_to)
    UNION ALL SELECT 'khong_xac_nhan', * FROM radar_unconfirmed(p_from, p_to)
    UNION ALL SELECT 'mat_thanh_cong', * FROM radar_undone(p_from, p_to)
    UNION ALL SELECT 'khong_dang_ky', * FROM radar_unregistered(p_from, p_to)
    UNION ALL SELECT 'ti_le_hoan', * FROM radar_refund_share(p_from, p_to)) r
$$;

-- Age at which stored evidence of a month is renewed: minutes while pay can still change, a day for older ones.
CREATE OR REPLACE FUNCTION radar_renewed(p_month date) RETURNS interval LANGUAGE sql STABLE
  RETURN CASE WHEN p_month >= month_of(now()) - interval '1 month' THEN interval '5 minutes' ELSE interval '1 day' END;

-- Computes and stores the evidence of the newest due month; returns it, or null when none is due. Stores the last 12
-- months with more lines than `p_many` and deletes others. A month waits at least 50 times as long as its last
-- computation took.
CREATE OR REPLACE FUNCTION radar_keep(p_many int) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  oldest date := (month_of(now()) - interval '11 months')::date;
  month date;
  begun timestamptz := clock_timestamp();
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('radar_keep', 0)) THEN
    RETURN NULL;
  END IF;
  DELETE FROM radar_month WHERE thang < oldest;
  FOR month IN SELECT m::date FROM generate_series(month_of(now()), oldest, interval '-1 month') m LOOP
    IF EXISTS (SELECT FROM radar_month r
        WHERE r.thang = month AND r.luc > now() - greatest(radar_renewed(month), r.mat_ms * interval '50 ms')) THEN
      CONTINUE;
    END IF;
    DELETE FROM radar_month WHERE thang = month;
    IF (SELECT count(*) FROM (SELECT FROM revenue_line
        WHERE line_id = id AND deleted_at IS NULL AND ngay_thanh_cong >= month_start(month) AND ngay_thanh_cong < month_end(month)
        LIMIT p_many + 1) l) > p_many THEN
      INSERT INTO radar_month (thang, luc, mat_ms) VALUES (month, now(), 0);
      INSERT INTO radar_kept (thang, id, loai, luc, username_nv, so_dien_thoai, goi_cuoc, so_tien, bang_chung)
      SELECT month, r.* FROM radar(month_start(month), month_end(month)) r;
      UPDATE radar_month SET mat_ms = extract(epoch FROM clock_timestamp() - begun) * 1000 WHERE thang = month;
      RETURN month;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Evidence of a time range for display, of one kind or all (null): stored months with their age, others computed now.
-- Stored evidence is not shown more than half an hour after its renewal was due.
CREATE OR REPLACE FUNCTION radar_shown(p_from timestamptz, p_to timestamptz, p_kind text) RETURNS TABLE (id text, loai text, luc timestamptz,
  username_nv text, so_dien_thoai text, goi_cuoc text, so_tien bigint, bang_chung text, tinh_luc timestamptz)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  months date[] := CASE WHEN p_to - p_from < interval '400 days' THEN ARRAY(
    SELECT m::date FROM generate_series(month_of(p_from), month_of(p_to - interval '1 microsecond'), interval '1 month') m) END;
BEGIN
  IF (SELECT count(*) = cardinality(months) FROM radar_month m
      WHERE m.thang = ANY (months) AND m.luc > now() - radar_renewed(m.thang) - interval '30 minutes') THEN
    RETURN QUERY SELECT k.id, k.loai, k.luc, k.username_nv, k.so_dien_thoai, k.goi_cuoc, k.so_tien, k.bang_chung, m.luc
      FROM radar_kept k JOIN radar_month m USING (thang)
      WHERE k.thang = ANY (months) AND k.luc >= p_from AND k.luc < p_to AND (p_kind IS NULL OR k.loai = p_kind);
  ELSE
    RETURN QUERY SELECT r.*, NULL::timestamptz FROM radar(p_from, p_to) r WHERE p_kind IS NULL OR r.loai = p_kind;
  END IF;
END $$;

-- Person of the evidence with that id; no row when the radar does not show it. Searched at its own time, a share in its
-- month.
CREATE OR REPLACE FUNCTION radar_shows(p_id text) RETURNS TABLE (username_nv text) LANGUAGE plpgsql STABLE AS $$
DECLARE
  kind text := split_part(p_id, ':', 1);
  named text := substr(p_id, length(kind) + 2);
  month text := substring(named FROM ':((?:0[1-9]|1[0-2])-20[0-9]{2}):[0-9a-f-]{36}:[0-9]+$');
  first date := to_date(month, 'MM-YYYY');
  at timestamptz;
BEGIN
  IF kind = 'ti_le_hoan' AND month IS NOT NULL THEN
    RETURN QUERY SELECT e.username_nv FROM radar_refund_share(month_start(first), month_end(first)) e WHERE e.id = named;
  ELSIF named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    at := CASE kind
      WHEN 'hoan_hai_lan' THEN (SELECT r.created_time FROM requestrefund r WHERE r.id = named::uuid)
      WHEN 'tin_hai_don' THEN (SELECT m.datetime FROM mesbank m WHERE m.id = named::uuid)
      WHEN 'khong_xac_nhan' THEN coalesce((SELECT l.ngay_thanh_cong FROM revenue_line l WHERE l.id = named::uuid),
        (SELECT b.ngay_thanh_cong::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh' FROM baodo b WHERE b.id = named::uuid))
      WHEN 'mat_thanh_cong' THEN coalesce((SELECT l.ngay_thanh_cong FROM revenue_line l WHERE l.id = named::uuid),
        (SELECT s.tu FROM mfy_success s WHERE s.id = named::uuid))
      WHEN 'khong_dang_ky' THEN (SELECT h.created_at FROM care_history h WHERE h.id = named::uuid) END;
    RETURN QUERY SELECT e.username_nv FROM radar(at, at + interval '1 microsecond') e WHERE e.loai = kind AND e.id = p_id;
  END IF;
END $$;
