-- Payroll: uploaded working times, typed amounts, and settings that apply from a day on (docs/decisions/payroll.md).

-- One row of a timekeeping file. Seconds after 00:00 of the day, beyond 86,400 past midnight; without a day where the
-- file gives times only.
CREATE TABLE timekeeping (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  thang date NOT NULL CHECK (extract(day FROM thang) = 1),
  -- As the account is written, or as the file says where nobody is called so.
  username text NOT NULL CHECK (username <> ''),
  ngay date CHECK (date_trunc('month', ngay) = thang),
  vao int CHECK (vao >= 0 AND vao < 86400),
  ra int CHECK (ra >= 0),
  import_id uuid NOT NULL,
  -- What a person decided of an odd row: by its hours, a whole day, half a day, not at all.
  quyet_dinh text CHECK (quyet_dinh IN ('theo_gio', 'ca_ngay', 'nua_ngay', 'bo')),
  quyet_dinh_boi text,
  quyet_dinh_luc timestamptz,
  version int NOT NULL DEFAULT 1,
  CONSTRAINT timekeeping_span CHECK (ra >= vao),
  CONSTRAINT timekeeping_decided CHECK ((quyet_dinh IS NULL) = (quyet_dinh_boi IS NULL)
    AND (quyet_dinh IS NULL) = (quyet_dinh_luc IS NULL))
);
CREATE INDEX timekeeping_of ON timekeeping (thang, username);

-- What is typed or uploaded by hand for a person and a month, whole đồng; ngay_cong stands above timekeeping (D2-Q-155).
CREATE TABLE payroll_input (
  username text NOT NULL,
  thang date NOT NULL CHECK (extract(day FROM thang) = 1),
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
  ngay_cong numeric(4, 1) CHECK (ngay_cong BETWEEN 0 AND 31),
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (username, thang),
  CONSTRAINT payroll_input_amounts CHECK (least("luongHocViec", "hoaHongDichVu", "hoaHongSim", "thiDuaThang",
    "thuongKhuyenKhich", "thuongLeTet", "hoTroBaoHiemXaHoi", "nhanKhac", "baoHiemXaHoi", "cheTaiSaiNoiQuyCongTy",
    "cheTaiSaiNghiepVu", "cheTaiKhieuNai", "cheTaiKhac", "kyQuyTamUng") >= 0)
);
CREATE INDEX payroll_input_month ON payroll_input (thang);

-- Values that apply from a day on, with who set them, when and why (D3-PAY-02).
CREATE TABLE dated_setting (
  key text NOT NULL,
  tu_ngay date NOT NULL,
  value jsonb NOT NULL,
  ly_do text NOT NULL DEFAULT '' CHECK (length(ly_do) <= 500),
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (key, tu_ngay)
);

-- Back-charges by who answers for them.
CREATE INDEX mfy_wait_charged ON mfy_wait (username_nv) WHERE truy_thu > 0;
