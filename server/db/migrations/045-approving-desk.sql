-- The approving desk: what waits, oldest first, and what speaks against approving a request (docs/decisions/approvals.md).

-- Why the data of a request were rejected (D3-APR-04).
ALTER TABLE mfy ADD COLUMN ly_do_tu_choi text CHECK (length(ly_do_tu_choi) <= 500);

-- The other kinds have theirs: by state and time.
CREATE INDEX mfy_composed ON mfy (thoi_diem_thay_doi_trang_thai, id)
  WHERE trang_thai = 'da_soan_y_lan_1' AND deleted_at IS NULL;
CREATE INDEX mfy_unchecked ON mfy (created_at, id)
  WHERE trang_thai_duyet_thong_tin = 'dang_cho_duyet' AND deleted_at IS NULL;
-- Where a request looks for its transfer, and a number for its requests.
CREATE INDEX mesbank_phone ON mesbank (so_dien_thoai, datetime) WHERE so_dien_thoai IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX mfy_phone ON mfy (so_dien_thoai) WHERE deleted_at IS NULL;

-- Named here for the views; their text is in routines/desk.sql.
CREATE FUNCTION refund_amount_doubt(r requestrefund) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION refund_repeat_doubt(r requestrefund) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION refund_line_doubt(r requestrefund) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION refund_claim_doubt(r requestrefund, p_names boolean) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION refund_transfer_doubt(r requestrefund, p_names boolean) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION mfy_amount_doubt(m mfy) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION mfy_package_doubt(p_package text) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION mfy_claim_doubt(m mfy, p_names boolean) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION mfy_transfer_doubt(m mfy, p_names boolean) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';

CREATE VIEW requestrefund_list AS
  SELECT r.*, refund_amount_doubt(r) AS lech_tien, refund_repeat_doubt(r) AS da_tung,
    refund_line_doubt(r) AS khong_dang_ky, refund_transfer_doubt(r, true) AS tin_da_dung,
    refund_transfer_doubt(r, false) AS tin_da_dung_told, refund_claim_doubt(r, true) AS don_khac,
    refund_claim_doubt(r, false) AS don_khac_told, package_doubt(r.package_code) AS goi_la
  FROM requestrefund r;

CREATE VIEW mfy_list AS
  SELECT m.*, mfy_amount_doubt(m) AS lech_tien, mfy_transfer_doubt(m, true) AS tin_da_dung,
    mfy_transfer_doubt(m, false) AS tin_da_dung_told, mfy_claim_doubt(m, true) AS don_khac,
    mfy_claim_doubt(m, false) AS don_khac_told, mfy_package_doubt(m.ma_goi) AS goi_la
  FROM mfy m;
