-- 'Sàn gọi': daily counters per person, release of a number, and return of numbers of late people (D3-FLR).

CREATE OR REPLACE FUNCTION day_of(p_at timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date;
CREATE OR REPLACE FUNCTION hour_of(p_at timestamptz) RETURNS int LANGUAGE sql STABLE PARALLEL SAFE
  RETURN extract(hour FROM p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::int;

-- Makes sure that the person has a counter row for this day. Counters of the former day become the previous day's, or are dropped when
-- older.
CREATE OR REPLACE FUNCTION floor_begin(p_user uuid, p_day date) RETURNS void LANGUAGE sql AS $$
  INSERT INTO floor_people AS f (user_id, day) VALUES (p_user, p_day)
  ON CONFLICT (user_id) DO UPDATE SET before_day = f.day, agreed_before = f.agreed_by_hour, day = p_day,
    calls = 0, reached = 0, agreed = 0, calls_by_hour = array_fill(0, ARRAY[24]),
    reached_by_hour = array_fill(0, ARRAY[24]), agreed_by_hour = array_fill(0, ARRAY[24]), first_at = NULL,
    changed_at = NULL, idle_hour = NULL, idle_seconds = 0
  WHERE f.day < p_day
$$;

-- Records that a person takes a number, or gives it up without a result.
CREATE OR REPLACE FUNCTION floor_hand(p_user uuid, p_takes boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  this_hour timestamptz := date_trunc('hour', at);
BEGIN
  FOR tries IN 1 .. 2 LOOP
    UPDATE floor_people f SET changed_at = at,
      first_at = CASE WHEN p_takes THEN coalesce(f.first_at, at) ELSE f.first_at END,
      idle_seconds = CASE WHEN f.idle_hour = this_hour THEN f.idle_seconds ELSE 0 END
        + CASE WHEN p_takes AND f.first_at IS NOT NULL
            THEN extract(epoch FROM at - greatest(f.changed_at, this_hour))::int ELSE 0 END,
      idle_hour = this_hour
    WHERE f.user_id = p_user AND f.day = day_of(at);
    EXIT WHEN FOUND;
    PERFORM floor_begin(p_user, day_of(at));
  END LOOP;
END $$;

-- Counts a result of a person, or with -1 removes it. A result of the previous day changes only that day's counters.
CREATE OR REPLACE FUNCTION floor_count(p_user uuid, p_at timestamptz, p_status text, p_n int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  its_day date := day_of(p_at);
  h int := hour_of(p_at) + 1;
  met int := CASE WHEN is_reached(p_status) THEN p_n ELSE 0 END;
  yes int := CASE WHEN is_agreement(p_status) THEN p_n ELSE 0 END;
BEGIN
  FOR tries IN 1 .. 2 LOOP
    UPDATE floor_people f SET calls = f.calls + p_n, reached = f.reached + met, agreed = f.agreed + yes,
      calls_by_hour[h] = f.calls_by_hour[h] + p_n, reached_by_hour[h] = f.reached_by_hour[h] + met,
      agreed_by_hour[h] = f.agreed_by_hour[h] + yes, changed_at = greatest(f.changed_at, p_at)
    WHERE f.user_id = p_user AND f.day = its_day;
    IF FOUND THEN
      RETURN;
    END IF;
    EXIT WHEN p_n < 0 OR its_day > today_vn() OR EXISTS (SELECT FROM floor_people f WHERE f.user_id = p_user AND f.day > its_day);
    PERFORM floor_begin(p_user, its_day);
  END LOOP;
  IF yes <> 0 THEN
    UPDATE floor_people f SET agreed_before[h] = f.agreed_before[h] + yes
    WHERE f.user_id = p_user AND f.before_day = its_day;
  END IF;
END $$;

-- Counts every inserted, changed or deleted result, also of direct writes.
CREATE OR REPLACE FUNCTION floor_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM floor_count(OLD.user_id, OLD.created_at, OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM floor_count(NEW.user_id, NEW.created_at, NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;
-- Older results, such as those of an archived month, are not counted.
CREATE OR REPLACE TRIGGER care_history_floor AFTER INSERT ON care_history
  FOR EACH ROW WHEN (NEW.created_at > now() - interval '2 days') EXECUTE FUNCTION floor_counts();
CREATE OR REPLACE TRIGGER care_history_floor_edit AFTER UPDATE OF status, user_id, created_at ON care_history
  FOR EACH ROW WHEN (greatest(OLD.created_at, NEW.created_at) > now() - interval '2 days'
    AND (OLD.status, OLD.user_id, OLD.created_at) IS DISTINCT FROM (NEW.status, NEW.user_id, NEW.created_at))
  EXECUTE FUNCTION floor_counts();
CREATE OR REPLACE TRIGGER care_history_floor_gone AFTER DELETE ON care_history
  FOR EACH ROW WHEN (OLD.created_at > now() - interval '2 days') EXECUTE FUNCTION floor_counts();

-- People with counters of today that differ from the care log; none, unless something wrote past the triggers.
CREATE OR REPLACE FUNCTION floor_differences() RETURNS TABLE (user_id uuid) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  SELECT coalesce(f.user_id, h.user_id)
  FROM (SELECT * FROM floor_people p WHERE p.day = today_vn()) f
  FULL JOIN (
    SELECT c.user_id, count(*) AS calls, count(*) FILTER (WHERE is_reached(c.status)) AS reached,
      count(*) FILTER (WHERE is_agreement(c.status)) AS agreed
    FROM care_history c WHERE c.created_at >= day_start(today_vn()) GROUP BY 1) h ON h.user_id = f.user_id
  WHERE (coalesce(f.calls, 0), coalesce(f.reached, 0), coalesce(f.agreed, 0))
    <> (coalesce(h.calls, 0), coalesce(h.reached, 0), coalesce(h.agreed, 0));
END $$;

-- Results of a person's day by hour: all, those reached, those agreed.
CREATE OR REPLACE FUNCTION floor_hours(p_user uuid, p_day date, OUT calls int[], OUT reached int[], OUT agreed int[])
LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT array_agg(coalesce(n.calls, 0) ORDER BY g.h), array_agg(coalesce(n.reached, 0) ORDER BY g.h),
      array_agg(coalesce(n.agreed, 0) ORDER BY g.h)
    INTO calls, reached, agreed
  FROM generate_series(0, 23) g (h) LEFT JOIN (
    SELECT hour_of(c.created_at) AS h, count(*)::int AS calls, (count(*) FILTER (WHERE is_reached(c.status)))::int AS reached,
      (count(*) FILTER (WHERE is_agreement(c.status)))::int AS agreed
    FROM care_history c
    WHERE c.username = (SELECT u.username FROM users u WHERE u.id = p_user) AND c.user_id = p_user
      AND c.created_at >= day_start(p_day) AND c.created_at < day_start(p_day + 1)
    GROUP BY 1) n ON n.h = g.h;
END $$;

-- Recounts a person's day and the previous day from the log. The row is locked first, so that the recount includes every result already in
-- its counters.
CREATE OR REPLACE FUNCTION floor_rebuild(p_user uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today date := today_vn();
  of_day record;
  of_before record;
BEGIN
  PERFORM floor_begin(p_user, today);
  PERFORM FROM floor_people WHERE user_id = p_user FOR UPDATE;
  of_day := floor_hours(p_user, today);
  of_before := floor_hours(p_user, today - 1);
  UPDATE floor_people f SET calls_by_hour = of_day.calls, reached_by_hour = of_day.reached, agreed_by_hour = of_day.agreed,
    calls = (SELECT sum(n) FROM unnest(of_day.calls) n), reached = (SELECT sum(n) FROM unnest(of_day.reached) n),
    agreed = (SELECT sum(n) FROM unnest(of_day.agreed) n), before_day = today - 1, agreed_before = of_before.agreed,
    first_at = coalesce(f.first_at, m.first_at), changed_at = greatest(f.changed_at, m.last_at, (
      SELECT max(c.created_at) FROM care_history c
      WHERE c.username = (SELECT u.username FROM users u WHERE u.id = p_user) AND c.created_at >= day_start(today)))
  FROM (
    SELECT min(at) AS first_at, max(at) AS last_at FROM movements
    WHERE to_holder = p_user AND kind IN ('claim', 'appointment', 'recycle') AND to_stage = 'open' AND at >= day_start(today)) m
  WHERE f.user_id = p_user;
END $$;

-- Recipient of an uncalled number taken out of a person's hand: the pool it was taken from, if that still is one; otherwise the nearest
-- account above with a quantity of the file, or the file. A number assigned by name stays with the person.
CREATE OR REPLACE FUNCTION pool_before(p_customer uuid, p_user uuid) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
DECLARE
  was record;
  file record;
BEGIN
  SELECT m.from_holder, m.id INTO was FROM movements m
  WHERE m.customer_id = p_customer AND m.to_stage = 'open' ORDER BY m.id DESC LIMIT 1;
  SELECT f.id, f.kind INTO file FROM customer c JOIN data_files f ON f.id = c.file_id WHERE c.id = p_customer;
  IF file.kind = 'list' OR (SELECT c.rank < 0 FROM customer c WHERE c.id = p_customer) THEN
    RETURN p_user;
  END IF;
  IF was.id IS NOT NULL AND was.from_holder IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN (
    SELECT a.id FROM users p CROSS JOIN LATERAL unnest(ARRAY[was.from_holder, p.group_id, p.brand_id]) WITH ORDINALITY o (id, n)
    JOIN users a ON a.id = o.id AND NOT a.is_deleted JOIN data_quotas q ON q.user_id = a.id AND q.file_id = file.id
    WHERE p.id = p_user ORDER BY o.n LIMIT 1);
END $$;

-- The former caller of a number in hand that was handed out by a recycling rule; no row for other numbers.
CREATE OR REPLACE FUNCTION recycled_by(p_customer uuid) RETURNS TABLE (from_holder uuid) LANGUAGE sql STABLE AS $$
  SELECT m.from_holder FROM (
    SELECT * FROM movements WHERE customer_id = p_customer AND to_stage = 'open' ORDER BY id DESC LIMIT 1) m
  WHERE m.kind = 'recycle'
$$;

-- The former caller of a blocked number that was in hand by a recycling rule; no row for other numbers.
CREATE OR REPLACE FUNCTION recycled_before_block(p_customer uuid) RETURNS TABLE (from_holder uuid) LANGUAGE sql STABLE AS $$
  SELECT r.from_holder FROM (
    SELECT * FROM movements WHERE customer_id = p_customer AND to_stage = 'blocked' AND from_stage <> 'blocked' ORDER BY id DESC LIMIT 1) m
  CROSS JOIN recycled_by(p_customer) r
  WHERE m.from_stage = 'open'
$$;

-- Takes a number out of a person's hand and puts it back where it came from: to the front of its pool, as it keeps its rank; an appointment
-- stays with the person; one handed out by a rule is planned by that rule again. A number of a file deleted meanwhile is removed with it.
-- False when the number is not in that hand any more.
CREATE OR REPLACE FUNCTION release_number(p_customer uuid, p_user uuid, p_version int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  pool uuid := pool_before(p_customer, p_user);
BEGIN
  UPDATE customer c SET stage = 'called', holder_id = r.from_holder, status = 'TAKECARE', claimed_at = NULL, version = c.version + 1
  FROM recycled_by(p_customer) r, data_files f
  WHERE c.id = p_customer AND c.holder_id = p_user AND c.stage = 'open' AND c.version = p_version
    AND f.id = c.file_id AND f.deleted_at IS NULL;
  IF FOUND THEN
    PERFORM plan_recycling(p_customer);
    RETURN true;
  END IF;
  UPDATE customer c SET stage = CASE WHEN c.appointment_at IS NOT NULL THEN 'called'
      WHEN EXISTS (SELECT FROM data_files f WHERE f.id = c.file_id AND f.deleted_at IS NOT NULL) THEN 'gone' ELSE 'left' END,
    holder_id = CASE WHEN c.appointment_at IS NULL THEN pool ELSE p_user END,
    status = CASE WHEN c.appointment_at IS NOT NULL THEN c.status WHEN pool IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END,
    claimed_at = NULL, version = c.version + 1
  WHERE c.id = p_customer AND c.holder_id = p_user AND c.stage = 'open' AND c.version = p_version;
  RETURN FOUND;
END $$;

-- Moves the uncalled numbers of a person who has not begun today to the leader (`give_back`), once a day. Null when the person has begun,
-- is locked, or was judged today already; otherwise the count. The caller must hold the person's claim lock.
CREATE OR REPLACE FUNCTION return_late(p_user uuid) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  person record;
  batch uuid;
  had jsonb;
  given record;
BEGIN
  SELECT u.group_id, u.brand_id INTO person FROM users u WHERE u.id = p_user AND NOT u.is_deleted
    AND NOT EXISTS (SELECT FROM floor_people f WHERE f.user_id = u.id AND f.day = today_vn() AND (f.first_at IS NOT NULL OR f.calls > 0))
    AND NOT EXISTS (SELECT FROM customer c WHERE c.holder_id = u.id AND c.stage = 'open');
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO floor_returns (user_id, day) VALUES (p_user, today_vn()) ON CONFLICT DO NOTHING RETURNING id INTO batch;
  IF batch IS NULL THEN
    RETURN NULL;
  END IF;
  had := (SELECT coalesce(jsonb_agg(jsonb_build_object('file_id', q.file_id, 'n', (
      SELECT count(*) FROM customer c WHERE c.file_id = q.file_id AND c.holder_id = p_user AND c.stage = 'left' AND c.rank >= 0))),
    '[]') FROM data_quotas q WHERE q.user_id = p_user);
  PERFORM set_config('vas.movement', 'late-return', true), set_config('vas.batch', batch::text, true);
  given := give_back(p_user, person.group_id, person.brand_id, NULL, false);
  UPDATE floor_returns SET numbers = given.uncalled, quotas = had WHERE id = batch;
  RETURN given.uncalled;
END $$;

-- Numbers taken from a person who had not begun, and not returned yet. After the person is locked or moved, they stay with their new
-- holder.
CREATE OR REPLACE FUNCTION waiting_returns(p_user uuid) RETURNS SETOF floor_returns LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT r.* FROM floor_returns r
  WHERE r.user_id = p_user AND r.day > today_vn() - 7 AND r.came_at IS NULL AND r.numbers > 0
    AND NOT moved_since(p_user, r.at) AND NOT EXISTS (SELECT FROM users u WHERE u.id = p_user AND u.is_deleted);
END $$;

-- Returns to a late person the taken numbers that are still free, also of earlier days within a week. The caller must hold the person's
-- claim lock and have set the actor. The first returned number of a file restores the person's quantity, as it was before when none was
-- left.
CREATE OR REPLACE FUNCTION return_again(p_user uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  late record;
  n int;
BEGIN
  FOR late IN
    SELECT r.id, r.quotas FROM waiting_returns(p_user) r
  LOOP
    PERFORM set_config('vas.movement', 'late-again', true), set_config('vas.batch', late.id::text, true);
    WITH free AS MATERIALIZED (
      SELECT c.id FROM movements m JOIN customer c ON c.id = m.customer_id
      WHERE m.batch_id = late.id AND m.kind = 'late-return' AND c.holder_id IS NOT DISTINCT FROM m.to_holder
        AND c.stage = m.to_stage AND c.stage IN ('left', 'blocked')
      FOR UPDATE OF c SKIP LOCKED
    ), back AS (
      UPDATE customer c SET holder_id = p_user, version = c.version + 1,
        status = CASE WHEN c.stage = 'blocked' THEN c.status ELSE 'ASSIGNED' END
      FROM free f WHERE c.id = f.id
      RETURNING c.file_id, c.stage
    ), quantities AS (
      INSERT INTO data_quotas AS q (file_id, user_id, quantity)
      SELECT h.file_id, p_user, coalesce(b.n, 0)
      FROM jsonb_to_recordset(late.quotas) AS h (file_id uuid, n int)
      JOIN data_files f ON f.id = h.file_id AND f.deleted_at IS NULL
      LEFT JOIN (SELECT file_id, (count(*) FILTER (WHERE stage = 'left'))::int AS n FROM back GROUP BY 1) b USING (file_id)
      WHERE h.n = 0 OR b.n > 0
      ON CONFLICT (file_id, user_id) DO UPDATE SET quantity = q.quantity + EXCLUDED.quantity, "updatedAt" = now()
    )
    SELECT count(*) INTO n FROM back;
    UPDATE floor_returns SET came_at = clock_timestamp(), numbers_again = n WHERE id = late.id;
    PERFORM set_config('vas.batch', '', true);
  END LOOP;
END $$;
