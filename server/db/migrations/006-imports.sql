-- What an upload needs to resume after a crash and to hand back the rows that were not saved.

-- Last sheet row that was saved: the next chunk begins after it.
ALTER TABLE imports ADD COLUMN saved_row int NOT NULL DEFAULT 0;
-- Headings of the file, for the file of its errors.
ALTER TABLE imports ADD COLUMN header json NOT NULL DEFAULT '[]';
-- The row as it stands in the file. json, not jsonb: it is only handed back, and costs less to store.
ALTER TABLE import_rows ADD COLUMN cells json;

CREATE INDEX import_rows_marked ON import_rows (import_id, verdict, row) WHERE verdict <> 'new';
CREATE INDEX imports_saving ON imports (id) WHERE state = 'saving';
