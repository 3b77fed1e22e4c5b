CREATE TABLE systemaccount (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  "position" text NOT NULL CHECK ("position" <> ''),
  account text NOT NULL CHECK (account <> ''),
  additional_content text,
  version bigint NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX systemaccount_key ON systemaccount ("position", account);
CREATE INDEX systemaccount_position ON systemaccount ("position", id);
CREATE INDEX systemaccount_account ON systemaccount (account, id);

-- Separate from the accounts, encrypted with a key outside the database (subjects/settings/decisions/system-accounts.md): copies of a row,
-- such as audit entries, never contain them.
CREATE TABLE systemaccount_secret (
  account_id uuid PRIMARY KEY REFERENCES systemaccount ON DELETE CASCADE,
  password text NOT NULL,
  api text NOT NULL
);

-- Digest of the key that encrypts the secrets, never the key itself.
CREATE TABLE secret_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  key_id text NOT NULL
);
