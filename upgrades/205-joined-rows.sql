-- Rows of a file that are saved as part of another one: punches of a time clock (D3-FILE-09).
ALTER TABLE import_rows DROP CONSTRAINT import_rows_verdict_check;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_verdict_check
  CHECK (verdict IN ('new', 'update', 'same', 'repaired', 'odd', 'stored', 'total', 'joined', 'duplicate', 'bad', 'blank'));
