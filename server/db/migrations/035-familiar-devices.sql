-- Browsers that have signed in to an account, by the hash of their cookie: their tries count apart from those of
-- strangers, so that nobody is kept out by somebody else's wrong passwords (D3-SEC-04).
CREATE TABLE devices (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, user_id)
);

-- What a wrong password is counted by beside the name: an address, a familiar device, a session. What stands here from
-- before was counted by the name alone and is forgotten within the hour.
ALTER TABLE login_failures ADD COLUMN source text NOT NULL DEFAULT '';
DROP INDEX login_failures_recent;
CREATE INDEX login_failures_recent ON login_failures (source, at, username);
CREATE INDEX login_failures_name ON login_failures (username);
