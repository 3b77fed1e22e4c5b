-- What people say of their payslip, and what speaks for a recovery (docs/decisions/payslips.md, docs/decisions/radar.md).

-- A line that its person has confirmed, with the value that was seen.
CREATE TABLE payslip_confirmation (
  username text NOT NULL,
  thang date NOT NULL CHECK (extract(day FROM thang) = 1),
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
  thang date NOT NULL CHECK (extract(day FROM thang) = 1),
  cot text NOT NULL,
  nguoi_gui text NOT NULL,
  noi_dung text NOT NULL CHECK (noi_dung <> '' AND length(noi_dung) <= 1000),
  luc timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payslip_message_of ON payslip_message (thang, username, cot, luc);

-- Evidence that somebody has looked at; its id is that of the row of radar().
CREATE TABLE radar_seen (
  id text PRIMARY KEY,
  ghi_chu text NOT NULL CHECK (ghi_chu <> '' AND length(ghi_chu) <= 500),
  nguoi_xem text NOT NULL,
  luc_xem timestamptz NOT NULL DEFAULT now()
);

-- Each time that a Mfy request was registered, and until when; the state alone does not tell of one that went back.
CREATE TABLE mfy_success (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  mfy_id uuid NOT NULL REFERENCES mfy,
  username_nv text NOT NULL,
  tu timestamptz NOT NULL,
  den timestamptz
);
CREATE UNIQUE INDEX mfy_success_running ON mfy_success (mfy_id) WHERE den IS NULL;
CREATE INDEX mfy_success_over ON mfy_success (tu) WHERE den IS NOT NULL;
INSERT INTO mfy_success (mfy_id, username_nv, tu)
SELECT id, username_nv, coalesce(thoi_diem_thay_doi_trang_thai, created_at) FROM mfy
WHERE trang_thai = 'dang_ky_thanh_cong' AND deleted_at IS NULL;

-- What the radar looks through of a month, however many lines and calls there are.
CREATE INDEX revenue_line_imported ON revenue_line (ngay_thanh_cong)
  WHERE track0 = 'import' AND line_id = id AND status = 'SUCCESS' AND deleted_at IS NULL;
CREATE INDEX revenue_line_failed ON revenue_line (ngay_thanh_cong)
  WHERE line_id = id AND status <> 'SUCCESS' AND deleted_at IS NULL;
CREATE INDEX care_history_approved ON care_history (created_at) WHERE status = 'APPROVED';
