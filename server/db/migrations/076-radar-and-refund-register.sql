-- The evidence of months with very many lines is kept and looked for anew every few minutes (docs/decisions/radar.md).
CREATE TABLE radar_month (
  thang date PRIMARY KEY,
  -- As of when it is, and how long it took to find, ms.
  luc timestamptz NOT NULL,
  mat_ms int NOT NULL
);
CREATE TABLE radar_kept (
  thang date NOT NULL REFERENCES radar_month ON DELETE CASCADE,
  id text NOT NULL,
  loai text NOT NULL,
  luc timestamptz NOT NULL,
  username_nv text,
  so_dien_thoai text,
  goi_cuoc text,
  so_tien bigint,
  bang_chung text,
  PRIMARY KEY (thang, id)
);

-- Reports that were said to fail soon after their time: all that the radar looks at of a month's failures.
CREATE INDEX revenue_line_undone ON revenue_line (ngay_thanh_cong) INCLUDE (line_id, set_status, set_at)
  WHERE set_status <> 'SUCCESS' AND set_at - ngay_thanh_cong <= interval '48 hours';
-- With the number: which of them were refunded twice is read from here alone.
DROP INDEX requestrefund_effective;
CREATE INDEX requestrefund_effective ON requestrefund (created_time DESC, id DESC)
  INCLUDE (staff_username, number_phone, refund_price, other_refund, brand_id, group_id)
  WHERE hieu_luc = 1 AND deleted_at IS NULL;

-- Which records of the register are refunds that count, as D2-REVF-01 says of requests, by the words of its sheet.
ALTER TABLE chiphihoantien ADD COLUMN hieu_luc smallint GENERATED ALWAYS AS (CASE
  WHEN fold(regexp_replace(yeu_cau_hinh_thuc, '\s+', ' ', 'g')) ~ '^ ?(nap tien|khong hoan)'
    OR fold(regexp_replace(trang_thai, '\s+', ' ', 'g')) ~ '^ ?(hoan tien ?$|don bi tu choi)' THEN 0 ELSE 1 END) STORED;
