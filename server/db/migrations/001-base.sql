-- Accounts, roles, sessions, audit, idempotency, settings, imports: what every other table leans on.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Vietnamese text without marks and case, for searches. IMMUTABLE because the dictionary is named in full.
CREATE FUNCTION fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent', normalize($1, NFC)));

-- A phone as a masked role sees it.
CREATE FUNCTION mask_phone(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '****' || right($1, 5);

-- Free text as a masked role sees it: every run of 9 to 12 digits, however spaced, keeps its last five.
CREATE FUNCTION redact_phones(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace($1, '(?<!\d)\+?(?:\d[ .-]?){4,7}((?:\d[ .-]?){4}\d)(?!\d)', '****\1', 'g');

-- Byte order: digits need no Vietnamese one, and with it the planner knows how few numbers end in given digits.
CREATE DOMAIN phone AS text COLLATE "C" CHECK (VALUE ~ '^[1-9][0-9]{8}$');

CREATE TABLE roles (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL CHECK (name <> ''),
  priority int NOT NULL CHECK (priority IN (1, 2, 3, 4, 5, 7)),
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX roles_name ON roles (lower(name));

CREATE TABLE permissions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  category text NOT NULL
);

CREATE TABLE role_permissions (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  permission_id uuid NOT NULL REFERENCES permissions,
  PRIMARY KEY (role_id, permission_id)
);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  username text NOT NULL CHECK (username = normalize(username, NFKC) AND username ~ '^\S{1,255}$'),
  fullname text NOT NULL CHECK (fullname <> ''),
  email text NOT NULL,
  phone text,
  avatar text,
  role_id uuid NOT NULL REFERENCES roles,
  brand_id uuid REFERENCES users,
  group_id uuid REFERENCES users,
  is_deleted boolean NOT NULL DEFAULT false,
  password_hash text NOT NULL,
  credentials_changed_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_username ON users (lower(username));
CREATE INDEX users_brand ON users (brand_id);
CREATE INDEX users_group ON users (group_id);
CREATE INDEX users_role ON users (role_id);

CREATE TABLE user_permissions (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  permission_id uuid NOT NULL REFERENCES permissions,
  PRIMARY KEY (user_id, permission_id)
);

-- Channels chosen for a staff member (D1-CHAN).
CREATE TABLE userkenhmoigoi (
  staff_username text NOT NULL,
  kenh text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  "updatedAt" timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (staff_username, kenh)
);

-- The token itself is never stored: only its SHA-256.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  issued_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  address text,
  agent text
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE revoked_at IS NULL;

CREATE TABLE login_failures (
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  address text
);
CREATE INDEX login_failures_recent ON login_failures (username, at);

-- Who did what to which row, from what to what. Written in the transaction of the change; never altered.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid,
  username text NOT NULL,
  role_name text,
  action text NOT NULL,
  resource text NOT NULL,
  resource_id text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text
);
CREATE INDEX audit_log_row ON audit_log (resource, resource_id, id DESC);
CREATE INDEX audit_log_at ON audit_log USING brin (at);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A write that was asked for twice answers the first answer.
CREATE TABLE idempotency (
  user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status int,
  response text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_at ON idempotency (at);

CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  "updatedAt" timestamptz NOT NULL DEFAULT now()
);

-- An uploaded spreadsheet: read, previewed, saved chunk by chunk.
CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  resource text NOT NULL,
  filename text NOT NULL,
  sha256 text NOT NULL,
  options jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'reading'
    CHECK (state IN ('reading', 'ready', 'saving', 'done', 'failed', 'cancelled')),
  counts jsonb NOT NULL DEFAULT '{}',
  total int NOT NULL DEFAULT 0,
  done int NOT NULL DEFAULT 0,
  saved int NOT NULL DEFAULT 0,
  msg text,
  user_id uuid NOT NULL REFERENCES users,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX imports_user ON imports (user_id, "createdAt" DESC);
CREATE INDEX imports_hash ON imports (resource, sha256) WHERE state = 'done';

CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row int NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('new', 'repaired', 'duplicate', 'bad', 'blank')),
  values jsonb NOT NULL,
  notes jsonb,
  reason text,
  PRIMARY KEY (import_id, row)
);

-- Each chunk once: written in the transaction of its rows; the same chunk again answers this.
CREATE TABLE import_chunks (
  import_id uuid NOT NULL,
  chunk int NOT NULL,
  hash text NOT NULL,
  response jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (import_id, chunk)
);

-- Sessions and rights are kept in memory by every server process; a change here clears them within a second.
CREATE FUNCTION notify_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER users_rights AFTER INSERT OR UPDATE OR DELETE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();
CREATE TRIGGER roles_rights AFTER UPDATE ON roles FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();
CREATE TRIGGER role_permissions_rights AFTER INSERT OR DELETE ON role_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();
CREATE TRIGGER user_permissions_rights AFTER INSERT OR DELETE ON user_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();

CREATE FUNCTION notify_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL THEN
    PERFORM pg_notify('session', encode(NEW.token_hash, 'hex'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_revoked AFTER UPDATE OF revoked_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_session();
