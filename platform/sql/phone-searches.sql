-- Numbers that a masked role may learn about in a day (D3-SEC-05, D3-SEC-13; docs/decisions/phones-and-masks.md).

-- Adds `p_prints` to the user's Vietnamese day, in order, up to `p_most`, or with `p_whole` all or none; the rest is
-- recorded as refused, at most `p_most_refused` per day. Returns those in the day now (`counted`), those not in it
-- before (`fresh`), and the numbers before and now. The user's row serialises calls of all server processes.
CREATE OR REPLACE FUNCTION count_phones(p_user uuid, p_prints text[], p_whole boolean, p_most int, p_most_refused int)
  RETURNS TABLE (counted text[], fresh text[], before int, n int, refused_before int, refused_n int) LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date;
  had phone_searches;
  wanted text[];
  left_out text[];
BEGIN
  INSERT INTO phone_searches AS s (user_id, day, searched) VALUES (p_user, today, '{}') ON CONFLICT (user_id)
    DO UPDATE SET day = excluded.day, searched = excluded.searched, refused = excluded.refused WHERE s.day <> excluded.day;
  SELECT * INTO had FROM phone_searches WHERE user_id = p_user FOR UPDATE;
  wanted := ARRAY(SELECT p FROM unnest(p_prints) WITH ORDINALITY AS a(p, at) WHERE p <> ALL (had.searched) GROUP BY p ORDER BY min(at));
  before := cardinality(had.searched);
  refused_before := cardinality(had.refused);
  fresh := wanted[1 : greatest(p_most - before, 0)];
  IF p_whole AND cardinality(fresh) < cardinality(wanted) THEN
    fresh := '{}';
  END IF;
  left_out := ARRAY(SELECT p FROM unnest(wanted) AS p WHERE p <> ALL (fresh) AND p <> ALL (had.refused)
    LIMIT greatest(p_most_refused - refused_before, 0));
  IF cardinality(fresh) + cardinality(left_out) > 0 THEN
    UPDATE phone_searches s SET searched = s.searched || fresh, refused = s.refused || left_out WHERE user_id = p_user;
  END IF;
  n := before + cardinality(fresh);
  refused_n := refused_before + cardinality(left_out);
  counted := ARRAY(SELECT p FROM unnest(p_prints) AS p WHERE p = ANY (had.searched || fresh));
  RETURN NEXT;
END $$;
