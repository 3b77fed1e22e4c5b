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
  -- The holder signs in with it once and sets an own one before anything else (threats C7).
  must_change_password boolean NOT NULL DEFAULT false,
  -- A salesperson without a leader, by exception, when the priority of its role was changed: it may be changed back (D3-SEC-09).
  leaderless boolean NOT NULL DEFAULT false,
  -- Until when a password that somebody else gave opens the account; null: givenPasswordHours after it was given.
  given_until timestamptz,
  -- The bank account to which a person's pay goes (D3-ACC-04): bank and number together or neither.
  ngan_hang text,
  so_tai_khoan text CHECK (so_tai_khoan ~ '^[0-9A-Z]{6,19}$'),
  payout_changed_at timestamptz,
  payout_changed_by text,
  -- Username of whoever gave the password for the first sign-in, and so knows it (D3-SETUP-02); null when nobody else knows it.
  given_by text,
  -- The holder's name as the bank has it, where it is not that of the person, and the form in which a file was made (D3-PAY-15).
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
  -- Until when the session counts as confirmed, its password or code having been given in it (D3-SEC-07), and what the
  -- account was then (`account_print`).
  confirmed_until timestamptz,
  confirmed_as text
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE revoked_at IS NULL;

CREATE TABLE login_failures (
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  address text,
  -- What a wrong password is counted by beside the name: an address, a familiar device, a session.
  source text NOT NULL DEFAULT '',
  -- A try at a password whose outcome is not known yet holds a place among the allowed ones without being a failure.
  open boolean NOT NULL DEFAULT false
);
CREATE INDEX login_failures_recent ON login_failures (source, at, username);
CREATE INDEX login_failures_name ON login_failures (username);

-- Browsers that have signed in to an account, by the hash of their cookie: their tries count apart from those of
-- strangers, so that nobody is kept out by somebody else's wrong passwords (D3-SEC-04).
CREATE TABLE devices (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, user_id)
);
-- The list of accounts says when each signed in last.
CREATE INDEX devices_user ON devices (user_id, seen_at);

-- Where each person stood since when: the branch and the leader, a branch and a leader being their own; at which level, and
-- whether it worked, so that the staff of a day can be counted. Written by a trigger (routines/units.sql); the first
-- place of a person holds for all time before.
CREATE TABLE user_places (
  user_id uuid NOT NULL REFERENCES users,
  since timestamptz NOT NULL,
  brand_id uuid REFERENCES users,
  group_id uuid REFERENCES users,
  priority int NOT NULL,
  works boolean NOT NULL,
  PRIMARY KEY (user_id, since)
);

-- Numbers and appointments that went from one person to another by hand, so that it can be taken back (D3-ORG-04).
CREATE TABLE handovers (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  from_id uuid NOT NULL REFERENCES users,
  to_id uuid NOT NULL REFERENCES users,
  by_username text NOT NULL,
  numbers int NOT NULL,
  appointments int NOT NULL,
  -- By file id: what each of the two had of it, null for none.
  quotas_before jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  undone_by text
);
CREATE INDEX handovers_newest ON handovers (at DESC, id DESC);

-- Who made, unlocked, raised or gave a password to an account, and when (D3-ACC-07). Accounts that came with the database
-- have no maker. Rows are added by triggers (routines/origins.sql) and never changed.
CREATE TABLE account_origins (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  username text NOT NULL,
  how text NOT NULL CHECK (how IN ('made', 'unlocked', 'raised', 'moved', 'password', 'vouched')),
  by_username text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX account_origins_of ON account_origins (username, at);
CREATE INDEX account_origins_by ON account_origins (by_username, at);

-- The second factor of an account by time code (D3-SEC-06). Secrets are sealed with the key outside the database; of a
-- recovery code only the hash is kept, as of a session's token.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Null until the first set-up is finished.
  secret text,
  since timestamptz,
  -- The last time step of which a code was taken: no code is taken twice.
  last_step bigint NOT NULL DEFAULT 0,
  -- The secret and recovery codes of a set-up that is not finished, and since when it is.
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

-- What the passwords of an upload are made from, sealed; empty once they were taken or have run out.
CREATE TABLE staff_imports (
  import_id uuid PRIMARY KEY,
  sealed text,
  until timestamptz,
  taken_at timestamptz,
  taken_by text
);

-- `given_at` is users.credentials_changed_at as the upload left it: whoever has another one got a password elsewhere since.
CREATE TABLE staff_import_people (
  import_id uuid NOT NULL REFERENCES staff_imports(import_id),
  user_id uuid NOT NULL REFERENCES users,
  given_at timestamptz NOT NULL,
  ready boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, user_id)
);
CREATE INDEX staff_import_people_user ON staff_import_people (user_id);
CREATE INDEX staff_import_people_waiting ON staff_import_people (import_id, user_id) WHERE NOT ready;
