-- An uploaded spreadsheet: read, previewed, saved chunk by chunk.
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
  -- Last sheet row that was saved: the next chunk begins after it.
  saved_row int NOT NULL DEFAULT 0,
  -- Headings of the file, for the file of its errors.
  header json NOT NULL DEFAULT '[]'::json,
  -- What the file says, apart from how it was saved; which column is which field, and which of them are asked about.
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

-- Rows of a preview are written once, with their import, by COPY, and handed back as they are: json, as no statement looks into
-- them, and no foreign key, which took a third of the time of COPY. Imports are never removed.
CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  "row" int NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('new', 'update', 'same', 'repaired', 'odd',
    'stored', 'total', 'joined', 'duplicate', 'bad', 'blank')),
  "values" json NOT NULL,
  notes json,
  reason text,
  -- The row as it stands in the file. json, not jsonb: it is only handed back, and costs less to store.
  cells json,
  -- What a row of an upload writes over, which of its cells are far from their kind, and how many of the file are (D3-FILE-06).
  former jsonb,
  far text[],
  PRIMARY KEY (import_id, "row")
);
CREATE INDEX import_rows_marked ON import_rows (import_id, verdict, "row") WHERE verdict <> 'new';

-- Each chunk once: written in the transaction of its rows; the same chunk again answers this.
CREATE TABLE import_chunks (
  import_id uuid NOT NULL,
  chunk int NOT NULL,
  hash text NOT NULL,
  response jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- By place: the row of the file (null where the target merges rows), the id as the trail has it, whether the import made the
  -- row, and its version when the chunk was saved. Arrays, not a table: 100,000 rows cost one row per chunk.
  rows int[],
  ids text[],
  made boolean[],
  versions bigint[],
  undone_at timestamptz,
  PRIMARY KEY (import_id, chunk)
);

-- Rows that stayed, and why: who changed them last since the import, and when.
CREATE TABLE import_kept (
  import_id uuid NOT NULL,
  id text NOT NULL,
  "row" int,
  why text NOT NULL,
  username text,
  at timestamptz,
  PRIMARY KEY (import_id, id)
);
