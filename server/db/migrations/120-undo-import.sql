-- Taking an import back (D3-FILE-05): what each chunk wrote, and how far the taking back came.

-- By place: the row of the file (null where the target merges rows), the id as the trail has it, whether the import made the
-- row, and its version when the chunk was saved. Arrays, not a table: 100,000 rows cost one row per chunk.
ALTER TABLE import_chunks
  ADD COLUMN rows int[],
  ADD COLUMN ids text[],
  ADD COLUMN made boolean[],
  ADD COLUMN versions bigint[],
  ADD COLUMN undone_at timestamptz;

ALTER TABLE imports
  ADD COLUMN undo_state text CHECK (undo_state IN ('running', 'done', 'failed')),
  ADD COLUMN undo_by uuid REFERENCES users,
  ADD COLUMN undo_started_at timestamptz,
  ADD COLUMN undo_msg text,
  ADD COLUMN removed int NOT NULL DEFAULT 0,
  ADD COLUMN restored int NOT NULL DEFAULT 0;
CREATE INDEX imports_undoing ON imports (id) WHERE undo_state = 'running';
CREATE INDEX imports_newest ON imports (resource, started_at DESC) WHERE saved > 0;

-- Rows that stayed, and why: who changed them last since the import, and when.
CREATE TABLE import_kept (
  import_id uuid NOT NULL,
  id text NOT NULL,
  row int,
  why text NOT NULL,
  username text,
  at timestamptz,
  PRIMARY KEY (import_id, id)
);
