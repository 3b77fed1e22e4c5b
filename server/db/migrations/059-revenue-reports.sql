-- What the sums of revenue by staff and branch read (docs/decisions/revenue-reports.md).

-- Whether a request counts against revenue while it is there (D2-REVF-01); is_effective reads it.
ALTER TABLE requestrefund ADD COLUMN hieu_luc smallint GENERATED ALWAYS AS (CASE
  WHEN request_type IN (1, 2, 4) AND trang_thai_duyet_hoan_goi <> 2
    AND ma_trang_thai_giao_dich_doi_tac NOT IN (-10000, -10001) THEN 1 ELSE 0 END) STORED;
-- The view of the lists reads all columns of the table, the new one too.
DROP VIEW requestrefund_list;
CREATE VIEW requestrefund_list AS
  SELECT r.*, refund_amount_doubt(r) AS lech_tien, refund_repeat_doubt(r) AS da_tung,
    refund_line_doubt(r) AS khong_dang_ky, refund_transfer_doubt(r, true) AS tin_da_dung,
    refund_transfer_doubt(r, false) AS tin_da_dung_told, refund_claim_doubt(r, true) AS don_khac,
    refund_claim_doubt(r, false) AS don_khac_told, package_doubt(r.package_code) AS goi_la
  FROM requestrefund r;

CREATE INDEX requestrefund_effective ON requestrefund (created_time DESC, id DESC)
  INCLUDE (staff_username, refund_price, other_refund, brand_id, group_id)
  WHERE hieu_luc = 1 AND deleted_at IS NULL;

CREATE INDEX revenue_line_sums ON revenue_line (ngay_thanh_cong)
  INCLUDE (username_nv, doanh_thu, status, brand_id, group_id)
  WHERE line_id = id AND deleted_at IS NULL;
