-- Closed months of the payroll (docs/decisions/payroll-close.md).

-- A month is closed while it has a closing that nobody has taken back; what a closing kept stays for good.
CREATE TABLE payroll_closing (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  thang date NOT NULL CHECK (extract(day FROM thang) = 1),
  -- The parameters as the calculation took them, and the checklist as it was.
  tham_so jsonb NOT NULL,
  viec jsonb NOT NULL,
  -- Why in spite of what was open.
  ly_do text NOT NULL DEFAULT '' CHECK (length(ly_do) <= 500),
  chot_boi text NOT NULL,
  chot_luc timestamptz NOT NULL DEFAULT now(),
  mo_lai_boi text,
  mo_lai_luc timestamptz,
  mo_lai_ly_do text CHECK (length(mo_lai_ly_do) BETWEEN 1 AND 500),
  CONSTRAINT payroll_closing_reopened CHECK (num_nulls(mo_lai_boi, mo_lai_luc, mo_lai_ly_do) IN (0, 3))
);
CREATE UNIQUE INDEX payroll_closing_month ON payroll_closing (thang) WHERE mo_lai_luc IS NULL;

-- The row of each person as it was calculated.
CREATE TABLE payroll_closed_row (
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  username text NOT NULL,
  dong jsonb NOT NULL,
  PRIMARY KEY (closing_id, username)
);

-- What it was calculated from: revenue lines, recoveries, days, typed amounts, each with what the explanation tells of it.
CREATE TABLE payroll_closed_source (
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  username text NOT NULL,
  loai text NOT NULL,
  ma text NOT NULL,
  luc timestamptz,
  so numeric NOT NULL,
  so_dien_thoai text,
  chi_tiet jsonb NOT NULL,
  PRIMARY KEY (closing_id, username, loai, ma)
);

-- What a closing paid or took for an earlier closed month: one row a source, the rest under 'tinh_lai'.
CREATE TABLE payroll_adjustment (
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  cua_thang date NOT NULL,
  username text NOT NULL,
  loai text NOT NULL,
  ma text NOT NULL,
  luc timestamptz,
  so_dien_thoai text,
  chi_tiet jsonb NOT NULL,
  -- What the source said when the month was closed, and now.
  truoc numeric,
  sau numeric,
  so bigint NOT NULL CHECK (so <> 0),
  PRIMARY KEY (closing_id, cua_thang, username, loai, ma)
);
CREATE INDEX payroll_adjustment_of ON payroll_adjustment (cua_thang, username);

-- Who has looked at the parameters of a month, and what they were.
CREATE TABLE payroll_confirmed (
  thang date PRIMARY KEY CHECK (extract(day FROM thang) = 1),
  tham_so jsonb NOT NULL,
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- Whose pay of a past month may have changed since it was closed or settled: only they are calculated anew. One row a
-- change, so that nobody waits for anybody to write it.
CREATE TABLE payroll_touched (
  thang date NOT NULL,
  username text NOT NULL
);
CREATE INDEX payroll_touched_of ON payroll_touched (thang, username);

CREATE FUNCTION payroll_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are kept as they are', TG_TABLE_NAME;
END $$;
CREATE TRIGGER payroll_closed_row_kept BEFORE UPDATE OR DELETE ON payroll_closed_row
  FOR EACH ROW EXECUTE FUNCTION payroll_kept();
CREATE TRIGGER payroll_closed_source_kept BEFORE UPDATE OR DELETE ON payroll_closed_source
  FOR EACH ROW EXECUTE FUNCTION payroll_kept();
CREATE TRIGGER payroll_adjustment_kept BEFORE UPDATE OR DELETE ON payroll_adjustment
  FOR EACH ROW EXECUTE FUNCTION payroll_kept();
