-- Seals over the audit log (D3-TRL-02, docs/decisions/trail-seals.md): each covers the ids from after the one before it.
CREATE TABLE trail_seals (
  n bigint PRIMARY KEY CHECK (n > 0),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Vietnamese day of the sealing.
  day date NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL CHECK (last_id >= first_id),
  count int NOT NULL CHECK (count > 0),
  -- 24 bytes an entry, in order of id: its id, and the first 16 bytes of its SHA-256.
  entries bytea NOT NULL CHECK (length(entries) = 24 * count),
  -- SHA-256 over the hash of the seal before it, the numbers above and the entries.
  hash bytea NOT NULL
);
CREATE INDEX trail_seals_day ON trail_seals (day, n);
CREATE TRIGGER trail_seals_append_only BEFORE UPDATE OR DELETE ON trail_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The newest id that is to be sealed next; once none of the transactions `waits_for` is under way, no entry up to it can still come.
CREATE TABLE trail_mark (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  upto bigint NOT NULL,
  waits_for text[] NOT NULL
);

-- Ids of entries that went into the file of an archived month.
CREATE TABLE archived_entries (
  archived_month_id uuid PRIMARY KEY REFERENCES archived_months,
  ids int8multirange NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER archived_entries_append_only BEFORE UPDATE OR DELETE ON archived_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
