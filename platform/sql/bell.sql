-- Notices of the bell (docs/decisions/bell.md). Uses functions of later files.
SET LOCAL check_function_bodies = off;

-- Notifies a person of an event in its transaction; browsers are notified after the commit. Further events of the same
-- kind in the same act are added to the notice, with the range of their rows' days, so that many rows decided at once
-- give one notice. People are not notified of their own actions; work without an actor notifies everyone. Actor and act
-- are those of the statement's audit entry (kit/server/audit.ts) unless given; without an act the transaction is one.
CREATE OR REPLACE FUNCTION ring_bell(p_username text, p_kind text, p_about jsonb, p_amount bigint DEFAULT NULL, p_n int DEFAULT 1,
  p_actor text DEFAULT current_setting('vasdesk.actor', true), p_act text DEFAULT current_setting('vasdesk.act', true),
  p_at timestamptz DEFAULT clock_timestamp()) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bell_notices AS b (id, username, kind, act, n, amount, about, at)
  SELECT uuidv7(p_at - clock_timestamp()), u.username, p_kind, coalesce(nullif(p_act, ''), pg_current_xact_id()::text), p_n,
    p_amount, jsonb_strip_nulls(p_about), p_at
  FROM users u WHERE u.username = p_username AND NOT u.is_deleted AND u.username IS DISTINCT FROM p_actor
  ON CONFLICT (username, kind, act) DO UPDATE SET n = b.n + excluded.n, amount = b.amount + excluded.amount, read_at = NULL,
    about = CASE WHEN b.about ? 'day' AND excluded.about ? 'day' THEN b.about || jsonb_build_object(
        'day', least(b.about ->> 'day', excluded.about ->> 'day'),
        'until', greatest(coalesce(b.about ->> 'until', b.about ->> 'day'), excluded.about ->> 'day'))
      ELSE b.about - '{day,until}'::text[] END;
  IF FOUND THEN
    PERFORM pg_notify('bell', p_username);
  END IF;
END $$;

-- Whether a line counts towards its person's pay.
CREATE OR REPLACE FUNCTION line_counts(l revenue_line) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN l.line_id = l.id AND l.deleted_at IS NULL AND l.username_nv IS NOT NULL;

-- Why a line counts less than before: it was credited to another person, matched with a refund, or failed.
CREATE OR REPLACE FUNCTION fall_reason(w revenue_line, n revenue_line) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN line_pay(n) > 0 AND n.username_nv <> w.username_nv THEN 'moved' WHEN n.tien_hoan > w.tien_hoan THEN 'refunded'
    WHEN line_pay(n) > 0 THEN 'less' ELSE 'failed' END
$$;

-- Notifies people whose pay from the lines `p_now` is less than from `p_was`, the same registrations before and after a
-- change (D3-BELL-01); for a closed month it is an adjustment.
CREATE OR REPLACE FUNCTION tell_falls(p_was revenue_line[], p_now revenue_line[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Shortcut for the usual case: every line counts the same for the same person as before.
  IF NOT EXISTS (
    SELECT FROM unnest(p_was) w WHERE NOT EXISTS (
      SELECT FROM unnest(p_now) n
      WHERE n.id = w.id AND n.username_nv = w.username_nv AND n.doanh_thu_tinh_luong >= w.doanh_thu_tinh_luong)) THEN
    RETURN;
  END IF;
  PERFORM ring_bell(p.username, CASE WHEN closing_of(p.month) IS NULL THEN 'payFell' ELSE 'adjusted' END, jsonb_build_object(
      'phone', (p.worst).so_dien_thoai_cs, 'package', (p.worst).goi_cuoc, 'month', p.month, 'why', coalesce((
        SELECT fall_reason(p.worst, t) FROM unnest(p_now) t
        WHERE t.so_dien_thoai_cs = (p.worst).so_dien_thoai_cs AND t.goi_cuoc = (p.worst).goi_cuoc
        ORDER BY t.id = (p.worst).id DESC LIMIT 1), 'failed')), -p.change, p.lines)
  FROM (
    SELECT username, month, sum(change)::bigint AS change, (count(*) FILTER (WHERE change < 0))::int AS lines,
      (array_agg(line ORDER BY change, id))[1] AS worst
    FROM (
      SELECT coalesce(w.username_nv, n.username_nv) AS username, w.id, w::revenue_line AS line,
        month_of(coalesce(w.ngay_thanh_cong, n.ngay_thanh_cong)) AS month,
        coalesce(n.doanh_thu_tinh_luong, 0) - coalesce(w.doanh_thu_tinh_luong, 0) AS change
      FROM unnest(p_was) w FULL JOIN unnest(p_now) n ON n.id = w.id AND n.username_nv = w.username_nv) f
    GROUP BY username, month HAVING sum(change) < 0) p
  ORDER BY p.username;
END $$;

-- Notifies people if more of a request is recovered from them than before the statement.
CREATE OR REPLACE FUNCTION tell_recovered(p_was requestrefund[], p_now requestrefund[]) RETURNS void LANGUAGE sql AS $$
  SELECT ring_bell(n.staff_username, 'backCharge', jsonb_build_object('resource', 'requestrefund', 'phone', n.number_phone,
    'package', n.package_code, 'day', day_of(n.created_time), 'why', 'refund'), c.more)
  FROM unnest(p_now) n JOIN unnest(p_was) w USING (id),
    LATERAL (SELECT CASE WHEN is_owed(n) THEN recovered(n) ELSE 0 END - CASE WHEN is_owed(w) THEN recovered(w) ELSE 0 END AS more) c
  WHERE c.more > 0 ORDER BY n.staff_username, n.id
$$;

-- Notifies a person of the costs of a Mfy request.
CREATE OR REPLACE FUNCTION tell_mfy_charge(p_username text, m mfy, p_why text, p_amount bigint) RETURNS void LANGUAGE sql AS $$
  SELECT ring_bell(p_username, 'backCharge', jsonb_build_object('resource', 'mfy', 'phone', m.so_dien_thoai, 'package', m.ma_goi,
    'day', day_of(m.created_at), 'why', p_why), p_amount)
$$;

-- Notifies people of a closing: the month with its sum, and adjustments of earlier months.
CREATE OR REPLACE FUNCTION tell_closed(p_closing uuid, p_at timestamptz DEFAULT clock_timestamp()) RETURNS void LANGUAGE sql AS $$
  SELECT ring_bell(r.username, 'monthClosed', jsonb_build_object('month', c.thang), (r.dong ->> 'chiTra')::bigint, 1, c.chot_boi,
    c.id::text, p_at)
  FROM payroll_closing c JOIN payroll_closed_row r ON r.closing_id = c.id WHERE c.id = p_closing ORDER BY r.username;
  SELECT ring_bell(a.username, 'adjustment', jsonb_build_object('month', c.thang, 'of', min(a.cua_thang)), sum(a.so)::bigint,
    count(DISTINCT a.cua_thang)::int, c.chot_boi, c.id::text, p_at)
  FROM payroll_closing c JOIN payroll_adjustment a ON a.closing_id = c.id WHERE c.id = p_closing
  GROUP BY c.id, a.username HAVING sum(a.so) <> 0 ORDER BY a.username
$$;
