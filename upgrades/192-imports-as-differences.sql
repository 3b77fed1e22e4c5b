-- What a row of an upload writes over, which of its cells are far from their kind, and how many of the file are (D3-FILE-06).
ALTER TABLE import_rows ADD COLUMN former jsonb, ADD COLUMN far text[];
ALTER TABLE imports ADD COLUMN far int NOT NULL DEFAULT 0;
ALTER TABLE import_rows DROP CONSTRAINT import_rows_verdict_check;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_verdict_check
  CHECK (verdict IN ('new', 'update', 'same', 'repaired', 'odd', 'stored', 'total', 'duplicate', 'bad', 'blank'));
