-- The first day of an organisation (D3-SETUP): who put its list away, and one-time passwords of people from a file.
CREATE TABLE first_day_put_away (
  user_id uuid PRIMARY KEY REFERENCES users
);

-- Until when a password that somebody else gave opens the account; null: givenPasswordHours after it was given.
ALTER TABLE users ADD COLUMN given_until timestamptz;

-- What the passwords of an upload are made from, sealed; empty once they were taken or have run out.
CREATE TABLE staff_imports (
  import_id uuid PRIMARY KEY,
  sealed text,
  until timestamptz,
  taken_at timestamptz,
  taken_by text
);

-- `given_at` is users.credentials_changed_at as the upload left it: whoever has another one got a password elsewhere since.
CREATE TABLE staff_import_people (
  import_id uuid NOT NULL REFERENCES staff_imports,
  user_id uuid NOT NULL REFERENCES users,
  given_at timestamptz NOT NULL,
  ready boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, user_id)
);
CREATE INDEX staff_import_people_user ON staff_import_people (user_id);
CREATE INDEX staff_import_people_waiting ON staff_import_people (import_id, user_id) WHERE NOT ready;
