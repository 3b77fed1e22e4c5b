-- Feeds of outside systems in one table each: how far they were read and by whom, and the rows that could not be taken.

-- Whoever holds the lease reads; the cursor moves with the rows.
CREATE TABLE feeds (
  name text PRIMARY KEY,
  -- Null: from the feed's own beginning.
  cursor text,
  failures int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- When it last answered as agreed.
  read_at timestamptz,
  lease uuid,
  leased_until timestamptz
);
INSERT INTO feeds (name, cursor, failures, next_at, lease, leased_until)
  SELECT name, nullif(cursor, ''), failures, next_at, lease, leased_until FROM carrier_feeds
  UNION ALL
  SELECT 'bank', cursor, failures, next_at, lease, leased_until FROM bank_feed;

-- Rows that nobody could read or store, kept until somebody has decided so that nothing is lost without a trace.
CREATE TABLE feed_rejects (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  feed text NOT NULL REFERENCES feeds,
  at timestamptz NOT NULL DEFAULT now(),
  -- The sender's own number of the row, as far as it can be read: the row that arrives whole later settles this one.
  ref text,
  reason text NOT NULL,
  -- The row as it came, as JSON text: it may hold what no JSON column takes.
  row text NOT NULL,
  settled_at timestamptz,
  settled_by text,
  CHECK ((settled_at IS NULL) = (settled_by IS NULL))
);
-- A row that is sent again is one row, also after it was settled; hashed, for rows are longer than an index takes.
CREATE UNIQUE INDEX feed_rejects_same ON feed_rejects (feed, md5(row));
CREATE INDEX feed_rejects_open ON feed_rejects (feed, ref) WHERE settled_at IS NULL;
INSERT INTO feed_rejects (feed, at, reason, row)
  SELECT DISTINCT ON (feed, row) feed, at,
    CASE WHEN reason = '' THEN 'Không phải một dòng dữ liệu' ELSE 'Thiếu hoặc sai: ' || reason END, row
  FROM carrier_feed_rejects ORDER BY feed, row, id;

DROP TABLE carrier_feed_rejects, carrier_feeds, bank_feed;
