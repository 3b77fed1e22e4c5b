-- A later row of an uploaded file may be written into what an earlier one is saved as.
ALTER TABLE import_rows DROP CONSTRAINT import_rows_verdict_check;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_verdict_check
  CHECK (verdict IN ('new', 'update', 'repaired', 'duplicate', 'bad', 'blank'));
