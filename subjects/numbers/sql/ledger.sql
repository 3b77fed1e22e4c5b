-- The ledger is written by triggers: every arrival and every change of holder or stage is a movement, whoever makes it.

-- Kind, batch and person come from the transaction's settings; a change without a kind is refused. A single number is written directly,
-- many in one join and never a nested loop: the plan of a connection's first small change is cached, and as a nested loop 50,000 numbers
-- take minutes.
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
  SELECT n.id, n.file_id, n.holder_id, n.stage, o.holder_id AS from_holder, o.stage AS from_stage,
      (SELECT count(*) FROM (SELECT FROM new_rows LIMIT 2) t) AS many
    INTO one FROM new_rows n CROSS JOIN old_rows o LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF one.many = 1 THEN
    IF one.stage = one.from_stage AND one.holder_id IS NOT DISTINCT FROM one.from_holder THEN
      RETURN NULL;
    END IF;
    IF what IS NULL THEN
      RAISE EXCEPTION 'a number changed hands without a movement kind';
    END IF;
    WITH line AS (
      INSERT INTO movements
        (customer_id, file_id, from_holder, from_stage, to_holder, to_stage, kind, batch_id, by_username)
      VALUES (one.id, one.file_id, one.from_holder, one.from_stage, one.holder_id, one.stage, what, batch, who)
    )
    INSERT INTO balance_deltas (file_id, holder_id, stage, n)
    VALUES (one.file_id, one.from_holder, one.from_stage, -1), (one.file_id, one.holder_id, one.stage, 1);
    -- Counters of the floor; a result is counted by its row in the care log.
    IF one.stage = 'open' THEN
      PERFORM floor_hand(one.holder_id, true);
    ELSIF one.from_stage = 'open' AND what <> 'result' THEN
      PERFORM floor_hand(one.from_holder, false);
    END IF;
    RETURN NULL;
  END IF;
  PERFORM floor_hand(e.holder_id, false) FROM (
    SELECT DISTINCT o.holder_id FROM old_rows o JOIN new_rows n USING (id)
    WHERE o.stage = 'open' AND n.stage <> 'open' AND what <> 'result') e;
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

-- INSERT … ON CONFLICT must not insert a negative sum: the check on `balances` looks at the inserted row before the
-- conflict is seen. So the new balance is computed first, by one fold at a time.
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

-- Moves the uncalled numbers of `p_user` to the leader, else to the branch, else to headquarters (D3-ORG-02, D3-ORG-03). `p_all` adds the
-- number in hand, the appointments (with their time) and the numbers requested again. An appointment whose phone was blacklisted while in
-- hand counts as an appointment. Locked accounts get nothing. Only accounts with a quota of a pool file can draw its numbers, so a pool
-- number goes to the nearest account with a quota; a list number goes to the nearest account. At headquarters both belong to the file
-- itself. An appointment needs a person: `p_hq`. A number in hand by a recycling rule returns to its former caller and is planned by that
-- rule again. The quantities of `p_user` are deleted, since the numbers above could not be drawn otherwise. The caller sets the kind of the
-- movements.
CREATE OR REPLACE FUNCTION give_back(p_user uuid, p_leader uuid, p_branch uuid, p_hq uuid, p_all boolean,
  OUT uncalled int, OUT asked_again int, OUT in_hand int, OUT appointments int) LANGUAGE plpgsql AS $$
DECLARE
  recycled uuid[];
BEGIN
  WITH above AS MATERIALIZED (
    SELECT u.id, a.level FROM (VALUES (1, p_leader), (2, p_branch)) a(level, id) JOIN users u ON u.id = a.id
    WHERE NOT u.is_deleted AND u.id <> p_user
  ), held AS MATERIALIZED (
    SELECT c.id, c.file_id, c.stage, c.rank, c.stage <> 'left' AND c.appointment_at IS NOT NULL AS promised,
      CASE WHEN c.stage = 'open' AND c.appointment_at IS NULL THEN (SELECT r.from_holder FROM recycled_by(c.id) r) END AS caller
    FROM customer c
    WHERE c.holder_id = p_user AND (
      (c.stage IN ('left', 'blocked') AND (p_all OR (c.rank >= 0 AND (c.stage = 'left' OR c.appointment_at IS NULL))))
      OR (p_all AND (c.stage = 'open' OR (c.stage = 'called' AND c.appointment_at IS NOT NULL))))
    FOR UPDATE
  ), files AS MATERIALIZED (
    SELECT f.id, f.kind, (
      SELECT a.id FROM above a JOIN data_quotas q ON q.user_id = a.id AND q.file_id = f.id ORDER BY a.level LIMIT 1) AS pool
    FROM data_files f WHERE f.id IN (SELECT file_id FROM held)
  ), goes AS MATERIALIZED (
    SELECT h.*, CASE
        WHEN h.caller IS NOT NULL THEN h.caller
        WHEN h.promised THEN coalesce((SELECT id FROM above ORDER BY level LIMIT 1), p_hq)
        WHEN h.rank < 0 OR f.kind = 'list' THEN (SELECT id FROM above ORDER BY level LIMIT 1)
        ELSE f.pool
      END AS to_holder
    FROM held h JOIN files f ON f.id = h.file_id
  ), given AS (
    UPDATE customer c SET holder_id = g.to_holder, version = c.version + 1,
      stage = CASE WHEN g.stage <> 'open' THEN g.stage WHEN g.promised OR g.caller IS NOT NULL THEN 'called' ELSE 'left' END,
      claimed_at = CASE WHEN g.stage <> 'open' THEN c.claimed_at END,
      status = CASE
        WHEN g.promised OR g.stage = 'blocked' OR g.caller IS NOT NULL THEN c.status WHEN g.to_holder IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END
    FROM goes g WHERE c.id = g.id
    RETURNING g.id, g.stage, g.rank, g.caller, g.stage = 'blocked' AND g.promised AS blocked_promise
  )
  SELECT count(*) FILTER (WHERE g.stage IN ('left', 'blocked') AND NOT g.blocked_promise AND g.rank >= 0),
    count(*) FILTER (WHERE g.stage IN ('left', 'blocked') AND NOT g.blocked_promise AND g.rank < 0),
    count(*) FILTER (WHERE g.stage = 'open'), count(*) FILTER (WHERE g.stage = 'called' OR g.blocked_promise),
    array_agg(g.id) FILTER (WHERE g.caller IS NOT NULL)
  INTO uncalled, asked_again, in_hand, appointments, recycled FROM given g;
  PERFORM plan_recycling(r.id) FROM unnest(recycled) r (id);
  DELETE FROM data_quotas WHERE user_id = p_user;
END $$;

-- A customer registered by the carrier keeps that status, whoever gets, calls or returns it (D1-Q-062). Only the blacklist takes
-- precedence.
CREATE OR REPLACE FUNCTION keep_registered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.status := OLD.status;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER customer_arrives AFTER INSERT ON customer
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_movements();
CREATE OR REPLACE TRIGGER customer_moves AFTER UPDATE ON customer
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_movements();

CREATE OR REPLACE TRIGGER customer_stays BEFORE DELETE ON customer FOR EACH ROW EXECUTE FUNCTION refuse_delete();

CREATE OR REPLACE TRIGGER customer_registered BEFORE UPDATE OF status ON customer
  FOR EACH ROW WHEN (OLD.status = 'REGISTERED' AND NEW.status NOT IN ('REGISTERED', 'BLOCKED'))
  EXECUTE FUNCTION keep_registered();
