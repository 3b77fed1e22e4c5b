-- Calling again (D3-REC-01, docs/decisions/recycling.md): rules, and the called numbers that they may bring up once more.
ALTER TABLE movements DROP CONSTRAINT movements_kind;
ALTER TABLE movements ADD CONSTRAINT movements_kind CHECK (kind IN (
  'import', 'split', 'undo', 'assign', 'claim', 'result', 'appointment', 'recall', 'reinvite', 'blacklist', 'delete',
  'move-return', 'move-take', 'handover', 'handover-undo', 'recycle'));

-- One rule per result: the default, with `file_id` that of one file.
CREATE TABLE recycle_rules (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  file_id uuid REFERENCES data_files,
  status text NOT NULL CHECK (status IN ('KBM', 'KLLĐ', 'KEEP', 'REJECTED')),
  active boolean NOT NULL DEFAULT false,
  -- Since when a default is active: it holds for files that were uploaded later.
  active_since timestamptz,
  after_minutes int NOT NULL DEFAULT 240 CHECK (after_minutes BETWEEN 15 AND 43200),
  -- Calls of a number in all, the first one included.
  most int NOT NULL DEFAULT 3 CHECK (most BETWEEN 2 AND 10),
  parts text[] NOT NULL DEFAULT '{sang,trua,chieu,toi}'
    CHECK (cardinality(parts) > 0 AND parts <@ '{sang,trua,chieu,toi}'::text[]),
  -- The part of the day, against that of the last call.
  part text NOT NULL DEFAULT 'any' CHECK (part IN ('any', 'other', 'same')),
  caller text NOT NULL DEFAULT 'any' CHECK (caller IN ('any', 'other', 'same')),
  -- Counted from the first call.
  within_days int CHECK (within_days BETWEEN 1 AND 365),
  until_expiry boolean NOT NULL DEFAULT true,
  CHECK (NOT active OR file_id IS NOT NULL OR active_since IS NOT NULL),
  UNIQUE NULLS NOT DISTINCT (file_id, status)
);
INSERT INTO recycle_rules (status, after_minutes, part, caller, within_days) VALUES
  ('KBM', 240, 'other', 'any', NULL), ('KLLĐ', 1440, 'other', 'other', 7),
  ('KEEP', 10080, 'any', 'any', NULL), ('REJECTED', 43200, 'any', 'other', NULL);

-- Raised by every change of rules; who changes them holds its lock.
CREATE TABLE recycle_version (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), version int NOT NULL);
INSERT INTO recycle_version (version) VALUES (1);

-- What was chosen for a file; without a row its upload decides.
CREATE TABLE recycle_files (
  file_id uuid PRIMARY KEY REFERENCES data_files,
  mode text NOT NULL CHECK (mode IN ('default', 'own', 'off'))
);

-- Called numbers whose last result has rules, whether one is active or not. A claim checks the rule again: `due_at`
-- says only when to look, 'infinity' for never.
CREATE TABLE recycling (
  customer_id uuid PRIMARY KEY REFERENCES customer,
  file_id uuid NOT NULL REFERENCES data_files,
  status text NOT NULL,
  calls int NOT NULL CHECK (calls > 0),
  first_at timestamptz NOT NULL,
  called_at timestamptz NOT NULL,
  caller_id uuid NOT NULL REFERENCES users,
  -- Leader, else branch of the last call, else the caller: who belongs to it may call again.
  unit_id uuid NOT NULL,
  -- The unit, or the one person who may.
  taker_id uuid NOT NULL,
  not_caller boolean NOT NULL,
  due_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX recycling_due ON recycling (taker_id, file_id, due_at) WHERE due_at < 'infinity';
CREATE INDEX recycling_file ON recycling (file_id, status);

-- The numbers called so far are planned in the background.
INSERT INTO backfills VALUES ('recycling', '00000000-0000-0000-0000-000000000000');

-- The settings of calling as every claim reads them (D3-RULE-01, D3-RULE-02): one row, kept by a trigger of `settings`.
CREATE TABLE calling_bounds (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  opens time,
  closes time,
  -- DD/MM/YYYY, or the name of a day of the week.
  days_off text[],
  -- At most so many calls a phone in so many days; both or none.
  calls int,
  call_days int,
  CHECK ((calls IS NULL) = (call_days IS NULL))
);
INSERT INTO calling_bounds DEFAULT VALUES;

-- A number called again was received, and shown in full, like every other (D2-REVF-50, D3-RULE-04).
DROP INDEX movements_received;
CREATE INDEX movements_received ON movements (to_holder, at) WHERE kind IN ('claim', 'appointment', 'recycle');
CREATE OR REPLACE VIEW disclosed AS
  SELECT customer_id, to_holder AS user_id, at FROM movements
  WHERE kind IN ('claim', 'appointment', 'recycle') AND to_stage = 'open'
  UNION ALL
  SELECT customer_id, user_id, at FROM disclosures;
