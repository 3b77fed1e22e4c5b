-- Files of all three screens; each screen's list writes its own partition, while scanning reads them all. Claims and results are written by
-- routines only: scans.sql (D2-SCAN).
CREATE TABLE scan_files (
  kind text NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  "FileName" text NOT NULL CHECK ("FileName" <> ''),
  "FileName_fold" text GENERATED ALWAYS AS (fold("FileName")) STORED,
  trang_thai text NOT NULL DEFAULT 'stopped' CHECK (trang_thai IN ('stopped', 'running', 'done')),
  -- Counts of numbers: all, answered, answered with a package, given up after several failures.
  total_numbers int NOT NULL DEFAULT 0,
  so_da_quet int NOT NULL DEFAULT 0,
  goi_da_quet int NOT NULL DEFAULT 0,
  khong_tra_duoc int NOT NULL DEFAULT 0,
  ngay_upload timestamptz NOT NULL DEFAULT now(),
  nguoi_upload text NOT NULL,
  -- First start, and last start.
  bat_dau_luc timestamptz,
  chay_tu timestamptz,
  nguoi_quet text,
  xong_luc timestamptz,
  file_thue_bao text,
  -- When one of its numbers was last requested, for taking turns between files.
  hoi_luc timestamptz,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT scan_files_counts CHECK (total_numbers >= (so_da_quet + khong_tra_duoc) AND so_da_quet >= goi_da_quet AND goi_da_quet >= 0
    AND khong_tra_duoc >= 0),
  UNIQUE (kind, "FileName"),
  PRIMARY KEY (kind, id)
) PARTITION BY LIST (kind);
CREATE INDEX scan_files_newest ON scan_files (ngay_upload, id);
CREATE INDEX scan_files_name ON scan_files ("FileName", id);
CREATE INDEX scan_files_id ON scan_files (id);
CREATE INDEX scan_files_running ON scan_files (id) WHERE trang_thai = 'running';

CREATE TABLE quetdata PARTITION OF scan_files (
  kind DEFAULT 'quetdata'
) FOR VALUES IN ('quetdata');

CREATE TABLE quetdatakhonggoi PARTITION OF scan_files (
  kind DEFAULT 'quetdatakhonggoi'
) FOR VALUES IN ('quetdatakhonggoi');

CREATE TABLE quetdtct PARTITION OF scan_files (
  kind DEFAULT 'quetdtct'
) FOR VALUES IN ('quetdtct');

CREATE TABLE scan_numbers (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  file_id uuid NOT NULL,
  "PhoneNumber" phone NOT NULL,
  goi_can_kiem_tra text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'asking', 'answered', 'failed')),
  tries smallint NOT NULL DEFAULT 0,
  -- End of the lease; afterwards other processes may take the number over.
  until timestamptz,
  "NumberType" text,
  "NumberCurrentPackage" text,
  "NumberPackageRegisterDate" date,
  "NumberPackageRegisterExpire" date,
  "CurrentCycle" int,
  "NumberFreeCycleLeft" int,
  "NumberStatus" text,
  "Status" text,
  dtct text,
  -- Whether the carrier does not know the number.
  unknown boolean NOT NULL DEFAULT false,
  nha_mang text GENERATED ALWAYS AS (carrier_of(("PhoneNumber")::text)) STORED,
  CONSTRAINT scan_numbers_asking CHECK ((state = 'asking') = (until IS NOT NULL)),
  UNIQUE (file_id, "PhoneNumber"),
  CONSTRAINT scan_numbers_kind_file_id_fkey FOREIGN KEY (kind, file_id) REFERENCES scan_files(kind, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX scan_numbers_page ON scan_numbers (file_id, id);
CREATE INDEX scan_numbers_asking ON scan_numbers (file_id, until) WHERE state = 'asking';
CREATE INDEX scan_numbers_waiting ON scan_numbers (file_id, nha_mang, tries, id) WHERE state = 'waiting';

-- Pace and failures of each carrier (D3-SCN-02, D3-SCN-03): one row each, whose lock serialises the server processes.
CREATE TABLE scan_pace (
  next_at timestamptz NOT NULL DEFAULT now(),
  failures int NOT NULL DEFAULT 0,
  failing_since timestamptz,
  why text,
  paused_until timestamptz,
  -- Start of the last counted failure: requests running at the same time fail together, so a failure counts only if its look-up began after
  -- it.
  failed_at timestamptz,
  nha_mang text PRIMARY KEY
);

-- Numbers scanned per minute, for pace and remaining time.
CREATE TABLE scan_minutes (
  kind text NOT NULL,
  file_id uuid NOT NULL,
  minute timestamptz NOT NULL,
  n int NOT NULL,
  -- KHAC also for minutes of earlier versions, which did not store the carrier.
  nha_mang text NOT NULL,
  PRIMARY KEY (file_id, minute, nha_mang),
  CONSTRAINT scan_minutes_kind_file_id_fkey FOREIGN KEY (kind, file_id) REFERENCES scan_files(kind, id) ON UPDATE CASCADE ON DELETE CASCADE
);
