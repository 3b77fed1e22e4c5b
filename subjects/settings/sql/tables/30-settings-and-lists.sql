CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  "updatedAt" timestamptz NOT NULL DEFAULT now()
);

-- Values valid from a day on, with author, time and reason (D3-PAY-02).
CREATE TABLE dated_setting (
  key text NOT NULL,
  tu_ngay date NOT NULL,
  value jsonb NOT NULL,
  ly_do text NOT NULL DEFAULT '' CHECK (length(ly_do) <= 500),
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (key, tu_ngay)
);

-- Usage of limits shared by the server processes (kit/server/rate.ts): name and key, points used, and expiry in ms since 1970. Unlogged:
-- after a crash counting starts again.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points int NOT NULL DEFAULT 0,
  expire bigint
);

-- Progress of one-time background work on rows of earlier versions.
CREATE TABLE backfills (
  name text PRIMARY KEY,
  after uuid NOT NULL
);

-- Saved views of lists: filters, columns, order and page size under a name (D3-GRID-06).
CREATE TABLE list_views (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Path of a list or report of the contract.
  list text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('own', 'team', 'everyone')),
  -- Account that saved it; for a unit's view its branch or leader.
  owner_id uuid NOT NULL REFERENCES users,
  name text NOT NULL CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  content jsonb NOT NULL,
  -- Priorities for which it is the default.
  default_for int[] NOT NULL DEFAULT '{}'::int[],
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT list_views_check CHECK (scope = 'everyone' OR default_for = '{}'::int[])
);
CREATE UNIQUE INDEX list_views_name ON list_views (list, scope,
  (
CASE
    WHEN (scope <> 'everyone'::text) THEN owner_id
    ELSE NULL::uuid
END), to_lower(name)) NULLS NOT DISTINCT;
CREATE INDEX list_views_owner ON list_views (owner_id);

-- The view with which a list opens for a person; null for none, whatever the role's default is.
CREATE TABLE chosen_views (
  user_id uuid NOT NULL REFERENCES users,
  list text NOT NULL,
  view_id uuid REFERENCES list_views ON DELETE CASCADE,
  PRIMARY KEY (user_id, list)
);
CREATE INDEX chosen_views_view ON chosen_views (view_id);

-- Administrators who dismissed the first-day list (D3-SETUP-01).
CREATE TABLE first_day_put_away (
  user_id uuid PRIMARY KEY REFERENCES users
);

-- Notices of the bell (D3-BELL-01): references and figures, from which the text is made on reading.
CREATE TABLE bell_notices (
  id uuid NOT NULL DEFAULT uuidv7(),
  username text NOT NULL,
  -- A kind of platform/contract/bell.ts.
  kind text NOT NULL,
  -- Action that caused it: all of its events for one person and kind are one notice.
  act text NOT NULL,
  n int NOT NULL DEFAULT 1 CHECK (n > 0),
  -- Sum in đồng, if the kind has one.
  amount bigint,
  about jsonb NOT NULL,
  at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (username, id),
  UNIQUE (username, kind, act)
);
CREATE INDEX bell_notices_unread ON bell_notices (username, id) WHERE read_at IS NULL;
CREATE INDEX bell_notices_at ON bell_notices (at);

-- Live messages above 8 kB are passed between server processes through this table.
CREATE UNLOGGED TABLE socket_io_attachments (
  id bigserial UNIQUE,
  created_at timestamptz DEFAULT now(),
  payload bytea
);
