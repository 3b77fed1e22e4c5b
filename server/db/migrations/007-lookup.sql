-- Look-ups at the carrier: their log, the quota of the detailed one, and who is waiting for an answer.

CREATE TABLE lstracuu (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  username text NOT NULL,
  full_name text NOT NULL,
  so_dien_thoai phone NOT NULL,
  ten_tra_cuu text NOT NULL CHECK (ten_tra_cuu <> ''),
  noi_dung text NOT NULL DEFAULT '',
  noi_dung_fold text GENERATED ALWAYS AS (fold(noi_dung)) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX lstracuu_newest ON lstracuu ("createdAt" DESC, id DESC);
CREATE INDEX lstracuu_staff ON lstracuu (username, "createdAt" DESC, id DESC);
CREATE INDEX lstracuu_content ON lstracuu USING gin (noi_dung_fold gin_trgm_ops);

-- Instants of the detailed look-ups of the last 60 minutes. One row per user, so that its lock orders parallel calls.
CREATE TABLE lookup_quota (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  taken timestamptz[] NOT NULL
);

-- One look-up of a kind at a time per user, over all server processes.
CREATE TABLE lookup_turns (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  turn uuid NOT NULL DEFAULT uuidv7(),
  started_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, kind)
);
