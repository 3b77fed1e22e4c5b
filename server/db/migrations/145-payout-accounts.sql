-- The bank account to which a person's pay goes (D3-ACC-04): bank and number together or neither.
ALTER TABLE users
  ADD COLUMN ngan_hang text,
  ADD COLUMN so_tai_khoan text CHECK (so_tai_khoan ~ '^[0-9A-Z]{6,19}$'),
  ADD COLUMN payout_changed_at timestamptz,
  ADD COLUMN payout_changed_by text,
  ADD CONSTRAINT users_payout_account CHECK ((ngan_hang IS NULL) = (so_tai_khoan IS NULL));
