-- Username of whoever gave the password for the first sign-in, and so knows it (D3-SETUP-02); null when nobody else knows it.
ALTER TABLE users ADD COLUMN given_by text;
