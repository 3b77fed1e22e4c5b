-- A month is closed in the background: who asked for it, and how far it is (docs/decisions/payroll-close.md).

CREATE TABLE payroll_closing_asked (
  thang date PRIMARY KEY CHECK (extract(day FROM thang) = 1),
  ly_do text NOT NULL CHECK (length(ly_do) <= 500),
  user_id uuid NOT NULL REFERENCES users,
  username text NOT NULL,
  request_id text NOT NULL,
  luc timestamptz NOT NULL DEFAULT now(),
  -- The step under way, and how often the work was begun.
  buoc smallint NOT NULL DEFAULT 0,
  lan smallint NOT NULL DEFAULT 0,
  -- Why the month stayed open. The row of a month that was closed goes with the same transaction.
  loi text
);
-- One at a time.
CREATE UNIQUE INDEX payroll_closing_asked_one ON payroll_closing_asked ((loi IS NULL)) WHERE loi IS NULL;
