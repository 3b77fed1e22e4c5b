-- Passwords given by somebody else, and the phone searches of those who see masks.

-- The holder signs in with it once and sets an own one before anything else (threats C7).
ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;

-- The different phone searches of a user on its last day with any (threats A1). One row a user, by Vietnamese days.
CREATE TABLE phone_searches (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  searched text[] NOT NULL
);
