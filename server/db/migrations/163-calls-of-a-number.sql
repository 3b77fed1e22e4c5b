-- Which call of its number a result is, by time, and when the same person called the number before (D3-REC-05). Kept with the
-- row: to count numbers once, and second and third calls, a month of results is only read and not sorted by number.
ALTER TABLE care_history ADD COLUMN lan int, ADD COLUMN goi_truoc_luc timestamptz;
UPDATE care_history h SET lan = r.lan, goi_truoc_luc = r.before
FROM (
  SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY created_at, id) AS lan,
    lag(created_at) OVER (PARTITION BY customer_id, user_id ORDER BY created_at, id) AS before
  FROM care_history) r
WHERE r.id = h.id;
ALTER TABLE care_history ALTER COLUMN lan SET NOT NULL, ADD CONSTRAINT care_history_lan CHECK (lan > 0);

DROP VIEW care_history_list;
CREATE VIEW care_history_list AS
  SELECT h.*, (SELECT u.fullname FROM users u WHERE u.id = h.user_id) AS fullname,
    CASE WHEN h.status IN ('KBM', 'KLLĐ') THEN 0 ELSE 1 END AS gap_khach,
    least(h.lan, 4)::text AS lan_goi,
    CASE
      WHEN h.appointment_at IS NULL THEN NULL
      WHEN NOT EXISTS (
        SELECT FROM customer c WHERE c.id = h.customer_id AND c.appointment_at = h.appointment_at
          AND c.stage IN ('called', 'open')) THEN 'xong'
      WHEN h.appointment_at <= now() THEN 'tre'
      ELSE 'cho'
    END AS lich_hen
  FROM care_history h;

-- Another kind of movement, whichever there are: it takes 'Mời lại' of a filter back.
DO $$ DECLARE
  kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'movements_kind');
BEGIN
  ALTER TABLE movements DROP CONSTRAINT movements_kind;
  EXECUTE 'ALTER TABLE movements ADD CONSTRAINT movements_kind ' || replace(kinds, 'ARRAY[', 'ARRAY[''reinvite-undo''::text, ');
END $$;

-- 'Mời lại' of all numbers of a filter as one step that can be taken back (D3-REC-04). Each step takes as many turns of the queue as
-- it may have numbers: who was asked for earlier is called earlier.
CREATE SEQUENCE reinvite_turn INCREMENT BY 100000 MINVALUE 0 MAXVALUE 999999000000;
CREATE TABLE reinvite_steps (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  -- The filter of the log as it was, and what the count found (contract/workflows/reinvite-all.ts).
  filter jsonb NOT NULL,
  counted jsonb NOT NULL DEFAULT '{}',
  turn bigint NOT NULL DEFAULT nextval('reinvite_turn'),
  state text NOT NULL DEFAULT 'counted' CHECK (state IN ('counted', 'running', 'done', 'undoing', 'undone', 'failed')),
  -- Numbers that go back by the count, and what has become of them so far.
  total int NOT NULL DEFAULT 0,
  done int NOT NULL DEFAULT 0,
  restored int NOT NULL DEFAULT 0,
  msg text,
  counted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  worked_at timestamptz NOT NULL DEFAULT now(),
  undo_by uuid REFERENCES users
);
-- One at a time of a person.
CREATE UNIQUE INDEX reinvite_steps_working ON reinvite_steps (coalesce(undo_by, user_id)) WHERE state IN ('running', 'undoing');
CREATE INDEX reinvite_steps_of ON reinvite_steps (user_id, counted_at DESC);

-- The numbers of a step as they were counted: exactly these go back. Those of one caller are together in chunks.
CREATE TABLE reinvite_numbers (
  step_id uuid NOT NULL REFERENCES reinvite_steps ON DELETE CASCADE,
  -- Place in the order of the filter, from 1.
  n int NOT NULL,
  chunk int NOT NULL,
  customer_id uuid NOT NULL,
  -- The newest result of the filter: its caller gets the number.
  result_id uuid NOT NULL,
  version bigint NOT NULL,
  -- What stood there before, once it went back.
  was jsonb,
  done_at timestamptz,
  undone_at timestamptz,
  -- Why it was left out, or stayed when the step was taken back.
  why text,
  PRIMARY KEY (step_id, n)
);
CREATE INDEX reinvite_numbers_chunk ON reinvite_numbers (step_id, chunk);
