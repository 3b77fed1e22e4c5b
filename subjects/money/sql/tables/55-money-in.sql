CREATE TABLE mesbank (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  sender text NOT NULL CHECK (sender <> ''),
  money bigint NOT NULL DEFAULT 0 CHECK (money >= 0),
  datetime timestamptz NOT NULL,
  str_mes text NOT NULL CHECK (str_mes <> ''),
  str_mes_fold text GENERATED ALWAYS AS (fold(str_mes)) STORED,
  -- The bank's own number of the transfer; null in messages entered by hand.
  ma_giao_dich text CHECK (ma_giao_dich <> '') UNIQUE,
  is_read smallint NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
  so_dien_thoai phone,
  goi_cuoc text CHECK (goi_cuoc <> ''),
  nhan_dang text NOT NULL DEFAULT 'thap' CHECK (nhan_dang IN ('cao', 'vua', 'thap', 'tay')),
  ly_do_nhan_dang text,
  nguoi_cap_nhat text,
  nhan_vien text,
  trang_thai_duyet_thong_tin text CHECK (trang_thai_duyet_thong_tin IN ('1', '2')),
  username_duyet_trang_thai_duyet_thong_tin text,
  -- Phone and package are known, and it is undecided (D1-Q-016).
  cho_duyet smallint GENERATED ALWAYS AS (
CASE
    WHEN (so_dien_thoai IS NOT NULL AND goi_cuoc IS NOT NULL
    AND trang_thai_duyet_thong_tin IS NULL) THEN 1
    ELSE 0
END) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  -- Reason for the latest rejection or reopening; the audit trail has all of them.
  ly_do_tu_choi text,
  ly_do_mo_lai text,
  chua_doc smallint GENERATED ALWAYS AS (
CASE
    WHEN (((so_dien_thoai IS NULL) OR (goi_cuoc IS NULL))
    AND trang_thai_duyet_thong_tin IS NULL) THEN 1
    ELSE 0
END) STORED,
  nhap_boi text,
  sua_boi text,
  CONSTRAINT mesbank_decided CHECK ((trang_thai_duyet_thong_tin IS NULL) = (username_duyet_trang_thai_duyet_thong_tin IS NULL)
    AND (trang_thai_duyet_thong_tin IS DISTINCT FROM '1' OR so_dien_thoai IS NOT NULL AND goi_cuoc IS NOT NULL))
);
-- A message without the bank's number is identified by its content (D1-Q-054); hashed, as texts exceed the index limit.
CREATE UNIQUE INDEX mesbank_content ON mesbank (sender, datetime, money, md5(str_mes)) WHERE ma_giao_dich IS NULL AND deleted_at IS NULL;
CREATE INDEX mesbank_same ON mesbank (datetime, money, sender);
CREATE INDEX mesbank_newest ON mesbank (datetime DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX mesbank_waiting ON mesbank (datetime DESC, id DESC) WHERE cho_duyet = 1 AND deleted_at IS NULL;
CREATE INDEX mesbank_text ON mesbank USING gin (str_mes_fold gin_trgm_ops);
CREATE INDEX mesbank_unassigned ON mesbank (id) WHERE COALESCE(nhan_vien, '') = '' AND deleted_at IS NULL;
CREATE INDEX mesbank_money ON mesbank (money, id) WHERE deleted_at IS NULL;
CREATE INDEX mesbank_unread ON mesbank (datetime DESC, id DESC) WHERE chua_doc = 1 AND deleted_at IS NULL;
-- For a request's transfer, and a number's requests.
CREATE INDEX mesbank_phone ON mesbank (so_dien_thoai, datetime) WHERE so_dien_thoai IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX mesbank_words ON mesbank USING gin (words_of(str_mes_fold));
CREATE INDEX mesbank_entered_by ON mesbank (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX mesbank_changed_by ON mesbank (sua_boi) WHERE sua_boi IS NOT NULL;

-- Number of changes of package names, and the change up to which messages were parsed again.
CREATE TABLE mesbank_reading (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  changed bigint NOT NULL DEFAULT 0,
  read bigint NOT NULL DEFAULT 0
);

CREATE TABLE transfer_use (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  message_id uuid NOT NULL REFERENCES mesbank,
  -- Kind of order; only the routines know its table.
  kind text NOT NULL,
  order_id uuid NOT NULL,
  -- The difference written to the order and its former one, in đồng.
  chenh_lech bigint NOT NULL,
  chenh_lech_truoc bigint NOT NULL,
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_by text,
  -- A second message may pay the rest of an order (D3-FEED-01): its messages are numbered, with one in force per number.
  lan smallint NOT NULL DEFAULT 1 CONSTRAINT transfer_use_lan CHECK (lan > 0),
  -- Amount due when the first message was recorded, in đồng.
  phai_thu bigint NOT NULL,
  CONSTRAINT transfer_use_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
-- One message pays one order, and each number of an order has one message (D3-QR-03).
CREATE UNIQUE INDEX transfer_use_message ON transfer_use (message_id) WHERE ended_at IS NULL;
CREATE INDEX transfer_use_over ON transfer_use (ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX transfer_use_order ON transfer_use (order_id, lan) WHERE ended_at IS NULL;

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
CREATE INDEX giahoantien_price ON giahoantien (gia_goi, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX giahoantien_lower ON giahoantien (to_lower(ten_goi_cuoc)) WHERE deleted_at IS NULL;
CREATE INDEX giahoantien_key ON giahoantien (package_key(ten_goi_cuoc)) WHERE deleted_at IS NULL;

-- Prices of a filtered set of SIM numbers, raised or lowered in one step that can be undone (D3-SIM-09).
CREATE TABLE price_steps (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  -- The change (subjects/sims/contract/calls/sim-prices.ts), and the filter at that time.
  change jsonb NOT NULL,
  filter jsonb NOT NULL,
  reason text,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'undoing', 'undone', 'failed')),
  -- Numbers counted by the preview, and progress so far.
  total int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  restored int NOT NULL DEFAULT 0,
  -- Sums of the changed prices as shown in the preview, in đồng.
  sum_before numeric NOT NULL DEFAULT 0,
  sum_after numeric NOT NULL DEFAULT 0,
  msg text,
  started_at timestamptz NOT NULL DEFAULT now(),
  worked_at timestamptz NOT NULL DEFAULT now(),
  undo_by uuid REFERENCES users
);
-- One running step: a second one would count on changing prices.
CREATE UNIQUE INDEX price_steps_working ON price_steps ((true)) WHERE state IN ('running', 'undoing');
CREATE INDEX price_steps_newest ON price_steps (started_at DESC);
CREATE INDEX price_steps_of ON price_steps (user_id, started_at DESC);

-- The numbers of a step as counted by the preview, with their versions: exactly these change. Arrays, as for imports.
CREATE TABLE price_chunks (
  step_id uuid NOT NULL REFERENCES price_steps ON DELETE CASCADE,
  chunk int NOT NULL,
  ids uuid[] NOT NULL,
  versions bigint[] NOT NULL,
  done_at timestamptz,
  undone_at timestamptz,
  PRIMARY KEY (step_id, chunk)
);

-- Numbers that kept their price in the step, or were left out by its undo, with the reason.
CREATE TABLE price_kept (
  step_id uuid NOT NULL REFERENCES price_steps ON DELETE CASCADE,
  undoing boolean NOT NULL,
  sim_id uuid NOT NULL,
  why text NOT NULL,
  PRIMARY KEY (step_id, undoing, sim_id)
);

CREATE TABLE khr (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  so_dien_thoai phone NOT NULL,
  ngay_thanh_cong date NOT NULL,
  username_nv text,
  ten_nv text,
  nguoi_phe_duyet text,
  trang_thai text NOT NULL DEFAULT '0' CHECK (trang_thai IN ('0', '1', '2')),
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  ly_do_tu_choi text,
  ly_do_mo_lai text,
  untold boolean NOT NULL DEFAULT false,
  nhap_boi text,
  sua_boi text,
  CONSTRAINT khr_check CHECK ((trang_thai = '0') = (nguoi_phe_duyet IS NULL))
);
CREATE INDEX khr_newest ON khr ("createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX khr_staff ON khr (username_nv, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX khr_digits ON khr USING gin ((so_dien_thoai::text) gin_trgm_ops);
CREATE INDEX khr_trailing ON khr (reverse(so_dien_thoai::text) text_pattern_ops);
-- Both lists filter by the day of the sale, alone or with a staff member.
CREATE INDEX khr_day ON khr (ngay_thanh_cong) WHERE deleted_at IS NULL;
CREATE INDEX khr_staff_day ON khr (username_nv, ngay_thanh_cong) WHERE deleted_at IS NULL;
-- Undecided and decided rows, newest first.
CREATE INDEX khr_state ON khr (trang_thai, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX khr_unassigned ON khr (id) WHERE COALESCE(username_nv, '') = '' AND deleted_at IS NULL;
-- Numbers approved for another person.
CREATE INDEX khr_approved ON khr (so_dien_thoai) WHERE trang_thai = '1' AND deleted_at IS NULL;
CREATE INDEX khr_phone ON khr (so_dien_thoai) WHERE deleted_at IS NULL;
CREATE INDEX khr_entered_by ON khr (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX khr_changed_by ON khr (sua_boi) WHERE sua_boi IS NOT NULL;

CREATE TABLE baodo (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  so_dien_thoai phone NOT NULL,
  ngay_thanh_cong date NOT NULL,
  username_nv text,
  ten_nv text,
  ly_do text,
  ten_goi_cuoc text NOT NULL CHECK (ten_goi_cuoc <> ''),
  ten_goi_cuoc_fold text GENERATED ALWAYS AS (fold(ten_goi_cuoc)) STORED,
  gia_goi_cuoc bigint NOT NULL DEFAULT 0 CHECK (gia_goi_cuoc >= 0),
  kenh text NOT NULL CHECK (kenh <> ''),
  trang_thai text NOT NULL DEFAULT '0' CHECK (trang_thai IN ('0', 'SUCCESS', 'FAILD')),
  nguoi_dat_trang_thai text,
  nguoi_phe_duyet text,
  trang_thai_duyet text NOT NULL DEFAULT '0' CHECK (trang_thai_duyet IN ('0', '1', '2')),
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by text,
  ly_do_tu_choi text,
  ly_do_mo_lai text,
  -- The registration that proves a sale; it proves one sale only (D3-DEC-06). Results are never deleted.
  dang_ky_id uuid,
  -- Set when a masked role writes about more phones than its daily limit: values that the server derives from the phone are stored, but
  -- shown only to those who see phones (D3-SEC-03).
  untold boolean NOT NULL DEFAULT false,
  trang_thai_told text GENERATED ALWAYS AS (
CASE
    WHEN (untold
    AND nguoi_dat_trang_thai = '__AUTO') THEN '0'
    ELSE trang_thai
END) VIRTUAL,
  nguoi_dat_told text GENERATED ALWAYS AS (
CASE
    WHEN untold THEN NULLIF(nguoi_dat_trang_thai,
    '__AUTO')
    ELSE nguoi_dat_trang_thai
END) VIRTUAL,
  -- Changes of a row hidden from masked roles; their version number excludes these.
  untold_steps int NOT NULL DEFAULT 0,
  nhap_boi text,
  sua_boi text,
  CONSTRAINT baodo_check1 CHECK ((trang_thai_duyet = '0') = (nguoi_phe_duyet IS NULL)),
  CONSTRAINT baodo_check CHECK ((trang_thai = '0') = (nguoi_dat_trang_thai IS NULL))
);
CREATE INDEX baodo_newest ON baodo ("createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX baodo_staff ON baodo (username_nv, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX baodo_package ON baodo USING gin (ten_goi_cuoc_fold gin_trgm_ops);
CREATE INDEX baodo_digits ON baodo USING gin ((so_dien_thoai::text) gin_trgm_ops);
CREATE INDEX baodo_trailing ON baodo (reverse(so_dien_thoai::text) text_pattern_ops);
CREATE INDEX baodo_day ON baodo (ngay_thanh_cong) WHERE deleted_at IS NULL;
CREATE INDEX baodo_staff_day ON baodo (username_nv, ngay_thanh_cong) WHERE deleted_at IS NULL;
CREATE INDEX baodo_state ON baodo (trang_thai_duyet, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX baodo_result ON baodo (trang_thai, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX baodo_unassigned ON baodo (id) WHERE COALESCE(username_nv, '') = '' AND deleted_at IS NULL;
CREATE INDEX baodo_price ON baodo (gia_goi_cuoc, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX baodo_proof ON baodo (dang_ky_id) WHERE dang_ky_id IS NOT NULL;
CREATE INDEX baodo_unproven ON baodo (so_dien_thoai) WHERE dang_ky_id IS NULL AND deleted_at IS NULL;
CREATE INDEX baodo_phone ON baodo (so_dien_thoai) WHERE deleted_at IS NULL;
CREATE INDEX baodo_entered_by ON baodo (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX baodo_changed_by ON baodo (sua_boi) WHERE sua_boi IS NOT NULL;
