-- A sign-in try counts as failed until it succeeds: recorded before the password is checked, so that concurrent tries
-- count too (threats C5). Counted by name and source (an address, a familiar device, a session) and, with
-- `most_of_source`, by source over all names, never by name alone: a stranger's tries lock nobody out (D3-SEC-04). A
-- `device` that others have signed in with is a second source, over all names. Returns the try's time, which identifies
-- it; null when the tries within `minutes` are used up (D1-Q-027). Commits asynchronously, like the session: a power
-- cut loses at most the tries of that moment.
DROP FUNCTION IF EXISTS count_try(text, text, int);
DROP FUNCTION IF EXISTS count_try(text, text, int, int);
DROP FUNCTION IF EXISTS count_try(text, text, text, int, int, int);
CREATE OR REPLACE FUNCTION count_try(
  name text, source text, address text, most int, most_of_source int, device text, most_of_device int, minutes int
) RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := now() - make_interval(mins => minutes);
  moment timestamptz;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('sign-in ' || source, 0));
  IF device IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('sign-in ' || device, 0));
    IF (SELECT count(*) >= most_of_device FROM login_failures f WHERE f.source = device AND f.at > since) THEN
      RETURN NULL;
    END IF;
  END IF;
  moment := clock_timestamp();
  INSERT INTO login_failures (username, at, address, source)
  SELECT name, moment, count_try.address, place
  FROM (SELECT count(*) AS of_source, count(*) FILTER (WHERE f.username = name) AS of_name
    FROM login_failures f WHERE f.source = count_try.source AND f.at > since) tried
  CROSS JOIN unnest(ARRAY[count_try.source, device]) place
  WHERE of_name < most AND (most_of_source IS NULL OR of_source < most_of_source) AND place IS NOT NULL;
  RETURN CASE WHEN FOUND THEN moment END;
END $$;
