-- A report of a registration. Reports of one registration share line_id; the report whose id equals it is the line.
CREATE TABLE revenue_line (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  line_id uuid NOT NULL,
  track0 text NOT NULL CHECK (is_code_tab(track0) OR track0 IN ('mfy', '9332', 'ketqua', 'import')),
  track1 text NOT NULL CHECK (track1 <> ''),
  kenh text NOT NULL DEFAULT '',
  so_dien_thoai_cs phone NOT NULL,
  goi_cuoc text NOT NULL CHECK (goi_cuoc <> '' AND goi_cuoc = upper(btrim(goi_cuoc))),
  doanh_thu bigint NOT NULL DEFAULT 0 CHECK (doanh_thu >= 0),
  -- For a Mfy request: money received in addition to the price.
  chenh_lech bigint NOT NULL DEFAULT 0,
  ngay_thanh_cong timestamptz NOT NULL,
  -- Seller named by the source at first; never changes.
  username_he_thong text,
  -- Current values of the source (own_), and overriding values of an import, a POST or a person (set_).
  own_username text,
  own_ti_le numeric(5,2) NOT NULL DEFAULT 100 CHECK (own_ti_le >= 0::numeric AND own_ti_le <= 100::numeric),
  set_username text,
  set_status text CHECK (set_status <> ''),
  set_ti_le numeric(5,2) CHECK (set_ti_le >= 0::numeric AND set_ti_le <= 100::numeric),
  set_at timestamptz,
  -- Values in force, computed by settle_revenue.
  username_nv text,
  status text NOT NULL DEFAULT 'SUCCESS' CHECK (status <> ''),
  ti_le_doanh_thu numeric(5,2) NOT NULL DEFAULT 100,
  request_id uuid REFERENCES requestrefund,
  tien_hoan bigint NOT NULL DEFAULT 0 CHECK (tien_hoan >= 0),
  -- Unit of the owner at the time of the sale.
  brand_id uuid,
  group_id uuid,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  -- When an import or a POST last named this report; and the latest of its registration, computed by settle_revenue.
  named_at timestamptz,
  doi_soat_luc timestamptz,
  kenh_fold text GENERATED ALWAYS AS (fold(kenh)) STORED,
  -- Amount for pay after the refund (D2-REVF-15); a stored column, so that a month is summed from an index.
  doanh_thu_tinh_luong bigint GENERATED ALWAYS AS (
CASE
    WHEN (status = 'SUCCESS') THEN GREATEST(0::bigint,
    ((floor(((((doanh_thu + chenh_lech)::numeric * ti_le_doanh_thu) / 100::numeric) + 0.5)))::bigint - tien_hoan))
    ELSE 0::bigint
END) STORED,
  "doanhThu" bigint GENERATED ALWAYS AS (
CASE
    WHEN (line_id = id AND deleted_at IS NULL
    AND status = 'SUCCESS') THEN doanh_thu
    ELSE 0::bigint
END) STORED,
  CONSTRAINT revenue_line_unmatched CHECK (line_id = id OR request_id IS NULL),
  UNIQUE (track0, track1),
  -- Deferred, as pairs may be swapped within one statement.
  CONSTRAINT revenue_line_one_request UNIQUE (request_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX revenue_line_key ON revenue_line (so_dien_thoai_cs, goi_cuoc);
CREATE INDEX revenue_line_of ON revenue_line (line_id) WHERE line_id <> id;
CREATE INDEX revenue_line_newest ON revenue_line (ngay_thanh_cong DESC, track0, track1) WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_staff ON revenue_line (username_nv, ngay_thanh_cong DESC, track0, track1) WHERE line_id = id
  AND deleted_at IS NULL;
CREATE INDEX revenue_line_branch ON revenue_line (brand_id, ngay_thanh_cong DESC, track0, track1) WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_leader ON revenue_line (group_id, ngay_thanh_cong DESC, track0, track1) WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_trailing ON revenue_line (reverse(so_dien_thoai_cs::text) text_pattern_ops) WHERE line_id = id
  AND deleted_at IS NULL;
CREATE INDEX revenue_line_price ON revenue_line (doanh_thu, id) WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_unowned ON revenue_line (id) WHERE line_id = id AND deleted_at IS NULL AND username_nv IS NULL;
-- For the radar's months, independent of the number of lines and calls.
CREATE INDEX revenue_line_imported ON revenue_line (ngay_thanh_cong) WHERE track0 = 'import' AND line_id = id AND status = 'SUCCESS'
  AND deleted_at IS NULL;
CREATE INDEX revenue_line_failed ON revenue_line (ngay_thanh_cong) WHERE line_id = id AND status <> 'SUCCESS' AND deleted_at IS NULL;
-- Reports that failed soon after their time: all failures that the radar reads.
CREATE INDEX revenue_line_undone ON revenue_line (ngay_thanh_cong) INCLUDE (line_id, set_status, set_at) WHERE set_status <> 'SUCCESS'
  AND (set_at - ngay_thanh_cong) <= '48:00:00'::interval;
CREATE INDEX revenue_line_sums ON revenue_line (ngay_thanh_cong) INCLUDE (username_nv, doanh_thu, "doanhThu", status, brand_id, group_id)
  WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_time ON revenue_line (ngay_thanh_cong, id) INCLUDE (doanh_thu,
  "doanhThu", tien_hoan, doanh_thu_tinh_luong, status) WHERE line_id = id AND deleted_at IS NULL;

-- Source and id by which an import or POST named a line, and that no report has: named again, they mean the same line.
CREATE TABLE revenue_line_pair (
  track0 text NOT NULL,
  track1 text NOT NULL,
  report uuid NOT NULL REFERENCES revenue_line ON DELETE CASCADE,
  PRIMARY KEY (track0, track1)
);
CREATE INDEX revenue_line_pair_report ON revenue_line_pair (report);

-- Progress of rematching after a change of the matching window (match_anew); no row: nothing to do. At most one row.
CREATE TABLE revenue_matching (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- Pairs with a distance in this range are rematched, in days.
  over_days int NOT NULL,
  upto_days int NOT NULL,
  -- Transactions below this one may have read the former window; null before the first run.
  begins_at xid8,
  -- Phone and package of the last request handled.
  after_phone text COLLATE "C" NOT NULL DEFAULT '',
  after_package text NOT NULL DEFAULT '',
  -- Requests handled, and their number at the start.
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL
);

CREATE TABLE doanhthutinhluong (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kenh text,
  username_nv text,
  ten_nv text,
  so_dien_thoai_cs phone,
  goi_cuoc text,
  gia_goi_cuoc bigint,
  ngay_dang_ky timestamptz,
  ket_qua_doi_soat text,
  so_tien_hoan bigint,
  ti_le_doanh_thu_tinh_luong numeric(7,2),
  doanh_thu_tinh_luong bigint,
  nha_mang text,
  ma_chi_nhanh text,
  doi_tac text,
  gia_von bigint,
  hoa_hong_1 bigint,
  hoa_hong_cn bigint,
  so_tien_khach_hang_thanh_toan_thuc bigint,
  chenh_lech bigint,
  chi_phi bigint,
  ho_tro bigint,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  xep_luc timestamptz NOT NULL GENERATED ALWAYS AS (COALESCE(ngay_dang_ky, "createdAt")) STORED,
  username_nv_fold text GENERATED ALWAYS AS (fold(username_nv)) STORED
);
CREATE INDEX doanhthutinhluong_newest ON doanhthutinhluong ("createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX doanhthutinhluong_period ON doanhthutinhluong (xep_luc) WHERE deleted_at IS NULL;
CREATE INDEX doanhthutinhluong_day ON doanhthutinhluong (ngay_dang_ky, id) WHERE deleted_at IS NULL;
CREATE INDEX doanhthutinhluong_staff ON doanhthutinhluong (username_nv, id) WHERE deleted_at IS NULL;
CREATE INDEX doanhthutinhluong_revenue ON doanhthutinhluong (doanh_thu_tinh_luong, id) WHERE deleted_at IS NULL;
CREATE INDEX doanhthutinhluong_name ON doanhthutinhluong USING gin (username_nv_fold gin_trgm_ops);
CREATE INDEX doanhthutinhluong_digits ON doanhthutinhluong USING gin ((so_dien_thoai_cs::text) gin_trgm_ops);
CREATE INDEX doanhthutinhluong_trailing ON doanhthutinhluong (reverse(so_dien_thoai_cs::text) text_pattern_ops);

CREATE TABLE chiphiquanly (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  nguoi_thuc_hien text NOT NULL CHECK (nguoi_thuc_hien <> ''),
  nguoi_thuc_hien_fold text GENERATED ALWAYS AS (fold(nguoi_thuc_hien)) STORED,
  ngay_nhap date NOT NULL,
  noi_dung text NOT NULL CHECK (noi_dung <> ''),
  noi_dung_fold text GENERATED ALWAYS AS (fold(noi_dung)) STORED,
  don_gia bigint NOT NULL CHECK (don_gia >= 0),
  so_luong numeric(15,2) NOT NULL CHECK (so_luong >= 0::numeric),
  note text,
  -- Rounded half up to whole đồng (D2-Q-188).
  thanh_tien bigint GENERATED ALWAYS AS ((round(don_gia::numeric * so_luong))::bigint) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text
);
CREATE INDEX chiphiquanly_newest ON chiphiquanly (ngay_nhap DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX chiphiquanly_performer ON chiphiquanly USING gin (nguoi_thuc_hien_fold gin_trgm_ops);
CREATE INDEX chiphiquanly_content ON chiphiquanly USING gin (noi_dung_fold gin_trgm_ops);
CREATE INDEX chiphiquanly_person ON chiphiquanly (nguoi_thuc_hien, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphiquanly_amount ON chiphiquanly (thanh_tien, id) WHERE deleted_at IS NULL;

CREATE TABLE chiphihotro (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  nguoi_thuc_hien text NOT NULL CHECK (nguoi_thuc_hien <> ''),
  nguoi_thuc_hien_fold text GENERATED ALWAYS AS (fold(nguoi_thuc_hien)) STORED,
  ngay_nhap date NOT NULL,
  noi_dung text NOT NULL CHECK (noi_dung <> ''),
  noi_dung_fold text GENERATED ALWAYS AS (fold(noi_dung)) STORED,
  don_gia bigint NOT NULL CHECK (don_gia >= 0),
  so_luong numeric(15,2) NOT NULL CHECK (so_luong >= 0::numeric),
  note text,
  thanh_tien bigint GENERATED ALWAYS AS ((round(don_gia::numeric * so_luong))::bigint) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text
);
CREATE INDEX chiphihotro_ngay_nhap_id_idx ON chiphihotro (ngay_nhap DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX chiphihotro_nguoi_thuc_hien_fold_idx ON chiphihotro USING gin (nguoi_thuc_hien_fold gin_trgm_ops);
CREATE INDEX chiphihotro_noi_dung_fold_idx ON chiphihotro USING gin (noi_dung_fold gin_trgm_ops);
CREATE INDEX chiphihotro_nguoi_thuc_hien_id_idx ON chiphihotro (nguoi_thuc_hien, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphihotro_thanh_tien_id_idx ON chiphihotro (thanh_tien, id) WHERE deleted_at IS NULL;

CREATE TABLE chiphikhac (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  nguoi_thuc_hien text NOT NULL CHECK (nguoi_thuc_hien <> ''),
  nguoi_thuc_hien_fold text GENERATED ALWAYS AS (fold(nguoi_thuc_hien)) STORED,
  ngay_nhap date NOT NULL,
  noi_dung text NOT NULL CHECK (noi_dung <> ''),
  noi_dung_fold text GENERATED ALWAYS AS (fold(noi_dung)) STORED,
  don_gia bigint NOT NULL CHECK (don_gia >= 0),
  so_luong numeric(15,2) NOT NULL CHECK (so_luong >= 0::numeric),
  note text,
  thanh_tien bigint GENERATED ALWAYS AS ((round(don_gia::numeric * so_luong))::bigint) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text
);
CREATE INDEX chiphikhac_ngay_nhap_id_idx ON chiphikhac (ngay_nhap DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX chiphikhac_nguoi_thuc_hien_fold_idx ON chiphikhac USING gin (nguoi_thuc_hien_fold gin_trgm_ops);
CREATE INDEX chiphikhac_noi_dung_fold_idx ON chiphikhac USING gin (noi_dung_fold gin_trgm_ops);
CREATE INDEX chiphikhac_nguoi_thuc_hien_id_idx ON chiphikhac (nguoi_thuc_hien, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphikhac_thanh_tien_id_idx ON chiphikhac (thanh_tien, id) WHERE deleted_at IS NULL;

CREATE TABLE chiphihoantien (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kenh_dang_ky text,
  nha_mang text,
  chi_nhanh_khu_vuc text,
  ma_dl_tinh_luong text,
  stt text,
  username_nhan_vien text,
  ten_nhan_vien text,
  so_dien_thoai phone,
  goi_cuoc text,
  trang_thai text,
  yeu_cau_hinh_thuc text,
  thoi_gian_yeu_cau timestamptz,
  da_thanh_toan text,
  ghi_nhan_dang_ky text,
  ghi_chu text,
  so_tien_hoan_hoac_nap bigint,
  so_tien_hoan_them bigint,
  so_tien_sau_chiet_khau bigint,
  ti_le_chiet_khau numeric(7,2),
  chenh_lech_chuyen_khoan bigint,
  so_tien_khach_hang_da_chuyen_khoan bigint,
  truy_thu_hoan_goi bigint,
  truy_thu_nap_chiet_khau bigint,
  truy_thu_hoan_them_thu_hoi bigint,
  tong_truy_thu bigint,
  tong_truy_thu_sau_tru_chiet_khau bigint,
  trang_thai_truy_thu_tien_hoan_theo_goi text,
  trang_thai_truy_thu_tien_hoan_them text,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  xep_luc timestamptz NOT NULL GENERATED ALWAYS AS (COALESCE(thoi_gian_yeu_cau, "createdAt")) STORED,
  username_nhan_vien_fold text GENERATED ALWAYS AS (fold(username_nhan_vien)) STORED,
  -- Whether a record is an effective refund, by D2-REVF-01 applied to the texts of the sheet.
  hieu_luc smallint GENERATED ALWAYS AS (
CASE
    WHEN ((fold(regexp_replace(yeu_cau_hinh_thuc,
    '\s+', ' ', 'g')) ~ '^ ?(nap tien|khong hoan)') OR (fold(regexp_replace(trang_thai,
    '\s+', ' ', 'g')) ~ '^ ?(hoan tien ?$|don bi tu choi)')) THEN 0
    ELSE 1
END) STORED
);
CREATE INDEX chiphihoantien_newest ON chiphihoantien (xep_luc DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX chiphihoantien_time ON chiphihoantien (thoi_gian_yeu_cau, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphihoantien_staff ON chiphihoantien (username_nhan_vien, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphihoantien_owed ON chiphihoantien (tong_truy_thu, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphihoantien_name ON chiphihoantien USING gin (username_nhan_vien_fold gin_trgm_ops);
CREATE INDEX chiphihoantien_digits ON chiphihoantien USING gin ((so_dien_thoai::text) gin_trgm_ops);
CREATE INDEX chiphihoantien_trailing ON chiphihoantien (reverse(so_dien_thoai::text) text_pattern_ops);
