-- What the sums of revenue by staff and branch read (docs/decisions/revenue-reports.md).

-- Whether a request counts against revenue while it is there (D2-REVF-01); is_effective reads it.
ALTER TABLE requestrefund ADD COLUMN hieu_luc smallint GENERATED ALWAYS AS (CASE
  WHEN request_type IN (1, 2, 4) AND trang_thai_duyet_hoan_goi <> 2
    AND ma_trang_thai_giao_dich_doi_tac NOT IN (-10000, -10001) THEN 1 ELSE 0 END) STORED;
CREATE INDEX requestrefund_effective ON requestrefund (created_time DESC, id DESC)
  INCLUDE (staff_username, refund_price, other_refund, brand_id, group_id)
  WHERE hieu_luc = 1 AND deleted_at IS NULL;

CREATE INDEX revenue_line_sums ON revenue_line (ngay_thanh_cong)
  INCLUDE (username_nv, doanh_thu, status, brand_id, group_id)
  WHERE line_id = id AND deleted_at IS NULL;
