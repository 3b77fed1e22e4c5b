-- What concerns a person, for the bell (D3-BELL-01): references and figures, from which the text is made when it is read.
CREATE TABLE bell_notices (
  id uuid NOT NULL DEFAULT uuidv7(),
  username text NOT NULL,
  -- A kind of contract/bell.ts.
  kind text NOT NULL,
  -- The act that rang: all that it says to one person in one kind is one notice.
  act text NOT NULL,
  n int NOT NULL DEFAULT 1 CHECK (n > 0),
  -- Sum in đồng, where the kind has one.
  amount bigint,
  about jsonb NOT NULL,
  at timestamptz NOT NULL,
  read_at timestamptz,
  -- Ids are in the order of time.
  PRIMARY KEY (username, id),
  UNIQUE (username, kind, act)
);
CREATE INDEX bell_notices_unread ON bell_notices (username, id) WHERE read_at IS NULL;
CREATE INDEX bell_notices_at ON bell_notices (at);

-- It takes more arguments now (routines/revenue.sql).
DROP FUNCTION IF EXISTS settle_touched(text[], text[]);
