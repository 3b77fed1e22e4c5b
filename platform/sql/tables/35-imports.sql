-- An uploaded spreadsheet: read, previewed, saved in chunks.
CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  resource text NOT NULL,
  filename text NOT NULL,
  sha256 text NOT NULL,
  options jsonb NOT NULL DEFAULT '{}'::jsonb,
  state text NOT NULL DEFAULT 'reading' CHECK (state IN ('reading', 'ready', 'saving', 'done', 'failed', 'cancelled')),
  counts jsonb NOT NULL DEFAULT '{}'::jsonb,
  total int NOT NULL DEFAULT 0,
  done int NOT NULL DEFAULT 0,
  saved int NOT NULL DEFAULT 0,
  msg text,
  user_id uuid NOT NULL REFERENCES users,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Last saved row of the file: the next chunk starts after it.
  saved_row int NOT NULL DEFAULT 0,
  -- Headings of the file, for its error file.
  header json NOT NULL DEFAULT '[]'::json,
  -- Digest of the content, independent of the file format; columns by field, and which of them need confirmation.
  content_sha256 text,
  layout json NOT NULL DEFAULT '{"at": {}, "asks": []}'::json,
  leave_stored boolean NOT NULL DEFAULT false,
  undo_state text CHECK (undo_state IN ('running', 'done', 'failed')),
  undo_by uuid REFERENCES users,
  undo_started_at timestamptz,
  undo_msg text,
  removed int NOT NULL DEFAULT 0,
  restored int NOT NULL DEFAULT 0,
  far int NOT NULL DEFAULT 0,
  lost jsonb NOT NULL DEFAULT '[]'::jsonb
);
CREATE INDEX imports_user ON imports (user_id, "createdAt" DESC);
CREATE INDEX imports_hash ON imports (resource, sha256) WHERE state = 'done';
CREATE INDEX imports_saving ON imports (id) WHERE state = 'saving';
CREATE INDEX imports_content ON imports (content_sha256);
CREATE INDEX imports_undoing ON imports (id) WHERE undo_state = 'running';
CREATE INDEX imports_newest ON imports (resource, started_at DESC) WHERE saved > 0;

-- Rows of a preview are written once, with their import, by COPY, and returned unchanged: json, as no statement looks
-- into them, and no foreign key, which took a third of the time of COPY. Imports are never deleted.
CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  "row" int NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('new', 'update', 'same', 'repaired', 'odd',
    'stored', 'total', 'joined', 'duplicate', 'bad', 'blank')),
  "values" json NOT NULL,
  notes json,
  reason text,
  -- The row as in the file. json, not jsonb: it is only returned, and costs less to store.
  cells json,
  -- Values that a row overwrites, its cells that are far off, and their number in the file (D3-FILE-06).
  former jsonb,
  far text[],
  PRIMARY KEY (import_id, "row")
);
-- Statistics know only files that were read before: a new one would have one row for the planner, and be joined with itself
-- row by row. Without them it has a two-hundredth of the table.
ALTER TABLE import_rows ALTER COLUMN import_id SET STATISTICS 0;
CREATE INDEX import_rows_marked ON import_rows (import_id, verdict, "row") WHERE verdict <> 'new';

-- One row per chunk, written in the transaction of its rows; a repeated chunk gets this answer.
CREATE TABLE import_chunks (
  import_id uuid NOT NULL,
  chunk int NOT NULL,
  hash text NOT NULL,
  response jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- By position: the row of the file (null if the target merges rows), the id in the audit log, whether the import
  -- created the row, and its version when the chunk was saved. Arrays, not a table: 100,000 rows cost one row per
  -- chunk.
  rows int[],
  ids text[],
  made boolean[],
  versions bigint[],
  undone_at timestamptz,
  PRIMARY KEY (import_id, chunk)
);

-- Rows kept by an undo, with the reason: the last author since the import, and the time.
CREATE TABLE import_kept (
  import_id uuid NOT NULL,
  id text NOT NULL,
  "row" int,
  why text NOT NULL,
  username text,
  at timestamptz,
  PRIMARY KEY (import_id, id)
);
