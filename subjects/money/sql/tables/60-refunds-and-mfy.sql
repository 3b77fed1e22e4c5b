CREATE TABLE requestrefund (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  staff_username text NOT NULL,
  staff_fullname text NOT NULL,
  number_phone phone NOT NULL,
  number_type smallint NOT NULL DEFAULT 1 CHECK (number_type IN (1, 2)),
  package_code text NOT NULL CHECK (package_code <> '' AND package_code = upper(btrim(package_code))),
  request_type smallint NOT NULL CHECK (request_type >= 1 AND request_type <= 5),
  request_method smallint CHECK (request_method >= 1 AND request_method <= 12),
  refund_price bigint NOT NULL DEFAULT 0 CHECK (refund_price >= 0),
  other_refund bigint NOT NULL DEFAULT 0 CHECK (other_refund >= 0),
  other_reason text CHECK (length(other_reason) <= 2000),
  ti_le_chiet_khau numeric(5,2) NOT NULL DEFAULT 0 CHECK (ti_le_chiet_khau >= 0::numeric AND ti_le_chiet_khau < 100::numeric),
  ti_le_chiet_khau_hoan_tien numeric(5,2) NOT NULL DEFAULT 0 CHECK (ti_le_chiet_khau_hoan_tien >= 0::numeric
    AND ti_le_chiet_khau_hoan_tien < 100::numeric),
  tien_hoan_sau_chiet_khau bigint NOT NULL DEFAULT 0,
  transfer_final_amount bigint NOT NULL DEFAULT 0,
  chenh_lech bigint NOT NULL DEFAULT 0,
  username_cap_nhat_chenh_lech text,
  -- Top-ups: amount paid by the provider so far; shown by tien_trinh_nap.
  da_nap bigint NOT NULL DEFAULT 0 CHECK (da_nap >= 0),
  created_time timestamptz NOT NULL DEFAULT now(),
  -- Idempotency key of the click, which also links a refund to its top-up (D2-Q-53).
  millisecond_created_at bigint,
  cho_len_don smallint NOT NULL DEFAULT 0 CHECK (cho_len_don IN (0, 1)),
  don_24h smallint NOT NULL DEFAULT 0 CHECK (don_24h IN (0, 1)),
  kenh_doi_tac text,
  ma_trang_thai_giao_dich_doi_tac int NOT NULL DEFAULT '-10003'::int,
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
  -- Unit at the time of the request (subjects/people/decisions/units.md).
  brand_id uuid,
  group_id uuid,
  version int NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by text,
  -- User, time, phone and kind of the click: the same click creates nothing again, whatever is changed later (D2-Q-53).
  click text,
  -- The decision for any kind, kept by the routines: 0 waits, 1 approved, 2 rejected; writing 0 reopens it.
  quyet_dinh text NOT NULL DEFAULT '0' CHECK (quyet_dinh IN ('0', '1', '2')),
  nguoi_quyet_dinh text,
  ly_do_mo_lai text CHECK (length(ly_do_mo_lai) <= 500),
  -- Set when a person reopened it: from then on only a person decides.
  mo_lai_luc timestamptz,
  don_hoan_hoac_nap smallint GENERATED ALWAYS AS (
CASE request_type
    WHEN 5 THEN 2
    ELSE 1
END) STORED,
  duyet text GENERATED ALWAYS AS (
CASE
    WHEN (request_type IN (3, 4)) THEN '-'
    ELSE quyet_dinh
END) STORED,
  khoa_trang_thai text GENERATED ALWAYS AS (
CASE ma_trang_thai_giao_dich_doi_tac
    WHEN '-9999'::int THEN 'hoan_thanh'
    WHEN '-10000'::int THEN 'hoan_tien'
    WHEN '-10001'::int THEN 'don_bi_tu_choi'
    WHEN '-10002'::int THEN 'dang_xu_ly'
    WHEN '-10003'::int THEN 'dang_cho_duyet'
    WHEN '-10004'::int THEN 'da_nhan_cho_xu_ly'
    WHEN '-10005'::int THEN 'da_tao_don_khong_qua_api'
    ELSE NULL::text
END) STORED,
  loc_chuyen_khoan smallint GENERATED ALWAYS AS (
CASE request_type
    WHEN 5 THEN (is_transfer + 1)
    ELSE NULL::int
END) STORED,
  tien_trinh_nap text GENERATED ALWAYS AS (
CASE request_type
    WHEN 5 THEN ((da_nap || '/') || refund_price)
    ELSE ''
END) STORED,
  -- Displayed rate: the stored one, otherwise derived from both amounts (D2-REFUND-75, D2-Q-67).
  chiet_khau numeric GENERATED ALWAYS AS (
CASE
    WHEN (request_type <> 5) THEN NULL::numeric
    WHEN (ti_le_chiet_khau <> 0::numeric) THEN ti_le_chiet_khau
    WHEN (refund_price = 0) THEN 0::numeric
    ELSE round((((refund_price - transfer_final_amount)::numeric * 100.0) / refund_price::numeric), 1)
END) STORED,
  -- Recovery state as named for the kind of request (D2-RFREP-41, D2-Q-85).
  truy_thu_goi text GENERATED ALWAYS AS (
CASE
    WHEN (request_type = 5
    AND trang_thai_truy_thu_hoan_theo_goi = 'binh_thuong') THEN 'da_thanh_toan'
    ELSE trang_thai_truy_thu_hoan_theo_goi
END) STORED,
  truy_thu_them text GENERATED ALWAYS AS (
CASE
    WHEN (request_type <> 5) THEN trang_thai_truy_thu_hoan_them
    ELSE NULL::text
END) STORED,
  -- Amounts for the totals (D2-Q-90).
  tien_hoan bigint GENERATED ALWAYS AS (
CASE
    WHEN (request_type IN (1, 2)) THEN refund_price
    ELSE 0::bigint
END) STORED,
  tien_hoan_them bigint GENERATED ALWAYS AS (
CASE
    WHEN (request_type IN (1, 2, 4)) THEN other_refund
    ELSE 0::bigint
END) STORED,
  tien_nap bigint GENERATED ALWAYS AS (
CASE request_type
    WHEN 5 THEN refund_price
    ELSE 0::bigint
END) STORED,
  -- Whether a request counts against revenue unless deleted (D2-REVF-01); read by is_effective.
  hieu_luc smallint GENERATED ALWAYS AS (
CASE
    WHEN (request_type IN (1, 2, 4) AND trang_thai_duyet_hoan_goi <> 2
    AND ma_trang_thai_giao_dich_doi_tac NOT IN ('-10000'::int, '-10001'::int)) THEN 1
    ELSE 0
END) STORED,
  -- Amount paid according to the partner, if other than the order's.
  doi_tac_bao_tra bigint CHECK (doi_tac_bao_tra >= 0),
  -- The partner's correction, its time, and whether a person has seen it; all null without one.
  doi_tac_sua text,
  doi_tac_sua_luc timestamptz,
  doi_tac_sua_xem smallint CHECK (doi_tac_sua_xem IN (0, 1)),
  -- Entered beyond the author's daily limit of phones: values derived from the phone are hidden from masked roles.
  untold boolean NOT NULL DEFAULT false,
  nhap_boi text,
  -- The first of the two approvals of a large refund or top-up (D3-ACC-03).
  duyet_1_boi text,
  duyet_1_luc timestamptz,
  sua_boi text,
  -- Who alone released the money of a request, and when (D3-ACC-08); null after two approvals and for '__AUTO'.
  duyet_boi text,
  duyet_luc timestamptz,
  CONSTRAINT requestrefund_released CHECK ((duyet_boi IS NULL) = (duyet_luc IS NULL)),
  CONSTRAINT requestrefund_corrected_whole CHECK ((doi_tac_sua IS NULL) = (doi_tac_sua_luc IS NULL)
    AND (doi_tac_sua IS NULL) = (doi_tac_sua_xem IS NULL)),
  CONSTRAINT requestrefund_decided CHECK ((approver IS NULL) = (status_duyet_don IS NULL)),
  CONSTRAINT requestrefund_method CHECK ((request_type = 5) = (request_method IS NULL) OR request_type = 3),
  CONSTRAINT requestrefund_first_approval CHECK ((duyet_1_boi IS NULL) = (duyet_1_luc IS NULL)),
  CONSTRAINT requestrefund_progress CHECK (da_nap = 0 OR request_type = 5),
  CONSTRAINT requestrefund_recoveries CHECK (trang_thai_truy_thu_hoan_theo_goi IN ('truy_thu', 'da_truy_thu', 'binh_thuong')
    AND trang_thai_truy_thu_hoan_them IN ('truy_thu', 'da_truy_thu', 'binh_thuong'))
);
CREATE INDEX requestrefund_staff ON requestrefund (staff_username, created_time DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_branch ON requestrefund (brand_id, created_time DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_leader ON requestrefund (group_id, created_time DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_key ON requestrefund (number_phone, package_code);
CREATE INDEX requestrefund_trailing ON requestrefund (reverse(number_phone::text) text_pattern_ops);
CREATE UNIQUE INDEX requestrefund_click ON requestrefund (click) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_key_status ON requestrefund (khoa_trang_thai, created_time DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_waiting ON requestrefund (created_time, id) WHERE duyet = '0' AND deleted_at IS NULL;
CREATE INDEX requestrefund_amount ON requestrefund (refund_price, id) WHERE deleted_at IS NULL;
CREATE INDEX requestrefund_owed ON requestrefund (staff_username, created_time) WHERE (((trang_thai_truy_thu_hoan_theo_goi = 'truy_thu')
  OR (trang_thai_truy_thu_hoan_them = 'truy_thu')) AND deleted_at IS NULL);
CREATE INDEX requestrefund_newest ON requestrefund (created_time DESC, id DESC) INCLUDE (tien_hoan,
  tien_hoan_them, tien_nap, tien_hoan_sau_chiet_khau) WHERE deleted_at IS NULL;
-- Clicks of deleted requests are recognised too.
CREATE INDEX requestrefund_deleted_click ON requestrefund (click) WHERE deleted_at IS NOT NULL;
CREATE INDEX requestrefund_effective ON requestrefund (created_time DESC, id DESC) INCLUDE (staff_username,
  number_phone, refund_price, other_refund, brand_id, group_id) WHERE hieu_luc = 1 AND deleted_at IS NULL;
CREATE INDEX requestrefund_corrected ON requestrefund (doi_tac_sua_luc, id) WHERE doi_tac_sua_xem = 0 AND deleted_at IS NULL;
-- Undecided requests of a person, whose number is limited.
CREATE INDEX requestrefund_waiting_of ON requestrefund (staff_username) WHERE duyet = '0' AND khoa_trang_thai = 'dang_cho_duyet'
  AND deleted_at IS NULL;
CREATE INDEX requestrefund_entered_by ON requestrefund (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX requestrefund_changed_by ON requestrefund (sua_boi) WHERE sua_boi IS NOT NULL;
CREATE INDEX requestrefund_released_by ON requestrefund (duyet_boi, duyet_luc) WHERE duyet_boi IS NOT NULL;

-- Partners with an adapter in this installation; the server stores them at start.
CREATE TABLE provider_adapters (
  name text PRIMARY KEY
);

-- queued: may be sent from due_at on. sending: possibly at the provider; queried until known. accepted: the provider has it. finished:
-- completed or returned. refused: the provider will not carry it out. cancelled: cancelled before it was sent.
CREATE TABLE provider_orders (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  request_id uuid NOT NULL REFERENCES requestrefund,
  provider text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'topup')),
  isdn phone NOT NULL,
  number_type smallint NOT NULL CHECK (number_type IN (1, 2)),
  package_code text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'accepted', 'finished', 'refused', 'cancelled')),
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  -- Earliest time of the next step, and until then reserved for the process that set it.
  next_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- Highest sequence reported by the provider, and the amount paid by then.
  sequence bigint NOT NULL DEFAULT '-1'::int,
  paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
  said text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  by_username text NOT NULL,
  -- Latest status reported by the partner, as a code of requestrefund; `paid` is the amount reported with it, even if other than the
  -- order's.
  code int
);
-- One order per request, apart from cancelled ones.
CREATE UNIQUE INDEX provider_orders_one ON provider_orders (request_id) WHERE state <> 'cancelled';
CREATE INDEX provider_orders_due ON provider_orders (GREATEST(due_at, next_at)) WHERE state = 'queued';
CREATE INDEX provider_orders_open ON provider_orders (next_at) WHERE state IN ('sending', 'accepted');
CREATE INDEX provider_orders_sent ON provider_orders (sent_at, provider) WHERE sent_at IS NOT NULL;

-- Statements of refund partners for a range of days, for comparison with the orders; nothing is changed by them (D3-ACC-05).
CREATE TABLE provider_statement (
  -- Id of its import.
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  by_username text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT provider_statement_check CHECK (to_day >= from_day)
);
CREATE INDEX provider_statement_newest ON provider_statement (provider, at DESC);

CREATE TABLE provider_statement_line (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  statement_id uuid NOT NULL REFERENCES provider_statement ON DELETE CASCADE,
  order_id text NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL,
  status text NOT NULL,
  paid bigint NOT NULL
);
CREATE INDEX provider_statement_line_order ON provider_statement_line (statement_id, order_id);

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
CREATE INDEX giagoimfy_key ON giagoimfy (package_key(ten_goi_cuoc)) WHERE deleted_at IS NULL;

CREATE TABLE mfy (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  cty text,
  so_dien_thoai_chu phone,
  so_dien_thoai phone NOT NULL,
  username_nv text NOT NULL,
  ten_nv text NOT NULL,
  ma_goi text NOT NULL CHECK (ma_goi <> '' AND ma_goi = upper(btrim(ma_goi))),
  trang_thai text NOT NULL DEFAULT 'dang_cho_duyet',
  -- Derived from the state one to one (D2-Q-101, D2-MAP-60 to 67).
  trang_thai_yeu_cau text NOT NULL
    GENERATED ALWAYS AS (
CASE trang_thai
    WHEN 'dang_cho_duyet' THEN 'dang_cho_xu_ly'
    WHEN 'duyet' THEN 'cho_soan_y'
    WHEN 'da_soan_y_lan_1' THEN 'da_soan_y_lan_1'
    WHEN 'duyet_lan_2' THEN 'cho_soan_y_lan_2'
    WHEN 'dang_ky_thanh_cong' THEN 'thanh_cong'
    WHEN 'thu_hoi' THEN 'thu_hoi'
    WHEN 'huy_qua_han' THEN 'qua_han'
    WHEN 'huy_qua_han_lan_2' THEN 'qua_han_lan_2'
    ELSE NULL::text
END) STORED,
  username_thay_doi_trang_thai text,
  thoi_diem_thay_doi_trang_thai timestamptz,
  trang_thai_thu_tien text NOT NULL DEFAULT 'chua_thu_tien' CHECK (trang_thai_thu_tien IN ('da_chuyen_khoan',
    'da_thu_tien_mat', 'chua_thu_tien', 'yeu_cau_thu_hoi')),
  username_thay_doi_trang_thai_thu_tien text,
  thoi_diem_thay_doi_trang_thai_thu_tien timestamptz,
  trang_thai_duyet_thong_tin text NOT NULL DEFAULT 'dang_cho_duyet' CHECK (trang_thai_duyet_thong_tin IN ('dang_cho_duyet',
    'da_duyet', 'tu_choi')),
  username_duyet_trang_thai_duyet_thong_tin text,
  thoi_diem_duyet_thong_tin timestamptz,
  gia_ban_goi smallint NOT NULL CHECK (gia_ban_goi IN (1, 2, 3)),
  doanh_thu bigint NOT NULL DEFAULT 0 CHECK (doanh_thu >= 0),
  chenh_lech bigint NOT NULL DEFAULT 0,
  ti_le_doanh_thu numeric(5,2) NOT NULL DEFAULT 100 CHECK (ti_le_doanh_thu >= 0::numeric AND ti_le_doanh_thu <= 100::numeric),
  doanh_thu_tinh_luong bigint NOT NULL DEFAULT 0 CHECK (doanh_thu_tinh_luong >= 0),
  -- Charged to the staff member in payroll while the state is `thu_hoi` (D2-Q-108).
  phi_thu_hoi bigint NOT NULL DEFAULT 0 CHECK (phi_thu_hoi >= 0),
  truy_thu bigint NOT NULL DEFAULT 0 CHECK (truy_thu >= 0 AND (truy_thu % 30000::bigint) = 0),
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Unit at the time of the request (subjects/people/decisions/units.md).
  brand_id uuid,
  group_id uuid,
  version bigint NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by text,
  -- Reason for rejecting a request's data (D3-APR-04).
  ly_do_tu_choi text CHECK (length(ly_do_tu_choi) <= 500),
  untold boolean NOT NULL DEFAULT false,
  nhap_boi text,
  sua_boi text
);
CREATE INDEX mfy_newest ON mfy (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_staff ON mfy (username_nv, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_branch ON mfy (brand_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_leader ON mfy (group_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_state ON mfy (trang_thai, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mfy_running ON mfy (COALESCE(thoi_diem_thay_doi_trang_thai, created_at)) WHERE trang_thai IN ('duyet', 'duyet_lan_2')
  AND deleted_at IS NULL;
CREATE INDEX mfy_digits ON mfy USING gin ((so_dien_thoai::text) gin_trgm_ops);
CREATE INDEX mfy_trailing ON mfy (reverse(so_dien_thoai::text) text_pattern_ops);
-- Desk indexes; the other kinds have one by state and time.
CREATE INDEX mfy_composed ON mfy (thoi_diem_thay_doi_trang_thai, id) WHERE trang_thai = 'da_soan_y_lan_1' AND deleted_at IS NULL;
CREATE INDEX mfy_unchecked ON mfy (created_at, id) WHERE trang_thai_duyet_thong_tin = 'dang_cho_duyet' AND deleted_at IS NULL;
CREATE INDEX mfy_phone ON mfy (so_dien_thoai) WHERE deleted_at IS NULL;
CREATE INDEX mfy_entered_by ON mfy (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX mfy_changed_by ON mfy (sua_boi) WHERE sua_boi IS NOT NULL;

-- Each wait of a request: holder at its end, outcome and charge.
CREATE TABLE mfy_wait (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  mfy_id uuid NOT NULL REFERENCES mfy,
  lan smallint NOT NULL CHECK (lan IN (1, 2)),
  username_nv text NOT NULL,
  began timestamptz NOT NULL,
  ended timestamptz,
  ket_qua text CHECK (ket_qua IN ('dung_han', 'qua_han', 'khac')),
  truy_thu bigint NOT NULL DEFAULT 0 CHECK (truy_thu IN (0::bigint, 30000::bigint)),
  brand_id uuid,
  group_id uuid,
  CONSTRAINT mfy_wait_over CHECK ((ended IS NULL) = (ket_qua IS NULL)),
  CONSTRAINT mfy_wait_charge CHECK (truy_thu = 0 OR ket_qua = 'qua_han')
);
CREATE UNIQUE INDEX mfy_wait_running ON mfy_wait (mfy_id) WHERE ended IS NULL;
CREATE INDEX mfy_wait_of ON mfy_wait (mfy_id);
CREATE INDEX mfy_wait_month ON mfy_wait (began, username_nv);
-- Back-charges by person charged.
CREATE INDEX mfy_wait_charged ON mfy_wait (username_nv) WHERE truy_thu > 0;

-- Carrier invitations of subscribers, recorded before they are sent.
CREATE TABLE mfy_invite (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  mfy_id uuid NOT NULL REFERENCES mfy,
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- Text of the carrier, or why its answer is unknown.
  answer text,
  -- Whether the carrier accepted the invitation: a repeated click gets this answer instead of sending again.
  accepted boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX mfy_invite_running ON mfy_invite (mfy_id) WHERE ended_at IS NULL;
CREATE INDEX mfy_invite_of ON mfy_invite (mfy_id, at);

-- Each period in which a Mfy request was registered; the state alone does not show one that was reverted.
CREATE TABLE mfy_success (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  mfy_id uuid NOT NULL REFERENCES mfy,
  username_nv text NOT NULL,
  tu timestamptz NOT NULL,
  den timestamptz
);
CREATE UNIQUE INDEX mfy_success_running ON mfy_success (mfy_id) WHERE den IS NULL;
CREATE INDEX mfy_success_over ON mfy_success (tu) WHERE den IS NOT NULL;
