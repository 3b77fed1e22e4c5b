-- Effects of invitations, registration results and offers for tomorrow, on any write. After refunds.sql, whose functions it calls.

-- A successful confirmation or 9332 command becomes a revenue line (D2-REVF-04, D2-REVF-05).
CREATE OR REPLACE FUNCTION invitation_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revenue_line (track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong,
    username_he_thong, own_username, own_ti_le)
  SELECT n.source, n.id::text, coalesce(sold_by(n.source), n.source), n.msisdn, n."packCode", n."packPrice", coalesce(n."confirmedAt", n."genDate"),
    n.username_nv, n.username_nv, setting_number('ti_le_doanh_thu_mac_dinh', 100)
  FROM new_rows n
  WHERE n.status = 'SUCCESS' AND (n.source <> '9332' OR n."resultCodeMO" = 'REGISTER_SUCCESS')
  ON CONFLICT (track0, track1) DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER invitation_history_lines_made AFTER INSERT ON invitation_history
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION invitation_lines();
CREATE OR REPLACE TRIGGER invitation_history_lines_changed AFTER UPDATE ON invitation_history
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION invitation_lines();

-- Writes the lines of the successes among these results (D2-REVF-09); a seller found later is an audited change of the
-- line (D3-TRL-01).
CREATE OR REPLACE FUNCTION write_result_lines(p_results uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH saved AS (
    INSERT INTO revenue_line AS l (track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong,
      username_he_thong, own_username, own_ti_le)
    SELECT 'ketqua', m.id::text, m."SubAgent", m."NumberPhone", m."PackageCode", m."Price", m."Time", m.username_nv,
      m.username_nv, setting_number('ti_le_doanh_thu_mac_dinh', 100)
    FROM customer_message_9084 m WHERE m.id = ANY (p_results) AND m."Status" = 1
    ON CONFLICT (track0, track1) DO UPDATE SET own_username = EXCLUDED.own_username, version = l.version + 1
      WHERE l.own_username IS DISTINCT FROM EXCLUDED.own_username
    RETURNING l.id, to_jsonb(old) - 'version' AS before, to_jsonb(l) - 'version' AS after
  ) SELECT count(note_change('__AUTO', 'update', 'dsdttinhluong', id, before, after)) FROM saved WHERE before IS NOT NULL
$$;
CREATE OR REPLACE FUNCTION result_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_result_lines(ARRAY(SELECT id FROM new_rows));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER customer_message_9084_lines_made AFTER INSERT ON customer_message_9084
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION result_lines();
CREATE OR REPLACE TRIGGER customer_message_9084_lines_changed AFTER UPDATE ON customer_message_9084
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION result_lines();

-- The price of an offer is its package's when it was entered (D2-Q-120); a changed number needs a new balance, which is
-- fetched in the background (D2-Q-121).
CREATE OR REPLACE FUNCTION offer_arrives() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.package IS DISTINCT FROM OLD.package THEN
    NEW.gia_goi := coalesce(package_price(NEW.package), 0);
  END IF;
  -- A balance reveals data about the number, so none is fetched beyond the author's daily phone limit (D3-SEC-05).
  IF TG_OP = 'INSERT' AND NEW.untold THEN NEW.hoi_tkc_luc := NULL; END IF;
  IF TG_OP = 'UPDATE' AND NEW.phone IS DISTINCT FROM OLD.phone THEN
    NEW.untold := false;
    NEW.tkc := NULL;
    NEW.hoi_tkc_luc := now();
    NEW.lan_hoi_tkc := 0;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER moigoihomsau_arrives BEFORE INSERT OR UPDATE OF package, phone ON moigoihomsau
  FOR EACH ROW EXECUTE FUNCTION offer_arrives();

-- Sets the full name by the username; an unknown username has none and is refused by the check.
CREATE OR REPLACE FUNCTION name_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ten_nv := (SELECT fullname FROM users WHERE to_lower(username) = to_lower(NEW.username_nv));
  RETURN NEW;
END $$;

-- Account whose rows hide their staff below priority 2 (D1-REG-31, D1-Q-106).
CREATE OR REPLACE FUNCTION default_admin() RETURNS text LANGUAGE sql STABLE
  RETURN coalesce((SELECT nullif(value #>> '{}', '') FROM settings WHERE key = 'defaultAdminUsername'), 'admin');

CREATE OR REPLACE TRIGGER customer_message_9084_named BEFORE INSERT OR UPDATE OF username_nv ON customer_message_9084
  FOR EACH ROW EXECUTE FUNCTION name_staff();
CREATE OR REPLACE TRIGGER invitation_history_named BEFORE INSERT OR UPDATE OF username_nv ON invitation_history
  FOR EACH ROW EXECUTE FUNCTION name_staff();
