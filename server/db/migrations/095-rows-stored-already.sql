-- Rows of an uploaded file that stand in a list without a key already, and whether they are left out when it is saved.
ALTER TABLE import_rows DROP CONSTRAINT import_rows_verdict_check;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_verdict_check
  CHECK (verdict IN ('new', 'update', 'repaired', 'odd', 'stored', 'duplicate', 'bad', 'blank'));
ALTER TABLE imports ADD COLUMN leave_stored boolean NOT NULL DEFAULT false;
