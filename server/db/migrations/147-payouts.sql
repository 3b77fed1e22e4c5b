-- Files for the bank that pay a closed month, as they were made, and who was paid otherwise (D3-ACC-04).
CREATE TABLE payout_file (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  thang date NOT NULL CHECK (extract(day FROM thang) = 1),
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  lan int NOT NULL,
  boi text NOT NULL,
  luc timestamptz NOT NULL DEFAULT now(),
  UNIQUE (thang, lan)
);
-- Accounts as the file has them: they may change later.
CREATE TABLE payout_line (
  file_id uuid NOT NULL REFERENCES payout_file,
  username text NOT NULL,
  ten text NOT NULL,
  ngan_hang text NOT NULL,
  so_tai_khoan text NOT NULL,
  so bigint NOT NULL CHECK (so > 0),
  PRIMARY KEY (file_id, username)
);
-- A person whose pay no file has: when it was reminded of its account, and what it got in cash.
CREATE TABLE payout_person (
  thang date NOT NULL CHECK (extract(day FROM thang) = 1),
  username text NOT NULL,
  nhac_boi text,
  nhac_luc timestamptz,
  tien_mat_boi text,
  tien_mat_luc timestamptz,
  tien_mat_so bigint CHECK (tien_mat_so > 0),
  PRIMARY KEY (thang, username),
  CHECK (num_nulls(nhac_boi, nhac_luc) IN (0, 2)),
  CHECK (num_nulls(tien_mat_boi, tien_mat_luc, tien_mat_so) IN (0, 3))
);
