-- A try to sign in, on record before the password is looked at, so that tries at the same moment count too (threats C5).
-- Answers when it was, which names it; null when the name has had `most` tries within `minutes` (D1-Q-027).
-- Like the session itself it does not wait for the disk: a power cut forgets at most the tries of that moment.
DROP FUNCTION IF EXISTS count_try(text, text, int);
CREATE OR REPLACE FUNCTION count_try(name text, address text, most int, minutes int) RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('sign-in ' || name, 0));
  INSERT INTO login_failures (username, at, address)
  SELECT name, clock_timestamp(), count_try.address
  WHERE most > (SELECT count(*) FROM login_failures f
    WHERE f.username = name AND f.at > now() - make_interval(mins => minutes))
  RETURNING at INTO moment;
  RETURN moment;
END $$;
