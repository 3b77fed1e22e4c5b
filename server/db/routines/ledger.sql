-- The ledger writes itself: every arrival and every change of holder or place is a movement, whoever makes it.

-- The kind, the batch and the person come from the transaction's settings; a change without a kind is refused.
-- One number is written straight; many in one join, and never a nested loop: the plan of the first, small change of a
-- connection is kept, and pair by pair 50,000 numbers take minutes.
CREATE OR REPLACE FUNCTION record_movements() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  what text := nullif(current_setting('vas.movement', true), '');
  batch uuid := nullif(current_setting('vas.batch', true), '')::uuid;
  who text := nullif(current_setting('vas.actor', true), '');
  one record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO movements (customer_id, file_id, to_holder, to_place, kind, batch_id, by_username)
    SELECT id, file_id, holder_id, place, coalesce(what, 'import'), batch, who FROM new_rows;
    INSERT INTO balance_deltas (file_id, holder_id, place, n)
    SELECT file_id, holder_id, place, count(*) FROM new_rows GROUP BY 1, 2, 3;
    RETURN NULL;
  END IF;
  SELECT n.id, n.file_id, n.holder_id, n.place, o.holder_id AS from_holder, o.place AS from_place
    INTO one FROM new_rows n CROSS JOIN old_rows o WHERE (SELECT count(*) FROM new_rows) = 1;
  IF FOUND THEN
    IF one.place = one.from_place AND one.holder_id IS NOT DISTINCT FROM one.from_holder THEN
      RETURN NULL;
    END IF;
    IF what IS NULL THEN
      RAISE EXCEPTION 'a number changed hands without a movement kind';
    END IF;
    INSERT INTO movements
      (customer_id, file_id, from_holder, from_place, to_holder, to_place, kind, batch_id, by_username)
    VALUES (one.id, one.file_id, one.from_holder, one.from_place, one.holder_id, one.place, what, batch, who);
    INSERT INTO balance_deltas (file_id, holder_id, place, n)
    VALUES (one.file_id, one.from_holder, one.from_place, -1), (one.file_id, one.holder_id, one.place, 1);
    RETURN NULL;
  END IF;
  IF what IS NULL AND EXISTS (
    SELECT FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.holder_id, n.place) IS DISTINCT FROM (o.holder_id, o.place)
  ) THEN
    RAISE EXCEPTION 'a number changed hands without a movement kind';
  END IF;
  WITH moved AS MATERIALIZED (
    SELECT n.id, n.file_id, o.holder_id AS from_holder, o.place AS from_place, n.holder_id AS to_holder,
      n.place AS to_place
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.holder_id, n.place) IS DISTINCT FROM (o.holder_id, o.place)
  ), lines AS (
    INSERT INTO movements
      (customer_id, file_id, from_holder, from_place, to_holder, to_place, kind, batch_id, by_username)
    SELECT id, file_id, from_holder, from_place, to_holder, to_place, what, batch, who FROM moved
  )
  INSERT INTO balance_deltas (file_id, holder_id, place, n)
  SELECT file_id, holder_id, place, sum(n) FROM (
    SELECT file_id, from_holder AS holder_id, from_place AS place, -1 AS n FROM moved
    UNION ALL SELECT file_id, to_holder, to_place, 1 FROM moved
  ) d GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
