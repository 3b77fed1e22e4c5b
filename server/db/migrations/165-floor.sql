-- 'Sàn gọi' (D3-FLR, docs/decisions/floor.md): what each person did today, kept by the triggers of calls.

-- One row a person, of its last day with a call or a number; `before` is the day before that one. Read whole by every
-- screen and changed by every call: no index but the key, and room for the next version of a row on its page.
CREATE TABLE floor_people (
  user_id uuid PRIMARY KEY REFERENCES users,
  day date NOT NULL,
  -- Results of the day; by hour of the day, of which 1 is 00:00.
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
  -- When a number came into the hand or left it for the last time.
  changed_at timestamptz,
  -- Time without a number in hand within this hour, until the number taken last.
  idle_hour timestamptz,
  idle_seconds int NOT NULL DEFAULT 0
) WITH (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.5);

-- Numbers of who had not begun by the set time (D3-FLR-03): one row a person and day, also without numbers, so that
-- nobody is judged twice. `quotas`: what it had of each file, and how many numbers of it went.
CREATE TABLE floor_returns (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  day date NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  numbers int NOT NULL DEFAULT 0,
  quotas jsonb NOT NULL DEFAULT '[]',
  came_at timestamptz,
  numbers_again int,
  UNIQUE (user_id, day)
);

-- Numbers of a holder over all files.
CREATE INDEX balances_left ON balances (holder_id) WHERE stage = 'left';

ALTER TABLE movements DROP CONSTRAINT movements_kind;
ALTER TABLE movements ADD CONSTRAINT movements_kind CHECK (kind IN (
  'import', 'split', 'undo', 'assign', 'claim', 'result', 'appointment', 'recall', 'reinvite', 'blacklist', 'delete',
  'move-return', 'move-take', 'handover', 'handover-undo', 'recycle', 'reinvite-undo', 'release', 'late-return', 'late-again'));

-- What was called today before this version.
INSERT INTO floor_people (user_id, day, calls, reached, agreed, calls_by_hour, reached_by_hour, agreed_by_hour, first_at, changed_at)
SELECT user_id, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, sum(calls), sum(reached), sum(agreed), array_agg(calls ORDER BY h),
  array_agg(reached ORDER BY h), array_agg(agreed ORDER BY h), min(first_at), max(last_at)
FROM (
  SELECT u.user_id, g.h, count(c.id)::int AS calls, (count(c.id) FILTER (WHERE c.status NOT IN ('KBM', 'KLLĐ')))::int AS reached,
    (count(c.id) FILTER (WHERE c.status = 'APPROVED'))::int AS agreed, min(c.created_at) AS first_at, max(c.created_at) AS last_at
  FROM (
    SELECT DISTINCT user_id FROM care_history
    WHERE created_at >= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') u
  CROSS JOIN generate_series(0, 23) g (h)
  LEFT JOIN care_history c ON c.user_id = u.user_id
    AND c.created_at >= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
    AND extract(hour FROM c.created_at AT TIME ZONE 'Asia/Ho_Chi_Minh') = g.h
  GROUP BY 1, 2) hours
GROUP BY user_id;
