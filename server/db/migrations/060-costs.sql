-- Registers of accounting: other and support costs, refund costs, salary-calculation revenue (docs/decisions/costs.md).

CREATE TABLE chiphihotro (LIKE chiphiquanly INCLUDING ALL);
CREATE TABLE chiphikhac (LIKE chiphiquanly INCLUDING ALL);

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
  ti_le_chiet_khau numeric(7, 2),
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
  xep_luc timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(thoi_gian_yeu_cau, "createdAt")) STORED,
  username_nhan_vien_fold text GENERATED ALWAYS AS (fold(username_nhan_vien)) STORED
);
CREATE INDEX chiphihoantien_newest ON chiphihoantien (xep_luc DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX chiphihoantien_time ON chiphihoantien (thoi_gian_yeu_cau, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphihoantien_staff ON chiphihoantien (username_nhan_vien, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphihoantien_owed ON chiphihoantien (tong_truy_thu, id) WHERE deleted_at IS NULL;
CREATE INDEX chiphihoantien_name ON chiphihoantien USING gin (username_nhan_vien_fold gin_trgm_ops);
CREATE INDEX chiphihoantien_digits ON chiphihoantien USING gin ((so_dien_thoai::text) gin_trgm_ops);
CREATE INDEX chiphihoantien_trailing ON chiphihoantien (reverse(so_dien_thoai::text) text_pattern_ops);

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
  ti_le_doanh_thu_tinh_luong numeric(7, 2),
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
  xep_luc timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(ngay_dang_ky, "createdAt")) STORED,
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
