-- A row of a file that is saved and waits for a decision, such as working times of nobody: neither new nor put right.
ALTER TABLE import_rows DROP CONSTRAINT import_rows_verdict_check;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_verdict_check
  CHECK (verdict IN ('new', 'update', 'repaired', 'odd', 'duplicate', 'bad', 'blank'));
