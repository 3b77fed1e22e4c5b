-- With whose rights stored work is done: as they were when it was accepted, whatever becomes of the account (D3-SEC-12, server/workflows/accepted-work.ts).
CREATE TABLE accepted_work (
  work text PRIMARY KEY,
  caller jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX accepted_work_at ON accepted_work (at);
