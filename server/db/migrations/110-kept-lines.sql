-- A closing keeps the revenue lines of a person as one value instead of a row each: writing a million rows with their key took
-- most of its time (docs/decisions/payroll-close.md).

CREATE TYPE payroll_kept_line AS (
  id uuid,
  luc timestamptz,
  -- What it counts for pay.
  so bigint,
  so_dien_thoai text,
  goi text,
  gia bigint,
  chenh_lech bigint,
  ti_le numeric,
  hoan bigint,
  ket_qua text,
  gia_goc bigint
);

CREATE TABLE payroll_closed_line (
  closing_id uuid NOT NULL REFERENCES payroll_closing,
  username text NOT NULL,
  dong payroll_kept_line[] NOT NULL CHECK (cardinality(dong) > 0),
  PRIMARY KEY (closing_id, username)
);
-- Not compressed, which would take longer than all the rest.
ALTER TABLE payroll_closed_line ALTER dong SET STORAGE EXTERNAL;
CREATE TRIGGER payroll_closed_line_kept BEFORE UPDATE OR DELETE ON payroll_closed_line
  FOR EACH ROW EXECUTE FUNCTION payroll_kept();

INSERT INTO payroll_closed_line (closing_id, username, dong)
SELECT closing_id, username, array_agg(ROW(ma, luc, so, so_dien_thoai, chi_tiet ->> 'goi', chi_tiet ->> 'gia',
  chi_tiet ->> 'chenh_lech', chi_tiet ->> 'ti_le', chi_tiet ->> 'hoan', chi_tiet ->> 'ket_qua', chi_tiet ->> 'gia_goc')::payroll_kept_line)
FROM payroll_closed_source WHERE loai = 'dong' GROUP BY 1, 2;

ALTER TABLE payroll_closed_source DISABLE TRIGGER payroll_closed_source_kept;
DELETE FROM payroll_closed_source WHERE loai = 'dong';
ALTER TABLE payroll_closed_source ENABLE TRIGGER payroll_closed_source_kept,
  ADD CONSTRAINT payroll_closed_source_kind CHECK (loai <> 'dong');
