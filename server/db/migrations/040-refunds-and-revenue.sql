-- Refund and top-up requests, and the revenue lines that they are matched with (docs/decisions/refund-requests.md,
-- docs/decisions/revenue-lines.md). What the columns are worth is the routines' to say: refunds.sql, revenue.sql.

CREATE TABLE requestrefund (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  staff_username text NOT NULL,
  staff_fullname text NOT NULL,
  number_phone phone NOT NULL,
  number_type smallint NOT NULL DEFAULT 1 CHECK (number_type IN (1, 2)),
  package_code text NOT NULL CHECK (package_code <> '' AND package_code = upper(btrim(package_code))),
  request_type smallint NOT NULL CHECK (request_type BETWEEN 1 AND 5),
  request_method smallint CHECK (request_method BETWEEN 1 AND 12),
  refund_price bigint NOT NULL DEFAULT 0 CHECK (refund_price >= 0),
  other_refund bigint NOT NULL DEFAULT 0 CHECK (other_refund >= 0),
  other_reason text CHECK (length(other_reason) <= 2000),
  ti_le_chiet_khau numeric(5, 2) NOT NULL DEFAULT 0 CHECK (ti_le_chiet_khau >= 0 AND ti_le_chiet_khau < 100),
  ti_le_chiet_khau_hoan_tien numeric(5, 2) NOT NULL DEFAULT 0
    CHECK (ti_le_chiet_khau_hoan_tien >= 0 AND ti_le_chiet_khau_hoan_tien < 100),
  tien_hoan_sau_chiet_khau bigint NOT NULL DEFAULT 0,
  transfer_final_amount bigint NOT NULL DEFAULT 0,
  chenh_lech bigint NOT NULL DEFAULT 0,
  username_cap_nhat_chenh_lech text,
  -- Top-ups: what the provider has paid in so far; tien_trinh_nap shows it.
  da_nap bigint NOT NULL DEFAULT 0 CHECK (da_nap >= 0),
  created_time timestamptz NOT NULL DEFAULT now(),
  -- Idempotency key of the click, and what ties a refund and its top-up together (D2-Q-53).
  millisecond_created_at bigint,
  cho_len_don smallint NOT NULL DEFAULT 0 CHECK (cho_len_don IN (0, 1)),
  don_24h smallint NOT NULL DEFAULT 0 CHECK (don_24h IN (0, 1)),
  kenh_doi_tac text,
  ma_trang_thai_giao_dich_doi_tac int NOT NULL DEFAULT -10003,
  trang_thai_giao_dich_doi_tac text NOT NULL DEFAULT '',
  is_transfer smallint NOT NULL DEFAULT 0 CHECK (is_transfer IN (0, 1)),
  username_duyet_trang_thai_chuyen_khoan text,
  approver text,
  status_duyet_don smallint CHECK (status_duyet_don IN (1, 2)),
  trang_thai_duyet_hoan_goi smallint NOT NULL DEFAULT 0 CHECK (trang_thai_duyet_hoan_goi IN (0, 1, 2)),
  username_duyet_trang_thai_duyet_hoan_goi text,
  ly_do_tu_choi text CHECK (length(ly_do_tu_choi) <= 500),
  trang_thai_truy_thu_hoan_theo_goi text NOT NULL DEFAULT 'binh_thuong',
  username_duyet_trang_thai_truy_thu_hoan_theo_goi text DEFAULT '__AUTO',
  trang_thai_truy_thu_hoan_them text NOT NULL DEFAULT 'binh_thuong',
  username_duyet_trang_thai_truy_thu_hoan_them text DEFAULT '__AUTO',
  -- The unit in which it happened (docs/decisions/units.md).
  brand_id uuid,
  group_id uuid,
  version int NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by text,
  CONSTRAINT requestrefund_recoveries CHECK (
    trang_thai_truy_thu_hoan_theo_goi IN ('truy_thu', 'da_truy_thu', 'binh_thuong')
    AND trang_thai_truy_thu_hoan_them IN ('truy_thu', 'da_truy_thu', 'binh_thuong')),
  CONSTRAINT requestrefund_method CHECK ((request_type = 5) = (request_method IS NULL) OR request_type = 3),
  CONSTRAINT requestrefund_decided CHECK ((approver IS NULL) = (status_duyet_don IS NULL)),
  CONSTRAINT requestrefund_progress CHECK (da_nap = 0 OR request_type = 5)
);
CREATE UNIQUE INDEX requestrefund_click
  ON requestrefund (staff_username, number_phone, (request_type = 5), millisecond_created_at)
  WHERE millisecond_created_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX requestrefund_newest ON requestrefund (created_time DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_staff ON requestrefund (staff_username, created_time DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_branch ON requestrefund (brand_id, created_time DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_leader ON requestrefund (group_id, created_time DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_key ON requestrefund (number_phone, package_code);
CREATE INDEX requestrefund_status ON requestrefund (ma_trang_thai_giao_dich_doi_tac, created_time DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_trailing ON requestrefund (reverse(number_phone::text) text_pattern_ops);

-- One report of a registration; those of one registration share line_id, and the one whose id that is is the line.
CREATE TABLE revenue_line (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  line_id uuid NOT NULL,
  track0 text NOT NULL
    CHECK (track0 IN ('mfy', '9084', '9084new', '9084new1', '9084new2', '9332', 'ketqua', 'import')),
  track1 text NOT NULL CHECK (track1 <> ''),
  kenh text NOT NULL DEFAULT '',
  so_dien_thoai_cs phone NOT NULL,
  goi_cuoc text NOT NULL CHECK (goi_cuoc <> '' AND goi_cuoc = upper(btrim(goi_cuoc))),
  doanh_thu bigint NOT NULL DEFAULT 0 CHECK (doanh_thu >= 0),
  -- Of a Mfy request: money got beside the price.
  chenh_lech bigint NOT NULL DEFAULT 0,
  ngay_thanh_cong timestamptz NOT NULL,
  -- Who registered it, as the source said when it came; never changes.
  username_he_thong text,
  -- What the source says now, and what an import, a POST or a person has set above it.
  own_username text,
  own_ti_le numeric(5, 2) NOT NULL DEFAULT 100 CHECK (own_ti_le BETWEEN 0 AND 100),
  set_username text,
  set_status text CHECK (set_status <> ''),
  set_ti_le numeric(5, 2) CHECK (set_ti_le BETWEEN 0 AND 100),
  set_at timestamptz,
  -- In force, worked out by settle_revenue.
  username_nv text,
  status text NOT NULL DEFAULT 'SUCCESS' CHECK (status <> ''),
  ti_le_doanh_thu numeric(5, 2) NOT NULL DEFAULT 100,
  request_id uuid REFERENCES requestrefund,
  tien_hoan bigint NOT NULL DEFAULT 0 CHECK (tien_hoan >= 0),
  -- The unit that the owner had when it happened.
  brand_id uuid,
  group_id uuid,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  UNIQUE (track0, track1),
  -- Pairs may trade places inside one statement.
  CONSTRAINT revenue_line_one_request UNIQUE (request_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT revenue_line_unmatched CHECK (line_id = id OR request_id IS NULL)
);
CREATE INDEX revenue_line_key ON revenue_line (so_dien_thoai_cs, goi_cuoc);
CREATE INDEX revenue_line_of ON revenue_line (line_id) WHERE line_id <> id;
CREATE INDEX revenue_line_newest ON revenue_line (ngay_thanh_cong DESC, track0, track1)
  WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_staff ON revenue_line (username_nv, ngay_thanh_cong DESC, track0, track1)
  WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_branch ON revenue_line (brand_id, ngay_thanh_cong DESC, track0, track1)
  WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_leader ON revenue_line (group_id, ngay_thanh_cong DESC, track0, track1)
  WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_trailing ON revenue_line (reverse(so_dien_thoai_cs::text) text_pattern_ops)
  WHERE line_id = id AND deleted_at IS NULL;

CREATE TRIGGER requestrefund_unit BEFORE INSERT OR UPDATE OF staff_username, created_time ON requestrefund
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('staff_username', 'created_time');
-- Behind the trigger that says who owns a new line: triggers of a table run in the order of their names.
CREATE TRIGGER revenue_line_unit BEFORE INSERT OR UPDATE OF username_nv, ngay_thanh_cong ON revenue_line
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('username_nv', 'ngay_thanh_cong');
