-- The ledger writes itself: every arrival and every change of holder or stage is a movement, whoever makes it.

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
    INSERT INTO movements (customer_id, file_id, to_holder, to_stage, kind, batch_id, by_username)
    SELECT id, file_id, holder_id, stage, coalesce(what, 'import'), batch, who FROM new_rows;
    INSERT INTO balance_deltas (file_id, holder_id, stage, n)
    SELECT file_id, holder_id, stage, count(*) FROM new_rows GROUP BY 1, 2, 3;
    RETURN NULL;
  END IF;
  SELECT n.id, n.file_id, n.holder_id, n.stage, o.holder_id AS from_holder, o.stage AS from_stage
    INTO one FROM new_rows n CROSS JOIN old_rows o WHERE (SELECT count(*) FROM new_rows) = 1;
  IF FOUND THEN
    IF one.stage = one.from_stage AND one.holder_id IS NOT DISTINCT FROM one.from_holder THEN
      RETURN NULL;
    END IF;
    IF what IS NULL THEN
      RAISE EXCEPTION 'a number changed hands without a movement kind';
    END IF;
    INSERT INTO movements
      (customer_id, file_id, from_holder, from_stage, to_holder, to_stage, kind, batch_id, by_username)
    VALUES (one.id, one.file_id, one.from_holder, one.from_stage, one.holder_id, one.stage, what, batch, who);
    INSERT INTO balance_deltas (file_id, holder_id, stage, n)
    VALUES (one.file_id, one.from_holder, one.from_stage, -1), (one.file_id, one.holder_id, one.stage, 1);
    RETURN NULL;
  END IF;
  IF what IS NULL AND EXISTS (
    SELECT FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.holder_id, n.stage) IS DISTINCT FROM (o.holder_id, o.stage)
  ) THEN
    RAISE EXCEPTION 'a number changed hands without a movement kind';
  END IF;
  WITH moved AS MATERIALIZED (
    SELECT n.id, n.file_id, o.holder_id AS from_holder, o.stage AS from_stage, n.holder_id AS to_holder,
      n.stage AS to_stage
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.holder_id, n.stage) IS DISTINCT FROM (o.holder_id, o.stage)
  ), lines AS (
    INSERT INTO movements
      (customer_id, file_id, from_holder, from_stage, to_holder, to_stage, kind, batch_id, by_username)
    SELECT id, file_id, from_holder, from_stage, to_holder, to_stage, what, batch, who FROM moved
  )
  INSERT INTO balance_deltas (file_id, holder_id, stage, n)
  SELECT file_id, holder_id, stage, sum(n) FROM (
    SELECT file_id, from_holder AS holder_id, from_stage AS stage, -1 AS n FROM moved
    UNION ALL SELECT file_id, to_holder, to_stage, 1 FROM moved
  ) d GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

-- A fold must not insert a negative sum on its way to the row it is added to: the check on `balances` looks at what
-- is inserted before it sees the conflict. So the new balance is computed first, by one fold at a time.
CREATE OR REPLACE FUNCTION fold_balances() RETURNS void LANGUAGE sql AS $$
  LOCK TABLE balances IN SHARE ROW EXCLUSIVE MODE;
  WITH taken AS (DELETE FROM balance_deltas RETURNING *),
  sums AS (SELECT file_id, holder_id, stage, sum(n) AS n FROM taken GROUP BY 1, 2, 3)
  INSERT INTO balances (file_id, holder_id, stage, n)
  SELECT s.file_id, s.holder_id, s.stage, s.n + coalesce(b.n, 0)
  FROM sums s LEFT JOIN balances b
    ON b.file_id = s.file_id AND b.holder_id IS NOT DISTINCT FROM s.holder_id AND b.stage = s.stage
  ON CONFLICT (file_id, holder_id, stage) DO UPDATE SET n = EXCLUDED.n
$$;

CREATE OR REPLACE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never removed; set their stage to gone', TG_TABLE_NAME;
END $$;
