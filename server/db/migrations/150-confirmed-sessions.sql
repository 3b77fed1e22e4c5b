-- Until when the session counts as confirmed, its password or code having been given in it (D3-SEC-07), and what the
-- account was then (`account_print`).
ALTER TABLE sessions ADD COLUMN confirmed_until timestamptz, ADD COLUMN confirmed_as text;
