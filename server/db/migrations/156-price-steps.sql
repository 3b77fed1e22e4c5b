-- Prices of a filtered set of SIM numbers, raised or lowered as one step that can be taken back (D3-SIM-09).
CREATE TABLE price_steps (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  -- How (contract/workflows/sim-prices.ts), and the filter as it was.
  change jsonb NOT NULL,
  filter jsonb NOT NULL,
  reason text,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'undoing', 'undone', 'failed')),
  -- Numbers that the preview counted, and what has become of them so far.
  total int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  restored int NOT NULL DEFAULT 0,
  -- Sums of the changed prices as the preview showed them, đồng.
  sum_before numeric NOT NULL DEFAULT 0,
  sum_after numeric NOT NULL DEFAULT 0,
  msg text,
  started_at timestamptz NOT NULL DEFAULT now(),
  worked_at timestamptz NOT NULL DEFAULT now(),
  undo_by uuid REFERENCES users
);
-- One at a time: a second one would count on prices that are just changing.
CREATE UNIQUE INDEX price_steps_working ON price_steps ((true)) WHERE state IN ('running', 'undoing');
CREATE INDEX price_steps_newest ON price_steps (started_at DESC);
CREATE INDEX price_steps_of ON price_steps (user_id, started_at DESC);

-- The numbers of a step as the preview counted them, with their versions: exactly these change. Arrays, as of imports (120).
CREATE TABLE price_chunks (
  step_id uuid NOT NULL REFERENCES price_steps ON DELETE CASCADE,
  chunk int NOT NULL,
  ids uuid[] NOT NULL,
  versions bigint[] NOT NULL,
  done_at timestamptz,
  undone_at timestamptz,
  PRIMARY KEY (step_id, chunk)
);

-- Numbers that kept their price in the step, or stayed when it was taken back, and why.
CREATE TABLE price_kept (
  step_id uuid NOT NULL REFERENCES price_steps ON DELETE CASCADE,
  undoing boolean NOT NULL,
  sim_id uuid NOT NULL,
  why text NOT NULL,
  PRIMARY KEY (step_id, undoing, sim_id)
);
