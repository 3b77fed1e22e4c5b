-- Audit log: author, row, action, old and new state. Written in the transaction of the change; never altered.
CREATE TABLE audit_log (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid,
  username text NOT NULL,
  role_name text,
  action text NOT NULL,
  resource text NOT NULL,
  resource_id text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text,
  -- Manual edits of cells and forms, which Ctrl+Z can undo (D3-GRID-04); the entries of one request are one step.
  by_hand boolean
);
CREATE INDEX audit_log_row ON audit_log (resource, resource_id, id DESC);
CREATE INDEX audit_log_at ON audit_log USING brin (at);
CREATE INDEX audit_log_by_hand ON audit_log (actor_id, resource, id DESC) WHERE by_hand;

-- Each time a full number was shown to a user of a masked role.
CREATE TABLE disclosures (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  customer_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  reason text NOT NULL CHECK (reason IN ('claim', 'appointment')),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX disclosures_user ON disclosures (user_id, at);
CREATE INDEX disclosures_customer ON disclosures (customer_id);

-- Undone steps: none can be undone twice, from whatever place.
CREATE TABLE undone_steps (
  actor_id uuid NOT NULL,
  request_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (actor_id, request_id)
);

-- From here on the entries of a row form an unbroken chain (docs/decisions/kit.md); earlier ones were written before the rule.
CREATE TABLE trail_chained (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  after_entry bigint NOT NULL,
  -- From this entry on locked accounts decide nothing (D3-SEC-12, kit/server/hold-session.ts); before, a running request could end minutes later.
  held_after bigint NOT NULL DEFAULT 0
);

-- Seals over the audit log (D3-TRL-02, docs/decisions/trail-seals.md): each covers the ids after the previous one.
CREATE TABLE trail_seals (
  n bigint PRIMARY KEY CHECK (n > 0),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Vietnamese day of the sealing.
  day date NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  count int NOT NULL CHECK (count > 0),
  -- 24 bytes per entry, in id order: its id, and the first 16 bytes of its SHA-256.
  entries bytea NOT NULL,
  -- SHA-256 over the previous seal's hash, the numbers above and the entries.
  hash bytea NOT NULL,
  -- Times of a seal (D3-TRL-04): none of its entries is older than `since`. Null for older seals, whose hash has no times.
  since timestamptz,
  CONSTRAINT trail_seals_check CHECK (last_id >= first_id),
  CONSTRAINT trail_seals_check1 CHECK (length(entries) = (24 * count)),
  CONSTRAINT trail_seals_check2 CHECK (since <= at)
);
CREATE INDEX trail_seals_day ON trail_seals (day, n);

-- The newest id to be sealed next; once none of the transactions `waits_for` is running, no further entry up to it can appear.
CREATE TABLE trail_mark (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  upto bigint NOT NULL,
  waits_for text[] NOT NULL,
  -- Time of the mark, and of the previous one, up to which everything was sealed.
  at timestamptz,
  since timestamptz
);

-- Ids of entries moved to the file of an archived month.
CREATE TABLE archived_entries (
  archived_month_id uuid PRIMARY KEY,
  ids int8multirange NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- Months of the long tables moved to files (docs/decisions/retention.md): one row per file, never altered.
CREATE TABLE archived_months (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  table_name text NOT NULL CHECK (table_name IN ('care_history', 'disclosures', 'movements', 'audit_log')),
  month date NOT NULL CHECK (EXTRACT(day FROM month) = 1::numeric),
  file text NOT NULL,
  -- Checksum of the file on disk.
  sha256 text NOT NULL CHECK (length(sha256) = 64),
  rows bigint NOT NULL CHECK (rows > 0),
  at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE archived_entries ADD CONSTRAINT archived_entries_archived_month_id_fkey FOREIGN KEY (archived_month_id)
  REFERENCES archived_months(id);

-- A repeated write with the same key returns the first answer.
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

-- Rights that accepted work runs with: as they were when it was accepted, whatever happens to the account later (D3-SEC-12, platform/server/accepted-work.ts).
CREATE TABLE accepted_work (
  work text PRIMARY KEY,
  caller jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX accepted_work_at ON accepted_work (at);

-- Events of the database as a whole, with their time: created by the demo, a backup verified. Checked by the simulators
-- and by a production start (docs/operations.md).
CREATE TABLE operator_marks (
  name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
