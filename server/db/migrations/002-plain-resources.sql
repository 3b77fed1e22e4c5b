-- Blacklist, refund prices, management costs.

CREATE TABLE blacklist (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  phone_number phone NOT NULL UNIQUE,
  description text CHECK (length(description) <= 500),
  description_fold text GENERATED ALWAYS AS (fold(description)) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX blacklist_newest ON blacklist ("createdAt" DESC, id DESC);
CREATE INDEX blacklist_description ON blacklist USING gin (description_fold gin_trgm_ops);
CREATE INDEX blacklist_digits ON blacklist USING gin ((phone_number::text) gin_trgm_ops);
CREATE INDEX blacklist_trailing ON blacklist (reverse(phone_number::text) text_pattern_ops);

CREATE TABLE giahoantien (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  ten_goi_cuoc text NOT NULL CHECK (ten_goi_cuoc <> ''),
  ten_goi_cuoc_fold text GENERATED ALWAYS AS (fold(ten_goi_cuoc)) STORED,
  gia_gia_han bigint NOT NULL DEFAULT 0 CHECK (gia_gia_han >= 0),
  gia_nang_cap bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap >= 0),
  gia_nang_cap_t2 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_t2 >= 0),
  gia_nang_cap_t3 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_t3 >= 0),
  gia_nang_cap_ht0 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_ht0 >= 0),
  gia_nang_cap_ht1 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_ht1 >= 0),
  gia_nang_cap_ht2 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_ht2 >= 0),
  gia_nang_cap_ht3 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_ht3 >= 0),
  gia_nang_cap_ht4 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_ht4 >= 0),
  gia_nang_cap_g1 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_g1 >= 0),
  gia_nang_cap_g2 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_g2 >= 0),
  gia_nang_cap_g3 bigint NOT NULL DEFAULT 0 CHECK (gia_nang_cap_g3 >= 0),
  gia_goi bigint NOT NULL DEFAULT 0 CHECK (gia_goi >= 0),
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text
);
CREATE UNIQUE INDEX giahoantien_name ON giahoantien (ten_goi_cuoc) WHERE deleted_at IS NULL;
CREATE INDEX giahoantien_search ON giahoantien USING gin (ten_goi_cuoc_fold gin_trgm_ops);

CREATE TABLE chiphiquanly (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  nguoi_thuc_hien text NOT NULL CHECK (nguoi_thuc_hien <> ''),
  nguoi_thuc_hien_fold text GENERATED ALWAYS AS (fold(nguoi_thuc_hien)) STORED,
  ngay_nhap date NOT NULL,
  noi_dung text NOT NULL CHECK (noi_dung <> ''),
  noi_dung_fold text GENERATED ALWAYS AS (fold(noi_dung)) STORED,
  don_gia bigint NOT NULL CHECK (don_gia >= 0),
  so_luong numeric(15, 2) NOT NULL CHECK (so_luong >= 0),
  note text,
  -- Rounded half up to whole đồng (D2-Q-188).
  thanh_tien bigint GENERATED ALWAYS AS (round(don_gia * so_luong)::bigint) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text
);
CREATE INDEX chiphiquanly_newest ON chiphiquanly (ngay_nhap DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX chiphiquanly_performer ON chiphiquanly USING gin (nguoi_thuc_hien_fold gin_trgm_ops);
CREATE INDEX chiphiquanly_content ON chiphiquanly USING gin (noi_dung_fold gin_trgm_ops);
