-- The second factor of an account by time code (D3-SEC-06). Secrets are sealed with the key outside the database; of a
-- recovery code only the hash is kept, as of a session's token.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Null until the first set-up is finished.
  secret text,
  since timestamptz,
  -- The last time step of which a code was taken: no code is taken twice.
  last_step bigint NOT NULL DEFAULT 0,
  -- The secret and recovery codes of a set-up that is not finished, and since when it is.
  next text,
  next_at timestamptz,
  CHECK ((secret IS NULL) = (since IS NULL)),
  CHECK ((next IS NULL) = (next_at IS NULL))
);
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, hash)
);
