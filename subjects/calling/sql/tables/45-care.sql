CREATE SEQUENCE reinvite_turn START 0 MINVALUE 0 MAXVALUE 999999000000 INCREMENT 100000;

CREATE TABLE care_history (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid NOT NULL REFERENCES customer,
  user_id uuid NOT NULL REFERENCES users,
  username text NOT NULL,
  phone phone NOT NULL,
  package text,
  status text NOT NULL CHECK (is_care_result(status)),
  appointment_at timestamptz,
  note text CHECK (length(note) <= 2000),
  reinvited_at timestamptz,
  reinvited_by text,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- No foreign keys: accounts are never removed, and each result would lock the rows of branch and leader.
  brand_id uuid,
  group_id uuid,
  -- The customer as it was at the call, so that the log need not read the customer of each row.
  customer_type text,
  customer_package text,
  customer_expired_at date,
  -- Ordinal of the call within its number by time, and when the same person called the number before (D3-REC-05). Stored, so that counting
  -- numbers once and second and third calls only scans a month of results, without sorting by number.
  lan int NOT NULL CONSTRAINT care_history_lan CHECK (lan > 0),
  goi_truoc_luc timestamptz,
  CONSTRAINT care_history_appointment CHECK (NOT is_appointment(status) OR appointment_at IS NOT NULL),
  CONSTRAINT care_history_note CHECK (NOT needs_note(status) OR note <> ''),
  CONSTRAINT care_history_package CHECK (NOT needs_package(status) OR package <> '')
);
CREATE INDEX care_history_customer ON care_history (customer_id, created_at DESC);
CREATE INDEX care_history_phone ON care_history (phone, created_at DESC);
CREATE INDEX care_history_trailing ON care_history (reverse(phone::text) text_pattern_ops);
CREATE INDEX care_history_appointments ON care_history (appointment_at) WHERE appointment_at IS NOT NULL;
CREATE INDEX care_history_newest ON care_history (created_at DESC, id DESC) INCLUDE (username, status, brand_id, group_id);
CREATE INDEX care_history_branch ON care_history (brand_id, created_at DESC, id DESC);
CREATE INDEX care_history_leader ON care_history (group_id, created_at DESC, id DESC);
CREATE INDEX care_history_approved ON care_history (created_at) WHERE status = 'APPROVED';
CREATE INDEX care_history_staff ON care_history (username, created_at DESC, id DESC) INCLUDE (status, brand_id, group_id);

CREATE TABLE lstracuu (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  username text NOT NULL,
  full_name text NOT NULL,
  so_dien_thoai phone NOT NULL,
  ten_tra_cuu text NOT NULL CHECK (ten_tra_cuu <> ''),
  noi_dung text DEFAULT '',
  noi_dung_fold text GENERATED ALWAYS AS (fold(noi_dung)) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  -- A look-up is logged by the server; every other row of the log is entered by hand (D3-TRL-03).
  nguon text NOT NULL DEFAULT 'nhap_tay' CHECK (nguon IN ('tra_cuu', 'nhap_tay'))
);
CREATE INDEX lstracuu_newest ON lstracuu ("createdAt" DESC, id DESC);
CREATE INDEX lstracuu_staff ON lstracuu (username, "createdAt" DESC, id DESC);
CREATE INDEX lstracuu_content ON lstracuu USING gin (noi_dung_fold gin_trgm_ops);
-- The assign calls query unassigned rows with exactly this expression (D1-Q-138), in all tables; the index is used only for the same
-- expression.
CREATE INDEX lstracuu_unassigned ON lstracuu (id) WHERE COALESCE(username, '') = '';
CREATE INDEX lstracuu_words ON lstracuu USING gin (words_of(noi_dung_fold));
-- 'Khách hàng 360' queries each list by one whole number (D3-C360-01).
CREATE INDEX lstracuu_phone ON lstracuu (so_dien_thoai, "createdAt" DESC);
-- Scans count the look-ups of a carrier's last minute several times a second.
CREATE INDEX lstracuu_carrier ON lstracuu (carrier_of(so_dien_thoai::text), "createdAt") WHERE nguon = 'tra_cuu';

-- Times of the detailed look-ups of the last 60 minutes. One row per user, so that its lock orders parallel calls.
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
  -- The carrier being asked.
  nha_mang text NOT NULL DEFAULT 'KHAC',
  PRIMARY KEY (user_id, kind)
);

-- Distinct phones that a user searched on its last day with a search (threats A1). One row per user, by Vietnamese days.
CREATE TABLE phone_searches (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  searched text[] NOT NULL,
  -- Distinct numbers refused that day because the budget was used up (D3-SEC-13).
  refused text[] NOT NULL DEFAULT '{}'::text[]
);

-- The calling settings as every claim reads them (D3-RULE-01, D3-RULE-02): one row, kept by a trigger of `settings`.
CREATE TABLE calling_bounds (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  opens time without time zone,
  closes time without time zone,
  -- DD/MM/YYYY, or the name of a day of the week.
  days_off text[],
  -- At most so many calls per phone in so many days; both or none.
  calls int,
  call_days int,
  -- Hours before a person may be called again, from `care.coolDownHours`; 0 when switched off (D3-ORG-06).
  cool_down int NOT NULL DEFAULT 24,
  CONSTRAINT calling_bounds_check CHECK ((calls IS NULL) = (call_days IS NULL))
);

-- One rule per result: a default, or with `file_id` the rule of one file.
CREATE TABLE recycle_rules (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  file_id uuid REFERENCES data_files,
  status text NOT NULL CHECK (has_rules(status)),
  active boolean NOT NULL DEFAULT false,
  -- Start of an active default; it applies to files uploaded later.
  active_since timestamptz,
  after_minutes int NOT NULL DEFAULT 240 CHECK (after_minutes >= 15 AND after_minutes <= 43200),
  -- Maximum calls per number, including the first.
  most int NOT NULL DEFAULT 3 CHECK (most >= 2 AND most <= 10),
  parts text[] NOT NULL DEFAULT '{sang,trua,chieu,toi}'::text[] CHECK (cardinality(parts) > 0 AND parts <@ '{sang,trua,chieu,toi}'::text[]),
  -- Part of the day, compared with that of the last call.
  part text NOT NULL DEFAULT 'any' CHECK (part IN ('any', 'other', 'same')),
  caller text NOT NULL DEFAULT 'any' CHECK (caller IN ('any', 'other', 'same')),
  -- Counted from the first call.
  within_days int CHECK (within_days >= 1 AND within_days <= 365),
  until_expiry boolean NOT NULL DEFAULT true,
  CONSTRAINT recycle_rules_check CHECK (NOT active OR file_id IS NOT NULL OR active_since IS NOT NULL),
  UNIQUE NULLS NOT DISTINCT (file_id, status)
);

-- Incremented by every rule change; a change holds the lock of this row.
CREATE TABLE recycle_version (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  version int NOT NULL
);

-- Mode chosen for a file; without a row the time of upload decides.
CREATE TABLE recycle_files (
  file_id uuid PRIMARY KEY REFERENCES data_files,
  mode text NOT NULL CHECK (mode IN ('default', 'own', 'off'))
);

-- Called numbers with a last result that has rules, active or not. A claim checks the rule again: `due_at` says only when to look,
-- 'infinity' for never. Rows are written only by the trigger of care_history, which has the same foreign keys: checking them again would
-- cost three queries per result. Vacuum settings as for `customer`.
CREATE TABLE recycling (
  customer_id uuid PRIMARY KEY,
  file_id uuid NOT NULL,
  status text NOT NULL,
  calls int NOT NULL CHECK (calls > 0),
  first_at timestamptz NOT NULL,
  called_at timestamptz NOT NULL,
  caller_id uuid NOT NULL,
  -- Leader or branch of the last call, else the caller: its members may call again.
  unit_id uuid NOT NULL,
  -- The unit, or the only person who may call.
  taker_id uuid NOT NULL,
  not_caller boolean NOT NULL,
  due_at timestamptz NOT NULL
) WITH (fillfactor=80, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=2000, vacuum_index_cleanup=on);
CREATE INDEX recycling_file ON recycling (file_id, status);
-- Thousands become due at the same instant, when a part of the day begins: with the customer in the key each has its own entry, as a
-- deduplicated entry is skipped only once all its numbers are gone.
CREATE INDEX recycling_due ON recycling (taker_id, file_id, due_at, customer_id) WHERE due_at < 'infinity'::timestamptz;

CREATE TABLE reinvite_steps (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  -- The filter of the log at the count, and the findings of the count (subjects/calling/contract/calls/reinvite-all.ts).
  filter jsonb NOT NULL,
  counted jsonb NOT NULL DEFAULT '{}'::jsonb,
  turn bigint NOT NULL DEFAULT nextval('reinvite_turn'::regclass),
  state text NOT NULL DEFAULT 'counted' CHECK (state IN ('counted', 'running', 'done', 'undoing', 'undone', 'failed')),
  -- Numbers to be returned according to the count, and progress so far.
  total int NOT NULL DEFAULT 0,
  done int NOT NULL DEFAULT 0,
  restored int NOT NULL DEFAULT 0,
  msg text,
  counted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  worked_at timestamptz NOT NULL DEFAULT now(),
  undo_by uuid REFERENCES users
);
-- One running step per person.
CREATE UNIQUE INDEX reinvite_steps_working ON reinvite_steps (COALESCE(undo_by, user_id)) WHERE state IN ('running', 'undoing');
CREATE INDEX reinvite_steps_of ON reinvite_steps (user_id, counted_at DESC);

-- The numbers of a step as counted: exactly these are returned. Those of one caller are in one chunk.
CREATE TABLE reinvite_numbers (
  step_id uuid NOT NULL REFERENCES reinvite_steps ON DELETE CASCADE,
  -- Position in the order of the filter, from 1.
  n int NOT NULL,
  chunk int NOT NULL,
  customer_id uuid NOT NULL,
  -- The newest result within the filter: its caller receives the number.
  result_id uuid NOT NULL,
  version bigint NOT NULL,
  -- Former state, once the number was returned.
  was jsonb,
  done_at timestamptz,
  undone_at timestamptz,
  -- Why the number was skipped, or stayed when the step was undone.
  why text,
  PRIMARY KEY (step_id, n)
);
CREATE INDEX reinvite_numbers_chunk ON reinvite_numbers (step_id, chunk);

-- One row per person, for the last day with a call or a number; `before` is the day before that one. Read whole by every screen and changed
-- by every call: no index but the key, and room for the next version of a row on its page.
CREATE TABLE floor_people (
  user_id uuid PRIMARY KEY REFERENCES users,
  day date NOT NULL,
  -- Results of the day; arrays by hour, index 1 is 00:00.
  calls int NOT NULL DEFAULT 0,
  reached int NOT NULL DEFAULT 0,
  agreed int NOT NULL DEFAULT 0,
  calls_by_hour int[] NOT NULL DEFAULT array_fill(0, ARRAY[24]),
  reached_by_hour int[] NOT NULL DEFAULT array_fill(0, ARRAY[24]),
  agreed_by_hour int[] NOT NULL DEFAULT array_fill(0, ARRAY[24]),
  before_day date,
  agreed_before int[] NOT NULL DEFAULT array_fill(0, ARRAY[24]),
  -- When the first number of the day was taken.
  first_at timestamptz,
  -- When a number was last taken or given up.
  changed_at timestamptz,
  -- Time without a number in hand within this hour, until the last number was taken.
  idle_hour timestamptz,
  idle_seconds int NOT NULL DEFAULT 0
) WITH (fillfactor=40, autovacuum_vacuum_scale_factor=0.5);

-- Numbers of people who had not begun by the configured time (D3-FLR-03): one row per person and day, also without numbers, so that each is
-- judged once. `quotas`: quantity per file, and how many of its numbers were taken.
CREATE TABLE floor_returns (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  day date NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  numbers int NOT NULL DEFAULT 0,
  quotas jsonb NOT NULL DEFAULT '[]'::jsonb,
  came_at timestamptz,
  numbers_again int,
  UNIQUE (user_id, day)
);
