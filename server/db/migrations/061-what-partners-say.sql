-- What refund partners say of the orders that they were given, kept as it was said.

-- The last status that the partner told of, as a code of requestrefund; paid is what it said with it, also where that is
-- not the amount of the order.
ALTER TABLE provider_orders ADD COLUMN code int;
UPDATE provider_orders o SET code = r.ma_trang_thai_giao_dich_doi_tac FROM requestrefund r
WHERE r.id = o.request_id AND o.state = 'finished' AND r.ma_trang_thai_giao_dich_doi_tac IN (-9999, -10000);

-- What the partner said that it paid, where that is not what it should be.
ALTER TABLE requestrefund ADD COLUMN doi_tac_bao_tra bigint CHECK (doi_tac_bao_tra >= 0);

-- A click whose request was deleted is known too.
CREATE INDEX requestrefund_deleted_click ON requestrefund (click) WHERE deleted_at IS NOT NULL;

-- The list as it was, with the new column.
DROP VIEW requestrefund_list;
CREATE VIEW requestrefund_list AS
  SELECT r.*, refund_amount_doubt(r) AS lech_tien, refund_repeat_doubt(r) AS da_tung,
    refund_line_doubt(r) AS khong_dang_ky, refund_transfer_doubt(r, true) AS tin_da_dung,
    refund_transfer_doubt(r, false) AS tin_da_dung_told, refund_claim_doubt(r, true) AS don_khac,
    refund_claim_doubt(r, false) AS don_khac_told, package_doubt(r.package_code) AS goi_la
  FROM requestrefund r;
