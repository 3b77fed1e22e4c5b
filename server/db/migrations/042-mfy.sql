-- Mfy: package prices, requests, the ten-minute waits and orders to invite (docs/decisions/mfy.md). What the columns are
-- worth is the routines' to say: mfy.sql.

CREATE TABLE giagoimfy (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  ten_goi_cuoc text NOT NULL CHECK (ten_goi_cuoc <> '' AND ten_goi_cuoc = upper(btrim(ten_goi_cuoc))),
  ten_goi_cuoc_fold text GENERATED ALWAYS AS (fold(ten_goi_cuoc)) STORED,
  phi_thu_hoi bigint NOT NULL DEFAULT 0 CHECK (phi_thu_hoi >= 0),
  gia_t1 bigint NOT NULL DEFAULT 0 CHECK (gia_t1 >= 0),
  gia_t2 bigint NOT NULL DEFAULT 0 CHECK (gia_t2 >= 0),
  gia_t3 bigint NOT NULL DEFAULT 0 CHECK (gia_t3 >= 0),
  version bigint NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text
);
CREATE UNIQUE INDEX giagoimfy_name ON giagoimfy (ten_goi_cuoc) WHERE deleted_at IS NULL;
CREATE INDEX giagoimfy_search ON giagoimfy USING gin (ten_goi_cuoc_fold gin_trgm_ops);

CREATE TABLE mfy (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  cty text,
  so_dien_thoai_chu phone,
  so_dien_thoai phone NOT NULL,
  username_nv text NOT NULL,
  ten_nv text NOT NULL,
  ma_goi text NOT NULL CHECK (ma_goi <> '' AND ma_goi = upper(btrim(ma_goi))),
  trang_thai text NOT NULL DEFAULT 'dang_cho_duyet',
  -- One to one with the state (D2-Q-101, D2-MAP-60 to 67).
  trang_thai_yeu_cau text GENERATED ALWAYS AS (CASE trang_thai
    WHEN 'dang_cho_duyet' THEN 'dang_cho_xu_ly' WHEN 'duyet' THEN 'cho_soan_y' WHEN 'da_soan_y_lan_1' THEN 'da_soan_y_lan_1'
    WHEN 'duyet_lan_2' THEN 'cho_soan_y_lan_2' WHEN 'dang_ky_thanh_cong' THEN 'thanh_cong' WHEN 'thu_hoi' THEN 'thu_hoi'
    WHEN 'huy_qua_han' THEN 'qua_han' WHEN 'huy_qua_han_lan_2' THEN 'qua_han_lan_2' END) STORED NOT NULL,
  username_thay_doi_trang_thai text,
  thoi_diem_thay_doi_trang_thai timestamptz,
  trang_thai_thu_tien text NOT NULL DEFAULT 'chua_thu_tien'
    CHECK (trang_thai_thu_tien IN ('da_chuyen_khoan', 'da_thu_tien_mat', 'chua_thu_tien', 'yeu_cau_thu_hoi')),
  username_thay_doi_trang_thai_thu_tien text,
  thoi_diem_thay_doi_trang_thai_thu_tien timestamptz,
  trang_thai_duyet_thong_tin text NOT NULL DEFAULT 'dang_cho_duyet'
    CHECK (trang_thai_duyet_thong_tin IN ('dang_cho_duyet', 'da_duyet', 'tu_choi')),
  username_duyet_trang_thai_duyet_thong_tin text,
  thoi_diem_duyet_thong_tin timestamptz,
  gia_ban_goi smallint NOT NULL CHECK (gia_ban_goi IN (1, 2, 3)),
  doanh_thu bigint NOT NULL DEFAULT 0 CHECK (doanh_thu >= 0),
  chenh_lech bigint NOT NULL DEFAULT 0,
  ti_le_doanh_thu numeric(5, 2) NOT NULL DEFAULT 100 CHECK (ti_le_doanh_thu BETWEEN 0 AND 100),
  doanh_thu_tinh_luong bigint NOT NULL DEFAULT 0 CHECK (doanh_thu_tinh_luong >= 0),
  -- Charged to the staff member in payroll while the state is `thu_hoi` (D2-Q-108).
  phi_thu_hoi bigint NOT NULL DEFAULT 0 CHECK (phi_thu_hoi >= 0),
  truy_thu bigint NOT NULL DEFAULT 0 CHECK (truy_thu >= 0 AND truy_thu % 30000 = 0),
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The unit in which it happened (docs/decisions/units.md).
  brand_id uuid,
  group_id uuid,
  version bigint NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by text
);
CREATE INDEX mfy_newest ON mfy (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_staff ON mfy (username_nv, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_branch ON mfy (brand_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_leader ON mfy (group_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_state ON mfy (trang_thai, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_running ON mfy (coalesce(thoi_diem_thay_doi_trang_thai, created_at))
  WHERE trang_thai IN ('duyet', 'duyet_lan_2') AND deleted_at IS NULL;
CREATE INDEX mfy_digits ON mfy USING gin ((so_dien_thoai::text) gin_trgm_ops);
CREATE INDEX mfy_trailing ON mfy (reverse(so_dien_thoai::text) text_pattern_ops);

CREATE TRIGGER mfy_unit BEFORE INSERT OR UPDATE OF username_nv, created_at ON mfy
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('username_nv', 'created_at');

-- Each wait of a request: who held it at its end, how it ended and what that cost.
CREATE TABLE mfy_wait (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  mfy_id uuid NOT NULL REFERENCES mfy,
  lan smallint NOT NULL CHECK (lan IN (1, 2)),
  username_nv text NOT NULL,
  began timestamptz NOT NULL,
  ended timestamptz,
  ket_qua text CHECK (ket_qua IN ('dung_han', 'qua_han', 'khac')),
  truy_thu bigint NOT NULL DEFAULT 0 CHECK (truy_thu IN (0, 30000)),
  brand_id uuid,
  group_id uuid,
  CONSTRAINT mfy_wait_over CHECK ((ended IS NULL) = (ket_qua IS NULL)),
  CONSTRAINT mfy_wait_charge CHECK (truy_thu = 0 OR ket_qua = 'qua_han')
);
CREATE UNIQUE INDEX mfy_wait_running ON mfy_wait (mfy_id) WHERE ended IS NULL;
CREATE INDEX mfy_wait_of ON mfy_wait (mfy_id);
CREATE INDEX mfy_wait_month ON mfy_wait (began, username_nv);

CREATE TRIGGER mfy_wait_unit BEFORE INSERT OR UPDATE OF username_nv, began ON mfy_wait
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('username_nv', 'began');

-- Orders to the carrier to invite a subscriber, noted before they are sent.
CREATE TABLE mfy_invite (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  mfy_id uuid NOT NULL REFERENCES mfy,
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- What the carrier said, or why nothing is known of it.
  answer text
);
CREATE UNIQUE INDEX mfy_invite_running ON mfy_invite (mfy_id) WHERE ended_at IS NULL;
