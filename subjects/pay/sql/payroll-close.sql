-- Closed months of the payroll: what is stored, and adjustments afterwards (subjects/pay/decisions/payroll-close.md). Uses
-- functions of later files.
SET LOCAL check_function_bodies = off;

-- The current closing of a month; null for an open one.
CREATE OR REPLACE FUNCTION closing_of(p_month date) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM payroll_closing WHERE thang = p_month AND mo_lai_luc IS NULL
$$;

-- The first month after the last closed one, which gets the adjustments. Null while none is closed.
CREATE OR REPLACE FUNCTION open_month() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (max(thang) + interval '1 month')::date FROM payroll_closing WHERE mo_lai_luc IS NULL
$$;

-- Month of an instant in Vietnam, as its first day.
CREATE OR REPLACE FUNCTION month_of(p_at timestamptz) RETURNS date LANGUAGE sql STABLE
  RETURN date_trunc('month', p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date;

-- Every account with the branch and leader responsible for its pay of a month: for a closed month by the place on its
-- last day, for an open one by the current place (D3-ONE-05).
CREATE OR REPLACE FUNCTION payroll_people(p_month date)
RETURNS TABLE (id uuid, username text, fullname text, brand_id uuid, group_id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id, u.username, u.fullname, p.brand_id, p.group_id
  FROM users u CROSS JOIN LATERAL unit_at(u.id, month_end(p_month) - interval '1 microsecond') p
  WHERE closing_of(p_month) IS NOT NULL
  UNION ALL
  SELECT u.id, u.username, u.fullname, CASE WHEN r.priority = 3 THEN u.id ELSE u.brand_id END,
    CASE WHEN r.priority = 4 THEN u.id ELSE u.group_id END
  FROM users u JOIN roles r ON r.id = u.role_id
  WHERE closing_of(p_month) IS NULL
$$;

-- A revenue line as stored by a closing, with the values shown in the explanation.
CREATE OR REPLACE FUNCTION kept_line(l revenue_line) RETURNS payroll_kept_line LANGUAGE sql STABLE AS $$
  SELECT ROW(l.id, l.ngay_thanh_cong, line_pay(l), l.so_dien_thoai_cs, l.goi_cuoc, l.doanh_thu, l.chenh_lech,
    l.ti_le_doanh_thu, l.tien_hoan, l.status, l."doanhThu")::payroll_kept_line
$$;
CREATE OR REPLACE FUNCTION line_source(l payroll_kept_line)
RETURNS TABLE (loai text, ma text, luc timestamptz, so numeric, so_dien_thoai text, chi_tiet jsonb) LANGUAGE sql STABLE AS $$
  SELECT 'dong', (l).id::text, (l).luc, (l).so::numeric, (l).so_dien_thoai, jsonb_build_object('goi', (l).goi, 'gia', (l).gia,
    'chenh_lech', (l).chenh_lech, 'ti_le', (l).ti_le, 'hoan', (l).hoan, 'ket_qua', (l).ket_qua, 'gia_goc', (l).gia_goc)
$$;

-- Current sources of the rows of a month except its lines, one row each.
CREATE OR REPLACE FUNCTION payroll_other_sources(p_month date, p_params jsonb, p_people text[])
RETURNS TABLE (username text, loai text, ma text, luc timestamptz, so numeric, so_dien_thoai text, chi_tiet jsonb)
LANGUAGE sql STABLE AS $$
  SELECT s.* FROM (
    SELECT p.username, p.kind, p.id::text, coalesce(r.created_time, m.created_at), p.amount,
      coalesce(r.number_phone, m.so_dien_thoai)::text, jsonb_build_object('goi', coalesce(r.package_code, m.ma_goi),
        'ti_le', coalesce(nullif(r.ti_le_chiet_khau, 0), r.ti_le_chiet_khau_hoan_tien, 0))
    FROM payroll_recoveries(p_month, p_people) p
    LEFT JOIN requestrefund r ON p.kind IN ('hoan_tien', 'nap_tien') AND r.id = p.id
    LEFT JOIN mfy m ON p.kind IN ('mfy_qua_han', 'mfy_thu_hoi') AND m.id = p.id
    UNION ALL
    -- A row without a day counts as its own day: such rows of a person are distinguished by position.
    SELECT d.username, 'cong', coalesce(d.ngay::text, '-' || row_number() OVER (PARTITION BY d.username, d.ngay ORDER BY d.giay)),
      d.ngay::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh', d.cong, NULL,
      jsonb_build_object('ngay', d.ngay, 'giay', d.giay, 'cho', d.cho)
    FROM timekeeping_days(p_month, p_params, p_people) d
    -- An uncorrelated subquery: a plan made without statistics of the month would read it for each day.
    WHERE d.username NOT IN (SELECT i.username FROM payroll_input i WHERE i.thang = p_month AND i.ngay_cong IS NOT NULL)
    UNION ALL
    SELECT i.username, 'ngay_cong', '', i.updated_at, i.ngay_cong, NULL, jsonb_build_object('boi', i.updated_by)
    FROM payroll_input i
    WHERE i.thang = p_month AND i.ngay_cong IS NOT NULL AND (p_people IS NULL OR i.username = ANY (p_people))
    UNION ALL
    SELECT i.username, 'nhap_tay', t.key, i.updated_at, t.value::numeric, NULL, jsonb_build_object('boi', i.updated_by)
    FROM payroll_input i, jsonb_each_text(to_jsonb(i) - ARRAY['username', 'thang', 'canCuCheTai', 'ngay_cong', 'updated_by',
      'updated_at', 'version']) t
    WHERE i.thang = p_month AND t.value::numeric <> 0 AND (p_people IS NULL OR i.username = ANY (p_people))
  ) s (username, loai, ma, luc, so, so_dien_thoai, chi_tiet)
  WHERE EXISTS (SELECT FROM users u WHERE u.username = s.username)
$$;

-- All current sources, one row each.
CREATE OR REPLACE FUNCTION payroll_sources_now(p_month date, p_params jsonb, p_people text[])
RETURNS TABLE (username text, loai text, ma text, luc timestamptz, so numeric, so_dien_thoai text, chi_tiet jsonb)
LANGUAGE sql STABLE AS $$
  SELECT p.username, s.* FROM payroll_lines(p_month, p_people) p JOIN users u ON u.username = p.username,
    line_source(kept_line(p.line)) s
  UNION ALL
  SELECT * FROM payroll_other_sources(p_month, p_params, p_people)
$$;

-- The sources stored by a closing, one row each.
CREATE OR REPLACE FUNCTION payroll_kept_sources(p_closing uuid, p_people text[])
RETURNS TABLE (username text, loai text, ma text, luc timestamptz, so numeric, so_dien_thoai text, chi_tiet jsonb)
LANGUAGE sql STABLE AS $$
  SELECT k.username, s.* FROM payroll_closed_line k, unnest(k.dong) l, line_source(l) s
  WHERE k.closing_id = p_closing AND (p_people IS NULL OR k.username = ANY (p_people))
  UNION ALL
  SELECT k.username, k.loai, k.ma, k.luc, k.so, k.so_dien_thoai, k.chi_tiet FROM payroll_closed_source k
  WHERE k.closing_id = p_closing AND (p_people IS NULL OR k.username = ANY (p_people))
$$;

-- The sources of any month; for a closed one the stored ones.
CREATE OR REPLACE FUNCTION payroll_sources(p_month date, p_defaults jsonb, p_people text[])
RETURNS TABLE (username text, loai text, ma text, luc timestamptz, so numeric, so_dien_thoai text, chi_tiet jsonb)
LANGUAGE sql STABLE AS $$
  SELECT * FROM payroll_kept_sources(closing_of(p_month), p_people)
  UNION ALL
  SELECT n.* FROM payroll_sources_now(p_month, payroll_parameters(p_month, p_defaults), p_people) n
  WHERE closing_of(p_month) IS NULL
$$;

-- Adjustments due for one closed month: net pay from current data, minus the closed one, minus what later closings settled (D3-PAY-07).
-- Each source counts its difference at the person's tier and base; the remainder is 'tinh_lai'. People with a correct sum have no rows.
CREATE OR REPLACE FUNCTION payroll_change(p_closing uuid, p_month date, p_params jsonb, p_people text[])
RETURNS TABLE (username text, loai text, ma text, luc timestamptz, so_dien_thoai text, chi_tiet jsonb, truoc numeric,
  sau numeric, so bigint) LANGUAGE sql STABLE AS $$
  WITH now AS MATERIALIZED (SELECT * FROM payroll(p_month, p_params, p_people)),
  was AS MATERIALIZED (
    SELECT r.* FROM payroll_closed_row k, jsonb_populate_record(payroll_typed(NULL), k.dong) r
    WHERE k.closing_id = p_closing AND (p_people IS NULL OR k.username = ANY (p_people))
  ), paid AS MATERIALIZED (
    SELECT a.username, a.loai, a.ma, max(a.luc) AS luc, max(a.so_dien_thoai) AS so_dien_thoai,
      (array_agg(a.chi_tiet ORDER BY k.thang DESC))[1] AS chi_tiet, sum(a.so)::bigint AS so
    FROM payroll_adjustment a JOIN payroll_closing k ON k.id = a.closing_id AND k.mo_lai_luc IS NULL
    WHERE a.cua_thang = p_month AND (p_people IS NULL OR a.username = ANY (p_people))
    GROUP BY a.username, a.loai, a.ma
  ), total AS MATERIALIZED (
    SELECT t.username, sum(t.so)::bigint AS so FROM (
      SELECT n.username, n."luongThucNhan" AS so FROM now n
      UNION ALL SELECT w.username, -w."luongThucNhan" FROM was w
      UNION ALL SELECT p.username, -p.so FROM paid p) t
    GROUP BY t.username HAVING sum(t.so) <> 0
  ), rate AS (
    SELECT t.username, coalesce(nullif(w."hoaHongPhanTram", 0), n."hoaHongPhanTram", 0) AS percent,
      coalesce(w."luongCoBan", n."luongCoBan", 0) AS base
    FROM total t LEFT JOIN now n USING (username) LEFT JOIN was w USING (username)
  ), side AS (
    SELECT 1 AS side, s.* FROM payroll_sources_now(p_month, p_params, ARRAY(SELECT t.username FROM total t)) s
    UNION ALL
    SELECT -1, k.* FROM payroll_kept_sources(p_closing, ARRAY(SELECT t.username FROM total t)) k
  ), known AS (
    -- Overridden days replace all timekeeping days together.
    SELECT s.side, s.username, s.luc, s.so, s.so_dien_thoai, s.chi_tiet,
      CASE WHEN s.typed AND s.loai = 'cong' THEN 'ngay_cong' ELSE s.loai END AS loai,
      CASE WHEN s.typed AND s.loai = 'cong' THEN '' ELSE s.ma END AS ma
    FROM (SELECT side.*, bool_or(side.loai = 'ngay_cong') OVER (PARTITION BY side.username) AS typed FROM side) s
  ), moved AS (
    SELECT k.username, k.loai, k.ma, max(k.luc) AS luc, max(k.so_dien_thoai) AS so_dien_thoai,
      (array_agg(k.chi_tiet ORDER BY k.side DESC))[1] AS chi_tiet,
      sum(k.so) FILTER (WHERE k.side = -1) AS truoc, sum(k.so) FILTER (WHERE k.side = 1) AS sau, sum(k.so * k.side) AS by
    FROM known k GROUP BY k.username, k.loai, k.ma HAVING sum(k.so * k.side) <> 0
  ), worth AS (
    SELECT m.*, CASE m.loai
      WHEN 'dong' THEN vnd(m.by * r.percent / 100)
      WHEN 'cong' THEN vnd(m.by * r.base / (p_params ->> 'tinh_luong_ngay_cong_chuan')::numeric)
      WHEN 'ngay_cong' THEN vnd(m.by * r.base / (p_params ->> 'tinh_luong_ngay_cong_chuan')::numeric)
      WHEN 'nhap_tay' THEN m.by * typed_sign(m.ma) ELSE -m.by END::bigint AS so
    FROM moved m JOIN rate r USING (username)
  ), due AS MATERIALIZED (
    SELECT username, loai, ma, coalesce(w.luc, p.luc) AS luc, coalesce(w.so_dien_thoai, p.so_dien_thoai) AS so_dien_thoai,
      coalesce(w.chi_tiet, p.chi_tiet) AS chi_tiet, w.truoc, w.sau, coalesce(w.so, 0) - coalesce(p.so, 0) AS so
    FROM worth w FULL JOIN (SELECT * FROM paid WHERE paid.loai <> 'tinh_lai') p USING (username, loai, ma)
    WHERE username IN (SELECT t.username FROM total t)
  )
  SELECT d.* FROM due d WHERE d.so <> 0
  UNION ALL
  SELECT t.username, 'tinh_lai', '', NULL, NULL, '{}', NULL, NULL, t.so - coalesce(d.so, 0)
  FROM total t LEFT JOIN (SELECT due.username, sum(due.so)::bigint AS so FROM due GROUP BY 1) d USING (username)
  WHERE t.so <> coalesce(d.so, 0)
$$;

-- Records that sources of a person's pay of a past month changed; arguments: the columns of person and time.
CREATE OR REPLACE FUNCTION touch_payroll() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payroll_touched (thang, username)
  SELECT DISTINCT t.thang, t.who FROM (
    SELECT month_of((r ->> TG_ARGV[1])::timestamptz) AS thang, r ->> TG_ARGV[0] AS who
    FROM (VALUES (to_jsonb(OLD)), (to_jsonb(NEW))) v(r)) t
  WHERE t.who IS NOT NULL AND t.thang < month_of(now());
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER revenue_line_pay AFTER INSERT OR UPDATE OR DELETE ON revenue_line
  FOR EACH ROW EXECUTE FUNCTION touch_payroll('username_nv', 'ngay_thanh_cong');
CREATE OR REPLACE TRIGGER requestrefund_pay AFTER INSERT OR UPDATE OR DELETE ON requestrefund
  FOR EACH ROW EXECUTE FUNCTION touch_payroll('staff_username', 'created_time');
CREATE OR REPLACE TRIGGER mfy_pay AFTER INSERT OR UPDATE OR DELETE ON mfy
  FOR EACH ROW EXECUTE FUNCTION touch_payroll('username_nv', 'created_at');
CREATE OR REPLACE TRIGGER timekeeping_pay AFTER INSERT OR UPDATE OR DELETE ON timekeeping
  FOR EACH ROW EXECUTE FUNCTION touch_payroll('username', 'thang');
CREATE OR REPLACE TRIGGER payroll_input_pay AFTER INSERT OR UPDATE OR DELETE ON payroll_input
  FOR EACH ROW EXECUTE FUNCTION touch_payroll('username', 'thang');

-- The same for months with clock times that overlap those of a row, as they are checked together (D3-PAY-14).
CREATE OR REPLACE FUNCTION touch_overlapped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payroll_touched (thang, username)
  SELECT DISTINCT k.thang, k.username
  FROM (VALUES (OLD.username, OLD.thang, OLD.ngay, OLD.vao, OLD.ra), (NEW.username, NEW.thang, NEW.ngay, NEW.vao, NEW.ra))
    r (username, thang, ngay, vao, ra)
  JOIN timekeeping k ON k.username = r.username AND k.thang <> r.thang
    AND k.thang BETWEEN r.thang - interval '1 month' AND r.thang + interval '1 month'
    AND (k.ngay - r.ngay) * 86400 + k.vao < r.ra AND r.vao < (k.ngay - r.ngay) * 86400 + k.ra
  WHERE k.thang < month_of(now());
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER timekeeping_overlaps AFTER INSERT OR UPDATE OR DELETE ON timekeeping
  FOR EACH ROW EXECUTE FUNCTION touch_overlapped();

-- The same for the seller of a Mfy request when it expired; a charge belongs to the month of its request.
CREATE OR REPLACE FUNCTION touch_holders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payroll_touched (thang, username)
  SELECT month_of(m.created_at), w.who FROM mfy m, (VALUES (OLD.username_nv), (NEW.username_nv)) w(who)
  WHERE m.id = coalesce(NEW.mfy_id, OLD.mfy_id) AND w.who IS NOT NULL AND month_of(m.created_at) < month_of(now());
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mfy_wait_pay AFTER INSERT OR UPDATE OR DELETE ON mfy_wait
  FOR EACH ROW EXECUTE FUNCTION touch_holders();
CREATE OR REPLACE FUNCTION touch_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payroll_touched (thang, username)
  SELECT month_of(t.at), w.username_nv FROM mfy_wait w, (VALUES (OLD.created_at), (NEW.created_at)) t(at)
  WHERE w.mfy_id = NEW.id AND month_of(t.at) < month_of(now());
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mfy_holders_pay AFTER UPDATE OF created_at, deleted_at ON mfy
  FOR EACH ROW EXECUTE FUNCTION touch_held();

-- A new account is paid for clock times that were unassigned.
CREATE OR REPLACE FUNCTION touch_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payroll_touched (thang, username) SELECT DISTINCT thang, NEW.username FROM timekeeping WHERE username = NEW.username;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER users_pay AFTER INSERT OR UPDATE OF username ON users
  FOR EACH ROW EXECUTE FUNCTION touch_account();

-- Adjustments due in a month: only the first open month has any. Checks people recorded as changed, and those whose
-- adjustments were reverted by a reopening.
CREATE OR REPLACE FUNCTION payroll_due(p_month date, p_people text[])
RETURNS TABLE (cua_thang date, username text, loai text, ma text, luc timestamptz, so_dien_thoai text, chi_tiet jsonb,
  truoc numeric, sau numeric, so bigint) LANGUAGE sql STABLE AS $$
  SELECT c.thang, d.* FROM payroll_closing c
  CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT w.username) AS people FROM (
      SELECT t.username FROM payroll_touched t WHERE t.thang = c.thang
      UNION ALL
      SELECT a.username FROM payroll_adjustment a JOIN payroll_closing k ON k.id = a.closing_id
      WHERE a.cua_thang = c.thang AND k.mo_lai_luc IS NOT NULL) w
    WHERE p_people IS NULL OR w.username = ANY (p_people)) late
  CROSS JOIN LATERAL payroll_change(c.id, c.thang, c.tham_so, late.people) d
  WHERE c.mo_lai_luc IS NULL AND late.people IS NOT NULL AND p_month = open_month()
$$;

-- The adjustments of a month: those that its closing paid, or those due.
CREATE OR REPLACE FUNCTION payroll_adjustments(p_month date, p_people text[])
RETURNS TABLE (cua_thang date, username text, loai text, ma text, luc timestamptz, so_dien_thoai text, chi_tiet jsonb,
  truoc numeric, sau numeric, so bigint) LANGUAGE sql STABLE AS $$
  SELECT a.cua_thang, a.username, a.loai, a.ma, a.luc, a.so_dien_thoai, a.chi_tiet, a.truoc, a.sau, a.so
  FROM payroll_adjustment a WHERE a.closing_id = closing_of(p_month) AND (p_people IS NULL OR a.username = ANY (p_people))
  UNION ALL
  SELECT d.* FROM payroll_due(p_month, p_people) d WHERE closing_of(p_month) IS NULL
$$;

-- The newest month before another with work, sales or typed amounts; null without one.
CREATE OR REPLACE FUNCTION payroll_newest(p_before date DEFAULT 'infinity') RETURNS date LANGUAGE sql STABLE AS $$
  SELECT max(m) FROM (
    SELECT max(thang) FROM timekeeping WHERE thang < p_before
    UNION ALL
    SELECT max(thang) FROM payroll_input WHERE thang < p_before
    UNION ALL
    SELECT month_of(max(ngay_thanh_cong)) FROM revenue_line
    WHERE line_id = id AND deleted_at IS NULL AND ngay_thanh_cong < month_start(p_before)) n (m)
$$;
-- Whether a month has anything to pay or take back.
CREATE OR REPLACE FUNCTION payroll_worked(p_month date) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(payroll_newest((p_month + interval '1 month')::date) = p_month, false)
    OR EXISTS (SELECT FROM payroll_recoveries(p_month, NULL)) OR EXISTS (SELECT FROM payroll_due(p_month, NULL))
$$;

-- The rows of a closing, recomputed from its stored sources and parameters (D3-PAY-06).
CREATE OR REPLACE FUNCTION payroll_recomputed(p_closing uuid) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $$
  WITH line AS MATERIALIZED (
    SELECT k.username, sum(l.so)::bigint AS vas, sum(l.gia_goc)::bigint AS success, sum(l.gia)::bigint AS price
    FROM payroll_closed_line k, unnest(k.dong) l WHERE k.closing_id = p_closing GROUP BY k.username
  ), other AS MATERIALIZED (
    SELECT s.username, coalesce(sum(s.so) FILTER (WHERE s.loai IN ('cong', 'ngay_cong')), 0) AS cong,
      coalesce(sum(s.so) FILTER (WHERE s.loai IN ('hoan_tien', 'nap_tien', 'mfy_qua_han', 'mfy_thu_hoi')), 0)::bigint AS owed,
      jsonb_object_agg(s.ma, s.so) FILTER (WHERE s.loai = 'nhap_tay') AS typed
    FROM payroll_closed_source s WHERE s.closing_id = p_closing GROUP BY s.username
  )
  SELECT to_jsonb(f) FROM payroll_closing c JOIN payroll_closed_row k ON k.closing_id = c.id
  LEFT JOIN line l ON l.username = k.username LEFT JOIN other o ON o.username = k.username
  CROSS JOIN LATERAL payroll_figures(c.thang, c.tham_so, k.username, k.dong ->> 'fullname', coalesce(o.cong, 0),
    (k.dong ->> 'chamCongCho')::int, coalesce(l.vas, 0), coalesce(l.success, 0), coalesce(l.price, 0), coalesce(o.owed, 0),
    coalesce(l.success, 0) - (k.dong ->> 'doanhThuThucTe')::bigint,
    jsonb_populate_record(NULL::payroll_input, coalesce(o.typed, '{}')
      || jsonb_build_object('canCuCheTai', k.dong -> 'canCuCheTai'))) f
  WHERE c.id = p_closing
$$;

-- People with a stored row that differs from the recomputed one; there should be none. Columns missing in the stored row count as 0.
CREATE OR REPLACE FUNCTION payroll_unlike(p_closing uuid) RETURNS TABLE (username text) LANGUAGE sql STABLE AS $$
  SELECT coalesce(k.username, r.dong ->> 'username')
  FROM (
    SELECT c.username, to_jsonb(jsonb_populate_record(payroll_typed(NULL), c.dong)) AS dong
    FROM payroll_closed_row c WHERE c.closing_id = p_closing) k
  FULL JOIN (SELECT r AS dong FROM payroll_recomputed(p_closing) r) r ON r.dong ->> 'username' = k.username
  WHERE k.dong - ARRAY['dieuChinh', 'chiTra', 'daChot'] IS DISTINCT FROM r.dong - ARRAY['dieuChinh', 'chiTra', 'daChot']
$$;

-- Stores the current state of a month: parameters, rows, sources and the adjustments it pays. Returns the closing.
CREATE OR REPLACE FUNCTION keep_payroll(p_month date, p_defaults jsonb, p_username text, p_reason text, p_checklist jsonb)
RETURNS uuid LANGUAGE sql AS $$
  -- One statement, so that all of it is from one snapshot; later changes become adjustments.
  WITH closing AS (
    INSERT INTO payroll_closing (thang, tham_so, viec, ly_do, chot_boi)
    VALUES (p_month, payroll_parameters(p_month, p_defaults), p_checklist, p_reason, p_username) RETURNING id, tham_so
  ), kept AS (
    INSERT INTO payroll_closed_row (closing_id, username, dong)
    SELECT c.id, r.username, to_jsonb(r) || '{"daChot": 1}' FROM closing c, payroll_rows(p_month, p_defaults, NULL) r
  ), sources AS (
    INSERT INTO payroll_closed_source (closing_id, username, loai, ma, luc, so, so_dien_thoai, chi_tiet)
    SELECT c.id, s.* FROM closing c, payroll_other_sources(p_month, c.tham_so, NULL) s
  ), lines AS (
    INSERT INTO payroll_closed_line (closing_id, username, dong)
    SELECT c.id, l.username, l.dong FROM closing c, (
      SELECT p.username, array_agg(kept_line(p.line)) AS dong FROM payroll_lines(p_month, NULL) p GROUP BY 1) l
    WHERE EXISTS (SELECT FROM users u WHERE u.username = l.username)
  ), adjustments AS (
    INSERT INTO payroll_adjustment (closing_id, cua_thang, username, loai, ma, luc, so_dien_thoai, chi_tiet, truoc, sau, so)
    SELECT c.id, d.* FROM closing c, payroll_due(p_month, NULL) d
  ), settled AS (
    -- Changes visible to this statement are paid by it; invisible ones are recorded again.
    DELETE FROM payroll_touched WHERE thang <= p_month
  )
  SELECT id FROM closing
$$;

-- Raises an error when stored rows differ from their recomputation.
CREATE OR REPLACE FUNCTION require_recomputed(p_closing uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wrong text := (SELECT string_agg(username, ', ') FROM payroll_unlike(p_closing));
BEGIN
  IF wrong IS NOT NULL THEN RAISE EXCEPTION 'the kept rows of % are not what they were calculated from', wrong; END IF;
END $$;

-- Stores a month and checks it (keep_payroll, require_recomputed).
CREATE OR REPLACE FUNCTION close_payroll(p_month date, p_defaults jsonb, p_username text, p_reason text, p_checklist jsonb)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  made uuid := keep_payroll(p_month, p_defaults, p_username, p_reason, p_checklist);
BEGIN
  PERFORM require_recomputed(made);
  RETURN made;
END $$;

CREATE OR REPLACE FUNCTION payroll_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are kept as they are', TG_TABLE_NAME;
END $$;
CREATE OR REPLACE TRIGGER payroll_closed_row_kept BEFORE UPDATE OR DELETE ON payroll_closed_row
  FOR EACH ROW EXECUTE FUNCTION payroll_kept();
CREATE OR REPLACE TRIGGER payroll_closed_source_kept BEFORE UPDATE OR DELETE ON payroll_closed_source
  FOR EACH ROW EXECUTE FUNCTION payroll_kept();
CREATE OR REPLACE TRIGGER payroll_adjustment_kept BEFORE UPDATE OR DELETE ON payroll_adjustment
  FOR EACH ROW EXECUTE FUNCTION payroll_kept();
CREATE OR REPLACE TRIGGER payroll_closed_line_kept BEFORE UPDATE OR DELETE ON payroll_closed_line
  FOR EACH ROW EXECUTE FUNCTION payroll_kept();
