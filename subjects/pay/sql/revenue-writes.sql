-- Changes of revenue lines by persons, imports and POSTs (D2-REVF-07, subjects/pay/decisions/revenue-lines.md).

-- Stored form of a reconciliation result; any other text stays as it is and counts as failure (D2-Q-171).
CREATE OR REPLACE FUNCTION line_status(p_text text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE fold(btrim(p_text)) WHEN 'success' THEN 'SUCCESS' WHEN 'thanh cong' THEN 'SUCCESS' WHEN 'faild' THEN 'FAILD'
    WHEN 'failed' THEN 'FAILD' WHEN 'that bai' THEN 'FAILD' ELSE btrim(p_text) END;

-- Username in its stored spelling, of an active account; null for others.
CREATE OR REPLACE FUNCTION working_staff(p_username text) RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT username FROM users WHERE to_lower(username) = to_lower(p_username) AND NOT is_deleted);

-- Hash that identifies a line without a source id (D2-REVF-07), by the normalised package (D3-PRC-01).
CREATE OR REPLACE FUNCTION line_hash(p_phone text, p_package text, p_at timestamptz, p_username text)
RETURNS text LANGUAGE sql IMMUTABLE
  RETURN encode(sha256(convert_to(concat_ws('|', p_phone, p_package, extract(epoch FROM p_at)::text,
    to_lower(btrim(p_username))), 'UTF8')), 'hex');

-- A changed value in force is a manual or imported value, whichever call brings it, and overrides the reports. Values
-- set earlier stay set, with the new time, whichever report of the registration had them.
CREATE OR REPLACE FUNCTION line_is_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.username_nv IS DISTINCT FROM OLD.username_nv THEN
    NEW.username_nv := working_staff(NEW.username_nv);
    IF NEW.username_nv IS NULL THEN
      PERFORM refuse('VD400', 'Nhân viên không có hoặc đã dừng hoạt động', 'username_nv');
    END IF;
  END IF;
  NEW.status := line_status(NEW.status);
  IF NEW.status IS NULL THEN PERFORM refuse('VD400', 'Chưa nhập kết quả đối soát', 'status'); END IF;
  IF NEW.ti_le_doanh_thu IS NULL OR NEW.ti_le_doanh_thu NOT BETWEEN 0 AND 100 THEN
    PERFORM refuse('VD400', 'Tỉ lệ doanh thu phải từ 0 đến 100', 'ti_le_doanh_thu');
  END IF;
  IF (NEW.username_nv, NEW.status, NEW.ti_le_doanh_thu) IS DISTINCT FROM (OLD.username_nv, OLD.status, OLD.ti_le_doanh_thu)
    OR NEW.set_at IS DISTINCT FROM OLD.set_at THEN
    NEW.set_username := CASE WHEN NEW.username_nv IS DISTINCT FROM OLD.username_nv OR NEW.set_username IS NOT NULL
      THEN NEW.username_nv END;
    NEW.set_status := CASE WHEN NEW.status <> OLD.status OR NEW.set_status IS NOT NULL THEN NEW.status END;
    NEW.set_ti_le := CASE WHEN NEW.ti_le_doanh_thu <> OLD.ti_le_doanh_thu OR NEW.set_ti_le IS NOT NULL
      THEN NEW.ti_le_doanh_thu END;
    NEW.set_at := clock_timestamp();
  END IF;
  -- A Mfy line follows its request, whose own trigger writes it (D2-REVF-06).
  IF OLD.track0 = 'mfy' AND pg_trigger_depth() = 1
    AND (NEW.so_dien_thoai_cs, package_key(NEW.goi_cuoc), NEW.doanh_thu, NEW.ngay_thanh_cong)
      IS DISTINCT FROM (OLD.so_dien_thoai_cs, OLD.goi_cuoc, OLD.doanh_thu, OLD.ngay_thanh_cong) THEN
    PERFORM refuse('VD400', 'Dòng Mfy lấy số, gói, giá và ngày từ đơn Mfy, hãy sửa ở màn Mfy', 'doanh_thu');
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER revenue_line_set
  BEFORE UPDATE OF username_nv, status, ti_le_doanh_thu, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong ON revenue_line
  FOR EACH ROW WHEN (current_setting('vasdesk.settling', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION line_is_set();

-- The line of a source and id: the report with that pair, else the one it was sent with (D3-LINE-01).
CREATE OR REPLACE FUNCTION line_named(p_track0 text, p_track1 text) RETURNS uuid LANGUAGE sql STABLE
  RETURN coalesce((SELECT line_id FROM revenue_line WHERE track0 = p_track0 AND track1 = p_track1),
    (SELECT l.line_id FROM revenue_line_pair p JOIN revenue_line l ON l.id = p.report
      WHERE p.track0 = p_track0 AND p.track1 = p_track1));

-- Rows of an import or POST by position from 1: the line that each names (none for a new one) and why it is refused.
-- Fields not sent are null; sent ones were parsed before. New rows of one pair are one line.
DROP FUNCTION IF EXISTS sent_lines(jsonb);
CREATE FUNCTION sent_lines(p_rows jsonb) RETURNS SETOF sent_line LANGUAGE sql STABLE AS $$
  WITH sent AS (
    SELECT r.n::int AS n, s.kenh, btrim(s.username_nv) AS username, s.so_dien_thoai_cs AS phone,
      package_key(s.goi_cuoc) AS package, s.doanh_thu AS price, s.ngay_thanh_cong AS at, line_status(s.status) AS status,
      s.ti_le_doanh_thu AS ratio, s.track0, s.track1, CASE WHEN s.so_dien_thoai_cs IS NOT NULL AND s.goi_cuoc IS NOT NULL
        AND s.ngay_thanh_cong IS NOT NULL
        THEN line_hash(s.so_dien_thoai_cs, package_key(s.goi_cuoc), s.ngay_thanh_cong, s.username_nv) END AS hash,
      -- Hash from before packages were compared without blanks.
      line_hash(s.so_dien_thoai_cs, to_upper(btrim(s.goi_cuoc)), s.ngay_thanh_cong, s.username_nv) AS former
    FROM jsonb_array_elements(p_rows) WITH ORDINALITY AS r(v, n), jsonb_to_record(r.v) AS s(kenh text, username_nv text,
      so_dien_thoai_cs text, goi_cuoc text, doanh_thu bigint, ngay_thanh_cong timestamptz, status text, ti_le_doanh_thu numeric,
      track0 text, track1 text)
  ), found AS (
    SELECT s.*, working_staff(s.username) AS working, line_named(s.track0, s.track1) AS paired,
      (SELECT t.line_id FROM revenue_line t WHERE s.hash IS NOT NULL AND t.track0 = 'import' AND t.track1 IN (s.hash, s.former)
        ORDER BY t.track1 <> s.hash LIMIT 1) AS repeated
    FROM sent s
  ), told AS (
    SELECT f.*, coalesce(f.paired, f.repeated) AS named, CASE WHEN f.paired IS NULL AND f.repeated IS NULL AND f.track1 IS NOT NULL
      THEN first_value(f.hash) OVER (PARTITION BY f.track0, f.track1 ORDER BY f.hash IS NULL, f.n) ELSE f.hash END AS key
    FROM found f
  ), judged AS (
    SELECT f.*, l.id AS line, CASE
      WHEN (f.track0 IS NULL) <> (f.track1 IS NULL) THEN ARRAY['track1', 'Nguồn và mã nguồn phải có cả hai']
      WHEN l.deleted_at IS NOT NULL THEN ARRAY['track1', 'Dòng doanh thu này đã bị xoá']
      WHEN f.named IS NULL AND f.hash IS NULL AND f.track1 IS NOT NULL
        THEN ARRAY['track1', 'Không có dòng ' || f.track0 || ':' || f.track1]
      WHEN f.named IS NULL AND f.phone IS NULL THEN ARRAY['so_dien_thoai_cs', 'Chưa nhập số thuê bao']
      WHEN f.named IS NULL AND f.package IS NULL THEN ARRAY['goi_cuoc', 'Chưa nhập gói cước']
      WHEN f.named IS NULL AND f.price IS NULL THEN ARRAY['doanh_thu', 'Chưa nhập giá gói']
      WHEN f.named IS NULL AND f.at IS NULL THEN ARRAY['ngay_thanh_cong', 'Chưa nhập ngày đăng ký']
      WHEN f.username IS NOT NULL AND f.working IS NULL AND to_lower(f.username) IS DISTINCT FROM to_lower(l.username_nv)
        THEN ARRAY['username_nv', 'Nhân viên ' || f.username || ' không có hoặc đã dừng hoạt động']
      WHEN f.ratio NOT BETWEEN 0 AND 100 THEN ARRAY['ti_le_doanh_thu', 'Tỉ lệ doanh thu phải từ 0 đến 100']
      WHEN l.track0 = 'mfy' AND (coalesce(f.phone, l.so_dien_thoai_cs), coalesce(f.package, l.goi_cuoc),
          coalesce(f.price, l.doanh_thu), coalesce(f.at, date_trunc('second', l.ngay_thanh_cong)))
        <> (l.so_dien_thoai_cs::text, l.goi_cuoc, l.doanh_thu, date_trunc('second', l.ngay_thanh_cong))
        THEN ARRAY['doanh_thu', 'Dòng Mfy lấy số, gói, giá và ngày từ đơn Mfy, hãy sửa ở màn Mfy'] END AS refusal
    FROM told f LEFT JOIN revenue_line l ON l.id = f.named
  )
  SELECT j.n, j.line, j.key, j.kenh, coalesce(j.working, j.username), j.phone, j.package, j.price, j.at, j.status, j.ratio,
    CASE WHEN j.paired IS NULL THEN j.track0 END, CASE WHEN j.paired IS NULL THEN j.track1 END, j.refusal[1], j.refusal[2]
  FROM judged j ORDER BY j.n
$$;

-- Creates the new lines of sent rows; of repeated rows the last value of a field counts. Returns the report of each hash, with its former
-- state if it was saved concurrently.
DROP FUNCTION IF EXISTS make_lines(sent_line[]);
CREATE FUNCTION make_lines(p_sent sent_line[]) RETURNS TABLE (id uuid, hash text, before jsonb) LANGUAGE sql AS $$
  WITH merged AS (
    SELECT s.hash, (array_agg(s.kenh ORDER BY s.n DESC) FILTER (WHERE s.kenh IS NOT NULL))[1] AS kenh,
      (array_agg(s.username ORDER BY s.n DESC) FILTER (WHERE s.username IS NOT NULL))[1] AS username,
      (array_agg(s.phone ORDER BY s.n DESC))[1] AS phone, (array_agg(s.package ORDER BY s.n DESC))[1] AS package,
      (array_agg(s.price ORDER BY s.n DESC))[1] AS price, (array_agg(s.at ORDER BY s.n DESC))[1] AS at,
      (array_agg(s.status ORDER BY s.n DESC) FILTER (WHERE s.status IS NOT NULL))[1] AS status,
      (array_agg(s.ratio ORDER BY s.n DESC) FILTER (WHERE s.ratio IS NOT NULL))[1] AS ratio
    FROM unnest(p_sent) s WHERE s.why IS NULL AND s.line IS NULL GROUP BY s.hash
  )
  INSERT INTO revenue_line AS l (track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong,
    username_he_thong, own_username, own_ti_le, set_status, set_ti_le, set_at, named_at)
  SELECT 'import', m.hash, coalesce(m.kenh, ''), m.phone, m.package, m.price, m.at, m.username, m.username,
    coalesce(m.ratio, setting_number('ti_le_doanh_thu_mac_dinh', 100)), m.status, m.ratio,
    CASE WHEN coalesce(m.status, m.ratio::text) IS NOT NULL THEN clock_timestamp() END, clock_timestamp()
  FROM merged m ORDER BY m.hash
  -- The same row was just saved concurrently: this change comes after it.
  ON CONFLICT (track0, track1) DO UPDATE SET named_at = EXCLUDED.named_at, version = l.version + 1,
    status = coalesce(EXCLUDED.set_status, l.status), set_status = coalesce(EXCLUDED.set_status, l.set_status),
    ti_le_doanh_thu = coalesce(EXCLUDED.set_ti_le, l.ti_le_doanh_thu), set_ti_le = coalesce(EXCLUDED.set_ti_le, l.set_ti_le),
    set_at = coalesce(EXCLUDED.set_at, l.set_at)
  RETURNING l.id, l.track1, to_jsonb(old)
$$;

-- Saves sent rows: updates the named line, else creates one; marks both as named. Of several rows of one line the last value of a field
-- counts; the same for result and ratio where a new row belongs to the registration of another row (D3-LINE-01). Returns the line of each
-- row, its former report, and why a row was refused.
CREATE OR REPLACE FUNCTION write_lines(p_rows jsonb)
RETURNS TABLE (n int, report uuid, before jsonb, field text, why text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  said sent_line[];
  made_ids uuid[];
  made_hashes text[];
  made_before jsonb[];
BEGIN
  -- Serialises senders of the same new pair, as each would create a line for it.
  PERFORM pg_advisory_xact_lock(41, bucket) FROM (
    SELECT DISTINCT abs(hashtext(r.v ->> 'track0' || ':' || (r.v ->> 'track1')) % 64) AS bucket
    FROM jsonb_array_elements(p_rows) AS r(v)
    WHERE r.v ->> 'track1' IS NOT NULL AND line_named(r.v ->> 'track0', r.v ->> 'track1') IS NULL ORDER BY 1) buckets;
  SELECT array_agg(s) INTO said FROM sent_lines(p_rows) s;
  SELECT array_agg(m.id), array_agg(m.hash), array_agg(m.before) INTO made_ids, made_hashes, made_before FROM make_lines(said) m;
  INSERT INTO revenue_line_pair AS p (track0, track1, report)
  SELECT DISTINCT ON (s.pair0, s.pair1) s.pair0, s.pair1, l.id
  FROM unnest(said) s JOIN revenue_line l ON l.track0 = 'import' AND l.track1 = s.hash
  WHERE s.why IS NULL AND s.pair1 IS NOT NULL ORDER BY s.pair0, s.pair1, s.n
  ON CONFLICT (track0, track1) DO NOTHING;
  -- Locked first: an UPDATE that waits would return the row's state before the concurrent change.
  PERFORM FROM revenue_line l WHERE l.id IN (SELECT s.line FROM unnest(said) s WHERE s.why IS NULL) ORDER BY l.id FOR UPDATE;
  RETURN QUERY
    WITH good AS (
      SELECT s.*, coalesce(s.line, l.line_id) AS head, s.line IS NOT NULL AS named
      FROM unnest(said) s LEFT JOIN revenue_line l ON s.line IS NULL AND l.track0 = 'import' AND l.track1 = s.hash
      WHERE s.why IS NULL
    ), merged AS (
      SELECT head, (array_agg(kenh ORDER BY n DESC) FILTER (WHERE named AND kenh IS NOT NULL))[1] AS kenh,
        (array_agg(username ORDER BY n DESC) FILTER (WHERE named AND username IS NOT NULL))[1] AS username,
        (array_agg(phone ORDER BY n DESC) FILTER (WHERE named AND phone IS NOT NULL))[1] AS phone,
        (array_agg(package ORDER BY n DESC) FILTER (WHERE named AND package IS NOT NULL))[1] AS package,
        (array_agg(price ORDER BY n DESC) FILTER (WHERE named AND price IS NOT NULL))[1] AS price,
        (array_agg(at ORDER BY n DESC) FILTER (WHERE named AND at IS NOT NULL))[1] AS at,
        (array_agg(status ORDER BY n DESC) FILTER (WHERE status IS NOT NULL))[1] AS status,
        (array_agg(ratio ORDER BY n DESC) FILTER (WHERE ratio IS NOT NULL))[1] AS ratio
      FROM good GROUP BY head HAVING bool_or(named)
    ), was AS MATERIALIZED (
      SELECT l.id AS was_id, to_jsonb(l) AS was_row FROM merged m JOIN revenue_line l ON l.id = m.head FOR NO KEY UPDATE OF l
    ), changed AS (
      UPDATE revenue_line l SET kenh = coalesce(m.kenh, l.kenh), so_dien_thoai_cs = coalesce(m.phone, l.so_dien_thoai_cs),
        goi_cuoc = coalesce(m.package, l.goi_cuoc), doanh_thu = coalesce(m.price, l.doanh_thu),
        -- Sheets have whole seconds, sources may have fractions.
        ngay_thanh_cong = CASE WHEN m.at <> date_trunc('second', l.ngay_thanh_cong) THEN m.at ELSE l.ngay_thanh_cong END,
        username_nv = coalesce(m.username, l.username_nv), set_username = coalesce(m.username, l.set_username),
        status = coalesce(m.status, l.status), set_status = coalesce(m.status, l.set_status),
        ti_le_doanh_thu = coalesce(m.ratio, l.ti_le_doanh_thu), set_ti_le = coalesce(m.ratio, l.set_ti_le),
        set_at = CASE WHEN coalesce(m.username, m.status, m.ratio::text) IS NULL THEN l.set_at ELSE clock_timestamp() END,
        named_at = clock_timestamp(), version = l.version + 1
      FROM merged m JOIN was ON was.was_id = m.head WHERE l.id = m.head
      RETURNING l.id, was.was_row AS before
    )
    SELECT s.n, coalesce(changed.id, made.id), coalesce(changed.before, made.before), s.field, s.why
    FROM unnest(said) s LEFT JOIN changed ON changed.id = s.line AND s.why IS NULL
    LEFT JOIN unnest(made_ids, made_hashes, made_before) AS made(id, hash, before) ON made.hash = s.hash AND s.line IS NULL AND s.why IS NULL;
END $$;
