-- Rows of an uploaded file that sum the rows above them: left out unless they are chosen.
ALTER TABLE import_rows DROP CONSTRAINT import_rows_verdict_check;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_verdict_check
  CHECK (verdict IN ('new', 'update', 'repaired', 'odd', 'stored', 'total', 'duplicate', 'bad', 'blank')) NOT VALID;
ALTER TABLE import_rows VALIDATE CONSTRAINT import_rows_verdict_check;
