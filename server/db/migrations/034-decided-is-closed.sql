-- What was approved is closed: reasons of decisions, what speaks against one, one registration for one sale.

-- Why a record was rejected or opened again; the latest, the trail has all.
ALTER TABLE mesbank ADD COLUMN ly_do_tu_choi text, ADD COLUMN ly_do_mo_lai text;
ALTER TABLE khr ADD COLUMN ly_do_tu_choi text, ADD COLUMN ly_do_mo_lai text;
ALTER TABLE baodo ADD COLUMN ly_do_tu_choi text, ADD COLUMN ly_do_mo_lai text;

-- A transfer that is no order is rejected without phone and package, but never approved (D3-DEC-07).
ALTER TABLE mesbank DROP CONSTRAINT mesbank_decided;
ALTER TABLE mesbank ADD CONSTRAINT mesbank_decided CHECK (
  (trang_thai_duyet_thong_tin IS NULL) = (username_duyet_trang_thai_duyet_thong_tin IS NULL)
  AND (trang_thai_duyet_thong_tin IS DISTINCT FROM '1' OR (so_dien_thoai IS NOT NULL AND goi_cuoc IS NOT NULL)));
ALTER TABLE mesbank ADD COLUMN chua_doc smallint GENERATED ALWAYS AS (
  CASE WHEN (so_dien_thoai IS NULL OR goi_cuoc IS NULL) AND trang_thai_duyet_thong_tin IS NULL THEN 1 ELSE 0 END) STORED;
CREATE INDEX mesbank_unread ON mesbank (datetime DESC, id DESC) WHERE chua_doc = 1 AND deleted_at IS NULL;

-- How often the package names changed, and up to where messages were read again with them.
CREATE TABLE mesbank_reading (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  changed bigint NOT NULL DEFAULT 0,
  read bigint NOT NULL DEFAULT 0
);
INSERT INTO mesbank_reading DEFAULT VALUES;
CREATE FUNCTION note_package_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mesbank_reading SET changed = changed + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER giahoantien_named AFTER INSERT OR UPDATE OF ten_goi_cuoc, deleted_at ON giahoantien
  FOR EACH STATEMENT EXECUTE FUNCTION note_package_names();

-- Named here for the views; their text is in routines/bank.sql and routines/sales.sql.
CREATE FUNCTION transfer_price_doubt(p_money bigint, p_package text) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION package_doubt(p_package text) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION approved_for_another(p_id uuid, p_phone text, p_staff text) RETURNS text LANGUAGE sql STABLE
  AS 'SELECT NULL::text';
CREATE FUNCTION claim_doubt(p_id uuid, p_phone text, p_package text, p_day date, p_staff text, p_proof uuid) RETURNS text
  LANGUAGE sql STABLE AS 'SELECT NULL::text';

DROP VIEW mesbank_list;
CREATE VIEW mesbank_list AS
  SELECT m.*, package_price(m.goi_cuoc) AS gia_goi, transfer_price_doubt(m.money, m.goi_cuoc) AS lech_gia,
    package_doubt(m.goi_cuoc) AS goi_la, CASE WHEN m.nhan_dang = 'vua' THEN m.ly_do_nhan_dang END AS can_xem
  FROM mesbank m;

-- What a registration brought: the list says the same sum as the dashboard that opens it.
DROP VIEW customer_message_9084_list;
CREATE VIEW customer_message_9084_list AS
  SELECT m.*, CASE WHEN m."Status" = 1 THEN '1' ELSE '0' END AS state,
    CASE WHEN lower(m.username_nv) <> (SELECT lower(default_admin())) THEN m.username_nv END AS username_shown,
    CASE WHEN lower(m.username_nv) <> (SELECT lower(default_admin())) THEN m.ten_nv END AS ten_shown,
    CASE WHEN m."Status" = 1 THEN m."Price" ELSE 0 END AS doanh_thu
  FROM customer_message_9084 m;

-- A number that was approved for somebody else.
CREATE INDEX khr_approved ON khr (so_dien_thoai) WHERE trang_thai = '1' AND deleted_at IS NULL;
CREATE VIEW khr_list AS
  SELECT k.*, approved_for_another(k.id, k.so_dien_thoai, k.username_nv) AS trung_voi,
    CASE WHEN approved_for_another(k.id, k.so_dien_thoai, k.username_nv) IS NOT NULL
      THEN 'Số này đã duyệt cho người khác' END AS trung
  FROM khr k;

-- The registration that proves a sale; one proves one (D3-DEC-06). Results are never deleted.
ALTER TABLE baodo ADD COLUMN dang_ky_id uuid;
CREATE UNIQUE INDEX baodo_proof ON baodo (dang_ky_id) WHERE dang_ky_id IS NOT NULL;
-- Where a registration looks for the sales that it may prove.
DROP INDEX baodo_unsettled;
CREATE INDEX baodo_unproven ON baodo (so_dien_thoai) WHERE dang_ky_id IS NULL AND deleted_at IS NULL;

-- What was found before gets its proof, the first claim first; a later claim on the same registration has none.
DO $$
DECLARE
  v_sale baodo;
BEGIN
  FOR v_sale IN
    SELECT * FROM baodo WHERE trang_thai = 'SUCCESS' AND deleted_at IS NULL AND trang_thai_duyet <> '2'
    ORDER BY "createdAt", id
  LOOP
    UPDATE baodo SET dang_ky_id = (
      SELECT m.id FROM customer_message_9084 m
      WHERE m."NumberPhone" = v_sale.so_dien_thoai AND lower(m."PackageCode") = lower(v_sale.ten_goi_cuoc)
        AND m."Status" = 1 AND m."Time" >= v_sale.ngay_thanh_cong::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
        AND coalesce(lower(m.username_nv), lower(v_sale.username_nv), '') = coalesce(lower(v_sale.username_nv), '')
        AND NOT EXISTS (SELECT FROM baodo o WHERE o.dang_ky_id = m.id)
      ORDER BY m.username_nv IS NULL, m."Time", m.id LIMIT 1)
    WHERE id = v_sale.id;
  END LOOP;
END $$;

CREATE VIEW baodo_list AS
  SELECT b.*, claim_doubt(b.id, b.so_dien_thoai, b.ten_goi_cuoc, b.ngay_thanh_cong, b.username_nv, b.dang_ky_id) AS nghi_van
  FROM baodo b;

-- What decides whose a registration is, and whether a sale still claims one, is looked at under one lock.
DROP TRIGGER baodo_waits ON baodo;
CREATE TRIGGER baodo_waits BEFORE INSERT OR UPDATE OF
    so_dien_thoai, ngay_thanh_cong, ten_goi_cuoc, username_nv, trang_thai, trang_thai_duyet, deleted_at ON baodo
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_results();
DROP TRIGGER baodo_changed ON baodo;
CREATE TRIGGER baodo_changed BEFORE UPDATE OF
    so_dien_thoai, ngay_thanh_cong, ten_goi_cuoc, username_nv, trang_thai, trang_thai_duyet, deleted_at ON baodo
  FOR EACH ROW WHEN (
    (OLD.so_dien_thoai, OLD.ngay_thanh_cong, OLD.ten_goi_cuoc, OLD.username_nv, OLD.trang_thai_duyet, OLD.deleted_at)
      IS DISTINCT FROM (NEW.so_dien_thoai, NEW.ngay_thanh_cong, NEW.ten_goi_cuoc, NEW.username_nv, NEW.trang_thai_duyet,
        NEW.deleted_at)
    -- A result that was found comes with its proof; one that a hand sets does not.
    OR (OLD.trang_thai <> NEW.trang_thai AND NEW.nguoi_dat_trang_thai <> '__AUTO'))
  EXECUTE FUNCTION stamp_sale();

-- A registration that a sale gives up is the next claim's; the text is in routines/sales.sql.
CREATE FUNCTION pass_on_proof() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER baodo_given_up AFTER UPDATE ON baodo
  FOR EACH ROW WHEN (OLD.dang_ky_id IS NOT NULL AND OLD.dang_ky_id IS DISTINCT FROM NEW.dang_ky_id)
  EXECUTE FUNCTION pass_on_proof();

-- Whose the registrations are is part of the question now.
DROP FUNCTION result_of_sale(text, text, date);
