-- What the screens of refund and top-up requests decide, show and filter by (docs/decisions/refund-requests.md).

ALTER TABLE requestrefund
  -- Who clicked when, for whom and which kind: the same click makes nothing a second time, whatever is changed later (D2-Q-53).
  ADD COLUMN click text,
  -- The decision on either kind, kept by the routines: 0 waits, 1 approved, 2 rejected; writing 0 opens it again.
  ADD COLUMN quyet_dinh text NOT NULL DEFAULT '0' CHECK (quyet_dinh IN ('0', '1', '2')),
  ADD COLUMN nguoi_quyet_dinh text,
  ADD COLUMN ly_do_mo_lai text CHECK (length(ly_do_mo_lai) <= 500),
  -- Opened again by a person: from then on only a person decides.
  ADD COLUMN mo_lai_luc timestamptz;

UPDATE requestrefund SET
  quyet_dinh = CASE request_type WHEN 5 THEN coalesce(status_duyet_don, 0) ELSE trang_thai_duyet_hoan_goi END::text,
  nguoi_quyet_dinh = CASE request_type WHEN 5 THEN approver ELSE username_duyet_trang_thai_duyet_hoan_goi END,
  click = staff_username || ' ' || number_phone || CASE request_type WHEN 5 THEN ' nap ' ELSE ' hoan ' END
    || millisecond_created_at;

DROP INDEX requestrefund_click;
CREATE UNIQUE INDEX requestrefund_click ON requestrefund (click) WHERE deleted_at IS NULL;

ALTER TABLE requestrefund
  ADD COLUMN don_hoan_hoac_nap smallint GENERATED ALWAYS AS (CASE request_type WHEN 5 THEN 2 ELSE 1 END) STORED,
  ADD COLUMN duyet text GENERATED ALWAYS AS (CASE WHEN request_type IN (3, 4) THEN '-' ELSE quyet_dinh END) STORED,
  ADD COLUMN khoa_trang_thai text GENERATED ALWAYS AS (CASE ma_trang_thai_giao_dich_doi_tac
    WHEN -9999 THEN 'hoan_thanh' WHEN -10000 THEN 'hoan_tien' WHEN -10001 THEN 'don_bi_tu_choi'
    WHEN -10002 THEN 'dang_xu_ly' WHEN -10003 THEN 'dang_cho_duyet' WHEN -10004 THEN 'da_nhan_cho_xu_ly'
    WHEN -10005 THEN 'da_tao_don_khong_qua_api' END) STORED,
  ADD COLUMN loc_chuyen_khoan smallint GENERATED ALWAYS AS (CASE request_type WHEN 5 THEN is_transfer + 1 END) STORED,
  ADD COLUMN tien_trinh_nap text
    GENERATED ALWAYS AS (CASE request_type WHEN 5 THEN da_nap || '/' || refund_price ELSE '' END) STORED,
  -- The rate as it is shown: the stamped one, else what the two amounts say (D2-REFUND-75, D2-Q-67).
  ADD COLUMN chiet_khau numeric GENERATED ALWAYS AS (CASE
    WHEN request_type <> 5 THEN NULL
    WHEN ti_le_chiet_khau <> 0 THEN ti_le_chiet_khau
    WHEN refund_price = 0 THEN 0
    ELSE round((refund_price - transfer_final_amount) * 100.0 / refund_price, 1) END) STORED,
  -- What is owed back as it is called on the kind of request (D2-RFREP-41, D2-Q-85).
  ADD COLUMN truy_thu_goi text GENERATED ALWAYS AS (CASE
    WHEN request_type = 5 AND trang_thai_truy_thu_hoan_theo_goi = 'binh_thuong' THEN 'da_thanh_toan'
    ELSE trang_thai_truy_thu_hoan_theo_goi END) STORED,
  ADD COLUMN truy_thu_them text
    GENERATED ALWAYS AS (CASE WHEN request_type <> 5 THEN trang_thai_truy_thu_hoan_them END) STORED,
  -- What the totals sum (D2-Q-90).
  ADD COLUMN tien_hoan bigint
    GENERATED ALWAYS AS (CASE WHEN request_type IN (1, 2) THEN refund_price ELSE 0 END) STORED,
  ADD COLUMN tien_hoan_them bigint
    GENERATED ALWAYS AS (CASE WHEN request_type IN (1, 2, 4) THEN other_refund ELSE 0 END) STORED,
  ADD COLUMN tien_nap bigint GENERATED ALWAYS AS (CASE request_type WHEN 5 THEN refund_price ELSE 0 END) STORED;

DROP INDEX requestrefund_status;
CREATE INDEX requestrefund_key_status ON requestrefund (khoa_trang_thai, created_time DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_waiting ON requestrefund (created_time, id) WHERE duyet = '0' AND deleted_at IS NULL;
CREATE INDEX requestrefund_amount ON requestrefund (refund_price, id) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_owed ON requestrefund (staff_username, created_time)
  WHERE (trang_thai_truy_thu_hoan_theo_goi = 'truy_thu' OR trang_thai_truy_thu_hoan_them = 'truy_thu')
    AND deleted_at IS NULL;
