CREATE TABLE roles (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL CHECK (name <> ''),
  priority int NOT NULL CHECK (priority IN (1, 2, 3, 4, 5, 6, 7)),
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX roles_name ON roles (to_lower(name));

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
  username text NOT NULL CHECK (username = NORMALIZE(username, NFKC) AND username ~ '^\S{1,255}$'),
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
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  -- The holder must set an own password at the first sign-in (threats C7).
  must_change_password boolean NOT NULL DEFAULT false,
  -- A salesperson left without a leader by a change of the role's priority; exempt from needing one when it is changed back (D3-SEC-09).
  leaderless boolean NOT NULL DEFAULT false,
  -- Expiry of a password set by another account; null: givenPasswordHours after it was set.
  given_until timestamptz,
  -- The bank account to which a person's pay goes (D3-ACC-04): bank and number together or neither.
  ngan_hang text,
  so_tai_khoan text CHECK (so_tai_khoan ~ '^[0-9A-Z]{6,19}$'),
  payout_changed_at timestamptz,
  payout_changed_by text,
  -- Username of the account that set the first password, and so knows it (D3-SETUP-02); null when no other account knows it.
  given_by text,
  -- Account holder as the bank spells it, if not the person, and in the form that bank files use (D3-PAY-15).
  chu_tai_khoan text CHECK (chu_tai_khoan <> ''),
  CONSTRAINT users_payout_account CHECK ((ngan_hang IS NULL) = (so_tai_khoan IS NULL))
);
CREATE INDEX users_brand ON users (brand_id);
CREATE INDEX users_group ON users (group_id);
CREATE INDEX users_role ON users (role_id);
CREATE UNIQUE INDEX users_username ON users (to_lower(username));

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
  agent text,
  -- End of the session's confirmation by password or code (D3-SEC-07), and the state of the account at that time (`account_print`).
  confirmed_until timestamptz,
  confirmed_as text
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE revoked_at IS NULL;

CREATE TABLE login_failures (
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  address text,
  -- Key, besides the name, under which tries are counted: an address, a familiar device, a session.
  source text NOT NULL DEFAULT '',
  -- A try with an unknown outcome: it takes one of the allowed places without being a failure.
  open boolean NOT NULL DEFAULT false
);
CREATE INDEX login_failures_recent ON login_failures (source, at, username);
CREATE INDEX login_failures_name ON login_failures (username);

-- Browsers that have signed in to an account, by the hash of their cookie: their tries are counted apart from those of strangers, so that
-- nobody is locked out by another person's wrong passwords (D3-SEC-04).
CREATE TABLE devices (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, user_id)
);
-- For the last sign-in of each account in the list.
CREATE INDEX devices_user ON devices (user_id, seen_at);

-- Places of each person over time: branch and leader (a branch or leader is its own), level, and whether the account was active, so that
-- the staff of a day can be counted. Written by a trigger (routines/units.sql); the first place of a person applies to all time before.
CREATE TABLE user_places (
  user_id uuid NOT NULL REFERENCES users,
  since timestamptz NOT NULL,
  brand_id uuid REFERENCES users,
  group_id uuid REFERENCES users,
  priority int NOT NULL,
  works boolean NOT NULL,
  PRIMARY KEY (user_id, since)
);

-- Hand-overs of numbers and appointments between two people, for the undo (D3-ORG-04).
CREATE TABLE handovers (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  from_id uuid NOT NULL REFERENCES users,
  to_id uuid NOT NULL REFERENCES users,
  by_username text NOT NULL,
  numbers int NOT NULL,
  appointments int NOT NULL,
  -- Quantities of both people by file id, null for none.
  quotas_before jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  undone_by text
);
CREATE INDEX handovers_newest ON handovers (at DESC, id DESC);

-- Who created, unlocked, raised or set the password of an account, and when (D3-ACC-07). Accounts that came with the database have no
-- creator. Rows are added by triggers (routines/origins.sql) and never changed.
CREATE TABLE account_origins (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  username text NOT NULL,
  how text NOT NULL CHECK (how IN ('made', 'unlocked', 'raised', 'moved', 'password', 'vouched')),
  by_username text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX account_origins_of ON account_origins (username, at);
CREATE INDEX account_origins_by ON account_origins (by_username, at);

-- Second factors by time code (D3-SEC-06). Secrets are sealed with the key outside the database; recovery codes are stored as hashes, like
-- session tokens.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Null until the first set-up is finished.
  secret text,
  since timestamptz,
  -- Time step of the last accepted code: no code is accepted twice.
  last_step bigint NOT NULL DEFAULT 0,
  -- Secret and recovery codes of an unfinished set-up, and when it was started.
  next text,
  next_at timestamptz,
  CONSTRAINT second_factors_check1 CHECK ((next IS NULL) = (next_at IS NULL)),
  CONSTRAINT second_factors_check CHECK ((secret IS NULL) = (since IS NULL))
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES second_factors(user_id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, hash)
);

-- The sealed seed of an upload's one-time passwords; null once they were downloaded or have expired.
CREATE TABLE staff_imports (
  import_id uuid PRIMARY KEY,
  sealed text,
  until timestamptz,
  taken_at timestamptz,
  taken_by text
);

-- `given_at` is users.credentials_changed_at as set by the upload; a different value means that the password was changed since.
CREATE TABLE staff_import_people (
  import_id uuid NOT NULL REFERENCES staff_imports(import_id),
  user_id uuid NOT NULL REFERENCES users,
  given_at timestamptz NOT NULL,
  ready boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, user_id)
);
CREATE INDEX staff_import_people_user ON staff_import_people (user_id);
CREATE INDEX staff_import_people_waiting ON staff_import_people (import_id, user_id) WHERE NOT ready;
