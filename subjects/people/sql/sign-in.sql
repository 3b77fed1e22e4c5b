-- Records a sign-in try as open before its password is checked. Open tries count against the limit like failed ones, so
-- that concurrent tries cannot exceed it (threats C5); one that is open for over a minute (its process died) counts as failed.
-- Limits are per name and source (an address, a familiar device, a session) and, with `most_of_source`, per source for
-- all names together, never per name alone: a stranger's tries lock nobody out (D3-SEC-04). `device`, when several
-- accounts use it, is a second source with a limit for all names together. Returns the time of the try, which identifies
-- it; null when failed tries within `minutes` have reached a limit (D1-Q-027); infinity when they would with the open
-- ones: the caller asks again.
-- Commits asynchronously, like the session: a power cut loses at most the tries of that moment.
DROP FUNCTION IF EXISTS count_try(text, text, int);
DROP FUNCTION IF EXISTS count_try(text, text, int, int);
DROP FUNCTION IF EXISTS count_try(text, text, text, int, int, int);
CREATE OR REPLACE FUNCTION count_try(
  name text, source text, address text, most int, most_of_source int, device text, most_of_device int, minutes int
) RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := now() - make_interval(mins => minutes);
  open_since timestamptz := now() - interval '1 minute';
  moment timestamptz;
  failed_most boolean;
  tried_most boolean;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('sign-in ' || source, 0));
  IF device IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('sign-in ' || device, 0));
  END IF;
  SELECT coalesce(bool_or(failed >= allowed), false), coalesce(bool_or(tried >= allowed), false)
  INTO failed_most, tried_most
  FROM (VALUES (source, name, most), (source, NULL, most_of_source), (device, NULL, most_of_device)) l (place, whose, allowed)
  CROSS JOIN LATERAL (
    SELECT count(*) AS tried, count(*) FILTER (WHERE NOT f.open OR f.at < open_since) AS failed
    FROM login_failures f
    WHERE f.source = l.place AND f.at > since AND (l.whose IS NULL OR f.username = l.whose)) counted;
  IF failed_most THEN
    RETURN NULL;
  ELSIF tried_most THEN
    RETURN 'infinity';
  END IF;
  moment := clock_timestamp();
  INSERT INTO login_failures (username, at, address, source, open)
  SELECT name, moment, count_try.address, place, true
  FROM unnest(ARRAY[source, device]) place WHERE place IS NOT NULL;
  RETURN moment;
END $$;
