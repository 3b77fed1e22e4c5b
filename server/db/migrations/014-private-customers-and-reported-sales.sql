-- Private customers and reported sales.

CREATE TABLE khr (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  so_dien_thoai phone NOT NULL,
  ngay_thanh_cong date NOT NULL,
  username_nv text,
  ten_nv text,
  nguoi_phe_duyet text,
  trang_thai text NOT NULL DEFAULT '0' CHECK (trang_thai IN ('0', '1', '2')),
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  CHECK ((trang_thai = '0') = (nguoi_phe_duyet IS NULL))
);
CREATE INDEX khr_newest ON khr ("createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX khr_staff ON khr (username_nv, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX khr_digits ON khr USING gin ((so_dien_thoai::text) gin_trgm_ops);
CREATE INDEX khr_trailing ON khr (reverse(so_dien_thoai::text) text_pattern_ops);

CREATE TABLE baodo (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  so_dien_thoai phone NOT NULL,
  ngay_thanh_cong date NOT NULL,
  username_nv text,
  ten_nv text,
  ly_do text,
  ten_goi_cuoc text NOT NULL CHECK (ten_goi_cuoc <> ''),
  ten_goi_cuoc_fold text GENERATED ALWAYS AS (fold(ten_goi_cuoc)) STORED,
  gia_goi_cuoc bigint NOT NULL DEFAULT 0 CHECK (gia_goi_cuoc >= 0),
  kenh text NOT NULL CHECK (kenh <> ''),
  trang_thai text NOT NULL DEFAULT '0' CHECK (trang_thai IN ('0', 'SUCCESS', 'FAILD')),
  nguoi_dat_trang_thai text,
  nguoi_phe_duyet text,
  trang_thai_duyet text NOT NULL DEFAULT '0' CHECK (trang_thai_duyet IN ('0', '1', '2')),
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  CHECK ((trang_thai = '0') = (nguoi_dat_trang_thai IS NULL)),
  CHECK ((trang_thai_duyet = '0') = (nguoi_phe_duyet IS NULL))
);
CREATE INDEX baodo_newest ON baodo ("createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX baodo_staff ON baodo (username_nv, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX baodo_package ON baodo USING gin (ten_goi_cuoc_fold gin_trgm_ops);
CREATE INDEX baodo_digits ON baodo USING gin ((so_dien_thoai::text) gin_trgm_ops);
CREATE INDEX baodo_trailing ON baodo (reverse(so_dien_thoai::text) text_pattern_ops);
-- Where the registration results of a phone look for sales that still wait for one.
CREATE INDEX baodo_unsettled ON baodo (so_dien_thoai) WHERE trang_thai = '0' AND deleted_at IS NULL;

-- On unless the settings say false (D1-Q-133).
CREATE FUNCTION settles_sales() RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce((SELECT value #>> '{}' NOT IN ('false', '0') FROM settings WHERE key = 'baodo.autoResult'), true);

-- Orders arriving results and arriving sales: results take the lock for themselves, sales share it, so that of two that
-- come at once the later one sees the other. Any fixed number does; it only has to differ from other locks.
CREATE FUNCTION settling_lock() RETURNS bigint LANGUAGE sql IMMUTABLE RETURN 718205133;

CREATE FUNCTION wait_for_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(settling_lock());
  RETURN NULL;
END $$;
-- Before any row is locked, or a sale and a result could wait for each other.
CREATE TRIGGER baodo_waits BEFORE INSERT OR UPDATE OF so_dien_thoai, ngay_thanh_cong, ten_goi_cuoc ON baodo
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_results();

-- What the registration results say of a sale: SUCCESS when one on or after its day succeeded, FAILD when there are only
-- others, null when there is none.
CREATE FUNCTION result_of_sale(p_phone text, p_package text, p_day date) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) = 0 THEN NULL WHEN bool_or(m."Status" = 1) THEN 'SUCCESS' ELSE 'FAILD' END
  FROM customer_message_9084 m
  WHERE m."NumberPhone" = p_phone AND lower(m."PackageCode") = lower(p_package)
    AND m."Time" >= p_day::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
$$;

-- Price and result are the server's to say, whichever way a row comes: POST, PUT or import.
CREATE FUNCTION stamp_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.trang_thai = 'FAILED' THEN NEW.trang_thai := 'FAILD'; END IF;
  IF TG_OP = 'INSERT' OR NEW.ten_goi_cuoc IS DISTINCT FROM OLD.ten_goi_cuoc THEN
    NEW.gia_goi_cuoc := coalesce((
      SELECT gia_goi FROM giahoantien
      WHERE lower(ten_goi_cuoc) = lower(NEW.ten_goi_cuoc) AND deleted_at IS NULL
      ORDER BY ten_goi_cuoc = NEW.ten_goi_cuoc DESC, id LIMIT 1), 0);
  END IF;
  -- A result that was found for another number, package or day says nothing of this one.
  IF NEW.nguoi_dat_trang_thai = '__AUTO' AND TG_OP = 'UPDATE' THEN
    NEW.trang_thai := '0';
    NEW.nguoi_dat_trang_thai := NULL;
  END IF;
  IF NEW.trang_thai = '0' AND settles_sales() THEN
    NEW.trang_thai := coalesce(result_of_sale(NEW.so_dien_thoai, NEW.ten_goi_cuoc, NEW.ngay_thanh_cong), '0');
    IF NEW.trang_thai <> '0' THEN NEW.nguoi_dat_trang_thai := '__AUTO'; END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER baodo_made BEFORE INSERT ON baodo FOR EACH ROW EXECUTE FUNCTION stamp_sale();
CREATE TRIGGER baodo_changed BEFORE UPDATE OF so_dien_thoai, ngay_thanh_cong, ten_goi_cuoc ON baodo
  FOR EACH ROW WHEN ((OLD.so_dien_thoai, OLD.ngay_thanh_cong, OLD.ten_goi_cuoc)
    IS DISTINCT FROM (NEW.so_dien_thoai, NEW.ngay_thanh_cong, NEW.ten_goi_cuoc))
  EXECUTE FUNCTION stamp_sale();

-- Sets the result of the waiting sales that these registration results speak of; answers which, before and after.
CREATE FUNCTION settle_sales(p_results uuid[])
RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT settles_sales() THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(settling_lock());
  RETURN QUERY
    WITH found AS MATERIALIZED (
      SELECT DISTINCT b.id, result_of_sale(b.so_dien_thoai, b.ten_goi_cuoc, b.ngay_thanh_cong) AS result
      FROM customer_message_9084 m JOIN baodo b
        ON b.so_dien_thoai = m."NumberPhone" AND lower(b.ten_goi_cuoc) = lower(m."PackageCode")
        AND m."Time" >= b.ngay_thanh_cong::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
      WHERE m.id = ANY (p_results) AND b.trang_thai = '0' AND b.deleted_at IS NULL
    )
    UPDATE baodo AS t SET trang_thai = f.result, nguoi_dat_trang_thai = '__AUTO', version = t.version + 1
    FROM found f WHERE t.id = f.id AND t.trang_thai = '0'
    RETURNING t.id, to_jsonb(old) - 'version', to_jsonb(new) - 'version';
END $$;
