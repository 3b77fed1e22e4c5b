-- A row of a timekeeping file. Seconds since 00:00 of the day, above 86,400 past midnight; without a day when the file has times only.
CREATE TABLE timekeeping (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  thang date NOT NULL CHECK (EXTRACT(day FROM thang) = 1::numeric),
  -- The account's username, or the name in the file when no account has it.
  username text NOT NULL CHECK (username <> ''),
  ngay date,
  vao int CHECK (vao >= 0 AND vao < 86400),
  ra int,
  import_id uuid NOT NULL,
  -- Decision on an anomaly: by hours, a whole day, half a day, not at all.
  quyet_dinh text CHECK (quyet_dinh IN ('theo_gio', 'ca_ngay', 'nua_ngay', 'bo')),
  quyet_dinh_boi text,
  quyet_dinh_luc timestamptz,
  version int NOT NULL DEFAULT 1,
  -- Anomalies of the file's row that the stored values do not show.
  nghi text[] NOT NULL DEFAULT '{}'::text[] CHECK (nghi <@ ARRAY['lech_ngay', 'doi_gio']),
  CONSTRAINT timekeeping_check CHECK (date_trunc('month', ngay::timestamptz) = thang),
  CONSTRAINT timekeeping_decided CHECK ((quyet_dinh IS NULL) = (quyet_dinh_boi IS NULL) AND (quyet_dinh IS NULL) = (quyet_dinh_luc IS NULL))
);
CREATE INDEX timekeeping_of ON timekeeping (thang, username);

-- Clock times replaced by an upload, kept for its undo; and stored days missing in the file (D3-FILE-09).
CREATE TABLE timekeeping_replaced (
  import_id uuid NOT NULL,
  id uuid NOT NULL,
  dong jsonb NOT NULL,
  luc timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (import_id, id)
);
CREATE INDEX timekeeping_replaced_at ON timekeeping_replaced (luc);

-- Values typed or uploaded for a person and month, whole đồng; ngay_cong overrides timekeeping (D2-Q-155).
CREATE TABLE payroll_input (
  username text NOT NULL,
  thang date NOT NULL CHECK (EXTRACT(day FROM thang) = 1::numeric),
  "luongHocViec" bigint NOT NULL DEFAULT 0,
  "hoaHongDichVu" bigint NOT NULL DEFAULT 0,
  "hoaHongSim" bigint NOT NULL DEFAULT 0,
  "thiDuaThang" bigint NOT NULL DEFAULT 0,
  "thuongKhuyenKhich" bigint NOT NULL DEFAULT 0,
  "thuongLeTet" bigint NOT NULL DEFAULT 0,
  "hoTroBaoHiemXaHoi" bigint NOT NULL DEFAULT 0,
  "nhanKhac" bigint NOT NULL DEFAULT 0,
  "baoHiemXaHoi" bigint NOT NULL DEFAULT 0,
  "cheTaiSaiNoiQuyCongTy" bigint NOT NULL DEFAULT 0,
  "cheTaiSaiNghiepVu" bigint NOT NULL DEFAULT 0,
  "cheTaiKhieuNai" bigint NOT NULL DEFAULT 0,
  "cheTaiKhac" bigint NOT NULL DEFAULT 0,
  "kyQuyTamUng" bigint NOT NULL DEFAULT 0,
  "canCuCheTai" text CHECK (length("canCuCheTai") <= 500),
  ngay_cong numeric(4,1) CHECK (ngay_cong >= 0::numeric AND ngay_cong <= 31::numeric),
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (username, thang),
  CONSTRAINT payroll_input_amounts CHECK (LEAST("luongHocViec", "hoaHongDichVu",
    "hoaHongSim", "thiDuaThang", "thuongKhuyenKhich", "thuongLeTet", "hoTroBaoHiemXaHoi",
    "nhanKhac", "baoHiemXaHoi", "cheTaiSaiNoiQuyCongTy", "cheTaiSaiNghiepVu", "cheTaiKhieuNai", "cheTaiKhac", "kyQuyTamUng") >= 0)
);
CREATE INDEX payroll_input_month ON payroll_input (thang);

-- A month is closed while it has a closing that was not reverted; what a closing stored is never deleted.
CREATE TABLE payroll_closing (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  thang date NOT NULL CHECK (EXTRACT(day FROM thang) = 1::numeric),
  -- Parameters of the calculation, and the checklist at that time.
  tham_so jsonb NOT NULL,
  viec jsonb NOT NULL,
  -- Reason for closing with open items.
  ly_do text NOT NULL DEFAULT '' CHECK (length(ly_do) <= 500),
  chot_boi text NOT NULL,
  chot_luc timestamptz NOT NULL DEFAULT now(),
  mo_lai_boi text,
  mo_lai_luc timestamptz,
  mo_lai_ly_do text CHECK (length(mo_lai_ly_do) >= 1 AND length(mo_lai_ly_do) <= 500),
  CONSTRAINT payroll_closing_reopened CHECK (num_nulls(mo_lai_boi, mo_lai_luc, mo_lai_ly_do) IN (0, 3))
);
CREATE UNIQUE INDEX payroll_closing_month ON payroll_closing (thang) WHERE mo_lai_luc IS NULL;

-- The calculated row of each person.
CREATE TABLE payroll_closed_row (
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  username text NOT NULL,
  dong jsonb NOT NULL,
  PRIMARY KEY (closing_id, username)
);

-- Sources of the calculation: revenue lines, recoveries, days, typed amounts, with the details that the explanation shows.
CREATE TABLE payroll_closed_source (
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  username text NOT NULL,
  loai text NOT NULL CONSTRAINT payroll_closed_source_kind CHECK (loai <> 'dong'),
  ma text NOT NULL,
  luc timestamptz,
  so numeric NOT NULL,
  so_dien_thoai text,
  chi_tiet jsonb NOT NULL,
  PRIMARY KEY (closing_id, username, loai, ma)
);

CREATE TABLE payroll_closed_line (
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  username text NOT NULL,
  -- Uncompressed, as compression would take longer than the rest of the closing.
  dong payroll_kept_line[] STORAGE EXTERNAL NOT NULL CHECK (cardinality(dong) > 0),
  PRIMARY KEY (closing_id, username)
);

CREATE TABLE payroll_closing_asked (
  thang date PRIMARY KEY CHECK (EXTRACT(day FROM thang) = 1::numeric),
  ly_do text NOT NULL CHECK (length(ly_do) <= 500),
  user_id uuid NOT NULL REFERENCES users,
  username text NOT NULL,
  request_id text NOT NULL,
  luc timestamptz NOT NULL DEFAULT now(),
  -- Current step, and number of attempts.
  buoc smallint NOT NULL DEFAULT 0,
  lan smallint NOT NULL DEFAULT 0,
  -- Why the closing failed. A successful closing deletes the row in its transaction.
  loi text
);
-- One request at a time.
CREATE UNIQUE INDEX payroll_closing_asked_one ON payroll_closing_asked (((loi IS NULL))) WHERE loi IS NULL;

-- Amounts that a closing paid or deducted for an earlier closed month: one row per source, the remainder under 'tinh_lai'.
CREATE TABLE payroll_adjustment (
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  cua_thang date NOT NULL,
  username text NOT NULL,
  loai text NOT NULL,
  ma text NOT NULL,
  luc timestamptz,
  so_dien_thoai text,
  chi_tiet jsonb NOT NULL,
  -- Value of the source at the closing, and the current one.
  truoc numeric,
  sau numeric,
  so bigint NOT NULL CHECK (so <> 0),
  PRIMARY KEY (closing_id, cua_thang, username, loai, ma)
);
CREATE INDEX payroll_adjustment_of ON payroll_adjustment (cua_thang, username);

-- Who confirmed the parameters of a month, and their values.
CREATE TABLE payroll_confirmed (
  thang date PRIMARY KEY CHECK (EXTRACT(day FROM thang) = 1::numeric),
  tham_so jsonb NOT NULL,
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- People whose pay of a past month may have changed since it was closed or settled; only these are recomputed. One row per change, so that
-- writers never wait for each other.
CREATE TABLE payroll_touched (
  thang date NOT NULL,
  username text NOT NULL
);
CREATE INDEX payroll_touched_of ON payroll_touched (thang, username);

-- A payslip line confirmed by its person, with the value shown.
CREATE TABLE payslip_confirmation (
  username text NOT NULL,
  thang date NOT NULL CHECK (EXTRACT(day FROM thang) = 1::numeric),
  cot text NOT NULL,
  gia_tri numeric NOT NULL,
  luc timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (username, thang, cot)
);
CREATE INDEX payslip_confirmation_month ON payslip_confirmation (thang);

-- Questions about a line and their answers.
CREATE TABLE payslip_message (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  username text NOT NULL,
  thang date NOT NULL CHECK (EXTRACT(day FROM thang) = 1::numeric),
  cot text NOT NULL,
  nguoi_gui text NOT NULL,
  noi_dung text NOT NULL CHECK (noi_dung <> '' AND length(noi_dung) <= 1000),
  luc timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payslip_message_of ON payslip_message (thang, username, cot, luc);

-- Evidence marked as seen; the id is that of radar().
CREATE TABLE radar_seen (
  id text PRIMARY KEY,
  ghi_chu text NOT NULL CHECK (ghi_chu <> '' AND length(ghi_chu) <= 500),
  nguoi_xem text NOT NULL,
  luc_xem timestamptz NOT NULL DEFAULT now()
);

-- Months with very many lines have stored evidence, renewed every few minutes (subjects/pay/decisions/radar.md).
CREATE TABLE radar_month (
  thang date PRIMARY KEY,
  -- Time of the data, and duration of the computation in ms.
  luc timestamptz NOT NULL,
  mat_ms int NOT NULL
);

CREATE TABLE radar_kept (
  thang date NOT NULL REFERENCES radar_month(thang) ON DELETE CASCADE,
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

-- Bank files that pay a closed month, as made, and other payments (D3-ACC-04).
CREATE TABLE payout_file (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  thang date NOT NULL CHECK (EXTRACT(day FROM thang) = 1::numeric),
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  lan int NOT NULL,
  boi text NOT NULL,
  luc timestamptz NOT NULL DEFAULT now(),
  mau jsonb,
  UNIQUE (thang, lan)
);

-- Bank accounts as in the file, since they may change later.
CREATE TABLE payout_line (
  file_id uuid NOT NULL REFERENCES payout_file,
  username text NOT NULL,
  ten text NOT NULL,
  ngan_hang text NOT NULL,
  so_tai_khoan text NOT NULL,
  so bigint NOT NULL CHECK (so > 0),
  -- A month is paid by differences (D3-PAY-16): the sum of its files is the amount paid, so a line that the bank returned is marked as not
  -- counting.
  bo_boi text,
  bo_luc timestamptz,
  CONSTRAINT payout_line_left CHECK (num_nulls(bo_boi, bo_luc) IN (0, 2)),
  PRIMARY KEY (file_id, username)
);

-- A person without a file: reminder of the missing bank account, and cash payment.
CREATE TABLE payout_person (
  thang date NOT NULL CHECK (EXTRACT(day FROM thang) = 1::numeric),
  username text NOT NULL,
  nhac_boi text,
  nhac_luc timestamptz,
  tien_mat_boi text,
  tien_mat_luc timestamptz,
  tien_mat_so bigint CHECK (tien_mat_so > 0),
  PRIMARY KEY (thang, username),
  CONSTRAINT payout_person_check1 CHECK (num_nulls(tien_mat_boi, tien_mat_luc, tien_mat_so) IN (0, 3)),
  CONSTRAINT payout_person_check CHECK (num_nulls(nhac_boi, nhac_luc) IN (0, 2))
);
