-- A try at a password whose outcome is not known yet holds a place among the allowed ones without being a failure.
ALTER TABLE login_failures ADD COLUMN open boolean NOT NULL DEFAULT false;
