-- The different numbers of a user's day that were refused for its budget (D3-SEC-13).
ALTER TABLE phone_searches ADD COLUMN refused text[] NOT NULL DEFAULT '{}';
