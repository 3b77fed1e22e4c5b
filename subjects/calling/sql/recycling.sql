-- Recycling: numbers whose last call did not reach the customer come up again (D3-REC, subjects/calling/decisions/recycling.md).

CREATE OR REPLACE FUNCTION day_part(p_at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE
    WHEN (p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::time < '11:00' THEN 'sang'
    WHEN (p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::time < '13:30' THEN 'trua'
    WHEN (p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::time < '18:00' THEN 'chieu'
    ELSE 'toi' END;

-- First instant from `p_from` on in one of the parts; infinity without parts.
CREATE OR REPLACE FUNCTION first_in_parts(p_from timestamptz, p_parts text[]) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF day_part(p_from) = ANY (p_parts) THEN
    RETURN p_from;
  END IF;
  RETURN coalesce((
    SELECT min(s.at) FROM (
      SELECT ((p_from AT TIME ZONE 'Asia/Ho_Chi_Minh')::date + d.n + b.begins) AT TIME ZONE 'Asia/Ho_Chi_Minh' AS at
      FROM (VALUES ('sang', time '00:00'), ('trua', '11:00'), ('chieu', '13:30'), ('toi', '18:00')) b (part, begins),
        generate_series(0, 1) d (n)
      WHERE b.part = ANY (p_parts)) s
    WHERE s.at > p_from), 'infinity');
END $$;

-- The active rule of a file for a result, if any. Returns a set, which the planner inlines into the query.
DROP FUNCTION IF EXISTS recycle_rule(uuid, text);
CREATE OR REPLACE FUNCTION recycle_rule(p_file uuid, p_status text) RETURNS SETOF recycle_rules LANGUAGE sql STABLE AS $$
  SELECT r.* FROM recycle_rules r
  LEFT JOIN recycle_files m ON m.file_id = p_file
  WHERE r.status = p_status AND r.active AND CASE m.mode
    WHEN 'off' THEN false
    WHEN 'own' THEN r.file_id = p_file
    WHEN 'default' THEN r.file_id IS NULL
    ELSE r.file_id IS NULL AND r.active_since <= (SELECT f.ngay_upload FROM data_files f WHERE f.id = p_file) END
$$;

-- When a number may be called again by its rule, not before `p_from`; infinity for never. No expression has a subquery, because PL/pgSQL
-- would start the executor for it.
CREATE OR REPLACE FUNCTION recycle_due(p_rule recycle_rules, p_calls int, p_first timestamptz, p_called timestamptz,
  p_expires date, p_from timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  due timestamptz;
BEGIN
  IF p_rule.id IS NULL OR p_calls >= p_rule.most THEN
    RETURN 'infinity';
  END IF;
  due := first_in_parts(greatest(p_called + make_interval(mins => p_rule.after_minutes), p_from), CASE p_rule.part
    WHEN 'other' THEN array_remove(p_rule.parts, day_part(p_called))
    WHEN 'same' THEN CASE WHEN day_part(p_called) = ANY (p_rule.parts) THEN ARRAY[day_part(p_called)] END
    ELSE p_rule.parts END);
  IF due >= p_first + make_interval(days => p_rule.within_days)
    OR (p_rule.until_expiry AND due >= day_start(p_expires + 1)) THEN
    RETURN 'infinity';
  END IF;
  RETURN due;
END $$;

-- Unit within which a person's numbers are called again: leader, else branch, else the person.
CREATE OR REPLACE FUNCTION recycling_unit(p_user uuid) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT coalesce(u.group_id, u.brand_id) FROM unit_at(p_user, clock_timestamp()) u), p_user);
END $$;

-- Place at which a number called by a unit waits: the unit; when its leader was locked, the caller's present unit in the same branch, else
-- the branch.
CREATE OR REPLACE FUNCTION waiting_unit(p_unit uuid, p_caller uuid) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT CASE WHEN s.is_deleted THEN coalesce((
        SELECT coalesce(u.group_id, u.brand_id) FROM users u
        WHERE u.id = p_caller AND NOT u.is_deleted AND u.brand_id = s.brand_id), s.brand_id, s.id) ELSE s.id END
    FROM users s WHERE s.id = p_unit);
END $$;

-- Plans a number from its newest result; removes it when that result has no rules. Everything is found by key, with plans that suit an
-- empty table as well as a long one.
CREATE OR REPLACE FUNCTION plan_recycling(p_customer uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  number record;
  rule recycle_rules;
  taker uuid;
BEGIN
  SELECT h.status, h.created_at AS called_at, h.user_id,
    waiting_unit(coalesce(h.group_id, h.brand_id, h.user_id), h.user_id) AS unit,
    c.file_id, c."packageExpiredAt" AS expires, f.kind, r AS rule, a.calls, a.first_at
  INTO number
  FROM (SELECT * FROM care_history WHERE customer_id = p_customer ORDER BY created_at DESC LIMIT 1) h
  CROSS JOIN (SELECT count(*)::int AS calls, min(created_at) AS first_at FROM care_history WHERE customer_id = p_customer) a
  JOIN customer c ON c.id = p_customer JOIN data_files f ON f.id = c.file_id
  LEFT JOIN LATERAL recycle_rule(c.file_id, h.status) r ON true;
  IF NOT FOUND OR NOT has_rules(number.status) THEN
    DELETE FROM recycling r WHERE r.customer_id = p_customer;
    RETURN;
  END IF;
  rule := number.rule;
  taker := number.unit;
  IF number.kind = 'list' THEN
    -- A number of a customer list belongs to its assigned person, while that account is active.
    SELECT u.id INTO taker FROM users u WHERE u.id = number.user_id AND NOT u.is_deleted;
    taker := coalesce(taker, number.unit);
  ELSIF rule.caller = 'same' THEN
    SELECT u.id INTO taker FROM users u
      WHERE u.id = number.user_id AND NOT u.is_deleted AND recycling_unit(u.id) = number.unit;
    taker := coalesce(taker, number.unit);
  END IF;
  INSERT INTO recycling AS r
    (customer_id, file_id, status, calls, first_at, called_at, caller_id, unit_id, taker_id, not_caller, due_at)
  VALUES (p_customer, number.file_id, number.status, number.calls, number.first_at, number.called_at, number.user_id,
    number.unit, taker, number.kind <> 'list' AND coalesce(rule.caller = 'other', false), CASE WHEN rule.id IS NULL THEN 'infinity' ELSE
      recycle_due(rule, number.calls, number.first_at, number.called_at, number.expires, number.called_at) END)
  ON CONFLICT (customer_id) DO UPDATE SET file_id = EXCLUDED.file_id, status = EXCLUDED.status, calls = EXCLUDED.calls,
    first_at = EXCLUDED.first_at, called_at = EXCLUDED.called_at, caller_id = EXCLUDED.caller_id,
    unit_id = EXCLUDED.unit_id, taker_id = EXCLUDED.taker_id, not_caller = EXCLUDED.not_caller, due_at = EXCLUDED.due_at;
END $$;

CREATE OR REPLACE FUNCTION plan_called() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NOT has_rules(NEW.status)
    AND NOT EXISTS (SELECT FROM recycling r WHERE r.customer_id = NEW.customer_id) THEN
    RETURN NULL;
  END IF;
  PERFORM plan_recycling(NEW.customer_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER care_history_recycling AFTER INSERT ON care_history
  FOR EACH ROW EXECUTE FUNCTION plan_called();
CREATE OR REPLACE TRIGGER care_history_recycled AFTER UPDATE ON care_history
  FOR EACH ROW WHEN ((OLD.status, OLD.created_at, OLD.user_id, OLD.brand_id, OLD.group_id)
    IS DISTINCT FROM (NEW.status, NEW.created_at, NEW.user_id, NEW.brand_id, NEW.group_id))
  EXECUTE FUNCTION plan_called();

-- Numbers waiting for one person go to the unit when the person is locked, or moves away and the number is of no customer list; numbers
-- waiting for the unit of a locked leader go to its callers' present unit (`waiting_unit`).
CREATE OR REPLACE FUNCTION release_recycling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recycling r SET taker_id = r.unit_id FROM data_files f
  WHERE r.taker_id = NEW.id AND r.unit_id <> NEW.id AND f.id = r.file_id AND (f.kind = 'pool' OR NEW.is_deleted);
  UPDATE recycling r SET unit_id = w.unit, taker_id = CASE WHEN r.taker_id = r.unit_id THEN w.unit ELSE r.taker_id END
  FROM (
    SELECT d.customer_id, waiting_unit(d.unit_id, d.caller_id) AS unit FROM recycling d
    WHERE d.unit_id IN (NEW.id, OLD.group_id)
      AND EXISTS (SELECT FROM users s WHERE s.id = d.unit_id AND s.is_deleted) OFFSET 0) w
  WHERE r.customer_id = w.customer_id AND r.unit_id <> w.unit;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER users_recycling AFTER UPDATE OF is_deleted, group_id, brand_id ON users
  FOR EACH ROW WHEN (NEW.is_deleted OR OLD.group_id IS DISTINCT FROM NEW.group_id OR OLD.brand_id IS DISTINCT FROM NEW.brand_id)
  EXECUTE FUNCTION release_recycling();

-- When a due number may be called again: a claim may take it when this is now or earlier; infinity when its rule never allows it. A number
-- that is in hand, blocked or blacklisted is checked again a day later. `p_since` as in `held_back_since`.
DROP FUNCTION IF EXISTS recycle_again(recycling, uuid, timestamptz, timestamptz);
CREATE OR REPLACE FUNCTION recycle_again(p_row recycling, p_number customer, p_user uuid, p_at timestamptz,
  p_since timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  rule recycle_rules;
  due timestamptz;
  held_back timestamptz;
BEGIN
  IF p_number.stage <> 'called' OR p_number.appointment_at IS NOT NULL OR p_number.status <> 'TAKECARE' THEN
    RETURN p_at + interval '1 day';
  END IF;
  SELECT r.* INTO rule FROM recycle_rule(p_row.file_id, p_row.status) r;
  due := recycle_due(rule, p_row.calls, p_row.first_at, p_row.called_at, p_number."packageExpiredAt", p_at);
  IF due > p_at THEN
    RETURN due;
  END IF;
  held_back := held_back_since(p_row.customer_id, p_number.phone, p_user, false, p_since);
  IF held_back IS NULL THEN
    RETURN due;
  ELSIF held_back = 'infinity' THEN
    RETURN p_at + interval '1 day';
  END IF;
  due := recycle_due(rule, p_row.calls, p_row.first_at, p_row.called_at, p_number."packageExpiredAt",
    greatest(held_back + (p_at - p_since), p_at + interval '1 minute'));
  -- The other row's holder may release the phone before the rule ends.
  IF due = 'infinity' AND EXISTS (
    SELECT FROM customer o WHERE o.phone = p_number.phone AND o.id <> p_number.id
      AND (o.stage = 'open' OR (o.stage = 'called' AND o.appointment_at IS NOT NULL))) THEN
    RETURN p_at + interval '15 minutes';
  END IF;
  RETURN due;
END $$;

-- Takes one due number that waits at `p_places` (`self_and_units`); null when there is none, or after `looks` rows without success. Rows
-- that may not be called yet, because their part of the day is over or their phone is in cool-down, get their next time in growing batches.
DROP FUNCTION IF EXISTS recycling_places(uuid);
DROP FUNCTION IF EXISTS first_due(uuid, uuid, uuid[], timestamptz, uuid[]);
DROP FUNCTION IF EXISTS take_recycled(uuid, uuid[], timestamptz, int);
CREATE OR REPLACE FUNCTION take_recycled(p_user uuid, p_places uuid[], p_files uuid[], p_since timestamptz, INOUT looks int,
  OUT taken uuid) LANGUAGE plpgsql AS $$
DECLARE
  instant timestamptz := clock_timestamp();
  front record;
  skipped uuid[] := '{}';
  busy uuid[] := '{}';
  batch int := 1;
BEGIN
  WHILE looks > 0 LOOP
    -- First half: the place and file with the number due longest; the file must be open to the person, or a customer list. Second half:
    -- locks the first number there that no other claim has locked, starting at the number found by the first half, because the index still
    -- has entries of handed-out numbers before it, and reading them costs time. A number replanned to an earlier time meanwhile is left to
    -- the next claim. The file is checked again because it may have been stopped since the pools were read. Both halves in one statement,
    -- because starting a second one takes longer than running it.
    SELECT s.taker_id, s.file_id, n.r, n.number INTO front
    FROM (
      SELECT t.id AS taker_id, f.id AS file_id, d.due_at, d.customer_id
      FROM (VALUES (p_places[1]), (p_places[2]), (p_places[3])) t (id)
      CROSS JOIN unnest(p_files || ARRAY(
        SELECT l.id FROM data_files l WHERE l.kind = 'list' AND l.deleted_at IS NULL AND EXISTS (
          SELECT FROM recycling r
          WHERE r.taker_id = ANY (p_places) AND r.file_id = l.id AND r.due_at <= instant AND r.due_at < 'infinity'))) f (id)
      CROSS JOIN LATERAL (
        SELECT r.due_at, r.customer_id FROM recycling r
        WHERE r.taker_id = t.id AND r.file_id = f.id AND r.due_at <= instant AND r.due_at < 'infinity'
          AND NOT (r.not_caller AND r.caller_id = p_user) AND r.customer_id <> ALL (skipped)
        ORDER BY r.due_at, r.customer_id LIMIT 1) d
      WHERE f.id <> ALL (busy)
      ORDER BY d.due_at LIMIT 1) s
    LEFT JOIN LATERAL (
      SELECT r, c AS number
      FROM recycling r JOIN customer c ON c.id = r.customer_id JOIN data_files f ON f.id = r.file_id
      WHERE r.taker_id = s.taker_id AND r.file_id = s.file_id AND (r.due_at, r.customer_id) >= (s.due_at, s.customer_id)
        AND r.due_at <= instant AND r.due_at < 'infinity'
        AND NOT (r.not_caller AND r.caller_id = p_user) AND r.customer_id <> ALL (skipped)
        AND f.deleted_at IS NULL AND (f.kind = 'list' OR f.is_activated = 1)
      ORDER BY r.due_at, r.customer_id LIMIT 1 FOR UPDATE OF r, c SKIP LOCKED FOR SHARE OF f SKIP LOCKED) n ON true;
    EXIT WHEN NOT FOUND;
    IF (front.r).customer_id IS NULL THEN
      busy := busy || front.file_id;
      CONTINUE;
    END IF;
    skipped := skipped || (front.number).id;
    CONTINUE WHEN NOT take_phone((front.number).phone);
    IF recycle_again(front.r, front.number, p_user, instant, p_since) <= instant THEN
      taken := (front.number).id;
      PERFORM set_config('vas.movement', 'recycle', true);
      WITH gone AS (DELETE FROM recycling WHERE customer_id = taken)
      UPDATE customer SET holder_id = p_user, stage = 'open', claimed_at = instant, untold = false, version = version + 1
      WHERE id = taken;
      EXIT;
    END IF;
    UPDATE recycling r SET due_at = a.again FROM (
      SELECT (s.d).customer_id, recycle_again(s.d, s.number, p_user, instant, p_since) AS again FROM (
        SELECT d, c AS number FROM recycling d JOIN customer c ON c.id = d.customer_id
        WHERE d.taker_id = front.taker_id AND d.file_id = front.file_id AND d.due_at <= instant AND d.due_at < 'infinity'
          AND NOT (d.not_caller AND d.caller_id = p_user)
        ORDER BY d.due_at LIMIT batch FOR UPDATE OF d SKIP LOCKED) s OFFSET 0) a
    WHERE r.customer_id = a.customer_id AND a.again > instant;
    looks := looks - batch;
    batch := least(batch * 8, 512);
  END LOOP;
END $$;

-- Plans the next 500 called numbers again after a rule change; false when all are done, or another process is running it.
CREATE OR REPLACE FUNCTION plan_recycling_anew() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  reached uuid;
  one record;
  last uuid;
  planned int := 0;
BEGIN
  SELECT after INTO reached FROM backfills WHERE name = 'recycling' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  FOR one IN
    SELECT c.id FROM customer c WHERE c.id > reached AND c.stage = 'called' AND c.appointment_at IS NULL ORDER BY c.id LIMIT 500
  LOOP
    PERFORM plan_recycling(one.id);
    last := one.id;
    planned := planned + 1;
  END LOOP;
  -- All customers were looked through. Numbers called since then were planned by the new rules; to go on for them would look through all again
  -- with every few calls.
  IF planned < 500 THEN
    DELETE FROM backfills WHERE name = 'recycling';
    RETURN false;
  END IF;
  UPDATE backfills SET after = last WHERE name = 'recycling';
  RETURN true;
END $$;

-- Numbers that become due from `p_at` to the end of its Vietnamese day, and due ones held back, by reason; the answer of `RecyclePreview`,
-- with a count per file.
CREATE OR REPLACE FUNCTION recycle_preview(p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  ends timestamptz := day_start((p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date + 1);
  since timestamptz := p_at - cool_down();
BEGIN
  RETURN (
    WITH rules AS MATERIALIZED (
      SELECT k.file_id, k.status, rule
      FROM (SELECT DISTINCT file_id, status FROM recycling) k CROSS JOIN LATERAL recycle_rule(k.file_id, k.status) rule
    ), ripe AS MATERIALIZED (
      SELECT r.customer_id, r.file_id, c.phone::text AS phone, (k.rule).file_id IS NOT NULL AS own,
        greatest(p_at, recycle_due(k.rule, r.calls, r.first_at, r.called_at, c."packageExpiredAt", p_at)) AS due
      FROM rules k JOIN recycling r ON r.file_id = k.file_id AND r.status = k.status
      JOIN data_files f ON f.id = r.file_id AND f.deleted_at IS NULL AND (f.kind = 'list' OR f.is_activated = 1)
      JOIN customer c ON c.id = r.customer_id
      WHERE r.calls < (k.rule).most
        AND r.called_at + make_interval(mins => (k.rule).after_minutes) < ends
        AND c.stage = 'called' AND c.appointment_at IS NULL AND c.status = 'TAKECARE'
    ), judged AS MATERIALIZED (
      SELECT file_id, own, due, CASE
        WHEN EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = p.phone) THEN 'blacklist'
        WHEN due >= ends THEN 'part'
        WHEN EXISTS (
          SELECT FROM customer o WHERE o.phone = p.phone AND o.id <> p.customer_id
            AND (o.stage = 'open' OR (o.stage = 'called' AND o.appointment_at IS NOT NULL))) THEN 'appointment'
        WHEN full_until(p.phone) IS NOT NULL THEN 'calls'
        WHEN EXISTS (
          SELECT FROM care_history h
          WHERE h.phone = p.phone AND h.created_at > since AND h.customer_id <> p.customer_id) THEN 'coolDown'
        WHEN calls_from(due) >= ends THEN 'hours' END AS held
      FROM ripe p WHERE due < 'infinity'
    ), hours AS (
      SELECT extract(hour FROM calls_from(due) AT TIME ZONE 'Asia/Ho_Chi_Minh')::int AS hour,
        count(*) FILTER (WHERE NOT own) AS "byDefault", count(*) FILTER (WHERE own) AS "byOwn"
      FROM judged WHERE held IS NULL GROUP BY 1
    )
    SELECT jsonb_build_object('at', p_at,
      'files', coalesce((SELECT jsonb_object_agg(f.file_id, f.n) FROM (
        SELECT file_id, count(*) AS n FROM judged WHERE held IS NULL GROUP BY 1) f), '{}'),
      'hours', coalesce((SELECT jsonb_agg(to_jsonb(h) ORDER BY h.hour) FROM hours h), '[]'),
      'total', count(*) FILTER (WHERE held IS NULL),
      'held', jsonb_build_object('appointment', count(*) FILTER (WHERE held = 'appointment'),
        'part', count(*) FILTER (WHERE held = 'part'), 'coolDown', count(*) FILTER (WHERE held = 'coolDown'),
        'calls', count(*) FILTER (WHERE held = 'calls'), 'hours', count(*) FILTER (WHERE held = 'hours'),
        'blacklist', count(*) FILTER (WHERE held = 'blacklist')))
    FROM judged);
END $$;
