-- Package names are told apart without blanks and what nobody sees (D3-PRC-01). packageKey of contract/text.ts says the same.
CREATE FUNCTION package_key(p_name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_upper(regexp_replace(normalize(p_name, NFKC),
    '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]', '', 'g'));

CREATE INDEX giahoantien_key ON giahoantien (package_key(ten_goi_cuoc)) WHERE deleted_at IS NULL;
CREATE INDEX giagoimfy_key ON giagoimfy (package_key(ten_goi_cuoc)) WHERE deleted_at IS NULL;

-- The text of it stands in routines/packages.sql.
CREATE FUNCTION name_price() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER giahoantien_name BEFORE INSERT OR UPDATE OF ten_goi_cuoc ON giahoantien
  FOR EACH ROW EXECUTE FUNCTION name_price();
CREATE TRIGGER giagoimfy_name BEFORE INSERT OR UPDATE OF ten_goi_cuoc ON giagoimfy
  FOR EACH ROW EXECUTE FUNCTION name_price();

-- Names that were stored beside each other before: managers merge them by hand.
CREATE VIEW giahoantien_list AS
  SELECT g.*, CASE WHEN EXISTS (SELECT FROM giahoantien o WHERE o.deleted_at IS NULL AND o.id <> g.id
    AND package_key(o.ten_goi_cuoc) = package_key(g.ten_goi_cuoc)) THEN '1' ELSE '0' END AS trung_ten
  FROM giahoantien g;
CREATE VIEW giagoimfy_list AS
  SELECT g.*, CASE WHEN EXISTS (SELECT FROM giagoimfy o WHERE o.deleted_at IS NULL AND o.id <> g.id
    AND package_key(o.ten_goi_cuoc) = package_key(g.ten_goi_cuoc)) THEN '1' ELSE '0' END AS trung_ten
  FROM giagoimfy g;
