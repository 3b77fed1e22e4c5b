-- Later rows come after earlier ones without reading the file; starts high, so that manual ranks come first.
CREATE SEQUENCE customer_rank START 1000000000;

-- 'pool': a file of 'Upload chia data', handed out by activation, permission and quantity.
-- 'list': a customer list of 'Upload', distributed by hand.
CREATE TABLE data_files (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL CHECK (kind IN ('pool', 'list')),
  "FileName" text NOT NULL CHECK ("FileName" <> ''),
  is_activated smallint NOT NULL DEFAULT 0 CHECK (is_activated IN (0, 1)),
  stopped_at timestamptz,
  nguoi_upload text NOT NULL,
  owner_id uuid NOT NULL REFERENCES users,
  ngay_upload timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by text
);
-- A pool file is named by its file name, a list by its id; each account has one list for what it enters by hand.
CREATE UNIQUE INDEX data_files_pool_name ON data_files ("FileName") WHERE kind = 'pool' AND deleted_at IS NULL;
CREATE UNIQUE INDEX data_files_direct ON data_files (owner_id) WHERE kind = 'list' AND "FileName" = 'Nhập trực tiếp' AND deleted_at IS NULL;
CREATE INDEX data_files_owner ON data_files (owner_id, ngay_upload DESC) WHERE deleted_at IS NULL;
CREATE INDEX data_files_newest ON data_files (kind, ngay_upload DESC, id DESC) WHERE deleted_at IS NULL;

-- stage: state of the number at its holder: left = can be handed out, open = in a hand, called = has a result, blocked = on the blacklist.
-- holder_id null = the file itself. Numbers leave the queue at the front of its index: until a vacuum removes their entries, every claim
-- walks over all numbers handed out before. So vacuum runs early, and includes the indexes, which it would skip after few changed pages.
CREATE TABLE customer (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  file_id uuid NOT NULL REFERENCES data_files,
  phone phone NOT NULL,
  type text,
  package text NOT NULL DEFAULT '',
  "packageRegisterAt" date,
  "packageExpiredAt" date,
  "packageCycle" int,
  state text,
  status text NOT NULL DEFAULT 'NORMAL' CHECK (status IN ('NORMAL', 'ASSIGNED', 'BLOCKED', 'TAKECARE', 'APPROVED', 'REGISTERED')),
  "packagesCanRegister" text,
  so_chu_ky_mien_phi_con_lai int,
  holder_id uuid REFERENCES users,
  stage text NOT NULL DEFAULT 'left' CHECK (stage IN ('left', 'open', 'called', 'blocked', 'gone')),
  -- Order of hand-out within a file; numbers requested again go to the front with a negative rank.
  rank bigint NOT NULL,
  claimed_at timestamptz,
  appointment_at timestamptz,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  untold boolean NOT NULL DEFAULT false,
  CONSTRAINT customer_open_held CHECK (stage <> 'open' OR holder_id IS NOT NULL AND claimed_at IS NOT NULL)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=2000, vacuum_index_cleanup=on);
CREATE UNIQUE INDEX customer_key ON customer (file_id, phone, package) WHERE stage <> 'gone';
-- Guarantees that a phone is in one hand only, and that a person has one number in hand.
CREATE UNIQUE INDEX customer_one_holder ON customer (phone) WHERE stage = 'open';
CREATE UNIQUE INDEX customer_one_open ON customer (holder_id) WHERE stage = 'open';
CREATE INDEX customer_queue ON customer (file_id, holder_id, rank) WHERE stage = 'left';
-- Numbers without a holder: for 'holder_id IS NULL' the index above does not provide the order.
CREATE INDEX customer_common ON customer (file_id, rank) WHERE stage = 'left' AND holder_id IS NULL;
-- Numbers requested again are held by their caller and count towards no quantity: few, and counted by every split.
CREATE INDEX customer_asked_again ON customer (file_id, holder_id) WHERE stage = 'left' AND rank < 0;
CREATE INDEX customer_held ON customer (holder_id, rank) WHERE stage = 'left' AND holder_id IS NOT NULL;
CREATE INDEX customer_due ON customer (holder_id, appointment_at) WHERE appointment_at IS NOT NULL;
CREATE INDEX customer_newest ON customer ("createdAt" DESC, id DESC) WHERE stage <> 'gone';
CREATE INDEX customer_owner ON customer (holder_id, "createdAt" DESC, id DESC) WHERE stage <> 'gone';
CREATE INDEX customer_phone ON customer (phone);
CREATE INDEX customer_trailing ON customer (reverse(phone::text) text_pattern_ops);
-- Appointments of everybody by time: few rows have one.
CREATE INDEX customer_appointments ON customer (appointment_at) WHERE appointment_at IS NOT NULL;
-- List order, read in both directions; the id breaks ties.
CREATE INDEX customer_expiry ON customer ("packageExpiredAt", id) WHERE stage <> 'gone';
-- For every claim's check whether a phone is in hand or has an appointment.
CREATE INDEX customer_busy ON customer (phone) WHERE (stage = 'open' OR ((stage = 'called') AND (appointment_at IS NOT NULL)));
-- Blocked numbers of a file by source are counted from these alone.
CREATE INDEX customer_blocked ON customer (file_id, holder_id, phone) WHERE stage = 'blocked';
ALTER TABLE disclosures ADD CONSTRAINT disclosures_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id);

-- The ledger: one row per number and movement, written only by a trigger (routines/ledger.sql).
CREATE TABLE movements (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  customer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  from_holder uuid,
  from_stage text,
  to_holder uuid,
  to_stage text NOT NULL,
  kind text NOT NULL CONSTRAINT movements_kind CHECK (kind IN ('import', 'split',
    'undo', 'assign', 'claim', 'result', 'appointment', 'recall', 'reinvite', 'blacklist',
    'delete', 'move-return', 'move-take', 'handover', 'handover-undo', 'recycle', 'reinvite-undo', 'release', 'late-return', 'late-again')),
  batch_id uuid,
  by_username text,
  at timestamptz NOT NULL DEFAULT now(),
  -- Unit of the person who received the number.
  brand_id uuid,
  group_id uuid
);
CREATE INDEX movements_customer ON movements (customer_id, id);
CREATE INDEX movements_batch ON movements (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX movements_branch ON movements (brand_id, at) WHERE to_stage = 'open';
CREATE INDEX movements_leader ON movements (group_id, at) WHERE to_stage = 'open';
CREATE INDEX movements_received ON movements (to_holder, at) WHERE kind IN ('claim', 'appointment', 'recycle');

-- Counts of numbers by file, holder and stage. `balances` is folded; `balance_deltas` only grows between two folds, so that hand-outs do
-- not wait for each other's counters. A negative sum cannot be saved.
CREATE TABLE balances (
  file_id uuid NOT NULL,
  holder_id uuid,
  stage text NOT NULL,
  n bigint NOT NULL CHECK (n >= 0),
  UNIQUE NULLS NOT DISTINCT (file_id, holder_id, stage)
);
-- Numbers of a holder over all files.
CREATE INDEX balances_left ON balances (holder_id) WHERE stage = 'left';

CREATE TABLE balance_deltas (
  file_id uuid NOT NULL,
  holder_id uuid,
  stage text NOT NULL,
  n bigint NOT NULL
);
CREATE INDEX balance_deltas_file ON balance_deltas (file_id, holder_id);

-- Files and dates for which a user may be handed numbers (D1-DPERM); a row means that an option is saved for the level.
CREATE TABLE data_options (
  user_id uuid PRIMARY KEY REFERENCES users,
  files uuid[] NOT NULL DEFAULT '{}'::uuid[],
  ngay date[] NOT NULL DEFAULT '{}'::date[],
  version int NOT NULL DEFAULT 1,
  "updatedAt" timestamptz NOT NULL DEFAULT now(),
  -- First day of an open-ended permission, as a list of days eventually ends, and with it the hand-out.
  tu_ngay date
);

-- Existence of a user's quantity of a file (D1-SPLIT); the remaining number is in the ledger.
CREATE TABLE data_quotas (
  file_id uuid NOT NULL REFERENCES data_files,
  user_id uuid NOT NULL REFERENCES users,
  quantity int NOT NULL CHECK (quantity >= 0),
  "updatedAt" timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (file_id, user_id)
);
CREATE INDEX data_quotas_user ON data_quotas (user_id);

-- A saved split, for undoing it while its numbers are untouched.
CREATE TABLE split_batches (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  file_id uuid NOT NULL REFERENCES data_files,
  by_username text NOT NULL,
  quotas_before jsonb NOT NULL,
  quotas_after jsonb NOT NULL,
  moved int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  undone_by text
);
CREATE INDEX split_batches_file ON split_batches (file_id, at DESC);

CREATE TABLE blacklist (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  phone_number phone NOT NULL,
  description text CHECK (length(description) <= 500),
  description_fold text GENERATED ALWAYS AS (fold(description)) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  nguoi_tao text,
  -- Source, reason and last day of a blacklist entry (D3-RULE-03). Older entries are internal.
  nguon text NOT NULL DEFAULT 'noi_bo' CHECK (nguon IN ('khach', '5656', 'toa_an', 'noi_bo')),
  ly_do text CHECK (length(ly_do) <= 500),
  nguoi_yeu_cau text CHECK (length(nguoi_yeu_cau) <= 200),
  den_ngay date,
  -- Last day after which the numbers were released; set to `den_ngay` when done (end_entries).
  ended_on date
);
CREATE INDEX blacklist_newest ON blacklist ("createdAt" DESC, id DESC);
CREATE INDEX blacklist_description ON blacklist USING gin (description_fold gin_trgm_ops);
CREATE INDEX blacklist_digits ON blacklist USING gin ((phone_number::text) gin_trgm_ops);
CREATE INDEX blacklist_trailing ON blacklist (reverse(phone_number::text) text_pattern_ops);
CREATE INDEX blacklist_words ON blacklist USING gin (words_of(description_fold));
CREATE INDEX blacklist_phone ON blacklist (phone_number, id) INCLUDE (den_ngay);
CREATE INDEX blacklist_source ON blacklist (nguon, "createdAt" DESC, id DESC);
CREATE INDEX blacklist_ending ON blacklist (den_ngay) WHERE den_ngay IS DISTINCT FROM ended_on;
