-- User name of who knows the password that was given for the first sign-in (D3-SETUP-02); null where nobody does.
ALTER TABLE users ADD COLUMN given_by text;
