-- Whether the package of a result is known: in the price table, or in this customer's subscriber file.
CREATE OR REPLACE FUNCTION known_package(p_code text, p_customer uuid) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM giahoantien g WHERE package_key(g.ten_goi_cuoc) = package_key(p_code) AND g.deleted_at IS NULL)
    OR EXISTS (SELECT FROM customer c WHERE c.id = p_customer AND to_lower(p_code) IN (
      SELECT to_lower(p) FROM regexp_split_to_table(c.package || ';' || coalesce(c."packagesCanRegister", ''), '[;,\s]+') p));

-- A price whose name exists in another spelling takes the existing spelling, so that writes by name find that row. Renaming a row to an
-- existing name is refused (D3-PRC-01).
CREATE OR REPLACE FUNCTION name_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known text;
BEGIN
  IF TG_OP = 'UPDATE' AND package_key(NEW.ten_goi_cuoc) = package_key(OLD.ten_goi_cuoc) THEN RETURN NEW; END IF;
  -- Of two concurrent inserts in two spellings the second finds the first's row.
  PERFORM pg_advisory_xact_lock(hashtextextended(TG_TABLE_NAME || ' ' || package_key(NEW.ten_goi_cuoc), 0));
  EXECUTE format('SELECT ten_goi_cuoc FROM %I WHERE package_key(ten_goi_cuoc) = package_key($1) AND deleted_at IS NULL
    ORDER BY ten_goi_cuoc <> $1, id LIMIT 1', TG_TABLE_NAME) INTO known USING NEW.ten_goi_cuoc;
  IF TG_OP = 'UPDATE' AND known IS NOT NULL THEN
    PERFORM refuse('VD409', 'Gói cước đã tồn tại', 'ten_goi_cuoc');
  END IF;
  NEW.ten_goi_cuoc := coalesce(known, NEW.ten_goi_cuoc);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION note_package_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mesbank_reading SET changed = changed + 1;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER giahoantien_named AFTER INSERT OR UPDATE OF ten_goi_cuoc, deleted_at ON giahoantien
  FOR EACH STATEMENT EXECUTE FUNCTION note_package_names();

CREATE OR REPLACE TRIGGER giahoantien_name BEFORE INSERT OR UPDATE OF ten_goi_cuoc ON giahoantien
  FOR EACH ROW EXECUTE FUNCTION name_price();
CREATE OR REPLACE TRIGGER giagoimfy_name BEFORE INSERT OR UPDATE OF ten_goi_cuoc ON giagoimfy
  FOR EACH ROW EXECUTE FUNCTION name_price();
