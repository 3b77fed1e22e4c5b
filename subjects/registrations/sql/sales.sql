-- Private customers and reported sales: owner of a number or registration, price and result.

-- Current price of a package in đồng; null when unknown. The name in any spelling (D3-PRC-01).
CREATE OR REPLACE FUNCTION package_price(p_name text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT price FROM package_prices(p_name)
$$;

-- Text such as 'Đã duyệt cho Nguyễn A (sale111), thành công 05/10/2026': the first other person for whom the number was approved.
CREATE OR REPLACE FUNCTION approved_for_another(p_id uuid, p_phone text, p_staff text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('Đã duyệt cho %s (%s), thành công %s', k.ten_nv, k.username_nv, to_char(k.ngay_thanh_cong, 'DD/MM/YYYY'))
  FROM khr k
  WHERE k.so_dien_thoai = p_phone AND k.trang_thai = '1' AND k.deleted_at IS NULL AND k.id <> p_id
    AND k.username_nv IS DISTINCT FROM p_staff
  ORDER BY k."createdAt", k.id LIMIT 1
$$;

-- Serialises sales and results, so that of two claims the first wins.
CREATE OR REPLACE FUNCTION wait_for_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(settling_lock());
  RETURN NULL;
END $$;

-- Registrations that match a sale: same phone and package, on or after its day.
CREATE OR REPLACE FUNCTION registrations_of(p_phone text, p_package text, p_day date) RETURNS SETOF customer_message_9084
LANGUAGE sql STABLE AS $$
  SELECT m.* FROM customer_message_9084 m
  WHERE m."NumberPhone" = p_phone AND to_lower(m."PackageCode") = to_lower(p_package)
    AND m."Time" >= p_day::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
$$;

-- Whether a registration may be a seller's: the seller is its owner, or it has none.
CREATE OR REPLACE FUNCTION may_claim(p_owner text, p_staff text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN p_owner IS NULL OR to_lower(p_owner) = to_lower(coalesce(p_staff, ''));

-- Registration that proves a sale: a success not claimed by another sale, the seller's own before one without an owner.
CREATE OR REPLACE FUNCTION free_proof(p_phone text, p_package text, p_day date, p_staff text) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT m.id FROM registrations_of(p_phone, p_package, p_day) m
  WHERE m."Status" = 1 AND may_claim(m.username_nv, p_staff) AND NOT EXISTS (SELECT FROM baodo b WHERE b.dang_ky_id = m.id)
  ORDER BY m.username_nv IS NULL, m."Time", m.id LIMIT 1
$$;

-- Result of a sale: SUCCESS with a proof; FAILD when the seller only has failures; '0' without any, and when another person has the
-- success, which needs a manual decision.
CREATE OR REPLACE FUNCTION found_result(p_phone text, p_package text, p_day date, p_staff text, p_proof uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_proof IS NOT NULL THEN 'SUCCESS'
    WHEN bool_or(m."Status" = 1) THEN '0'
    WHEN bool_or(may_claim(m.username_nv, p_staff)) THEN 'FAILD' ELSE '0' END
  FROM registrations_of(p_phone, p_package, p_day) m
$$;

-- Warning for a sale without its own proof: who claimed the registration and when, or who owns it.
CREATE OR REPLACE FUNCTION claim_doubt(
  p_id uuid, p_phone text, p_package text, p_day date, p_staff text, p_proof uuid
) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN b.id IS NOT NULL THEN format('Đăng ký này đã được %s (%s) báo ngày %s', b.ten_nv, b.username_nv,
      to_char(b."createdAt" AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD/MM/YYYY'))
    ELSE format('Đăng ký ngày %s là của %s (%s)', to_char(m."Time" AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD/MM/YYYY'),
      m.ten_nv, m.username_nv) END
  FROM registrations_of(p_phone, p_package, p_day) m LEFT JOIN baodo b ON b.dang_ky_id = m.id AND b.id <> p_id
  WHERE m."Status" = 1 AND (b.id IS NOT NULL OR NOT may_claim(m.username_nv, p_staff))
    AND (p_proof IS NULL OR m.id = p_proof)
  ORDER BY b.id IS NULL, m."Time", m.id LIMIT 1
$$;

-- Values set by the server for POST, PUT, import and decisions: price, proof and result.
CREATE OR REPLACE FUNCTION stamp_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NEW.trang_thai = 'FAILED' THEN NEW.trang_thai := 'FAILD'; END IF;
  IF v_new OR NEW.ten_goi_cuoc IS DISTINCT FROM OLD.ten_goi_cuoc THEN
    NEW.gia_goi_cuoc := coalesce(package_price(NEW.ten_goi_cuoc), 0);
  END IF;
  -- A sale deleted, rejected or set to failed claims no registration. An approved sale keeps its registration, as it is
  -- paid, whatever its result becomes (D3-DEC-06).
  IF NEW.deleted_at IS NOT NULL OR NEW.trang_thai_duyet = '2'
      OR (NEW.trang_thai = 'FAILD' AND NEW.nguoi_dat_trang_thai <> '__AUTO' AND NEW.trang_thai_duyet <> '1') THEN
    NEW.dang_ky_id := NULL;
    RETURN NEW;
  END IF;
  v_new := v_new OR OLD.trang_thai_duyet = '2' OR (OLD.so_dien_thoai, OLD.ngay_thanh_cong, OLD.ten_goi_cuoc, OLD.username_nv)
    IS DISTINCT FROM (NEW.so_dien_thoai, NEW.ngay_thanh_cong, NEW.ten_goi_cuoc, NEW.username_nv);
  -- Findings for another number, package, day or person do not count for this one.
  IF v_new THEN
    NEW.dang_ky_id := NULL;
    IF TG_OP = 'UPDATE' AND NEW.nguoi_dat_trang_thai = '__AUTO' THEN
      NEW.trang_thai := '0';
      NEW.nguoi_dat_trang_thai := NULL;
    END IF;
  END IF;
  IF NEW.dang_ky_id IS NULL AND NEW.trang_thai <> 'FAILD' AND settles_sales() THEN
    NEW.dang_ky_id := free_proof(NEW.so_dien_thoai, NEW.ten_goi_cuoc, NEW.ngay_thanh_cong, NEW.username_nv);
    IF NEW.trang_thai = '0' THEN
      NEW.trang_thai :=
        found_result(NEW.so_dien_thoai, NEW.ten_goi_cuoc, NEW.ngay_thanh_cong, NEW.username_nv, NEW.dang_ky_id);
      IF NEW.trang_thai <> '0' THEN NEW.nguoi_dat_trang_thai := '__AUTO'; END IF;
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- Assigns these registrations to the sales that claim them, first claim first, and updates results; returns the changed ones, before and
-- after. A found failure becomes a later success; manual results stay, but a manual success gets its proof too.
CREATE OR REPLACE FUNCTION settle_sales(p_results uuid[])
RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE plpgsql AS $$
DECLARE
  v_sale baodo;
  v_proof uuid;
  v_found text;
BEGIN
  IF NOT settles_sales() THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(settling_lock());
  FOR v_sale IN
    SELECT * FROM baodo b WHERE b.id IN (
        SELECT c.id FROM customer_message_9084 m JOIN baodo c
          ON c.so_dien_thoai = m."NumberPhone" AND to_lower(c.ten_goi_cuoc) = to_lower(m."PackageCode")
          AND m."Time" >= c.ngay_thanh_cong::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
        WHERE m.id = ANY (p_results) AND c.dang_ky_id IS NULL AND c.deleted_at IS NULL)
      AND b.trang_thai_duyet <> '2'
      AND (b.trang_thai = 'SUCCESS' OR coalesce(b.nguoi_dat_trang_thai, '__AUTO') = '__AUTO')
    ORDER BY b."createdAt", b.id FOR UPDATE
  LOOP
    v_proof := free_proof(v_sale.so_dien_thoai, v_sale.ten_goi_cuoc, v_sale.ngay_thanh_cong, v_sale.username_nv);
    IF v_sale.trang_thai = 'SUCCESS' THEN
      UPDATE baodo AS t SET dang_ky_id = v_proof WHERE t.id = v_sale.id AND v_proof IS NOT NULL;
      CONTINUE;
    END IF;
    v_found := found_result(v_sale.so_dien_thoai, v_sale.ten_goi_cuoc, v_sale.ngay_thanh_cong, v_sale.username_nv, v_proof);
    CONTINUE WHEN v_found = v_sale.trang_thai;
    RETURN QUERY
      WITH was AS MATERIALIZED (SELECT b.id, to_jsonb(b) - 'version' AS before FROM baodo b WHERE b.id = v_sale.id FOR NO KEY UPDATE)
      UPDATE baodo AS t SET dang_ky_id = v_proof, trang_thai = v_found, version = t.version + 1,
        untold_steps = t.untold_steps + t.untold::int,
        nguoi_dat_trang_thai = CASE WHEN v_found <> '0' THEN '__AUTO' END
      FROM was WHERE t.id = was.id
      RETURNING t.id, was.before, to_jsonb(t) - 'version';
  END LOOP;
END $$;

-- A sale that was deleted, rejected, changed or set to failed releases its registration: the next claim gets it,
-- audited.
CREATE OR REPLACE FUNCTION pass_on_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('__AUTO', 'update', 'baodo', s.id, s.before, s.after) FROM settle_sales(ARRAY[OLD.dang_ky_id]) s;
  RETURN NULL;
END $$;

-- Enabled unless the setting is false (D1-Q-133).
CREATE OR REPLACE FUNCTION settles_sales() RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce((SELECT value #>> '{}' NOT IN ('false', '0') FROM settings WHERE key = 'baodo.autoResult'), true);

-- Serialises arriving results and sales: results take the lock exclusively, sales share it, so that of two concurrent ones the later sees
-- the other. An arbitrary number, distinct from other locks.
CREATE OR REPLACE FUNCTION settling_lock() RETURNS bigint LANGUAGE sql IMMUTABLE RETURN 718205133;

CREATE OR REPLACE TRIGGER baodo_made BEFORE INSERT ON baodo FOR EACH ROW EXECUTE FUNCTION stamp_sale();
CREATE OR REPLACE TRIGGER baodo_changed BEFORE UPDATE OF
    so_dien_thoai, ngay_thanh_cong, ten_goi_cuoc, username_nv, trang_thai, trang_thai_duyet, deleted_at ON baodo
  FOR EACH ROW WHEN (
    (OLD.so_dien_thoai, OLD.ngay_thanh_cong, OLD.ten_goi_cuoc, OLD.username_nv, OLD.trang_thai_duyet, OLD.deleted_at)
      IS DISTINCT FROM (NEW.so_dien_thoai, NEW.ngay_thanh_cong, NEW.ten_goi_cuoc, NEW.username_nv, NEW.trang_thai_duyet,
        NEW.deleted_at)
    -- A found result is set together with its proof; a manual one is not.
    OR (OLD.trang_thai <> NEW.trang_thai AND NEW.nguoi_dat_trang_thai <> '__AUTO'))
  EXECUTE FUNCTION stamp_sale();

-- Before any row is locked, to avoid deadlocks between sales and results.
CREATE OR REPLACE TRIGGER baodo_waits BEFORE INSERT OR UPDATE OF
    so_dien_thoai, ngay_thanh_cong, ten_goi_cuoc, username_nv, trang_thai, trang_thai_duyet, deleted_at ON baodo
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_results();

CREATE OR REPLACE TRIGGER baodo_given_up AFTER UPDATE ON baodo
  FOR EACH ROW WHEN (OLD.dang_ky_id IS NOT NULL AND OLD.dang_ky_id IS DISTINCT FROM NEW.dang_ky_id)
  EXECUTE FUNCTION pass_on_proof();
