-- What partners correct after they have called an order completed waits at the desk, and extras that nobody explains are warned of.

-- What was said otherwise, when, and whether a person has looked at it; all empty for an order that nothing was corrected of.
ALTER TABLE requestrefund
  ADD COLUMN doi_tac_sua text,
  ADD COLUMN doi_tac_sua_luc timestamptz,
  ADD COLUMN doi_tac_sua_xem smallint CHECK (doi_tac_sua_xem IN (0, 1)),
  ADD CONSTRAINT requestrefund_corrected_whole
    CHECK ((doi_tac_sua IS NULL) = (doi_tac_sua_luc IS NULL) AND (doi_tac_sua IS NULL) = (doi_tac_sua_xem IS NULL));
CREATE INDEX requestrefund_corrected ON requestrefund (doi_tac_sua_luc, id) WHERE doi_tac_sua_xem = 0 AND deleted_at IS NULL;

-- Named here for the view.
CREATE FUNCTION refund_extra_doubt(r requestrefund) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
DROP VIEW requestrefund_list;
CREATE VIEW requestrefund_list AS
  SELECT r.*, refund_amount_doubt(r) AS lech_tien, refund_repeat_doubt(r) AS da_tung,
    refund_line_doubt(r) AS khong_dang_ky, refund_transfer_doubt(r, true) AS tin_da_dung,
    refund_transfer_doubt(r, false) AS tin_da_dung_told, refund_claim_doubt(r, true) AS don_khac,
    refund_claim_doubt(r, false) AS don_khac_told, package_doubt(r.package_code) AS goi_la,
    refund_extra_doubt(r) AS hoan_them_la
  FROM requestrefund r;

-- A message is measured by the order that it is proposed for, else by the price of its package.
CREATE FUNCTION transfer_doubt(m mesbank) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION transfer_due(m mesbank) RETURNS bigint LANGUAGE sql STABLE AS 'SELECT NULL::bigint';
CREATE OR REPLACE VIEW mesbank_list AS
  SELECT m.*, package_price(m.goi_cuoc) AS gia_goi,
    CASE WHEN u.id IS NULL THEN transfer_doubt(m) END AS lech_gia,
    CASE WHEN u.id IS NULL THEN package_doubt(m.goi_cuoc) END AS goi_la,
    CASE WHEN m.nhan_dang = 'vua' THEN m.ly_do_nhan_dang END AS can_xem,
    u.kind AS don_loai, u.order_id AS don_id, CASE WHEN u.id IS NOT NULL THEN order_words(u.kind, u.order_id) END AS don,
    CASE WHEN u.id IS NULL THEN 0 ELSE 1 END AS da_dung,
    proposed_order(m) AS de_xuat_id, proposal_words(m) AS de_xuat, transfer_due(m) AS can_chuyen
  FROM mesbank m LEFT JOIN transfer_use u ON u.message_id = m.id AND u.ended_at IS NULL;
