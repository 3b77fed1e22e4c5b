-- Working times that say what cannot be are kept as odd rows instead of being refused or put right (docs/decisions/payroll.md).

-- The end may lie before the beginning, also on the day before.
ALTER TABLE timekeeping DROP CONSTRAINT timekeeping_span, DROP CONSTRAINT timekeeping_ra_check,
  -- What was odd of the file's row and is not told by what is stored of it.
  ADD COLUMN nghi text[] NOT NULL DEFAULT '{}' CHECK (nghi <@ ARRAY['lech_ngay', 'doi_gio']);

-- What came before as a very long night may be a day whose times were exchanged. Of closed months it stays as it was paid.
UPDATE timekeeping t SET nghi = '{doi_gio}'
WHERE quyet_dinh IS NULL AND ra > 86400 AND ra - vao > 43200
  AND NOT EXISTS (SELECT FROM payroll_closing c WHERE c.thang = t.thang AND c.mo_lai_luc IS NULL);
