-- Clock times that an upload has replaced, kept so that it can be taken back; and the stored days that a file does not have
-- (D3-FILE-09).
CREATE TABLE timekeeping_replaced (
  import_id uuid NOT NULL,
  id uuid NOT NULL,
  dong jsonb NOT NULL,
  luc timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (import_id, id)
);
CREATE INDEX timekeeping_replaced_at ON timekeeping_replaced (luc);
ALTER TABLE imports ADD COLUMN lost jsonb NOT NULL DEFAULT '[]';
