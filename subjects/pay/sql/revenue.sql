-- Groups reports into registrations, with the values in force and the matched refund (subjects/pay/decisions/revenue-lines.md).

-- Class of a source, most trusted first; a registration has one report per class (D3-LINE-01).
CREATE OR REPLACE FUNCTION source_class(p_track0 text) RETURNS int LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN p_track0 = 'mfy' THEN 1 WHEN is_code_tab(p_track0) THEN 2 WHEN p_track0 = '9332' THEN 3
    WHEN p_track0 = 'ketqua' THEN 4 ELSE 5 END;

-- Registration (its main report) of each report of a phone and package.
CREATE OR REPLACE FUNCTION reports_by_registration(p_phone text, p_package text) RETURNS TABLE (id uuid, head uuid)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  ids uuid[];
  classes int[];
  times timestamptz[];
  owners text[];
  member int[];
  pair record;
BEGIN
  SELECT array_agg(r.id ORDER BY r.n), array_agg(r.class ORDER BY r.n), array_agg(r.at ORDER BY r.n),
    array_agg(r.owner ORDER BY r.n), array_agg(r.n::int ORDER BY r.n)
    INTO ids, classes, times, owners, member
  FROM (
    SELECT l.id, source_class(l.track0) AS class, l.ngay_thanh_cong AS at, l.own_username AS owner,
      row_number() OVER (ORDER BY l.ngay_thanh_cong, l.track0, l.track1) AS n
    FROM revenue_line l WHERE l.so_dien_thoai_cs = p_phone AND l.goi_cuoc = p_package) r;
  IF cardinality(ids) = 1 THEN
    RETURN QUERY SELECT ids[1], ids[1];
    RETURN;
  END IF;
  FOR pair IN
    SELECT x.n::int AS i, y.n::int AS j
    FROM unnest(classes, times, owners) WITH ORDINALITY AS x(class, at, owner, n)
    JOIN unnest(classes, times, owners) WITH ORDINALITY AS y(class, at, owner, n)
      ON x.n < y.n AND x.class <> y.class AND y.at - x.at <= interval '24 hours'
    -- Of two equally near ones, the one with the same owner (D3-LINE-04).
    ORDER BY y.at - x.at, coalesce(x.owner = y.owner, false) DESC, x.n, y.n
  LOOP
    CONTINUE WHEN member[pair.i] = member[pair.j];
    CONTINUE WHEN EXISTS (
      SELECT FROM generate_subscripts(ids, 1) k, generate_subscripts(ids, 1) m
      WHERE member[k] = member[pair.i] AND member[m] = member[pair.j]
        AND (classes[k] = classes[m] OR greatest(times[k], times[m]) - least(times[k], times[m]) > interval '24 hours'));
    member := ARRAY(
      SELECT CASE WHEN g = member[pair.j] THEN member[pair.i] ELSE g END
      FROM unnest(member) WITH ORDINALITY AS u(g, n) ORDER BY n);
  END LOOP;
  RETURN QUERY
    SELECT ids[k], (
      SELECT ids[m] FROM generate_subscripts(ids, 1) m WHERE member[m] = member[k] ORDER BY classes[m] LIMIT 1)
    FROM generate_subscripts(ids, 1) k;
END $$;

-- Decided or in progress: money may have been paid out for it.
CREATE OR REPLACE FUNCTION is_settled(r requestrefund) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN r.quyet_dinh = '1' OR r.ma_trang_thai_giao_dich_doi_tac <> partner_dang_cho_duyet();

-- Matched refund of each line of a phone and package (D3-LINE-02): settled refunds stay with their line, the others go to the nearest. A
-- refund entered by an account that may not learn about the number (D3-SEC-05) is matched after a decision on it.
CREATE OR REPLACE FUNCTION refunds_of(p_phone text, p_package text) RETURNS TABLE (line uuid, request uuid)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  span interval := make_interval(days => setting_number('doi_soat_so_ngay_khop', 31)::int);
  taken uuid[] := '{}';
  pair record;
BEGIN
  FOR pair IN
    SELECT l.id AS line, r.id AS request
    FROM revenue_line l
    JOIN requestrefund r ON r.number_phone = l.so_dien_thoai_cs AND r.package_code = l.goi_cuoc
    WHERE l.so_dien_thoai_cs = p_phone AND l.goi_cuoc = p_package AND l.line_id = l.id AND l.deleted_at IS NULL
      AND is_effective(r) AND (NOT r.untold OR is_settled(r)) AND (r.created_time BETWEEN l.ngay_thanh_cong - span AND l.ngay_thanh_cong + span
        OR is_settled(r) AND l.request_id = r.id)
    ORDER BY is_settled(r) AND l.request_id IS NOT DISTINCT FROM r.id DESC,
      greatest(r.created_time, l.ngay_thanh_cong) - least(r.created_time, l.ngay_thanh_cong),
      l.ngay_thanh_cong, l.track0, l.track1, r.id
  LOOP
    CONTINUE WHEN pair.line = ANY (taken) OR pair.request = ANY (taken);
    taken := taken || pair.line || pair.request;
    line := pair.line;
    request := pair.request;
    RETURN NEXT;
  END LOOP;
END $$;

-- Requests of a phone and package whose recoveries, not set by a person, have to become `value` (D2-Q-84).
CREATE OR REPLACE FUNCTION recoveries_due(p_phone text, p_package text) RETURNS TABLE (id uuid, value text) LANGUAGE sql STABLE AS $$
  SELECT r.id, o.value
  FROM requestrefund r LEFT JOIN revenue_line l ON l.request_id = r.id, LATERAL (
    SELECT CASE WHEN r.ma_trang_thai_giao_dich_doi_tac = partner_hoan_thanh() AND l.status <> 'SUCCESS'
      AND is_refund(r.request_type) THEN recovery_truy_thu() ELSE recovery_binh_thuong() END AS value) o
  WHERE r.number_phone = p_phone AND r.package_code = p_package AND r.deleted_at IS NULL AND r.request_type <> top_up()
    AND (r.username_duyet_trang_thai_truy_thu_hoan_theo_goi = '__AUTO' AND r.trang_thai_truy_thu_hoan_theo_goi <> o.value
      OR r.username_duyet_trang_thai_truy_thu_hoan_them = '__AUTO' AND r.trang_thai_truy_thu_hoan_them <> o.value)
$$;

-- Recoveries not set by a person follow the lines; each change is audited.
CREATE OR REPLACE FUNCTION follow_lines(p_phone text, p_package text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noted int;
BEGIN
  -- Checked first, because an UPDATE without rows costs more: its statement triggers run anyway.
  IF NOT EXISTS (SELECT FROM recoveries_due(p_phone, p_package)) THEN
    RETURN;
  END IF;
  WITH was AS MATERIALIZED (
    SELECT r.id, d.value, to_jsonb(r) - 'version' AS before
    FROM recoveries_due(p_phone, p_package) d JOIN requestrefund r USING (id) FOR NO KEY UPDATE OF r
  ), changed AS (
    UPDATE requestrefund r SET
      trang_thai_truy_thu_hoan_theo_goi = CASE r.username_duyet_trang_thai_truy_thu_hoan_theo_goi
        WHEN '__AUTO' THEN o.value ELSE r.trang_thai_truy_thu_hoan_theo_goi END,
      trang_thai_truy_thu_hoan_them = CASE r.username_duyet_trang_thai_truy_thu_hoan_them
        WHEN '__AUTO' THEN o.value ELSE r.trang_thai_truy_thu_hoan_them END,
      version = r.version + 1
    FROM was o WHERE o.id = r.id
    RETURNING r.id, o.before, to_jsonb(r) - 'version' AS after
  )
  SELECT count(*) INTO noted FROM changed, note_change('__AUTO', 'update', 'requestrefund', id, before, after);
  IF noted > 0 THEN
    PERFORM tell_refunds_changed();
  END IF;
END $$;

-- Recomputes all lines of a phone and package; called only under the lock taken by settle_touched.
CREATE OR REPLACE FUNCTION settle_revenue(p_phone text, p_package text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH report AS (
    SELECT r.head, l.*, is_effective(q) AND is_settled(q) AS kept
    FROM reports_by_registration(p_phone, p_package) r JOIN revenue_line l ON l.id = r.id
    LEFT JOIN requestrefund q ON q.id = l.request_id
  ), registration AS (
    -- Of two values set at the same instant the one with the greater id counts.
    SELECT head,
      (array_agg(set_username ORDER BY set_at DESC, id DESC) FILTER (WHERE set_username IS NOT NULL))[1] AS username,
      -- Seller by the most trusted report that names one.
      (array_agg(own_username ORDER BY source_class(track0), ngay_thanh_cong, track0, track1)
        FILTER (WHERE own_username IS NOT NULL))[1] AS seller,
      (array_agg(set_status ORDER BY set_at DESC, id DESC) FILTER (WHERE set_status IS NOT NULL))[1] AS status,
      (array_agg(set_ti_le ORDER BY set_at DESC, id DESC) FILTER (WHERE set_ti_le IS NOT NULL))[1] AS ti_le,
      -- A settled refund stays with its registration when another report becomes the main one.
      (array_agg(request_id ORDER BY id = head DESC, ngay_thanh_cong, track0, track1) FILTER (WHERE kept))[1] AS request,
      max(named_at) AS named_at, min(deleted_at) AS deleted_at,
      (array_agg(deleted_by ORDER BY deleted_at) FILTER (WHERE deleted_at IS NOT NULL))[1] AS deleted_by
    FROM report GROUP BY head
  ), in_force AS (
    SELECT r.id, g.head, coalesce(g.username, r.own_username, g.seller) AS username, coalesce(g.status, 'SUCCESS') AS status,
      coalesce(g.ti_le, r.own_ti_le) AS ti_le, g.named_at, g.deleted_at, g.deleted_by,
      CASE WHEN g.head = r.id THEN coalesce(g.request, r.request_id) END AS request
    FROM report r JOIN registration g USING (head)
  )
  UPDATE revenue_line t SET line_id = f.head, username_nv = f.username, status = f.status, ti_le_doanh_thu = f.ti_le,
    doi_soat_luc = f.named_at, deleted_at = f.deleted_at, deleted_by = f.deleted_by, version = t.version + 1,
    request_id = f.request, tien_hoan = CASE WHEN f.request = t.request_id THEN t.tien_hoan ELSE 0 END
  FROM in_force f
  WHERE t.id = f.id AND (t.line_id, t.username_nv, t.status, t.ti_le_doanh_thu, t.doi_soat_luc, t.deleted_at, t.request_id)
    IS DISTINCT FROM (f.head, f.username, f.status, f.ti_le, f.named_at, f.deleted_at, f.request);
  -- Lines matched with a request of another phone or package were released before.
  IF NOT EXISTS (SELECT FROM requestrefund r WHERE r.number_phone = p_phone AND r.package_code = p_package) THEN
    RETURN;
  END IF;
  UPDATE revenue_line t SET request_id = m.request, tien_hoan = coalesce(r.refund_price + r.other_refund, 0),
    version = t.version + 1
  FROM revenue_line l LEFT JOIN refunds_of(p_phone, p_package) m ON m.line = l.id LEFT JOIN requestrefund r ON r.id = m.request
  WHERE t.id = l.id AND l.so_dien_thoai_cs = p_phone AND l.goi_cuoc = p_package
    AND (t.request_id, t.tien_hoan) IS DISTINCT FROM (m.request, coalesce(r.refund_price + r.other_refund, 0));
  PERFORM follow_lines(p_phone, p_package);
  PERFORM approve_by_lines(p_phone, p_package);
END $$;

-- Settles a phone and package and notifies people whose pay decreases against `p_were`, the lines that counted before; `p_moved` no longer
-- belong to it.
CREATE OR REPLACE FUNCTION settle_told(p_phone text, p_package text, p_moved uuid[], p_were revenue_line[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_revenue(p_phone, p_package);
  PERFORM tell_falls(p_were, ARRAY(
    SELECT l FROM revenue_line l
    WHERE l.so_dien_thoai_cs = p_phone AND l.goi_cuoc = p_package AND line_counts(l) AND l.id <> ALL (p_moved)));
END $$;

-- Settles the changes of a statement within its transaction. Changes of one phone and package are serialised, and the later sees the
-- earlier. The locks are few, as the database's lock table is small, and taken in a fixed order. Most registrations have one report and no
-- refund and are settled together. Everything is found by key, never by scanning a table with outdated statistics, so generic plans
-- suffice: replanning took half of the time. Decreases of pay are notified (tell_falls): `p_was` are the former states of the changed
-- lines, `p_new` the ids of new ones, in the order of their phones, `p_moved` those of lines moved to another phone or package.
CREATE OR REPLACE FUNCTION settle_touched(p_phones text[], p_packages text[], p_was revenue_line[] DEFAULT '{}',
  p_new uuid[] DEFAULT '{}', p_moved uuid[] DEFAULT '{}') RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  touched record;
  was text := coalesce(current_setting('vasdesk.settling', true), '');
  told text[] := '{}';
BEGIN
  IF p_phones IS NULL THEN
    RETURN;
  END IF;
  -- Computed changes are not manual values (revenue_line_set).
  PERFORM set_config('vasdesk.settling', 'on', true);
  PERFORM pg_advisory_xact_lock(40, bucket) FROM (
    SELECT DISTINCT abs(hashtext(phone || ' ' || package) % 1024) AS bucket
    FROM unnest(p_phones, p_packages) AS k(phone, package) ORDER BY 1) buckets;
  -- A line or refund that moved to another phone or package is released first, so that its successor finds it free.
  UPDATE revenue_line t SET request_id = NULL, tien_hoan = 0, version = t.version + 1
  FROM (SELECT DISTINCT phone, package FROM unnest(p_phones, p_packages) AS k(phone, package)) k, requestrefund r
  WHERE t.so_dien_thoai_cs = k.phone AND t.goi_cuoc = k.package AND r.id = t.request_id
    AND (r.number_phone <> t.so_dien_thoai_cs OR r.package_code <> t.goi_cuoc);
  FOR touched IN
    SELECT k.phone, k.package, coalesce(array_agg(k.id) FILTER (WHERE k.id IS NOT NULL), '{}') || p_moved AS written,
      coalesce(array_agg(k.line) FILTER (WHERE line_counts(k.line) AND k.id <> ALL (p_moved)), '{}') AS were
    FROM (
      SELECT n.phone, n.package, n.id, NULL::revenue_line AS line FROM unnest(p_phones, p_packages, p_new) AS n(phone, package, id)
      UNION ALL
      SELECT w.so_dien_thoai_cs, w.goi_cuoc, w.id, w::revenue_line FROM unnest(p_was) w) k
    GROUP BY k.phone, k.package
    HAVING EXISTS (SELECT FROM requestrefund r WHERE r.number_phone = k.phone AND r.package_code = k.package)
      OR EXISTS (
        SELECT FROM revenue_line l WHERE l.so_dien_thoai_cs = k.phone AND l.goi_cuoc = k.package OFFSET 1)
    ORDER BY 1, 2
  LOOP
    PERFORM settle_told(touched.phone, touched.package, p_moved, ARRAY(
      SELECT l FROM revenue_line l
      WHERE l.so_dien_thoai_cs = touched.phone AND l.goi_cuoc = touched.package AND line_counts(l) AND l.id <> ALL (touched.written))
      || touched.were);
    told := told || (touched.phone || ' ' || touched.package);
  END LOOP;
  UPDATE revenue_line t SET line_id = t.id, username_nv = coalesce(t.set_username, t.own_username),
    status = coalesce(t.set_status, 'SUCCESS'), ti_le_doanh_thu = coalesce(t.set_ti_le, t.own_ti_le),
    doi_soat_luc = t.named_at, version = t.version + 1
  FROM (SELECT DISTINCT phone, package FROM unnest(p_phones, p_packages) AS k(phone, package)) k
  WHERE t.so_dien_thoai_cs = k.phone AND t.goi_cuoc = k.package
    AND (t.line_id, t.username_nv, t.status, t.ti_le_doanh_thu, t.doi_soat_luc) IS DISTINCT FROM
      (t.id, coalesce(t.set_username, t.own_username), coalesce(t.set_status, 'SUCCESS'), coalesce(t.set_ti_le, t.own_ti_le),
      t.named_at)
    AND NOT EXISTS (
      SELECT FROM revenue_line o WHERE o.so_dien_thoai_cs = k.phone AND o.goi_cuoc = k.package AND o.id <> t.id)
    AND NOT EXISTS (SELECT FROM requestrefund r WHERE r.number_phone = k.phone AND r.package_code = k.package);
  IF cardinality(p_was) > 0 THEN
    PERFORM tell_falls(array_agg(w::revenue_line), coalesce(array_agg(l) FILTER (WHERE line_counts(l)), '{}'))
    FROM unnest(p_was) w LEFT JOIN revenue_line l USING (id)
    WHERE line_counts(w) AND w.so_dien_thoai_cs || ' ' || w.goi_cuoc <> ALL (told)
    HAVING count(*) > 0;
  END IF;
  PERFORM set_config('vasdesk.settling', was, true);
END $$;

-- Values of a line from source, import or person, without those that settle_revenue writes.
CREATE OR REPLACE FUNCTION line_inputs(l revenue_line) RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN jsonb_build_array(l.so_dien_thoai_cs, l.goi_cuoc, l.ngay_thanh_cong, l.own_username, l.own_ti_le, l.set_username,
    l.set_status, l.set_ti_le, l.set_at, l.named_at, l.deleted_at);
-- Values of a request that decide its line and the cost.
CREATE OR REPLACE FUNCTION refund_inputs(r requestrefund) RETURNS jsonb LANGUAGE sql IMMUTABLE
  RETURN jsonb_build_array(r.number_phone, r.package_code, r.created_time, is_effective(r), is_settled(r), r.refund_price, r.other_refund,
    r.ma_trang_thai_giao_dich_doi_tac, r.username_duyet_trang_thai_truy_thu_hoan_theo_goi,
    r.username_duyet_trang_thai_truy_thu_hoan_them);

CREATE OR REPLACE FUNCTION line_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted int;
  phones text[];
  packages text[];
  changed uuid[];
  moved uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(so_dien_thoai_cs), array_agg(goi_cuoc), array_agg(id) INTO phones, packages, changed FROM new_rows;
    PERFORM settle_touched(phones, packages, '{}', changed);
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(so_dien_thoai_cs), array_agg(goi_cuoc) INTO phones, packages FROM old_rows;
    PERFORM settle_touched(phones, packages, ARRAY(SELECT o::revenue_line FROM old_rows o));
  ELSIF EXISTS (SELECT FROM new_rows) THEN
    -- A person's correction applies to the whole registration, or its other reports would form a second one. A source's
    -- update comes by its table's trigger and applies to its report only.
    IF pg_trigger_depth() = 1 AND EXISTS (SELECT FROM old_rows o JOIN new_rows n USING (id)
      WHERE (o.so_dien_thoai_cs, o.goi_cuoc, o.ngay_thanh_cong) <> (n.so_dien_thoai_cs, n.goi_cuoc, n.ngay_thanh_cong)) THEN
      WITH was AS MATERIALIZED (
        SELECT m.id, to_jsonb(m) - 'version' AS before, o.ngay_thanh_cong AS former, n.so_dien_thoai_cs, n.goi_cuoc, n.ngay_thanh_cong
        FROM old_rows o JOIN new_rows n USING (id) JOIN revenue_line m ON m.line_id = o.id AND m.id <> o.id
        WHERE (o.so_dien_thoai_cs, o.goi_cuoc, o.ngay_thanh_cong) <> (n.so_dien_thoai_cs, n.goi_cuoc, n.ngay_thanh_cong)
        FOR NO KEY UPDATE OF m
      ), changed AS (
        UPDATE revenue_line m SET so_dien_thoai_cs = w.so_dien_thoai_cs, goi_cuoc = w.goi_cuoc,
          ngay_thanh_cong = m.ngay_thanh_cong + (w.ngay_thanh_cong - w.former), version = m.version + 1
        FROM was w WHERE m.id = w.id RETURNING m.id, w.before, to_jsonb(m) - 'version' AS after
      ) SELECT count(*) INTO noted FROM changed, note_change('__AUTO', 'update', 'dsdttinhluong', id, before, after);
    END IF;
    SELECT array_agg(k.phone), array_agg(k.package) INTO phones, packages
    FROM old_rows o JOIN new_rows n USING (id), LATERAL (VALUES
      (o.so_dien_thoai_cs::text, o.goi_cuoc), (n.so_dien_thoai_cs::text, n.goi_cuoc)) AS k(phone, package)
    WHERE line_inputs(o) <> line_inputs(n);
    IF phones IS NOT NULL THEN
      SELECT array_agg(o.id),
        coalesce(array_agg(o.id) FILTER (WHERE (o.so_dien_thoai_cs, o.goi_cuoc) <> (n.so_dien_thoai_cs, n.goi_cuoc)), '{}')
        INTO changed, moved
      FROM old_rows o JOIN new_rows n USING (id) WHERE line_inputs(o) <> line_inputs(n);
      PERFORM settle_touched(phones, packages, ARRAY(SELECT o::revenue_line FROM old_rows o WHERE o.id = ANY (changed)), '{}', moved);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER revenue_line_made AFTER INSERT ON revenue_line
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION line_changed();
CREATE OR REPLACE TRIGGER revenue_line_changed AFTER UPDATE ON revenue_line
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION line_changed();
CREATE OR REPLACE TRIGGER revenue_line_withdrawn AFTER DELETE ON revenue_line
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION line_changed();

CREATE OR REPLACE FUNCTION refund_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  phones text[];
  packages text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(number_phone), array_agg(package_code) INTO phones, packages FROM new_rows;
  ELSIF EXISTS (SELECT FROM new_rows) THEN
    SELECT array_agg(k.phone), array_agg(k.package) INTO phones, packages
    FROM old_rows o JOIN new_rows n USING (id), LATERAL (VALUES
      (o.number_phone::text, o.package_code), (n.number_phone::text, n.package_code)) AS k(phone, package)
    WHERE refund_inputs(o) <> refund_inputs(n);
    PERFORM tell_recovered(array_agg(o::requestrefund), array_agg(n::requestrefund)) FROM old_rows o JOIN new_rows n USING (id)
    WHERE (o.trang_thai_truy_thu_hoan_theo_goi, o.trang_thai_truy_thu_hoan_them) <> (n.trang_thai_truy_thu_hoan_theo_goi, n.trang_thai_truy_thu_hoan_them)
    HAVING count(*) > 0;
  END IF;
  PERFORM settle_touched(phones, packages);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER requestrefund_made AFTER INSERT ON requestrefund
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refund_changed();
CREATE OR REPLACE TRIGGER requestrefund_changed AFTER UPDATE ON requestrefund
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refund_changed();

-- A new report is its own line until it is settled.
CREATE OR REPLACE FUNCTION line_arrives() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.goi_cuoc := package_key(NEW.goi_cuoc);
  IF TG_OP = 'INSERT' THEN
    NEW.line_id := NEW.id;
    NEW.username_nv := coalesce(NEW.set_username, NEW.own_username);
    NEW.status := coalesce(NEW.set_status, 'SUCCESS');
    NEW.ti_le_doanh_thu := coalesce(NEW.set_ti_le, NEW.own_ti_le);
    NEW.doi_soat_luc := NEW.named_at;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER revenue_line_arrives BEFORE INSERT OR UPDATE OF goi_cuoc ON revenue_line
  FOR EACH ROW EXECUTE FUNCTION line_arrives();

-- Pay base of a registration in whole đồng: price and difference by the ratio in % (D2-Q-109).
CREATE OR REPLACE FUNCTION pay_base(p_price bigint, p_difference bigint, p_ratio numeric) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN greatest(0, vnd((p_price + p_difference) * p_ratio / 100));
-- Pay base of a line after its refund (D2-REVF-15).
CREATE OR REPLACE FUNCTION line_pay(l revenue_line) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN l.doanh_thu_tinh_luong;

-- A changed window only rematches lines and requests whose distance lies between both windows (D2-REVF-08). A change
-- during an earlier rematch widens that range and starts over.
CREATE OR REPLACE FUNCTION window_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was int := coalesce((OLD.value #>> '{}')::int, 31);
  becomes int := coalesce((NEW.value #>> '{}')::int, 31);
BEGIN
  IF was <> becomes THEN
    INSERT INTO revenue_matching AS m (over_days, upto_days, total)
    VALUES (least(was, becomes), greatest(was, becomes), (SELECT count(*) FROM requestrefund))
    ON CONFLICT (one) DO UPDATE SET over_days = least(m.over_days, excluded.over_days),
      upto_days = greatest(m.upto_days, excluded.upto_days), total = excluded.total, done = 0, begins_at = NULL,
      after_phone = '', after_package = '';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER settings_window_set AFTER INSERT ON settings
  FOR EACH ROW WHEN (NEW.key = 'doi_soat_so_ngay_khop') EXECUTE FUNCTION window_changed();
CREATE OR REPLACE TRIGGER settings_window_changed AFTER UPDATE ON settings
  FOR EACH ROW WHEN (NEW.key = 'doi_soat_so_ngay_khop') EXECUTE FUNCTION window_changed();

-- Rematches one batch after a change of the window, in its own short transaction, so that its locks do not hold up others; returns whether
-- there is more to do. Does not wait for another process's batch. Starts only after every transaction that may have read the former window
-- has ended, so that their changes are seen.
CREATE OR REPLACE FUNCTION match_anew() RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  task revenue_matching;
  seen int;
  phones text[];
  packages text[];
BEGIN
  SELECT * INTO task FROM revenue_matching FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  ELSIF task.begins_at IS NULL THEN
    UPDATE revenue_matching SET begins_at = pg_snapshot_xmax(pg_current_snapshot());
    RETURN true;
  ELSIF pg_snapshot_xmin(pg_current_snapshot()) < task.begins_at THEN
    RETURN false;
  END IF;
  WITH next AS (
    SELECT number_phone::text AS phone, package_code AS package FROM requestrefund
    WHERE (number_phone, package_code) > (task.after_phone::text COLLATE "C", task.after_package)
    ORDER BY number_phone, package_code LIMIT 1000
  ), due AS (
    SELECT DISTINCT phone, package FROM next n WHERE EXISTS (
      SELECT FROM revenue_line l
      JOIN requestrefund r ON r.number_phone = l.so_dien_thoai_cs AND r.package_code = l.goi_cuoc
      WHERE l.so_dien_thoai_cs = n.phone AND l.goi_cuoc = n.package AND l.line_id = l.id AND l.deleted_at IS NULL
        AND greatest(r.created_time, l.ngay_thanh_cong) - least(r.created_time, l.ngay_thanh_cong)
          BETWEEN make_interval(days => task.over_days) AND make_interval(days => task.upto_days))
    ORDER BY phone, package LIMIT 50
  ), place AS (
    SELECT phone, package FROM next
    WHERE (SELECT count(*) FROM due) < 50
      OR (phone, package) = (SELECT phone, package FROM due ORDER BY phone DESC, package DESC LIMIT 1)
    ORDER BY phone DESC, package DESC LIMIT 1
  )
  SELECT (SELECT array_agg(phone) FROM due), (SELECT array_agg(package) FROM due), place.phone, place.package,
    (SELECT count(*) FROM next n WHERE (n.phone, n.package) <= (place.phone, place.package))
    INTO phones, packages, task.after_phone, task.after_package, seen
  FROM place;
  IF NOT FOUND THEN
    DELETE FROM revenue_matching;
    RETURN false;
  END IF;
  PERFORM settle_touched(phones, packages);
  UPDATE revenue_matching SET after_phone = task.after_phone, after_package = task.after_package, done = done + seen;
  RETURN true;
END $$;
