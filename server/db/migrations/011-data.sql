-- Subscriber files and customer lists: names, order of hand-out, and what the blacklist does to numbers.

-- A pool file is named by its file name, a list by its id; each account has one list for what it enters by hand.
DROP INDEX data_files_name;
CREATE UNIQUE INDEX data_files_pool_name ON data_files ("FileName") WHERE kind = 'pool' AND deleted_at IS NULL;
CREATE UNIQUE INDEX data_files_direct ON data_files (owner_id)
  WHERE kind = 'list' AND "FileName" = 'Nhập trực tiếp' AND deleted_at IS NULL;
CREATE INDEX data_files_owner ON data_files (owner_id, ngay_upload DESC) WHERE deleted_at IS NULL;

-- Later rows come after earlier ones without a look at the file; high, so that ranks given by hand come first.
CREATE SEQUENCE customer_rank START 1000000000;

-- Numbers asked for again stand with their caller and belong to no quantity: few, and counted by every split.
CREATE INDEX customer_asked_again ON customer (file_id, holder_id) WHERE place = 'left' AND rank < 0;

-- A phone on the blacklist takes its numbers out of hand-out; they keep their holder (D1-Q-141, D1-BLACK-23).
-- The settings of the surrounding transaction are put back, so that its own movements keep their kind.
CREATE FUNCTION block_numbers(phones text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kind text := coalesce(current_setting('vas.movement', true), '');
BEGIN
  PERFORM set_config('vas.movement', 'blacklist', true);
  UPDATE customer SET place = 'blocked', status = 'BLOCKED' WHERE phone = ANY (phones) AND place = 'left';
  PERFORM set_config('vas.movement', kind, true);
END $$;

-- Back from the blacklist. A pool number whose holder lost its quantity meanwhile returns to the file.
CREATE FUNCTION unblock_numbers(phones text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kind text := coalesce(current_setting('vas.movement', true), '');
BEGIN
  PERFORM set_config('vas.movement', 'blacklist', true);
  UPDATE customer c SET place = 'left',
    status = CASE WHEN b.holder IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END, holder_id = b.holder
  FROM (
    SELECT x.id, CASE WHEN f.kind = 'list' OR x.rank < 0 OR q.user_id IS NOT NULL THEN x.holder_id END AS holder
    FROM customer x JOIN data_files f ON f.id = x.file_id
    LEFT JOIN data_quotas q ON q.file_id = x.file_id AND q.user_id = x.holder_id
    WHERE x.phone = ANY (phones) AND x.place = 'blocked'
  ) b WHERE c.id = b.id;
  PERFORM set_config('vas.movement', kind, true);
END $$;

CREATE FUNCTION blacklist_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    PERFORM unblock_numbers(ARRAY(
      SELECT o.phone_number::text FROM old_rows o
      WHERE NOT EXISTS (SELECT FROM blacklist b WHERE b.phone_number = o.phone_number)));
  END IF;
  IF TG_OP IN ('UPDATE', 'INSERT') THEN
    PERFORM block_numbers(ARRAY(SELECT n.phone_number::text FROM new_rows n));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER blacklist_comes AFTER INSERT ON blacklist
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION blacklist_numbers();
CREATE TRIGGER blacklist_changes AFTER UPDATE ON blacklist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION blacklist_numbers();
CREATE TRIGGER blacklist_goes AFTER DELETE ON blacklist
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION blacklist_numbers();

-- A number that comes back from a call does not come back into hand-out when its phone was blacklisted meanwhile.
CREATE FUNCTION keep_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM blacklist b WHERE b.phone_number = NEW.phone) THEN
    NEW.place := 'blocked';
    NEW.status := 'BLOCKED';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER customer_returns BEFORE UPDATE OF place ON customer
  FOR EACH ROW WHEN (OLD.place IN ('open', 'called') AND NEW.place = 'left') EXECUTE FUNCTION keep_blocked();

-- A fold must not insert a negative sum on its way to the row it is added to: the check on `balances` looks at what
-- is inserted before it sees the conflict. So the new balance is computed first, by one fold at a time.
CREATE OR REPLACE FUNCTION fold_balances() RETURNS void LANGUAGE sql AS $$
  LOCK TABLE balances IN SHARE ROW EXCLUSIVE MODE;
  WITH taken AS (DELETE FROM balance_deltas RETURNING *),
  sums AS (SELECT file_id, holder_id, place, sum(n) AS n FROM taken GROUP BY 1, 2, 3)
  INSERT INTO balances (file_id, holder_id, place, n)
  SELECT s.file_id, s.holder_id, s.place, s.n + coalesce(b.n, 0)
  FROM sums s LEFT JOIN balances b
    ON b.file_id = s.file_id AND b.holder_id IS NOT DISTINCT FROM s.holder_id AND b.place = s.place
  ON CONFLICT (file_id, holder_id, place) DO UPDATE SET n = EXCLUDED.n
$$;

-- The ledger's trigger with one join instead of three, and never a nested loop: the plan of the first, small change
-- of a connection is kept, and pair by pair 50,000 numbers take minutes.
CREATE OR REPLACE FUNCTION record_movements() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  what text := nullif(current_setting('vas.movement', true), '');
  batch uuid := nullif(current_setting('vas.batch', true), '')::uuid;
  who text := nullif(current_setting('vas.actor', true), '');
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO movements (customer_id, file_id, to_holder, to_place, kind, batch_id, by_username)
    SELECT id, file_id, holder_id, place, coalesce(what, 'import'), batch, who FROM new_rows;
    INSERT INTO balance_deltas (file_id, holder_id, place, n)
    SELECT file_id, holder_id, place, count(*) FROM new_rows GROUP BY 1, 2, 3;
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
