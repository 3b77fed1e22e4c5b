-- Months of the long tables that went into files (docs/decisions/retention.md): one row a file, never altered.
CREATE TABLE archived_months (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  table_name text NOT NULL CHECK (table_name IN ('care_history', 'disclosures', 'movements', 'audit_log')),
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  file text NOT NULL,
  -- Of the file as it lies there.
  sha256 text NOT NULL CHECK (length(sha256) = 64),
  rows bigint NOT NULL CHECK (rows > 0),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER archived_months_append_only BEFORE UPDATE OR DELETE ON archived_months
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
